// Playbook: the team's notes about a code, the fixes that worked for a cause with their effects, and fixes whose
// effect is not known yet. It belongs to the workspace, not to a batch. A missing code or field is stored as the
// empty text.
import type { Database } from 'better-sqlite3'
import {
  type FixCause,
  type KeptFix,
  keptFix,
  type PlaybookEntry,
  type WorkedFix,
} from '../../../../shared/contract/fixing/playbook.ts'
import { bindOperations } from '../operations.ts'

/** A fix whose effect is counted after its accounts are rebuilt. */
export type PendingFix = FixCause & {
  readonly edit: number
  readonly batch: number
  readonly kept: KeptFix
  /** Problems of the cause before the fix. */
  readonly problems: number
}

export type PlaybookStore = ReturnType<typeof createPlaybookStore>

const named = (text: string | null): string => text ?? ''
const given = (text: string): string | null => (text === '' ? null : text)
/** Canonical text: the same fix always has the same text. */
const textOf = (kept: KeptFix): string => JSON.stringify(keptFix.parse(kept))

export function createPlaybookStore(database: Database) {
  return bindOperations(preparePlaybook(database), {
    get: getRule,
    list: listRules,
    save: saveRule,
    remove: removeRule,
    worked: listWorked,
    countWorked,
    forget: forgetWorked,
    addPending,
    pending: listPending,
    dropPending,
    countProblems,
  })
}

type RawEntry = { code: string; words: string; changedAt: number }

type PlaybookStatements = ReturnType<typeof preparePlaybook>

function preparePlaybook(database: Database) {
  const selectEntry = database.prepare(
    'SELECT code, words, changed_at AS changedAt FROM playbook WHERE code = ?',
  )
  const selectEntries = database.prepare(
    'SELECT code, words, changed_at AS changedAt FROM playbook ORDER BY code',
  )
  const upsertEntry = database.prepare(
    `INSERT INTO playbook VALUES (@code, @words, @changedAt)
     ON CONFLICT DO UPDATE SET words = excluded.words, changed_at = excluded.changed_at`,
  )
  const deleteEntry = database.prepare('DELETE FROM playbook WHERE code = ?')
  const selectWorked = database.prepare(
    `SELECT field, fix, times, gone, last_at AS lastAt FROM worked_fix WHERE code = ? AND field = ?
     ORDER BY gone DESC, last_at DESC`,
  )
  const countWorked = database.prepare(
    `INSERT INTO worked_fix VALUES (@code, @field, @fix, 1, @gone, @at)
     ON CONFLICT DO UPDATE SET times = times + 1, gone = gone + excluded.gone, last_at = excluded.last_at`,
  )
  const insertSource = database.prepare(
    `INSERT OR IGNORE INTO worked_fix_source
     VALUES (@code, @field, @fix, ifnull((SELECT connection_id FROM batch WHERE id = @batch), 0))`,
  )
  const deleteWorked = database.prepare('DELETE FROM worked_fix WHERE code = ? AND field = ? AND fix = ?')
  const insertPending = database.prepare(
    'INSERT OR REPLACE INTO pending_fix VALUES (@edit, @batch, @code, @field, @fix, @problems)',
  )
  const selectPending = database.prepare(
    `SELECT p.edit_id AS edit, p.batch_id AS batch, p.code, p.field, p.fix, p.problems, e.undone
     FROM pending_fix p JOIN edit e ON e.id = p.edit_id WHERE p.batch_id = ? ORDER BY p.edit_id`,
  )
  const deletePending = database.prepare('DELETE FROM pending_fix WHERE edit_id = ?')
  const countPiece = database.prepare(
    `SELECT count(*) FILTER (WHERE field IS @field) AS found, total(stale) FILTER (WHERE field IS @field) AS stale, max(id) AS last
     FROM (SELECT id, field, stale FROM problem
           WHERE batch_id = @batch AND code IS @code AND id > @after ORDER BY id LIMIT @limit)`,
  )
  return {
    selectEntry,
    selectEntries,
    upsertEntry,
    deleteEntry,
    selectWorked,
    countWorked,
    insertSource,
    together: <T>(work: () => T): T => database.transaction(work)(),
    deleteWorked,
    insertPending,
    selectPending,
    deletePending,
    countPiece,
  }
}

function toEntry({ code, ...entry }: RawEntry): PlaybookEntry {
  return { code: given(code), ...entry }
}

function getRule(statements: PlaybookStatements, code: string | null): PlaybookEntry | null {
  const row = statements.selectEntry.get(named(code)) as RawEntry | undefined
  return row === undefined ? null : toEntry(row)
}

function listRules(statements: PlaybookStatements): PlaybookEntry[] {
  return (statements.selectEntries.all() as RawEntry[]).map(toEntry)
}

function saveRule(statements: PlaybookStatements, { code, words, changedAt }: PlaybookEntry): void {
  statements.upsertEntry.run({ code: named(code), words, changedAt })
}

function removeRule(statements: PlaybookStatements, code: string | null): void {
  statements.deleteEntry.run(named(code))
}

/** Largest effect first. A fix of an earlier version that this one does not know is left out. */
function listWorked(statements: PlaybookStatements, { code, field }: FixCause): WorkedFix[] {
  type Row = { field: string; fix: string; times: number; gone: number; lastAt: number }
  return (statements.selectWorked.all(named(code), named(field)) as Row[]).flatMap((row) => {
    const kept = keptFix.safeParse(JSON.parse(row.fix))
    return kept.success ? [{ ...row, ...kept.data, field: given(row.field) }] : []
  })
}

function countWorked(
  statements: PlaybookStatements,
  { code, field }: FixCause,
  kept: KeptFix,
  gone: number,
  at: number,
  batch: number,
): void {
  const worked = { code: named(code), field: named(field), fix: textOf(kept) }
  statements.together(() => {
    statements.countWorked.run({ ...worked, gone, at })
    statements.insertSource.run({ ...worked, batch })
  })
}

function forgetWorked(statements: PlaybookStatements, { code, field }: FixCause, kept: KeptFix): void {
  statements.deleteWorked.run(named(code), named(field), textOf(kept))
}

function addPending(
  statements: PlaybookStatements,
  { edit, batch, code, field, kept, problems }: PendingFix,
): void {
  statements.insertPending.run({
    edit,
    batch,
    code: named(code),
    field: named(field),
    fix: textOf(kept),
    problems,
  })
}

function listPending(
  statements: PlaybookStatements,
  batch: number,
): (PendingFix & { readonly undone: boolean })[] {
  type Row = Omit<PendingFix, 'kept'> & { code: string; field: string; fix: string; undone: number }
  return (statements.selectPending.all(batch) as Row[]).map(({ fix, ...row }) => ({
    ...row,
    code: given(row.code),
    field: given(row.field),
    kept: keptFix.parse(JSON.parse(fix)),
    undone: row.undone !== 0,
  }))
}

function dropPending(statements: PlaybookStatements, edit: number): void {
  statements.deletePending.run(edit)
}

/** Counts problems of a cause among those of its code, after a problem number; `last` is null at the end. */
function countProblems(
  statements: PlaybookStatements,
  batch: number,
  { code, field }: FixCause,
  after: number,
  limit: number,
): { readonly found: number; readonly stale: number; readonly last: number | null } {
  return statements.countPiece.get({ batch, code, field, after, limit }) as {
    found: number
    stale: number
    last: number | null
  }
}
