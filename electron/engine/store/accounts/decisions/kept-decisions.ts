// Keeps the decisions about accounts (held, excluded) while the accounts are deleted and built again. Decisions are
// stored by key and source rows and are applied to the same key and rows. Moved or dropped decisions go into a list
// that stays until a person has read it.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type DecisionChange, decisionChange } from '../../../../../shared/contract/fixing/decisions.ts'
import {
  type AccountNow,
  type DroppedWhy,
  matchDecision,
  type MovedWhy,
} from '../../../../../shared/fixing/decision-match.ts'
import { type Said, storedSaid, storeSaid } from '../../../../../shared/texts/message.ts'
import { bindOperations } from '../../operations.ts'
import { type KeptStatements, prepareKeptDecisions } from './kept-statements.ts'

const rowNumbers = z.array(z.number())
const keptRow = z.object({
  id: z.number(),
  key: z.string(),
  sheet: z.string().nullable(),
  rows: z.string(),
  alone: z.number(),
  content: z.string().nullable(),
  reason: storedSaid,
  until: z.number().nullable(),
  operator: z.string().nullable(),
  excluded: z.number(),
  marks: z.string().nullable(),
  reread: z.number(),
  change_id: z.number().nullable(),
})
type Kept = z.infer<typeof keptRow>

/** A decision and its account, as reported. */
export type ReportedDecision = {
  readonly excluded: number
  readonly reason: Said
  readonly until: number | null
  readonly key: string
  readonly sheet: string | null
  readonly rows: readonly number[]
}
const changeRow = z.object({
  id: z.number(),
  at: z.number(),
  fate: z.enum(['moved', 'dropped']),
  why: decisionChange.shape.why,
  what: z.enum(['hold', 'exclude']),
  reason: storedSaid,
  until: z.number().nullable(),
  key: z.string(),
  sheet: z.string().nullable(),
  rows: z.string(),
  new_key: z.string().nullable(),
  new_rows: z.string().nullable(),
})

export type KeptDecisionStore = ReturnType<typeof createKeptDecisionStore>

export function createKeptDecisionStore(database: Database) {
  return bindOperations(prepareKeptDecisions(database), {
    keep: keepDecisions,
    keepForReading,
    takeUp: takeUpDecisions,
    tellOfVersion: reportMerged,
    accountNow: readAccountNow,
    unread: countUnread,
    changes: listChanges,
    markRead,
  })
}

/**
 * Runs before the accounts are built again. Repeating it when some have been replaced changes nothing, also where another
 * sheet is the account sheet by then.
 */
function keepDecisions({ keep }: KeptStatements, batch: number): void {
  keep.run({ batch })
}

/** The rows are deleted too, so their numbers alone mean nothing. */
function keepForReading({ keep, setReread }: KeptStatements, batch: number): void {
  keep.run({ batch })
  setReread.run(batch)
}

/** Runs in the transaction that ends a build. Returns the accounts that have a decision again. */
function takeUpDecisions(statements: KeptStatements, batch: number, now: number): number[] {
  const taken = new Set<number>()
  const all = statements.selectKept.all(batch).map((row) => keptRow.parse(row))
  for (const kept of all) {
    const account = takeUpOne(statements, batch, kept, taken, now)
    if (account !== null) taken.add(account)
  }
  return [...taken]
}

/** Applies a decision, or reports that it is dropped. Returns its new account. */
function takeUpOne(
  statements: KeptStatements,
  batch: number,
  kept: Kept,
  taken: ReadonlySet<number>,
  now: number,
): number | null {
  const rows = rowNumbers.parse(JSON.parse(kept.rows))
  const decision = { ...kept, rows, alone: kept.alone === 1, reread: kept.reread === 1 }
  const { onRows, withKey } = findCandidates(statements, batch, decision)
  const found = matchDecision(decision, onRows, withKey)
  const to =
    found.fate === 'dropped'
      ? null
      : ([...onRows, ...withKey].find(({ id }) => id === found.account && !taken.has(id)) ?? null)
  const why = found.fate === 'dropped' ? found.why : 'same_key'
  // Dropped before and reported: applied only if it fits exactly.
  if (to === null || (kept.change_id !== null && found.fate !== 'exact')) {
    const dropped = { batch, fate: 'dropped', why, decision: { ...kept, rows }, to: null, at: now } as const
    statements.setDropped.run(kept.change_id ?? reportChange(statements, dropped), kept.id)
    return null
  }
  applyDecision(statements, kept, to.id)
  if (found.fate === 'moved')
    reportMoved(statements, {
      batch,
      fate: 'moved',
      why: found.why,
      decision: { ...kept, rows },
      to,
      at: now,
    })
  return to.id
}

function applyDecision(statements: KeptStatements, kept: Kept, id: number): void {
  const { place, restoreMark, dropKept, dropChange } = statements
  const { until, operator, excluded } = kept
  place.run({ id, reason: storeSaid(kept.reason), until, operator, excluded })
  if (kept.marks !== null) restoreMark.run({ account: id, marks: kept.marks })
  dropKept.run(kept.id)
  if (kept.change_id !== null) dropChange.run(kept.change_id)
}

type Change = {
  readonly batch: number
  readonly fate: 'moved' | 'dropped'
  readonly why: string
  readonly decision: ReportedDecision
  readonly to: AccountNow | null
  readonly at: number
}

/** Returns the id of the reported change. */
function reportChange({ insertChange }: KeptStatements, change: Change): number {
  const { batch, fate, why, decision, to, at } = change
  const inserted = insertChange.run({
    batch,
    at,
    fate,
    why,
    what: decision.excluded === 1 ? 'exclude' : 'hold',
    reason: storeSaid(decision.reason),
    until: decision.until,
    key: decision.key,
    sheet: decision.sheet,
    rows: JSON.stringify(decision.rows),
    newKey: to?.key ?? null,
    newRows: to === null ? null : JSON.stringify(to.rows),
  })
  return Number(inserted.lastInsertRowid)
}

/** Reports a move; moved there and back before anybody has read of it, nothing is left to report. */
function reportMoved(statements: KeptStatements, change: Change & { readonly to: AccountNow }): void {
  const { batch, decision, to } = change
  const back = statements.selectBack.get({
    batch,
    key: decision.key,
    newKey: to.key,
    rows: JSON.stringify(to.rows),
  }) as { id: number } | undefined
  if (back === undefined) reportChange(statements, change)
  else statements.dropChange.run(back.id)
}

/**
 * A merge of two versions moved a decision of the earlier batch to an account of this one, or dropped it; reported
 * once.
 */
function reportMerged(
  statements: KeptStatements,
  batch: number,
  decision: ReportedDecision,
  to: AccountNow | null,
  why: MovedWhy | DroppedWhy,
  at: number,
): void {
  const known = statements.selectReported.get({
    batch,
    key: decision.key,
    rows: JSON.stringify(decision.rows),
    why,
  })
  if (known !== undefined) return
  reportChange(statements, { batch, fate: to === null ? 'dropped' : 'moved', why, decision, to, at })
}

function countUnread(statements: KeptStatements, batch: number): number {
  return statements.countUnread.get(batch) as number
}

/** Unread changes, oldest first. */
function listChanges(
  statements: KeptStatements,
  batch: number,
  offset: number,
  limit: number,
): DecisionChange[] {
  return statements.selectChanges.all(batch, limit, offset).map((raw) => {
    const { rows, new_key: newKey, new_rows: newRows, ...row } = changeRow.parse(raw)
    return {
      ...row,
      rows: rowNumbers.parse(JSON.parse(rows)),
      now:
        newKey === null || newRows === null
          ? null
          : { key: newKey, rows: rowNumbers.parse(JSON.parse(newRows)) },
    }
  })
}

/** A person has read all up to this one. Dropped decisions are no longer applied. */
function markRead({ forgetDropped, setRead }: KeptStatements, batch: number, upTo: number, at: number): void {
  forgetDropped.run({ batch, upTo })
  setRead.run({ batch, upTo, at })
}

function readAccountNow({ selectAccount }: KeptStatements, id: number): AccountNow | null {
  const row = selectAccount.get(id) as (Omit<AccountNow, 'rows'> & { readonly rows: string }) | undefined
  return row === undefined ? null : { ...row, rows: rowNumbers.parse(JSON.parse(row.rows)) }
}

/** Finds the accounts that may get a kept decision. */
function findCandidates(
  statements: KeptStatements,
  batch: number,
  kept: {
    readonly key: string
    readonly sheet: string | null
    readonly rows: readonly number[]
    readonly reread: boolean
  },
): { readonly onRows: AccountNow[]; readonly withKey: AccountNow[] } {
  const { selectWithKey, selectMain, selectOnRows } = statements
  const accounts = (ids: unknown[]): AccountNow[] =>
    (ids as number[]).flatMap((id) => readAccountNow(statements, id) ?? [])
  if (kept.reread) return { onRows: [], withKey: accounts(selectWithKey.all(kept.key, batch)) }
  const main = selectMain.get(batch) as { position: number; name: string } | undefined
  if (main === undefined || main.name !== kept.sheet) return { onRows: [], withKey: [] }
  const rows = JSON.stringify(kept.rows)
  return { withKey: [], onRows: accounts(selectOnRows.all({ batch, sheet: main.position, rows })) }
}
