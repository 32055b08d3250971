// A file of sound accounts in which a share is damaged by ten rules, as one export or one clerk damages a whole column:
// each rule is undone by one fix over its column. Every cell as it was before the damage is known, so that a test can
// say that fixing brought back the file and nothing else.
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Papa from 'papaparse'
import { generateAccounts, type Sample } from './generate.ts'
import { createScatter } from './random.ts'

type Cells = Readonly<Record<string, string>>

/** What a rule makes of a cell that it fits; null where it does not. `repaired` is what its fix gives, where that is not the cell as it was. */
type Rule = {
  readonly column: string
  readonly damage: (text: string, row: Cells, at: number) => string | null
  readonly repaired?: (row: Cells) => string
}

const filled = (change: (text: string, at: number) => string) => (text: string, _: Cells, at: number) =>
  text === '' ? null : change(text, at)
const inTurn =
  (...words: readonly [string, ...string[]]) =>
  (at: number): string =>
    words[at % words.length] ?? words[0]

/** As the sample has them: dates are dd/mm/yyyy, telephone numbers begin with +44. */
export const damageRules = {
  phone_with_words: { column: 'Landline', damage: filled((text) => `${text} (eve)`) },
  phone_with_letters: { column: 'Landline', damage: filled((text) => text.replaceAll('0', 'O')) },
  date_with_dots: { column: 'Move-in', damage: filled((text) => text.replaceAll('/', '.')) },
  date_of_a_database: {
    column: 'Supply start',
    damage: filled((text) => text.split('/').toReversed().join('-')),
  },
  paper_words: {
    column: 'Paperless',
    damage: (text, _, at) => (text === 'PRINT' ? inTurn('Paper', 'By post', 'Letter')(at) : null),
  },
  type_words: {
    column: 'Account type',
    damage: (text, _, at) => (text === 'DOMESTIC' ? inTurn('Private', 'Household')(at) : null),
  },
  email_in_words: { column: 'Bill email', damage: filled((text) => text.replace('@', ' at ')) },
  street_missing: {
    column: 'Supply street',
    damage: filled(() => ''),
    repaired: (row) => row['Bill street'] ?? '',
  },
  decimal_comma: { column: 'Balance', damage: filled((text) => text.replace('.', ',')) },
  fuel_word: { column: 'Fuel', damage: (text) => (text === 'ELECTRICITY' ? 'Electric' : null) },
} as const satisfies Readonly<Record<string, Rule>>
export type DamageRule = keyof typeof damageRules

const names = Object.keys(damageRules) as DamageRule[]

export type RuleDamaged = Pick<Sample, 'file' | 'mapping'> & {
  readonly accounts: number
  /** Accounts that a rule damaged. */
  readonly damaged: Readonly<Record<DamageRule, number>>
  /** Rows of the repaired file in order, the header first. */
  readonly repaired: () => AsyncIterable<readonly string[]>
}

export async function generateRuleDamaged(options: {
  readonly seed: number
  readonly count: number
  /** Of damaged accounts, 0 to 1; exactly round(count × share) are. */
  readonly share: number
  readonly folder: string
  readonly name?: string
}): Promise<RuleDamaged> {
  const { seed, count, share, folder, name = `rules-${count}` } = options
  const sound = await generateAccounts({
    seed,
    count,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder,
    name: `${name}-sound`,
  })
  const repaired = join(folder, `${name}-repaired.csv`)
  const file = join(folder, `${name}.csv`)
  const place = createScatter(seed, count)
  const wanted = Math.round(count * share)
  const damaged = Object.fromEntries(names.map((one) => [one, 0])) as Record<DamageRule, number>
  const before = createWriteStream(repaired)
  const after = createWriteStream(file)
  let header: readonly string[] | null = null
  let at = 0
  for await (const cells of rowsOf(sound.file)) {
    if (header === null) {
      header = cells
      before.write(line(cells))
      after.write(line(cells))
      continue
    }
    const spoiled = place(at) < wanted ? spoil(header, cells, place(at)) : null
    if (spoiled !== null) damaged[spoiled.rule] += 1
    if (!before.write(line(spoiled?.repaired ?? cells))) await drained(before)
    if (!after.write(line(spoiled?.cells ?? cells))) await drained(after)
    at += 1
  }
  await Promise.all([before, after].map((stream) => new Promise((done) => stream.end(done))))
  return { file, mapping: sound.mapping, accounts: count, damaged, repaired: () => rowsOf(repaired) }
}

/** The first rule, from the one whose turn it is, that fits the row. */
function spoil(
  header: readonly string[],
  cells: readonly string[],
  turn: number,
): { rule: DamageRule; cells: string[]; repaired: string[] } {
  const row = Object.fromEntries(header.map((column, at) => [column, cells[at] ?? '']))
  for (let step = 0; step < names.length; step += 1) {
    const rule = names[(turn + step) % names.length]
    if (rule === undefined) continue
    const { column, damage, repaired }: Rule = damageRules[rule]
    const index = header.indexOf(column)
    const text = damage(cells[index] ?? '', row, Math.floor(turn / names.length))
    if (text === null || text === cells[index]) continue
    return {
      rule,
      cells: cells.with(index, text),
      repaired: repaired === undefined ? [...cells] : cells.with(index, repaired(row)),
    }
  }
  throw new Error(`No rule fits the row of ${cells[0] ?? ''}`)
}

async function* rowsOf(path: string): AsyncIterable<readonly string[]> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT)
  const done = pipeline(createReadStream(path, 'utf8'), parser)
  for await (const cells of Readable.from(parser)) yield cells as string[]
  await done
}

const drained = (stream: NodeJS.WritableStream): Promise<void> =>
  new Promise((resolve) => stream.once('drain', () => resolve()))

function line(cells: readonly string[]): string {
  return `${cells.map((text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(',')}\r\n`
}
