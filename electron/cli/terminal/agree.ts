// Agreement to an act of one command, other than sending (run/consent.ts): on a terminal a person types yes, and without one
// only --yes counts.
import { runTexts } from '../texts/run.ts'
import { ask, canAsk } from './ask.ts'
import type { Invocation } from './invocation.ts'
import { say, sayLines } from './terminal.ts'

/** In the current language, or in English. */
export function saysYes(answer: string): boolean {
  return [runTexts.consent.yes, 'yes'].includes(answer.trim())
}

/**
 * False: the person did not agree, or could not be asked; why nothing was done was printed.
 * @param yes by --yes
 * @param words the sentences for who cannot be asked, and for who said no
 */
export async function agree(
  invocation: Invocation,
  question: string,
  { yes }: { readonly yes?: true },
  words: { readonly needsYes: string; readonly nothingDone: string },
): Promise<boolean> {
  if (yes === true) return true
  if (!canAsk(invocation)) {
    sayLines(invocation, `${question}\n${words.needsYes}`)
    return false
  }
  if (saysYes(await ask(question, invocation))) return true
  say(invocation, words.nothingDone)
  return false
}
