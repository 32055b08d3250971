// Visible text of an OpenDocument cell: one paragraph per line, without notes, drawings and ruby text. In the
// OpenDocument format a run of blanks counts as one blank, and blanks at the start of a paragraph as none; extra
// blanks are elements. LibreOffice shows every blank of the file, so such a cell is reported.
import type { Children, Place } from '../xlsx/places.ts'

/** Elements of a paragraph other than text. Drawings are left out by their namespaces. */
const beside = new Set([
  'office:annotation',
  'table:table',
  'text:note',
  'text:note-ref',
  'text:ruby-text',
  'text:tracked-changes',
])
const drawn = /^(?:drawing|dr3d|presentation|form|script|chart):/

/** Longest cell; the file may state any number of blanks. */
const mostBlanks = 32_768

export type ParagraphCollector = ReturnType<typeof createParagraphs>

export function createParagraphs() {
  let collected: string | null = null
  let atStart = true
  let pending = ''
  let dropped = false

  const finish = (): void => {
    if (pending === '') return
    // A chunk of the file may end inside a run of blanks, so the run is kept until it ends.
    const blanks = /[\t\n\r ]+/g
    let text = pending.replace(blanks, ' ')
    if (atStart && text.startsWith(' ')) text = text.slice(1)
    if (text !== pending) dropped = true
    if (text !== '') atStart = false
    collected = (collected ?? '') + text
    pending = ''
  }
  const add = (text: string): void => {
    finish()
    collected = (collected ?? '') + text
    atStart = false
  }
  const text = (found: string): void => {
    pending += found
  }
  const written: Children = {
    'text:s': {
      open: (attribute) => add(' '.repeat(Math.min(Number(attribute('text:c') ?? 1) || 1, mostBlanks))),
    },
    'text:tab': { open: () => add('\t') },
    'text:line-break': { open: () => add('\n') },
  }
  /** A run, a link, a field: any element not named above is part of the text. */
  const run: Place = {
    text,
    children: written,
    other: (name) => (beside.has(name) || drawn.test(name) ? null : run),
  }
  const paragraph: Place = {
    ...run,
    open: () => {
      collected = collected === null ? '' : `${collected}\n`
      atStart = true
    },
    close: finish,
  }
  const children: { [name: string]: Place } = { 'text:p': paragraph, 'text:h': paragraph }
  const block: Place = { children }
  for (const name of ['text:section', 'text:list', 'text:list-item', 'text:list-header'])
    children[name] = block
  return {
    /** Content of a cell. */
    children: children satisfies Children,
    start: (): void => {
      collected = null
      pending = ''
      dropped = false
    },
    /** Null if the cell has no paragraph. */
    end: (): string | null => collected,
    /** True if blanks of the file are missing in the text although LibreOffice shows them. */
    lacksBlanks: (): boolean => dropped,
  }
}
