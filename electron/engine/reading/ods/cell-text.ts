// The text of an OpenDocument cell as a person sees it: its paragraphs, one a line, without the notes, drawings and
// readings over words that hang on the cell. Runs of blanks in the file are one blank; more are written as elements.

/** What may stand in a cell beside its text. */
const beside = new Set([
  'annotation',
  'caption',
  'circle',
  'control',
  'custom-shape',
  'ellipse',
  'frame',
  'g',
  'line',
  'measure',
  'note',
  'polygon',
  'polyline',
  'rect',
  'ruby-text',
  'table',
])

/** No cell is longer; a count of blanks in the file may be any number. */
const mostBlanks = 32_768

export type ParagraphGatherer = ReturnType<typeof createParagraphs>

export function createParagraphs() {
  let gathered: string | null = null
  /** Depth inside what stands beside the text. */
  let skipped = 0
  let inParagraph = false
  let atStart = true
  let pending = ''

  const settle = (): void => {
    if (pending === '') return
    // A chunk of the file may end inside a run of blanks, so the run is kept until it is over.
    const blanks = /[\t\n\r ]+/g
    let text = pending.replace(blanks, ' ')
    if (atStart && text.startsWith(' ')) text = text.slice(1)
    if (text !== '') atStart = false
    gathered = (gathered ?? '') + text
    pending = ''
  }
  const add = (text: string): void => {
    if (!inParagraph || skipped > 0) return
    settle()
    gathered = (gathered ?? '') + text
    atStart = false
  }
  return {
    start: (): void => {
      gathered = null
      skipped = 0
      inParagraph = false
      pending = ''
    },
    open: (name: string, attribute: (name: string) => string | undefined): void => {
      if (skipped > 0 || beside.has(name)) skipped += 1
      else if (name === 'p' || name === 'h') {
        gathered = gathered === null ? '' : `${gathered}\n`
        inParagraph = true
        atStart = true
      } else if (name === 's') add(' '.repeat(Math.min(Number(attribute('text:c') ?? 1) || 1, mostBlanks)))
      else if (name === 'tab') add('\t')
      else if (name === 'line-break') add('\n')
    },
    close: (name: string): void => {
      if (skipped > 0) skipped -= 1
      else if (name === 'p' || name === 'h') {
        settle()
        inParagraph = false
      }
    },
    text: (text: string): void => {
      if (inParagraph && skipped === 0) pending += text
    },
    isBeside: (): boolean => skipped > 0,
    /** Null where the cell has no paragraph. */
    end: (): string | null => gathered,
  }
}
