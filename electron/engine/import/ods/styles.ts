// Styles of an OpenDocument spreadsheet that affect its text: hidden sheets, and number formats that may display
// nothing. The latter explain an empty paragraph that the writer did not simply leave out.
import type { Place } from '../xlsx/places.ts'

export type Styles = ReturnType<typeof createStyles>
type Format = { shows: boolean; readonly sections: string[] }

export function createStyles() {
  const formats = new Map<string, Format>()
  const cells = new Map<string, { readonly format: string | null; readonly parent: string | null }>()
  const hiddenTables = new Set<string>()
  let name = ''
  let family = ''
  let format: Format = { shows: false, sections: [] }

  const style: Place = {
    open: (attribute) => {
      name = attribute('style:name') ?? ''
      family = attribute('style:family') ?? ''
      if (family !== 'table-cell') return
      const parent = attribute('style:parent-style-name') ?? null
      cells.set(name, { format: attribute('style:data-style-name') ?? null, parent })
    },
    children: {
      'style:table-properties': {
        open: (attribute) => {
          if (family === 'table' && attribute('table:display') === 'false') hiddenTables.add(name)
        },
      },
    },
  }
  const shown: Place = {
    open: () => {
      format.shows = true
    },
  }
  const numberFormat: Place = {
    open: (attribute) => {
      format = { shows: false, sections: [] }
      formats.set(attribute('style:name') ?? '', format)
    },
    children: {
      'datastyle:text': {
        text: (text) => {
          format.shows ||= text.trim() !== ''
        },
      },
      'style:map': {
        open: (attribute) => void format.sections.push(attribute('style:apply-style-name') ?? ''),
      },
    },
    other: (element) => (element.startsWith('datastyle:') ? shown : null),
  }
  const place: Place = {
    children: { 'style:style': style },
    other: (element) => (element.startsWith('datastyle:') ? numberFormat : null),
  }
  const formatOf = (cell: string): string | null => {
    let found = cells.get(cell)
    for (let steps = 0; found !== undefined && steps < 20; steps += 1) {
      if (found.format !== null) return found.format
      found = cells.get(found.parent ?? '')
    }
    return null
  }
  return {
    place,
    hidesTable: (table: string): boolean => hiddenTables.has(table),
    /** By the name of a cell's style: true if its number format has a section that shows nothing. */
    mayHide: (cell: string): boolean => {
      const found = formats.get(formatOf(cell) ?? '')
      if (found === undefined) return false
      return !found.shows || found.sections.some((section) => formats.get(section)?.shows === false)
    },
  }
}
