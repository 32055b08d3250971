// Tries a conversion on every filled cell of a column, and lists the texts that it does not read. Rows are read in
// pages; between pages the event loop is free, and an aborted request stops.
import { createConverter } from '../../../../shared/mapping/conversions/conversions.ts'
import type { ConverterTools } from '../../../../shared/mapping/conversions/converted.ts'
import { cellSource, readSource } from '../../../../shared/mapping/conversions/cell-source.ts'
import { severalOf } from '../../../../shared/mapping/conversions/several.ts'
import type { CatalogueField } from '../../../../shared/catalogue/catalogue.ts'
import type { ColumnTrial } from '../../../../shared/contract/import/mapping.ts'
import type { Conversion } from '../../../../shared/mapping/file.ts'
import type { Column } from '../../../../shared/sheet/sheet.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'

const rowsAtOnce = 200
const mostTexts = 300

type Trial = {
  readonly batch: number
  readonly sheet: StoredSheet
  readonly column: Column
  readonly field: CatalogueField
  readonly conversion: Conversion | null
  readonly tools: ConverterTools
}

export async function tryColumn(
  store: Store,
  { batch, sheet, column, field, conversion, tools }: Trial,
  signal: AbortSignal | undefined,
): Promise<ColumnTrial> {
  const made = createConverter(conversion, field, tools)
  const rest = new Map<string, ColumnTrial['rest'][number]>()
  let cells = 0
  let read = 0
  let several = 0
  if (!made.ok) return { cells, read, several, rest: [], more: 0 }
  const joined = made.joins.flatMap((name) => {
    const other = sheet.info.columns.find((one) => one.name === name)
    return other === undefined ? [] : [{ column: other.index, name }]
  })
  const source = cellSource({ column: column.index, name: column.name }, made, joined)
  const takesOne = hasSeveral(conversion)
  const leftOut = store.oddRows.ofSheet(batch, sheet.position, 'left_out')
  for (let after = 0; signal?.aborted !== true; ) {
    const page = store.rows.page(batch, sheet.position, after, rowsAtOnce)
    const last = page.at(-1)
    if (last === undefined) break
    for (const row of page) {
      if (leftOut.has(row.row)) continue
      const text = (row.cells[column.index] ?? '').trim()
      if (text === '') continue
      cells += 1
      if (takesOne && severalOf(text).length > 1) several += 1
      const result = readSource(source, row)
      const outside =
        result.ok && field.choices !== null && result.value !== null && !field.choices.includes(result.value)
      if (result.ok && !outside) {
        read += 1
        continue
      }
      const known = rest.get(text)
      if (known !== undefined) rest.set(text, { ...known, cells: known.cells + 1 })
      else rest.set(text, { text, cells: 1, row: row.row, message: result.ok ? '' : result.message })
    }
    after = last.row
    await yieldToEventLoop()
  }
  const texts = [...rest.values()].sort((one, two) => two.cells - one.cells || one.row - two.row)
  return {
    cells,
    read,
    several,
    rest: texts.slice(0, mostTexts),
    more: Math.max(0, texts.length - mostTexts),
  }
}

function hasSeveral(conversion: Conversion | null): boolean {
  if (conversion === null) return false
  return conversion.kind === 'steps'
    ? conversion.steps.some(({ kind }) => kind === 'several')
    : conversion.kind === 'several'
}
