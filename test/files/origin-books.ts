// Generated workbooks with a mapping, for properties: every text in a workbook is there once, so that a value gives
// away its cell; what a cell should become is worked out here by a few lines that share nothing with the conversions.
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { getAt, isWithin, parseAttr } from '../../shared/payload/attr-path.ts'
import type { ColumnMapping, LinkedSheet, MappingInput } from '../../shared/mapping/file.ts'
import type { BuiltAccount } from '../../shared/payload/build.ts'
import { place } from '../../shared/payload/problems.ts'
import type { Origin } from '../../shared/payload/problems.ts'
import type { CellRef, SheetInfo, SourceRow } from '../../shared/sheet/sheet.ts'
import { sheet } from '../unit/small-catalogue.ts'

type Kind = 'text' | 'number' | 'date' | 'joined'
export type Book = {
  readonly mapping: MappingInput
  readonly sheets: readonly SheetInfo[]
  readonly rows: ReadonlyMap<string, readonly SourceRow[]>
}

const rootFields = [
  ['sold', 'date'],
  ['billing_address.street', 'text'],
  ['billing_address.country', 'joined'],
  ['tags.0', 'text'],
  ['tags.3', 'text'],
  ...[0, 2].flatMap((at): [string, Kind][] => [
    [`customers.${at}.given_name`, 'joined'],
    [`customers.${at}.age`, 'number'],
    [`customers.${at}.consents.1.type`, 'text'],
    [`sites.${at}.street`, 'text'],
    [`sites.${at}.meters.1.reads.0.value`, 'text'],
  ]),
] as const satisfies readonly (readonly [string, Kind])[]

/** Linked sheets: where they hang, and the fields of an item. */
const links = {
  People: [
    'customers',
    [
      ['given_name', 'text'],
      ['landline', 'joined'],
      ['age', 'number'],
      ['consents.0.type', 'text'],
    ],
  ],
  Sites: [
    'sites',
    [
      ['street', 'text'],
      ['meters.0.serial', 'text'],
    ],
  ],
  Meters: [
    'meters',
    [
      ['serial', 'joined'],
      ['reads.2.value', 'text'],
    ],
  ],
  Reads: ['reads', [['value', 'text']]],
} as const satisfies Readonly<Record<string, readonly [string, readonly (readonly [string, Kind])[]]>>
type LinkName = keyof typeof links

const filler = fc.constantFrom('full', 'full', 'full', 'blank', 'spaces', 'wrong', 'wrong', 'wrong')
const key = fc.constantFrom('k1', 'k2', 'k3')
const lines = fc.array(
  fc.record({ key, below: key, fill: fc.array(filler, { minLength: 12, maxLength: 12 }) }),
  { maxLength: 5 },
)
export const bookOf = fc
  .record({
    fields: fc.shuffledSubarray([...rootFields], { minLength: 1 }),
    groups: fc.boolean(),
    main: lines,
    People: lines,
    Sites: lines,
    Meters: lines,
    Reads: lines,
  })
  .map(makeBook)

type Line = { readonly key: string; readonly below: string; readonly fill: readonly string[] }
type Parts = {
  readonly fields: readonly (readonly [string, Kind])[]
  readonly groups: boolean
  readonly main: readonly Line[]
} & Readonly<Record<LinkName, readonly Line[]>>

/** Every sheet has its key and the key that rows below join by in its first two columns, then each field’s. */
function makeBook(parts: Parts): Book {
  let count = 0
  const cellsOf = (line: Line, fields: readonly (readonly [string, Kind])[]): string[] => [
    line.key,
    line.below,
    ...fields.flatMap(([, kind], at) => {
      const fill = line.fill[at % line.fill.length] ?? 'full'
      count += 1
      const own = textOf(kind, fill, count)
      return kind === 'joined'
        ? [own, textOf('text', line.fill[(at + 5) % line.fill.length] ?? '', (count += 1))]
        : [own]
    }),
  ]
  const rowsOf = (list: readonly Line[], fields: readonly (readonly [string, Kind])[]): SourceRow[] =>
    list.map((line, at) => ({ row: at + 2, cells: cellsOf(line, fields) }))
  const linkOf = (name: LinkName, below: LinkName[]): LinkedSheet => ({
    sheet: name,
    key: 'key',
    ...(name === 'People' || name === 'Sites' ? {} : { parentKey: 'below' }),
    list: links[name][0],
    columns: columnsOf(links[name][1], ['below']),
    ...(below.length === 0 ? {} : { linked: [linkOf(below[0] ?? 'Reads', below.slice(1))] }),
  })
  const grouped = parts.groups
    ? [{ list: 'customers', columns: columnsOf([['given_name', 'text']], [], 'g') }]
    : []
  const mainRows = rowsOf(parts.main, [
    ...parts.fields,
    ...(parts.groups ? [['given_name', 'text'] as const] : []),
  ])
  const names = (fields: readonly (readonly [string, Kind])[]): string[] =>
    fields.flatMap(([, kind], at) => (kind === 'joined' ? [`c${at}`, `c${at}+`] : [`c${at}`]))
  const name: readonly LinkName[] = ['People', 'Sites', 'Meters', 'Reads']
  return {
    mapping: {
      version: 1,
      sheet: 'Main',
      key: 'key',
      columns: columnsOf(parts.fields, ['below']),
      linked: [linkOf('People', []), linkOf('Sites', ['Meters', 'Reads'])],
      grouped,
    },
    sheets: [
      sheet('Main', 'key', 'below', ...names(parts.fields), ...(parts.groups ? ['g0'] : [])),
      ...name.map((one) => sheet(one, 'key', 'below', ...names(links[one][1]))),
    ],
    rows: new Map([
      ['Main', mainRows],
      ...name.map((one) => [one, rowsOf(parts[one], links[one][1])] as const),
    ]),
  }
}

function columnsOf(
  fields: readonly (readonly [string, Kind])[],
  ignored: readonly string[],
  letter = 'c',
): ColumnMapping[] {
  return [
    ...ignored.map((column) => ({ column, ignore: true as const })),
    ...fields.map(([field, kind], at): ColumnMapping => {
      const column = `${letter}${at}`
      if (kind === 'date') return { column, field, conversion: { kind: 'date', pattern: 'dd/MM/yyyy' } }
      if (kind === 'joined')
        return { column, field, conversion: { kind: 'join', with: [`${column}+`], separator: ' ' } }
      return { column, field }
    }),
  ]
}

function textOf(kind: Kind, fill: string, count: number): string {
  if (fill === 'blank' || fill === '') return ''
  if (fill === 'spaces') return ' \u00a0'
  if (kind === 'number') return fill === 'wrong' ? `${count} years` : String(count)
  if (kind === 'date')
    return `${String((count % 28) + 1).padStart(2, '0')}/${fill === 'wrong' ? '13' : '02'}/${1000 + count}`
  return `t${count}`
}

/** What a text becomes, worked out from its look; undefined for one that should be refused. */
function expected(text: string): unknown {
  const date = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text)
  if (date !== null) return date[2] === '13' ? undefined : `${date[3]}-${date[2]}-${date[1]}`
  if (/^\d+$/.test(text)) return Number(text)
  return text.endsWith(' years') ? undefined : text
}

type Reported = { readonly attr: string; readonly origin: Origin | null; readonly sent: boolean }

function cellsOf(origin: Origin | null): CellRef[] {
  if (origin === null || 'fixed' in origin) return []
  const { also, ...first } = origin
  return [first, ...(also ?? []).map((column) => ({ ...first, column }))]
}

export type Checks = { values: number; refused: number; joined: number; sections: number }
export const noChecks = (): Checks => ({ values: 0, refused: 0, joined: 0, sections: 0 })

/** Every origin is the cell of its value; every problem lands on it. Counts what there was to look at. */
export function check(book: Book, account: BuiltAccount, checks: Checks): void {
  const textAt = ({ sheet: name, row, column }: CellRef): string => {
    const index = book.sheets
      .find((one) => one.name === name)
      ?.columns.find((one) => one.name === column)?.index
    return (book.rows.get(name)?.find((one) => one.row === row)?.cells[index ?? -1] ?? '').trim()
  }
  const context = { ...account, row: null }
  const places = (attr: string): readonly CellRef[] => {
    const found = place(attr, context)
    if (found.kind === 'cell') return [found.cell]
    return found.kind === 'section' ? found.cells : []
  }
  const reported: Reported[] = [
    ...Object.entries(account.origins).map(([attr, origin]) => ({ attr, origin, sent: true })),
    ...account.omitted
      .filter((one) => one.reason === 'not_converted')
      .map((one) => ({ attr: one.payloadPath ?? '', origin: one.origin, sent: false })),
  ]
  for (const { attr, origin, sent } of reported) {
    const [first, ...others] = cellsOf(origin)
    if (first === undefined) continue
    const cells = [first, ...others]
    // Joined in the mapping's order, whichever of them was the first that is not blank.
    const text = cells
      .toSorted((a, b) => a.column.length - b.column.length)
      .map(textAt)
      .filter((one) => one !== '')
      .join(' ')
    const isKey = first.column === 'key'
    expect(getAt(account.payload, parseAttr(attr)) ?? undefined).toEqual(
      sent ? (isKey ? text : expected(text)) : undefined,
    )
    if (!sent) expect(expected(text)).toBeUndefined()
    expect(places(attr)).toEqual(cells)
    expect(place(`${attr}.non_field_errors`, context)).toEqual(place(attr, context))
    checks[sent ? 'values' : 'refused'] += 1
    if (others.length > 0) checks.joined += 1
  }
  checkSections(reported, places, checks)
  for (const problem of account.problems) {
    if (problem.attr === null) continue
    expect(places(problem.attr).length).toBeGreaterThan(0)
  }
}

/** A problem of a whole item, list or object shows at the cells of everything in it, and at no cell from elsewhere. */
function checkSections(
  reported: readonly Reported[],
  places: (attr: string) => readonly CellRef[],
  checks: Checks,
): void {
  const all = reported.map(({ attr, origin }) => ({
    attr,
    cells: cellsOf(origin).map((one) => JSON.stringify(one)),
  }))
  const sections = new Set(
    all.flatMap(({ attr }) => {
      const parts = attr.split('.')
      return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('.'))
    }),
  )
  for (const section of sections) {
    const placed = new Set(places(section).map((one) => JSON.stringify(one)))
    const inside = new Set(all.filter((one) => isWithin(one.attr, section)).flatMap((one) => one.cells))
    // A row that hangs on two parents feeds an item of each.
    const outside = all.flatMap((one) => one.cells).filter((one) => !inside.has(one))
    expect([...inside].filter((one) => !placed.has(one))).toEqual([])
    expect(outside.filter((one) => placed.has(one))).toEqual([])
    checks.sections += 1
  }
}

/** Every filled cell that the mapping feeds is reported once: as an origin, or as an omission with its reason. */
export function accounted(book: Book, account: BuiltAccount): void {
  const origins = [...Object.values(account.origins), ...account.omitted.map((one) => one.origin)]
  const cells = new Set(
    origins.flatMap(cellsOf).map(({ sheet: name, row, column }) => JSON.stringify([name, row, column])),
  )
  const grouped = (book.mapping.grouped ?? []).length > 0
  for (const { sheet: name, row } of account.rows) {
    // Further rows of one account repeat its own columns; only the first that is filled is used.
    if (grouped && name === 'Main') continue
    const columns = book.sheets.find((one) => one.name === name)?.columns.slice(2) ?? []
    const source = book.rows.get(name)?.find((one) => one.row === row)
    for (const column of columns) {
      if ((source?.cells[column.index] ?? '').trim() === '') continue
      expect(cells).toContain(JSON.stringify([name, row, column.name]))
    }
  }
}
