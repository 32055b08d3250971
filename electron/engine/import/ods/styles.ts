// Styles of an OpenDocument spreadsheet that affect its text: hidden sheets, and number formats that may display
// nothing. The latter explain an empty paragraph that the writer did not simply leave out.
import type { Place } from '../xlsx/places.ts'

export type Styles = ReturnType<typeof createStyles>
type Format = { shows: boolean; readonly sections: string[] }

type StyleParts = {
  readonly formats: Map<string, Format>
  readonly cells: Map<string, { readonly format: string | null; readonly parent: string | null }>
  readonly hiddenTables: Set<string>
  /** The open style and the open number format. */
  name: string
  family: string
  format: Format
}

export function createStyles() {
  const parts: StyleParts = {
    formats: new Map(),
    cells: new Map(),
    hiddenTables: new Set(),
    name: '',
    family: '',
    format: { shows: false, sections: [] },
  }
  const numberFormat = numberFormatPlace(parts)
  const place: Place = {
    children: { 'style:style': stylePlace(parts) },
    other: (element) => (element.startsWith('datastyle:') ? numberFormat : null),
  }
  return {
    place,
    hidesTable: (table: string): boolean => parts.hiddenTables.has(table),
    /** By the name of a cell's style: true if its number format has a section that shows nothing. */
    mayHide: (cell: string): boolean => mayHide(parts, cell),
  }
}

function stylePlace(parts: StyleParts): Place {
  return {
    open: (attribute) => {
      parts.name = attribute('style:name') ?? ''
      parts.family = attribute('style:family') ?? ''
      if (parts.family !== 'table-cell') return
      const parent = attribute('style:parent-style-name') ?? null
      parts.cells.set(parts.name, { format: attribute('style:data-style-name') ?? null, parent })
    },
    children: {
      'style:table-properties': {
        open: (attribute) => {
          if (parts.family === 'table' && attribute('table:display') === 'false')
            parts.hiddenTables.add(parts.name)
        },
      },
    },
  }
}

function numberFormatPlace(parts: StyleParts): Place {
  const shown: Place = {
    open: () => {
      parts.format.shows = true
    },
  }
  return {
    open: (attribute) => {
      parts.format = { shows: false, sections: [] }
      parts.formats.set(attribute('style:name') ?? '', parts.format)
    },
    children: {
      'datastyle:text': {
        text: (text) => {
          parts.format.shows ||= text.trim() !== ''
        },
      },
      'style:map': {
        open: (attribute) => void parts.format.sections.push(attribute('style:apply-style-name') ?? ''),
      },
    },
    other: (element) => (element.startsWith('datastyle:') ? shown : null),
  }
}

function formatOf({ cells }: StyleParts, cell: string): string | null {
  let found = cells.get(cell)
  for (let steps = 0; found !== undefined && steps < 20; steps += 1) {
    if (found.format !== null) return found.format
    found = cells.get(found.parent ?? '')
  }
  return null
}

function mayHide(parts: StyleParts, cell: string): boolean {
  const { formats } = parts
  const found = formats.get(formatOf(parts, cell) ?? '')
  if (found === undefined) return false
  return !found.shows || found.sections.some((section) => formats.get(section)?.shows === false)
}
