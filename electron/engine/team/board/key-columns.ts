// Which columns of a file of keys say which account is meant: those that feed the fields of the status path, found as
// mapping a file finds them. Pure.
import type { Catalogue } from '../../../../shared/catalogue/catalogue.ts'
import { suggestMapping } from '../../../../shared/mapping/suggest/suggest.ts'
import { supplierField } from '../../../../shared/sending/service.ts'
import type { SheetInfo } from '../../../../shared/sheet/sheet.ts'
import { message } from '../../../../shared/texts/message.ts'
import { commaList } from '../../../../shared/texts/join.ts'
import { failed, type Result, success } from '../../system/failure.ts'

export type KeyColumns = {
  readonly sheet: string
  /** For each identity field: its column's place, or the one text that all keys have. */
  readonly parts: readonly (number | string)[]
  /** The header of the column of the keys; null: the file is a bare list, whose first key stands in the header's place. */
  readonly column: string | null
}

export type KeyColumnsWanted = {
  /** Of the status path. */
  readonly fields: readonly string[]
  /** Of all keys; empty: not given. */
  readonly supplier: string
  /** The header of the column with the keys; null: it is looked for. */
  readonly column: string | null
  readonly catalogue: Catalogue
}

export function findKeyColumns(sheets: readonly SheetInfo[], wanted: KeyColumnsWanted): Result<KeyColumns> {
  const usable = sheets.filter(({ hidden, columns }) => !hidden && columns.length > 0)
  const keyField = wanted.fields.findLast((field) => field !== supplierField) ?? wanted.fields.at(-1)
  if (usable.length === 0 || keyField === undefined)
    return failed('input', 'target_empty', message('team.target_empty'))
  for (const sheet of usable) {
    const places = placesIn(sheet, keyField, wanted)
    if (places !== null) return success(places)
  }
  const names = [...new Set(usable.flatMap(({ columns }) => columns.map(({ name }) => name)))]
  return failed(
    'input',
    'target_no_column',
    message('team.target_no_column', {
      fields: commaList(wanted.fields.filter((field) => field !== supplierField || wanted.supplier === '')),
      columns: commaList(names.slice(0, mostNamed)),
    }),
  )
}

const mostNamed = 12

function placesIn(sheet: SheetInfo, keyField: string, wanted: KeyColumnsWanted): KeyColumns | null {
  const { fields, supplier, column } = wanted
  const suggested = new Map(
    suggestMapping([sheet], wanted.catalogue, {
      supplier: supplier === '' ? null : supplier,
      identityFields: fields,
    }).mapping.columns.flatMap((one) => ('field' in one ? [[one.field, one.column] as const] : [])),
  )
  const placeOf = (field: string): number | null => {
    const named = (header: string) =>
      sheet.columns.find(({ name }) => name.trim().toLowerCase() === header.trim().toLowerCase())
    if (field === keyField && column !== null) return named(column)?.index ?? null
    const found = named(field) ?? named(suggested.get(field) ?? field)
    if (found !== undefined) return found.index
    const [only] = sheet.columns
    return field === keyField && sheet.columns.length === 1 ? (only?.index ?? null) : null
  }
  const parts: (number | string)[] = []
  for (const field of fields) {
    const part = field === supplierField && supplier !== '' ? supplier : placeOf(field)
    if (part === null) return null
    parts.push(part)
  }
  const place = placeOf(keyField)
  const header = sheet.columns.find(({ index }) => index === place)?.header ?? ''
  const isBareList = sheet.columns.length === 1 && column === null && /\d/.test(header)
  return { sheet: sheet.name, parts, column: isBareList ? null : header }
}
