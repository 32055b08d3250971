// Groups the problems of a batch by cause, and the values of one cause by their shape. Both walk the problems in
// pieces and yield after each piece, so the caller can do other work there or stop.
import type { Database } from 'better-sqlite3'
import { withMemberCode } from '../../../../shared/sending/states.ts'
import { shapeWords } from '../../../../shared/sheet/value-shape.ts'
import type { ProblemGroup, ProblemGroups, ValueShapeGroup } from '../../../../shared/contract/views.ts'
import type { Pieces } from './pieces.ts'
import { readSaid } from '../../../../shared/texts/message.ts'

export type Groups = Omit<ProblemGroups, 'groups' | 'fresh'> & {
  readonly groups: StoredGroup[]
}
/** `example`: the account whose problem has the group's message. */
export type StoredGroup = Omit<ProblemGroup, 'title' | 'stays'> & { readonly example: number }
export type Cause = Pick<ProblemGroup, 'code' | 'source' | 'field' | 'sheet' | 'column'>

/** Limit of reported causes per batch: more than a person reads. */
export const mostCauses = 2000
/** Limit of distinct causes: a service may answer with a new code each time, and each takes memory. */
const mostDistinguishedApart = 50_000
/** Account numbers processed between two yields: fewer if they have many problems. */
const accountsAtOnce = { first: 100, most: 4000 }
const problemsOfAccounts = 20_000
/** Problems of one cause processed between two yields. */
const problemsAtOnce = 5000
const samplesOfShape = 3
/** Cells read to find that many different samples. */
const cellsOfShape = 12

type RawProblem = Cause & {
  readonly account: number
  /** As stored. */
  readonly message: string
  readonly stale: number
}
type Group = Groups['groups'][number]
/** With its message as stored. */
type Counted = { -readonly [Key in keyof Omit<Group, 'message'>]: Group[Key] } & { message: string }

/** What was counted so far of a batch. */
type Tally = {
  readonly groups: Map<string, Counted>
  readonly onSheets: Map<number, number>
  problems: number
  accounts: number
  /** The most validations of an account that has a problem of one; 0: none has. */
  pass: number
}

/** That another member of the team has an account is no cause: there is nothing to fix. */
export function* findGroups(database: Database, batch: number): Pieces<Groups> {
  const selectPiece = database.prepare(
    `SELECT account_id AS account, code, source, field, sheet, col AS "column", message, stale
     FROM problem INDEXED BY problem_of_account
     WHERE account_id > ? AND account_id <= ? AND batch_id = ? AND code IS NOT '${withMemberCode}' ORDER BY account_id`,
  )
  const countPasses = database.prepare('SELECT count(*) FROM validation WHERE account_id = ?').pluck()
  // Accounts that are not migrated need no fix.
  const excluded = excludedOf(database, batch)
  const tally: Tally = { groups: new Map(), onSheets: new Map(), problems: 0, accounts: 0, pass: 0 }
  const { first, last } = accountsOf(database, batch)
  let atOnce = accountsAtOnce.first
  for (let after = first - 1; after < last; ) {
    const until = Math.min(last, after + atOnce)
    const piece = selectPiece.all(after, until, batch) as RawProblem[]
    after = until
    if (piece.length > problemsOfAccounts) atOnce = Math.max(1, Math.floor(atOnce / 2))
    else if (piece.length < problemsOfAccounts / 2) atOnce = Math.min(accountsAtOnce.most, atOnce * 2)
    for (const [account, problems] of Map.groupBy(piece, (one) => one.account)) {
      if (excluded.has(account)) continue
      countAccount(tally, problems)
      if (problems.some(({ source }) => source === 'validate'))
        tally.pass = Math.max(tally.pass, countPasses.get(account) as number)
    }
    yield
  }
  return summarize(tally)
}

/** Adds the problems of one account. */
function countAccount(tally: Tally, problems: readonly RawProblem[]): void {
  const distinct = new Set<Counted | null>()
  for (const problem of problems) {
    if (problem.stale !== 0) continue
    const { sheet, message } = problem
    tally.problems += 1
    if (sheet !== null) tally.onSheets.set(sheet, (tally.onSheets.get(sheet) ?? 0) + 1)
    const group = groupOf(tally, problem)
    distinct.add(group)
    if (group === null) continue
    group.problems += 1
    if (message < group.message) Object.assign(group, { message, example: problem.account })
  }
  if (distinct.size > 0) tally.accounts += 1
  for (const group of distinct) {
    if (group === null) continue
    group.accounts += 1
    if (distinct.size === 1) group.alone += 1
  }
}

/** The group of a problem's cause; null if there are too many causes to distinguish another one. */
function groupOf({ groups }: Tally, problem: RawProblem): Counted | null {
  const { code, source, field, sheet, column, message, account: example } = problem
  // A problem without a cell of its own is one cause on whatever sheets it shows: the first one is reported.
  const name = JSON.stringify([code, source, field, column === null ? null : sheet, column])
  const known = groups.get(name)
  if (known !== undefined) return known
  if (groups.size === mostDistinguishedApart) return null
  const group = { code, source, field, sheet, column, message, example, problems: 0, accounts: 0, alone: 0 }
  groups.set(name, group)
  return group
}

/** Causes that alone block most accounts first. */
function summarize({ groups, onSheets, problems, accounts, pass }: Tally): Groups {
  return {
    groups: [...groups.values()]
      .sort(
        (one, other) =>
          other.alone - one.alone ||
          other.accounts - one.accounts ||
          other.problems - one.problems ||
          ((one.code ?? '') < (other.code ?? '') ? -1 : 1),
      )
      .slice(0, mostCauses)
      .map((group) => ({ ...group, message: readSaid(group.message) })),
    causes: groups.size,
    sheets: [...onSheets].map(([sheet, problems]) => ({ sheet, problems })),
    problems,
    accounts,
    pass: pass === 0 ? null : pass,
  }
}

function excludedOf(database: Database, batch: number): ReadonlySet<number> {
  // Every exclusion has a reason, so the index of held accounts contains all of them.
  const select = database
    .prepare('SELECT id FROM account WHERE batch_id = ? AND held_reason IS NOT NULL AND excluded = 1')
    .pluck()
  return new Set(select.all(batch) as number[])
}

/** Lowest and highest id of a batch's accounts. A rebuild keeps some accounts: ids do not follow their order. */
function accountsOf(database: Database, batch: number): { readonly first: number; readonly last: number } {
  const row = database
    .prepare('SELECT ifnull(min(id), 1) AS first, ifnull(max(id), 0) AS last FROM account WHERE batch_id = ?')
    .get(batch)
  return row as { readonly first: number; readonly last: number }
}

type ShapeCount = {
  problems: number
  readonly accounts: Set<number>
  readonly cells: { readonly sheet: number; readonly row: number; readonly col: number }[]
}

/** Most problems first. A cause without cells has no shapes. */
export function* findShapes(database: Database, batch: number, cause: Cause): Pieces<ValueShapeGroup[]> {
  const selectPiece = database.prepare(
    `SELECT id, account_id AS account, shape, sheet, row, col FROM problem INDEXED BY problem_by_code
     WHERE batch_id = @batch AND code IS @code AND id > @after AND source = @source AND field IS @field AND col IS @column
       AND sheet IS @sheet AND stale = 0 AND shape IS NOT NULL ORDER BY id LIMIT ${problemsAtOnce}`,
  )
  const excluded = excludedOf(database, batch)
  const shapes = new Map<string, ShapeCount>()
  const { code, source, field, sheet, column } = cause
  for (let after = 0; column !== null; ) {
    const piece = selectPiece.all({ batch, after, code, source, field, sheet, column }) as {
      id: number
      account: number
      shape: string
      sheet: number
      row: number
      col: number
    }[]
    for (const { account, shape, ...cell } of piece) {
      if (excluded.has(account)) continue
      const counted: ShapeCount = shapes.get(shape) ?? { problems: 0, accounts: new Set(), cells: [] }
      shapes.set(shape, counted)
      counted.problems += 1
      counted.accounts.add(account)
      if (counted.cells.length < cellsOfShape) counted.cells.push(cell)
    }
    const last = piece.at(-1)
    if (last === undefined || piece.length < problemsAtOnce) break
    after = last.id
    yield
  }
  const textNow = cellText(database, batch)
  return [...shapes]
    .map(([shape, { problems, accounts, cells }]) => ({
      shape,
      words: shapeWords(shape),
      problems,
      accounts: accounts.size,
      samples: [...new Set(cells.map(textNow))].slice(0, samplesOfShape),
    }))
    .sort((one, other) => other.problems - one.problems || (one.shape < other.shape ? -1 : 1))
}

type CellPlace = { readonly sheet: number; readonly row: number; readonly col: number }

/** Current text of a cell; empty if there is none. */
export function cellText(database: Database, batch: number): (cell: CellPlace) => string {
  const select = database
    .prepare(
      `SELECT coalesce(
         (SELECT text FROM cell_now WHERE batch_id = @batch AND sheet = @sheet AND row = @row AND col = @col),
         (SELECT cells ->> CAST(@col AS INTEGER) FROM source_row WHERE batch_id = @batch AND sheet = @sheet AND row = @row), '')`,
    )
    .pluck()
  return ({ sheet, row, col }) => select.get({ batch, sheet, row, col }) as string
}
