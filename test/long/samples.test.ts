// Tests the sample generator: reproducible, exact in its counts, and correct in its record of the planted faults.
// Accounts that it calls valid are valid for the example catalogue, checked by a tiny payload builder that shares
// no code with ours.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readXlsx } from 'hucre/xlsx'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import Papa from 'papaparse'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { assertNever } from '../../shared/contract/assert-never.ts'
import { parseAttr, setAt } from '../../shared/payload/attr-path.ts'
import { mappingFile, type Mapping } from '../../shared/mapping/file.ts'
import { damageKinds } from '../files/damage.ts'
import {
  generateAccounts,
  readTruth,
  type Sample,
  type SampleOptions,
  type TruthEntry,
} from '../files/generate.ts'
import { createScatter } from '../files/random.ts'
import { samplesFolder, writeSamples } from '../files/samples.ts'
import { shapes } from '../files/shapes.ts'

const folder = mkdtempSync(join(tmpdir(), 'carryover-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const root = join(import.meta.dirname, '..', '..')

let made = 0
function generate(options: Partial<SampleOptions>): Promise<Sample> {
  made += 1
  const name = `sample-${made}`
  return generateAccounts({
    seed: 7,
    count: 60,
    shape: 'wide',
    damage: 0.1,
    format: 'xlsx',
    folder,
    name,
    ...options,
  })
}

function hash(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

async function sheetRows(sample: Sample, sheet: string): Promise<string[][]> {
  const book = await readXlsx(readFileSync(sample.file))
  const rows = book.sheets.find((one) => one.name === sheet)?.rows ?? []
  return rows.map((row) => row.map((cell) => shown(cell)))
}

function shown(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10).split('-').toReversed().join('/')
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''
}

describe('a sample', () => {
  test.each(shapes)('%s: the same seed gives the same bytes, another seed others', async (shape) => {
    const [one, two, other] = await Promise.all([
      generate({ shape }),
      generate({ shape }),
      generate({ shape, seed: 8 }),
    ])
    for (const part of ['file', 'mappingFile', 'truthFile'] as const)
      expect(hash(one[part])).toBe(hash(two[part]))
    expect(hash(one.file)).not.toBe(hash(other.file))
  })

  test.each(shapes)('%s: has the requested accounts, rows and damage', async (shape) => {
    const sample = await generate({ shape, count: 333, damage: 0.2 })
    expect(readTruth(sample.truthFile)).toHaveLength(67)
    for (const [sheet, count] of Object.entries(sample.rows)) {
      expect(await sheetRows(sample, sheet)).toHaveLength(count + 1)
    }
    expect((sample.rows['Accounts'] ?? 0) >= 333).toBe(true)
    const keys = new Set((await sheetRows(sample, 'Accounts')).slice(1).map((row) => row[0]))
    const repeated = readTruth(sample.truthFile).filter((entry) => entry.kind === 'duplicate_account')
    expect(keys.size).toBe(333 - repeated.length)
  })

  test.each(shapes)(
    '%s: the record of damage names exactly the wrong cells',
    async (shape) => {
      const sample = await generate({ shape, count: 200, damage: 0.3 })
      const truth = readTruth(sample.truthFile)
      for (const { places } of truth) {
        expect(places.length).toBeGreaterThan(0)
        for (const place of places) {
          const rows = await sheetRows(sample, place.sheet)
          const column = rows[0]?.indexOf(place.column) ?? -1
          expect(rows[place.row - 1]?.[column] ?? '').toBe(place.value)
        }
      }
      const kinds = damageKinds.filter((kind) => shape !== 'grouped' || kind !== 'duplicate_account')
      expect(new Set(truth.map((entry) => entry.kind))).toEqual(new Set(kinds))
    },
    60_000,
  )

  test.each(shapes)(
    '%s: the mapping is a valid mapping file and names every column that is not a key',
    async (shape) => {
      const sample = await generate({ shape, count: 5, supplier: 'ACME' })
      const mapping = mappingFile.parse(JSON.parse(readFileSync(sample.mappingFile, 'utf8')))
      expect(mapping.fixed).toContainEqual({ field: 'import_supplier', value: 'ACME' })
      const named = new Set(allColumns(mapping))
      for (const sheet of Object.keys(sample.rows)) {
        for (const header of (await sheetRows(sample, sheet))[0] ?? []) expect(named).toContain(header)
      }
    },
  )

  test('linked: is refused as CSV, which holds one sheet', async () => {
    await expect(generate({ shape: 'linked', format: 'csv' })).rejects.toThrow('xlsx')
  })

  test('without damage has an empty record of damage', async () => {
    expect(readTruth((await generate({ damage: 0 })).truthFile)).toEqual([])
  })
})

function allColumns(mapping: Mapping): string[] {
  type Level = {
    readonly columns: readonly { column: string }[]
    readonly linked?: readonly Level[] | undefined
  }
  const below = (level: Level): string[] => [
    ...level.columns.map(({ column }) => column),
    ...(level.linked ?? []).flatMap(below),
  ]
  return ['Account No', 'Supply No', ...below(mapping), ...mapping.grouped.flatMap(below)]
}

/** The faults that this small oracle can find: the attr of a field's damage, the code of a rule across fields. */
function expectedHere(entry: TruthEntry | undefined): string[] {
  if (entry === undefined) return []
  switch (entry.kind) {
    case 'phone_letters':
    case 'phone_lost_zero':
    case 'missing_street':
    case 'unknown_choice':
    case 'impossible_date':
    case 'two_digit_year':
      return [entry.expected.attr]
    case 'missing_family_name':
    case 'end_before_start':
      return [entry.expected.code ?? '']
    // These depend on other accounts, or on domains that the service rejects.
    case 'duplicate_account':
    case 'reference_twice':
    case 'test_email':
      return []
    default:
      return assertNever(entry.kind)
  }
}

describe('for the example catalogue', () => {
  const validate = compiled()

  test('every undamaged account is valid, and damage of a field is found at that field', async () => {
    const sample = await generate({ count: 2000, format: 'csv', supplier: 'ACME' })
    const truth = new Map(readTruth(sample.truthFile).map((entry) => [entry.index, entry]))
    const mapping = mappingFile.parse(sample.mapping)
    const rows = Papa.parse<string[]>(readFileSync(sample.file, 'utf8'), { skipEmptyLines: true }).data
    const headers = rows[0] ?? []
    for (const [index, row] of rows.slice(1).entries()) {
      const payload = payloadOf(row, headers, mapping)
      const entry = truth.get(index)
      const paths = validate(payload) ? [] : (validate.errors ?? []).map(pathOf)
      const found = [...paths, ...(paths.length === 0 ? acrossFields(payload) : [])]
      expect({ index, found }).toEqual({ index, found: expectedHere(entry) })
    }
  })
})

test('the committed samples equal the generator’s output', async () => {
  for (const sample of await writeSamples(join(folder, 'again'))) {
    const committed = (path: string): string => join(samplesFolder, basename(path))
    // Workbooks are compared by their cells, because the compression of a part may differ between processors.
    if (sample.file.endsWith('.csv')) expect(hash(committed(sample.file))).toBe(hash(sample.file))
    for (const sheet of sample.file.endsWith('.csv') ? [] : Object.keys(sample.rows)) {
      expect(await sheetRows({ ...sample, file: committed(sample.file) }, sheet)).toEqual(
        await sheetRows(sample, sheet),
      )
    }
    for (const part of ['mappingFile', 'truthFile'] as const) {
      expect(readFileSync(committed(sample[part]), 'utf8')).toBe(readFileSync(sample[part], 'utf8'))
    }
  }
})

test('a scatter gives every index a different position', () => {
  for (const count of [1, 2, 10, 97, 500, 5000]) {
    const place = createScatter(3, count)
    expect(new Set(Array.from({ length: count }, (_, index) => place(index))).size).toBe(count)
  }
})

function compiled() {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  ajv.addFormat('date', (text: string) => {
    const date = new Date(`${text}T00:00:00Z`)
    return (
      /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
    )
  })
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+\.[a-z]+$/)
  ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/)
  // Without a default country: the strictest reading of a number.
  ajv.addFormat('phone', (text: string) => parsePhoneNumberFromString(text)?.isValid() === true)
  ajv.addFormat('document-path', /^\//)
  const file = readFileSync(join(root, 'shared', 'catalogue', 'examples', 'example.json'), 'utf8')
  return ajv.compile(z.record(z.string(), z.unknown()).parse(JSON.parse(file)))
}

function pathOf(error: {
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}): string {
  const missing = error.params['missingProperty']
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  return typeof missing === 'string' ? `${path}.${missing}` : path
}

function payloadOf(
  row: readonly string[],
  headers: readonly string[],
  mapping: Mapping,
): Record<string, unknown> {
  const payload: Record<string, unknown> = {}
  for (const column of mapping.columns) {
    if (!('field' in column)) continue
    const text = row[headers.indexOf(column.column)] ?? ''
    if (text === '') continue
    const kind = column.conversion?.kind
    const day = kind === 'date' ? text.split('/').toReversed().join('-') : text
    setAt(payload, parseAttr(column.field), kind === 'boolean' ? text === 'Y' : day)
  }
  for (const { field, value } of mapping.fixed) setAt(payload, parseAttr(field), value)
  // Empty slots before a filled one are left out.
  const people = payload['customers']
  if (Array.isArray(people)) payload['customers'] = people.filter((person) => person !== undefined)
  return payload
}

/** The rules across fields that a sample could break, implemented a second time. */
function acrossFields(payload: Record<string, unknown>): string[] {
  const loose = z.object({
    account_type: z.string(),
    unknown_occupier: z.boolean(),
    customers: z.array(z.object({ family_name: z.string().optional() })).default([]),
    supply_addresses: z.array(
      z.object({
        meter_points: z.array(
          z.object({
            identifier: z.string(),
            supply_start_date: z.string(),
            supply_end_date: z.string().default('9999-12-31'),
          }),
        ),
      }),
    ),
  })
  const account = loose.parse(payload)
  const points = account.supply_addresses.flatMap((address) => address.meter_points)
  const nameless = account.customers.some((person) => person.family_name === undefined)
  return [
    account.unknown_occupier && account.customers.length > 0 ? 'customer_with_unknown_occupier' : '',
    account.account_type === 'DOMESTIC' && nameless ? 'customer_family_name_required' : '',
    account.account_type === 'BUSINESS' && account.customers.length === 0
      ? 'business_account_missing_customers'
      : '',
    new Set(points.map((point) => point.identifier)).size < points.length
      ? 'duplicate_meter_points_provided'
      : '',
    points.some((point) => point.supply_end_date < point.supply_start_date)
      ? 'start_date_later_than_end_date'
      : '',
  ].filter((code) => code !== '')
}
