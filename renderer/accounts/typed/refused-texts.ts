// Sentences about texts that were not written. They quote each text, so that nothing that was typed or pasted is lost
// without a word. Pure functions.
import { texts } from '../../texts/common.ts'
import { shortened } from './shortened.ts'

const words = texts.refused
const mostQuoted = 3

/** Null where there is no text: cells that were to be cleared hold theirs still. */
export function notWritten(refused: readonly string[]): string | null {
  const all = [...new Set(refused)].filter((text) => text !== '')
  if (all.length === 0) return null
  const quoted = all.slice(0, mostQuoted).map((text) => words.quoted({ text: shortened(text) }))
  const more = all.length - quoted.length
  const list = quoted.join(', ')
  return words.notWritten({
    n: all.length,
    texts: more === 0 ? list : words.andMore({ texts: list, more }),
  })
}

/** With the reason. */
export function notWrittenBecause(refused: readonly string[], why: string): string {
  const what = notWritten(refused)
  return what === null ? why : `${what} ${why}`
}
