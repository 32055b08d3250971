// Writes a sample: the spreadsheet, its mapping, and the truth about it (which accounts are damaged, how, where, and
// what should be said about them). Everything streams and everything follows from the seed: same options, same bytes.
//
//   node test/files/generate.ts --count 5000 --shape linked --damage 0.1 --seed 7 --out DIR
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { MappingInput } from '../../shared/mapping/file.ts'
import { sampleAccount } from './accounts.ts'
import { damageKinds, planDamage, type DamagePlan } from './damage.ts'
import type { Written } from './columns.ts'
import { planShape, shapes, type Shape, type SheetPlan, type ShapePlan } from './shapes.ts'
import { writeXlsx, type Cell } from './write-xlsx.ts'

export type SampleOptions = {
  readonly seed: number
  /** Accounts to write, damaged ones included. */
  readonly count: number
  readonly shape: Shape
  /** Share of damaged accounts, 0 to 1; exactly round(count × damage) are. */
  readonly damage: number
  /** A linked sample has several sheets and is always xlsx. */
  readonly format: 'xlsx' | 'csv'
  /** Put into the mapping as a fixed value; left to the command line when absent. */
  readonly supplier?: string
  /** An existing or new folder. */
  readonly folder: string
  /** Of the files, without ending; `linked-500` when left out. */
  readonly name?: string
}

/** One line of the truth file: a damaged account. The account named as its duplicate is not sound either. */
export const truthEntry = z.strictObject({
  index: z.number().int(),
  account: z.string(),
  kind: z.enum(damageKinds),
  expected: z.strictObject({
    attr: z.string(),
    code: z.string().nullable(),
    found: z.enum(['local', 'validate', 'process']),
    certain: z.boolean(),
  }),
  places: z.array(
    z.strictObject({ sheet: z.string(), row: z.number().int(), column: z.string(), value: z.string() }),
  ),
  duplicate: z.strictObject({ index: z.number().int(), account: z.string() }).nullable(),
})
export type TruthEntry = z.infer<typeof truthEntry>

export type Sample = {
  readonly file: string
  readonly mappingFile: string
  readonly truthFile: string
  readonly mapping: MappingInput
  readonly accounts: number
  readonly damaged: number
  /** Rows of each sheet, its header not counted. */
  readonly rows: Readonly<Record<string, number>>
}

type Writing = { readonly options: SampleOptions; readonly shape: ShapePlan; readonly plan: DamagePlan }

export async function generateAccounts(options: SampleOptions): Promise<Sample> {
  if (options.shape === 'linked' && options.format === 'csv') {
    throw new RangeError('A linked sample has four sheets and a CSV file holds one: use the format xlsx.')
  }
  const shape = planShape(options.shape)
  const plan = planDamage({
    seed: options.seed,
    count: options.count,
    share: options.damage,
    kinds: shape.kinds,
  })
  const writing: Writing = { options, shape, plan }
  await mkdir(options.folder, { recursive: true })
  const path = join(options.folder, options.name ?? `${options.shape}-${options.count}`)
  const file = `${path}.${options.format}`
  const mappingFile = `${path}.mapping.json`
  const truthFile = `${path}.truth.jsonl`
  const mapping = mappingOf(shape, options)
  await writeFile(mappingFile, `${JSON.stringify(mapping, null, 2)}\n`)
  if (options.format === 'xlsx') {
    await writeXlsx(
      file,
      shape.sheets.map((sheet) => ({ name: sheet.name, rows: cellRows(sheet, writing) })),
    )
  } else {
    for (const sheet of shape.sheets) await writeLines(file, csvLines(sheet, writing))
  }
  const rows: Record<string, number> = {}
  await writeLines(truthFile, truthLines(writing, rows))
  return { file, mappingFile, truthFile, mapping, accounts: options.count, damaged: plan.damaged, rows }
}

export function readTruth(path: string): TruthEntry[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => truthEntry.parse(JSON.parse(line)))
}

function mappingOf(shape: ShapePlan, options: SampleOptions): MappingInput {
  const fixed = [
    { field: 'billing_address.country', value: 'GB' },
    { field: 'references.0.namespace', value: 'CRM' },
    ...(options.supplier === undefined ? [] : [{ field: 'import_supplier', value: options.supplier }]),
  ]
  return { version: 1, ...shape.mapping, fixed }
}

function* accountsOf({ options, plan }: Writing): Generator<Written> {
  const population = {
    seed: options.seed,
    blankSlots: options.shape === 'wide',
    manySupplies: options.shape === 'linked',
  }
  for (let index = 0; index < options.count; index += 1) {
    const account = sampleAccount(population, index)
    yield { account, damage: plan.of(account), seed: options.seed }
  }
}

function* cellRows(sheet: SheetPlan, writing: Writing): Generator<readonly Cell[]> {
  yield sheet.headers
  for (const written of accountsOf(writing)) {
    for (const row of sheet.rows(written)) yield row.map((marked) => marked.cell)
  }
}

/** A cell's text as a person sees it. */
function shown(cell: Cell): string {
  if (typeof cell === 'string') return cell
  if ('number' in cell) return cell.number
  return `${cell.iso.slice(8, 10)}/${cell.iso.slice(5, 7)}/${cell.iso.slice(0, 4)}`
}

function* csvLines(sheet: SheetPlan, writing: Writing): Generator<string> {
  for (const row of cellRows(sheet, writing)) {
    const cells = row
      .map(shown)
      .map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    yield `${cells.join(',')}\r\n`
  }
}

/** Counts the rows of every sheet on the way, since a place needs its row's number. */
function* truthLines(writing: Writing, rows: Record<string, number>): Generator<string> {
  for (const sheet of writing.shape.sheets) rows[sheet.name] = 0
  for (const written of accountsOf(writing)) {
    const places: TruthEntry['places'] = []
    for (const sheet of writing.shape.sheets) {
      for (const row of sheet.rows(written)) {
        const number = (rows[sheet.name] ?? 0) + 1
        rows[sheet.name] = number
        for (const [at, { cell, damaged }] of row.entries()) {
          if (damaged)
            places.push({
              sheet: sheet.name,
              row: number + 1,
              column: sheet.headers[at] ?? '',
              value: shown(cell),
            })
        }
      }
    }
    if (written.damage !== null)
      yield `${JSON.stringify(truthOf(written, written.damage, places, writing))}\n`
  }
}

function truthOf(
  { account }: Written,
  { kind, expected, duplicate }: NonNullable<Written['damage']>,
  places: TruthEntry['places'],
  { options }: Writing,
): TruthEntry {
  const other =
    duplicate === null
      ? null
      : sampleAccount({ seed: options.seed, blankSlots: false, manySupplies: false }, duplicate)
  const number = kind === 'duplicate_account' && other !== null ? other.number : account.number
  return {
    index: account.index,
    account: number,
    kind,
    expected,
    places,
    duplicate: other === null ? null : { index: other.index, account: other.number },
  }
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const output = createWriteStream(path)
  let kept = ''
  for (const line of lines) {
    kept += line
    if (kept.length < 65_536) continue
    if (!output.write(kept)) await once(output, 'drain')
    kept = ''
  }
  output.end(kept)
  await once(output, 'close')
}

const commandLine = z.object({
  count: z.coerce.number().int().min(1).max(10_000_000).default(500),
  shape: z.enum(shapes).default('linked'),
  damage: z.coerce.number().min(0).max(1).default(0.1),
  seed: z.coerce.number().int().default(1),
  format: z.enum(['xlsx', 'csv']).default('xlsx'),
  supplier: z.string().min(1).optional(),
  name: z.string().min(1).optional(),
  out: z.string().min(1),
})

async function main(): Promise<void> {
  const names = ['count', 'shape', 'damage', 'seed', 'format', 'supplier', 'name', 'out']
  const { values } = parseArgs({
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  })
  const { out, supplier, name, ...rest } = commandLine.parse(values)
  const sample = await generateAccounts({
    ...rest,
    folder: out,
    ...(supplier === undefined ? {} : { supplier }),
    ...(name === undefined ? {} : { name }),
  })
  const { mapping: _, ...printed } = sample
  process.stdout.write(`${JSON.stringify(printed)}\n`)
}

if (import.meta.main) await main()
