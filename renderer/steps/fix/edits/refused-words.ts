// Sentences about texts that were not written. They quote each text, so that nothing that was typed or pasted is lost
// without a word. Pure functions.
import type { Fix } from '../../../../shared/fixing/fix.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { shortened } from '../shortened.ts'

const mostQuoted = 3

/** Null where there is no text: cells that were to be cleared hold theirs still. */
export function notWritten(texts: readonly string[]): string | null {
  const all = [...new Set(texts)].filter((text) => text !== '')
  if (all.length === 0) return null
  const quoted = all.slice(0, mostQuoted).map((text) => fixTexts.quoted({ text: shortened(text) }))
  const more = all.length - quoted.length
  const list = quoted.join(', ')
  return fixTexts.notWritten({
    n: all.length,
    texts: more === 0 ? list : fixTexts.andMore({ texts: list, more }),
  })
}

/** The text that a rule writes, where a person gave it. */
export function textsOfFix(fix: Fix): readonly string[] {
  return fix.kind === 'set' ? [fix.text] : []
}

/** With the reason. */
export function notWrittenBecause(texts: readonly string[], why: string): string {
  const what = notWritten(texts)
  return what === null ? why : `${what} ${why}`
}
