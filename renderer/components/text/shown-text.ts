// Makes invisible characters visible: leading and trailing blanks become dots, zero-width characters a small ring,
// each with its position. The text itself is never changed. Pure functions.
import { unseenSource } from '../../../shared/sheet/unseen.ts'

export type ShownRun = {
  readonly kind: 'text' | 'blank' | 'invisible'
  readonly text: string
}

const unseen = new RegExp(`((?:${unseenSource})+)`, 'u')

/** The runs of a text in order; their texts together are the text. Most texts are one run. */
export function shownRuns(text: string): ShownRun[] {
  const [, before = '', middle = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? []
  const runs: ShownRun[] = []
  if (before !== '') runs.push({ kind: 'blank', text: before })
  for (const [at, part] of middle.split(unseen).entries())
    if (part !== '') runs.push({ kind: at % 2 === 1 ? 'invisible' : 'text', text: part })
  if (after !== '') runs.push({ kind: 'blank', text: after })
  return runs
}

/** A stand-in of the same number of characters: `·` for a blank, `◌` for what takes no room. */
export function standIn({ kind, text }: ShownRun): string {
  if (kind === 'text') return text
  return (kind === 'blank' ? '·' : '◌').repeat([...text].length)
}

/** The whole text with its stand-ins, for places that draw plain text. */
export function shownText(text: string): string {
  return needsShowing.test(text) ? shownRuns(text).map(standIn).join('') : text
}
const needsShowing = new RegExp(`^\\s|\\s$|${unseenSource}`, 'u')

/** With hyphens in names such as `UTF-8` and `windows-1252` at which no line is broken. */
export function unbroken(text: string): string {
  return text.replaceAll(/(?<=[A-Za-z])-(?=\d)/g, '\u2011')
}
