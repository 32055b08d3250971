// Computes the difference of two texts for display: common start, removed part, added part, common end. It also makes
// invisible characters visible. Pure functions.
import { unseenSource } from '../../../shared/sheet/unseen.ts'

export type TextChange = {
  readonly lead: string
  readonly gone: string
  readonly come: string
  readonly tail: string
}

/** `lead` and `tail` never overlap, and no character is cut in two. `whole`: nothing counts as shared. */
export function textChange(before: string, after: string, whole = false): TextChange {
  if (whole) return { lead: '', gone: before, come: after, tail: '' }
  const one = Array.from(before)
  const other = Array.from(after)
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let end = 0
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1
  return {
    lead: one.slice(0, start).join(''),
    gone: one.slice(start, one.length - end).join(''),
    come: other.slice(start, other.length - end).join(''),
    tail: end === 0 ? '' : one.slice(-end).join(''),
  }
}

const mostLead = 18

/** Shortens the text before a change to its end, so that the change is visible. */
export function shortLead(lead: string): string {
  const letters = Array.from(lead)
  return letters.length > mostLead ? `…${letters.slice(-mostLead + 1).join('')}` : lead
}

const unseen = new RegExp(`[\\n\\r\\t]|${unseenSource}`, 'gu')
const marks: Readonly<Record<string, string>> = { '\n': '⏎', '\r': '⏎', '\t': '⇥' }

/** Replaces line breaks and tabs by symbols, other invisible characters by their code. */
export function madeVisible(text: string): string {
  return text.replace(
    unseen,
    (character) =>
      marks[character] ??
      `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
