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

type ParagraphParts = {
  /** The cell's text so far; null before the first paragraph. */
  collected: string | null
  /** At the start of a paragraph. */
  atStart: boolean
  /** The end of the file's text, which may be the first part of a run of blanks. */
  pending: string
  /** Blanks of the file are missing in the text. */
  dropped: boolean
}

export function createParagraphs() {
  const parts: ParagraphParts = { collected: null, atStart: true, pending: '', dropped: false }
  const written: Children = {
    'text:s': {
      open: (attribute) =>
        add(parts, ' '.repeat(Math.min(Number(attribute('text:c') ?? 1) || 1, mostBlanks))),
    },
    'text:tab': { open: () => add(parts, '\t') },
    'text:line-break': { open: () => add(parts, '\n') },
  }
  /** A run, a link, a field: any element not named above is part of the text. */
  const run: Place = {
    text: (found) => {
      parts.pending += found
    },
    children: written,
    other: (name) => (beside.has(name) || drawn.test(name) ? null : run),
  }
  const paragraph: Place = {
    ...run,
    open: () => {
      parts.collected = parts.collected === null ? '' : `${parts.collected}\n`
      parts.atStart = true
    },
    close: () => finish(parts),
  }
  const children: { [name: string]: Place } = { 'text:p': paragraph, 'text:h': paragraph }
  const block: Place = { children }
  for (const name of ['text:section', 'text:list', 'text:list-item', 'text:list-header'])
    children[name] = block
  return {
    /** Content of a cell. */
    children: children satisfies Children,
    start: (): void => start(parts),
    /** Null if the cell has no paragraph. */
    end: (): string | null => parts.collected,
    /** True if blanks of the file are missing in the text although LibreOffice shows them. */
    lacksBlanks: (): boolean => parts.dropped,
  }
}

function finish(parts: ParagraphParts): void {
  if (parts.pending === '') return
  // A chunk of the file may end inside a run of blanks, so the run is kept until it ends.
  const blanks = /[\t\n\r ]+/g
  let text = parts.pending.replace(blanks, ' ')
  if (parts.atStart && text.startsWith(' ')) text = text.slice(1)
  if (text !== parts.pending) parts.dropped = true
  if (text !== '') parts.atStart = false
  parts.collected = (parts.collected ?? '') + text
  parts.pending = ''
}

function add(parts: ParagraphParts, text: string): void {
  finish(parts)
  parts.collected = (parts.collected ?? '') + text
  parts.atStart = false
}

function start(parts: ParagraphParts): void {
  parts.collected = null
  parts.pending = ''
  parts.dropped = false
}
