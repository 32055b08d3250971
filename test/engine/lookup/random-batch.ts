// Batch of a few hundred rows with gaps between their numbers, large enough that a scan takes several steps, and a
// simple in-memory filter over the same data as its reference.
import type { AccountState, Outcome } from '../../../shared/sending/states.ts'
import { accountStates, outcomes } from '../../../shared/sending/states.ts'
import type { RowFilter, RowSort } from '../../../shared/fixing/row-filter.ts'
import { valueShape } from '../../../shared/sheet/value-shape.ts'
import type { PracticeStore } from '../store/practice-store.ts'
import { storeSaid } from '../../../shared/texts/message.ts'

export type ModelProblem = {
  readonly code: string | null
  readonly source: 'local' | 'validate'
  readonly field: string | null
  readonly row: number
  readonly col: number | null
  readonly stale: boolean
  /** When the service answered so; null for our own checks. */
  readonly at: number | null
}
export type ModelAccount = {
  readonly id: number
  state: AccountState
  outcome: Outcome | null
  readonly held: boolean
  readonly excluded: boolean
  readonly problems: ModelProblem[]
}
export type ModelRow = {
  readonly row: number
  readonly cells: string[]
  readonly edited: Map<number, string>
  readonly account: ModelAccount | null
  readonly edits: Set<number>
}

const words = [
  '',
  ' ',
  'Smith',
  'smithy',
  '10',
  '9',
  '007',
  '1.5',
  'a"b',
  'back\\slash',
  '50%',
  'x_y',
  'Öl',
  'öl',
  'GROẞE ÉCOLE 🙂',
  'große école 🙂',
  'ΣΟΦΊΑ [x]',
  '-3',
  '12345678901234567',
  '12345678901234568',
]
const codes = ['required', 'invalid', null]
const fields = ['customers.*.landline', 'billing_name', null]
export const columns = 4
export const texts = [
  'smi',
  '%',
  '_',
  '"',
  '\\',
  'ö',
  'Ö',
  'ÉCOLE 🙂',
  'o[x',
  'σοφία [',
  'ß',
  '*',
  '?',
  '1',
  'nowhere',
  '",',
  '[',
]
export const values = words

/** The same numbers each time: 0 … 1. */
export function createChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function fillBatch(practice: PracticeStore, rowCount: number, seed: number): ModelRow[] {
  // Durability after a power failure is not tested here.
  practice.database.pragma('synchronous = OFF')
  try {
    return fill(practice, rowCount, seed)
  } finally {
    practice.database.pragma('synchronous = FULL')
  }
}

function fill(practice: PracticeStore, rowCount: number, seed: number): ModelRow[] {
  const { store, batch, database } = practice
  const chance = createChance(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
  store.rows.addSheet(
    batch,
    0,
    {
      name: 'people',
      hidden: false,
      headerRow: 1,
      columns: Array.from({ length: columns }, (_, index) => ({
        index,
        header: `C${index}`,
        name: `C${index}`,
      })),
    },
    'main',
  )
  const rows: ModelRow[] = []
  let number = 1
  for (let at = 0; at < rowCount; at += 1) {
    number += 1 + Math.floor(chance() * 250)
    const cells = Array.from({ length: 1 + Math.floor(chance() * columns) }, () => pick(words))
    rows.push({ row: number, cells, edited: new Map(), account: null, edits: new Set() })
  }
  for (let at = 0; at < rows.length; at += 70)
    store.rows.addRows(
      batch,
      0,
      rows.slice(at, at + 70).map(({ row, cells }) => ({ row, cells: JSON.stringify(cells), kept: null })),
    )
  store.rows.setRowCount(batch, 0, rowCount)
  const withAccounts = rows.map((row, at) => {
    if (chance() < 0.1) return row
    const account = chance() < 0.3 ? (rows[at - 1]?.account ?? null) : null
    return { ...row, account }
  })
  const insertAccount = database.prepare(
    `INSERT INTO account (batch_id, position, key, state, outcome, held_reason, excluded) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertRow = database.prepare('INSERT INTO account_row VALUES (?, 0, ?, ?)')
  const insertProblem = database.prepare(
    `INSERT INTO problem (account_id, batch_id, source, attr, field, code, message, place, stale, at, sheet, row, col, shape)
     VALUES (?, ?, ?, NULL, ?, ?, '"No."', '{"kind":"account","row":null}', ?, ?, 0, ?, ?, ?)`,
  )
  let before: ModelAccount | null = null
  const modelled = withAccounts.map((row, at): ModelRow => {
    if (chance() < 0.1) return { ...row, account: null }
    let account = before
    if (account === null || chance() < 0.7) {
      const state = pick(accountStates)
      const outcome = state === 'done' ? pick(outcomes) : null
      const held = chance() < 0.1
      const excluded = held && chance() < 0.5
      const { lastInsertRowid } = insertAccount.run(
        batch,
        at + 10,
        `K-${at}`,
        state,
        outcome,
        held ? storeSaid('asked') : null,
        excluded ? 1 : 0,
      )
      account = { id: Number(lastInsertRowid), state, outcome, held, excluded, problems: [] }
    }
    before = account
    insertRow.run(batch, row.row, account.id)
    return { ...row, account }
  })
  const edits = [1, 2].map((edit) =>
    Number(
      database
        .prepare('INSERT INTO edit (batch_id, at, words) VALUES (?, ?, ?)')
        .run(batch, 0, storeSaid(`Edit ${edit}`)).lastInsertRowid,
    ),
  )
  for (const row of modelled) {
    for (const edit of edits) {
      if (chance() > 0.1) continue
      const col = Math.floor(chance() * columns)
      const text = pick(words)
      row.edited.set(col, text)
      row.edits.add(edit)
      database
        .prepare('INSERT INTO cell_now VALUES (?, 0, ?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text')
        .run(batch, row.row, col, text)
      database.prepare('INSERT INTO edit_cell VALUES (?, 0, ?, ?, NULL, ?)').run(edit, row.row, col, text)
    }
    const { account } = row
    if (account === null) continue
    while (chance() < 0.4) {
      const col = chance() < 0.8 ? Math.floor(chance() * columns) : null
      const source = chance() < 0.7 ? 'local' : 'validate'
      const made: ModelProblem = {
        code: pick(codes),
        field: pick(fields),
        row: row.row,
        col,
        source,
        stale: chance() < 0.1,
        at: source === 'local' ? null : Math.floor(chance() * 10),
      }
      account.problems.push(made)
      const shape = col === null ? null : valueShape(textOf(row, col))
      insertProblem.run(
        account.id,
        batch,
        made.source,
        made.field,
        made.code,
        made.stale ? 1 : 0,
        made.at,
        row.row,
        col,
        shape,
      )
    }
  }
  return modelled
}

export function textOf(row: ModelRow, column: number): string {
  return row.edited.get(column) ?? row.cells[column] ?? ''
}

export function editsOf(rows: readonly ModelRow[]): number[] {
  return [...new Set(rows.flatMap(({ edits }) => [...edits]))]
}

/** Without case, where a letter has one other case. */
function folded(text: string): string {
  return [...text]
    .map((character) => {
      const lower = character.toLowerCase()
      return [...lower].length === 1 ? lower : character
    })
    .join('')
}

function holds(row: ModelRow, filter: RowFilter, rows: readonly ModelRow[]): boolean {
  const { account } = row
  const width = Math.max(row.cells.length, ...[...row.edited.keys()].map((col) => col + 1))
  const now = Array.from({ length: width }, (_, col) => textOf(row, col))
  const currentState = [...(filter.states ?? []), ...(filter.outcomes ?? [])]
  if (
    currentState.length > 0 &&
    (account === null || !currentState.some((one) => one === account.state || one === account.outcome))
  )
    return false
  const { code, field, column, shape, since, text, values: among } = filter
  if ([code, field, column, shape, since].some((one) => one !== undefined)) {
    const found = account?.problems.some((problem) => {
      const on = rows.find((one) => one.row === problem.row)
      return (
        (code === undefined || problem.code === code) &&
        (field === undefined || problem.field === field) &&
        (since === undefined || (problem.at !== null && problem.at >= since)) &&
        (column === undefined || (problem.row === row.row && problem.col === column)) &&
        (shape === undefined ||
          (problem.col !== null && on !== undefined && valueShape(textOf(on, problem.col)) === shape))
      )
    })
    if (found !== true) return false
  }
  if (filter.changed === true && row.edited.size === 0) return false
  if (filter.edit !== undefined && !row.edits.has(filter.edit)) return false
  if (filter.held === true && (account === null || !account.held || account.excluded)) return false
  if (filter.held === false && account?.held === true) return false
  if (filter.excluded !== undefined && (account?.excluded ?? false) !== filter.excluded) return false
  if (filter.account !== undefined && account?.id !== filter.account) return false
  if (among !== undefined && !among.texts.includes(textOf(row, among.column))) return false
  return text === undefined || text === '' || now.some((one) => folded(one).includes(folded(text)))
}

type Key = readonly [kind: number, number: number, text: string] | null

function keyOf(row: ModelRow, by: RowSort['by']): Key {
  if (by === 'row') return [0, row.row, '']
  if (by === 'problems')
    return [0, row.account?.problems.filter((one) => one.row === row.row && !one.stale).length ?? 0, '']
  if (by === 'state') {
    const { account } = row
    return account === null
      ? null
      : [accountStates.indexOf(account.state), outcomes.findIndex((one) => one === account.outcome), '']
  }
  const text = textOf(row, by.column).trim()
  if (text === '') return null
  return /^[+-]?\d+(\.\d+)?$/.test(text)
    ? [0, Number(text), text.length > 15 ? text : '']
    : [1, 0, text.toLowerCase()]
}

function compare(one: Key, other: Key, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const [kind, number, text] = one
  const [otherKind, otherNumber, otherText] = other
  return (
    sign * (kind - otherKind || number - otherNumber || (text === otherText ? 0 : text < otherText ? -1 : 1))
  )
}

/** The numbers of the matching rows, in order. */
export function expected(
  rows: readonly ModelRow[],
  filter: RowFilter | undefined,
  sort: RowSort | undefined,
): number[] {
  const left = rows.filter((row) => filter === undefined || holds(row, filter, rows))
  if (sort === undefined) return left.map(({ row }) => row)
  const keys = new Map(left.map((row) => [row, keyOf(row, sort.by)]))
  return left
    .toSorted((one, other) =>
      compare(keys.get(one) ?? null, keys.get(other) ?? null, sort.descending ? -1 : 1),
    )
    .map(({ row }) => row)
}
