// Where batches are that were handed over: the lock while a batch is in another folder, what this folder knows of
// project files, and the one transaction in which a received batch is shown or takes the place of the one that left.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { bindOperations, immediateTransaction } from '../operations.ts'
import { operatorNow } from '../operator.ts'
import { endingCounts } from '../../../../shared/contract/purge.ts'
import {
  handoverDigest,
  type HandoverDigest,
  handoverStates,
  handoverWays,
} from '../../../../shared/contract/handover.ts'
import type { Ending } from '../../../../shared/sending/endings.ts'
import { hiddenCode, inFlight } from './import-rows.ts'

const storedHandover = z.object({
  batch: z.number(),
  project: z.string(),
  state: z.enum(handoverStates),
  chain: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  path: z.string().nullable(),
  file: z.string().nullable(),
  at: z.number(),
  operator: z.string(),
  endings: z.string().transform((text) => endingCounts.parse(JSON.parse(text))),
  digest: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : handoverDigest.parse(JSON.parse(text)))),
  way: z.enum(handoverWays),
  takenBy: z.string().nullable(),
})
export type Endings = Readonly<Record<Ending, number>>
export type StoredHandover = z.infer<typeof storedHandover>

export type KnownFile = {
  readonly file: string
  readonly project: string
  readonly generation: number
  readonly at: number
  readonly what: 'written' | 'opened' | 'dropped'
}

/** What decides whether a batch may be handed over. */
const handoverFacts = z.object({
  /** Unfinished jobs of the batch. */
  jobs: z.number(),
  /** Accounts that are to be built again. */
  dirty: z.number(),
  /** Earlier and newer versions of its file. */
  versions: z.number(),
  /** Accounts of which a request is under way. */
  sending: z.number(),
})
export type HandoverFacts = z.infer<typeof handoverFacts>

export type HandoverStore = ReturnType<typeof createHandoverStore>

export function createHandoverStore(database: Database) {
  return bindOperations(prepareHandovers(database), {
    of: findHandover,
    all: listHandovers,
    isAway,
    facts: readFacts,
    lock,
    placing,
    complete,
    keepHere,
    unlock,
    withdraw,
    taken: markTaken,
    filesOf,
    knownFile,
    onTheirWayElsewhere,
    changesSince,
    arrive,
  })
}

type HandoverStatements = ReturnType<typeof prepareHandovers>

function prepareHandovers(database: Database) {
  const select = `SELECT batch_id AS batch, project, state, chain, path, file, at, operator, endings, digest, way,
    taken_by AS takenBy FROM handover`
  const prepare = (sql: string) => database.prepare(sql)
  return {
    inTransaction: immediateTransaction(database),
    selectOne: prepare(`${select} WHERE batch_id = ?`),
    selectAll: prepare(`${select} ORDER BY batch_id`),
    selectAway: prepare(
      "SELECT EXISTS (SELECT 1 FROM handover WHERE batch_id = ? AND state <> 'here')",
    ).pluck(),
    selectFacts: prepare(
      `SELECT (SELECT count(*) FROM job WHERE batch_id = @batch) AS jobs,
         (SELECT count(*) FROM account WHERE batch_id = @batch AND dirty IS NOT NULL) AS dirty,
         (SELECT count(*) FROM batch WHERE (id = @batch AND earlier_batch_id IS NOT NULL) OR earlier_batch_id = @batch)
           AS versions,
         (SELECT count(*) FROM account WHERE batch_id = @batch AND state = 'sending') AS sending`,
    ),
    upsertLock: prepare(
      `INSERT INTO handover (batch_id, project, state, chain, path, file, at, operator, endings, way)
       VALUES (@batch, @project, 'writing', @chain, @path, @file, @at, ${operatorNow('@batch')}, @endings, @way)
       ON CONFLICT DO UPDATE SET state = 'writing', path = @path, file = @file, at = @at, operator = excluded.operator,
         endings = @endings, digest = NULL, way = @way, taken_by = NULL`,
    ),
    stopValidating: prepare('UPDATE batch SET validating = 0, validate_edited = 0 WHERE id = ?'),
    dropRequests: prepare('DELETE FROM validation_request WHERE batch_id = ?'),
    updatePlacing: prepare("UPDATE handover SET state = 'placing' WHERE batch_id = ? AND state = 'writing'"),
    updateAway: prepare(
      `UPDATE handover SET state = 'away', chain = json_insert(chain, '$[#]', file), endings = @endings,
         path = iif(way = 'file', path, NULL) WHERE batch_id = @batch AND state <> 'away'`,
    ),
    dropEmpty: prepare("DELETE FROM handover WHERE batch_id = ? AND chain = '[]'"),
    shortenChain: prepare("UPDATE handover SET chain = json_remove(chain, '$[#-1]') WHERE batch_id = ?"),
    updateHere: prepare(
      "UPDATE handover SET state = 'here', path = NULL, file = NULL, way = 'file', taken_by = NULL WHERE batch_id = ?",
    ),
    updateTaken: prepare('UPDATE handover SET taken_by = @member, at = @at WHERE batch_id = @batch'),
    forgetFile: prepare("DELETE FROM project_file WHERE file = ? AND what = 'written'"),
    insertFile: prepare('INSERT INTO project_file VALUES (@file, @project, @generation, @at, @what)'),
    dropFile: prepare("UPDATE project_file SET what = 'dropped', at = @at WHERE file = @file"),
    selectFiles: prepare(
      'SELECT file, project, generation, at, what FROM project_file WHERE project = ? ORDER BY generation',
    ),
    selectFile: prepare('SELECT file, project, generation, at, what FROM project_file WHERE file = ?'),
    ...prepareDoubt(database),
    ...prepareArrival(database),
  }
}

/** As for a copied folder (sending/attempts/doubt.ts), but for one batch. */
function prepareDoubt(database: Database) {
  return {
    doubtBatch: database.prepare('UPDATE batch SET in_doubt = 1 WHERE id = ?'),
    doubtAccounts: database.prepare(
      "INSERT OR IGNORE INTO doubt SELECT id, batch_id FROM account WHERE batch_id = ? AND outcome IS NOT 'created'",
    ),
    forgetNotFound: database.prepare(
      `UPDATE service_answer SET not_found_at = NULL WHERE not_found_at IS NOT NULL AND account_id IN
         (SELECT id FROM account WHERE batch_id = ? AND state IN (${inFlight}))`,
    ),
    unconfirm: database.prepare(
      `UPDATE account SET state = 'unconfirmed', due_at = 0, tries = 0 WHERE batch_id = ? AND state IN (${inFlight})`,
    ),
  }
}

function prepareArrival(database: Database) {
  return {
    countElsewhere: database
      .prepare(
        `SELECT count(*) FROM account n WHERE n.batch_id = @batch AND n.state IN (${inFlight}) AND EXISTS
           (SELECT 1 FROM account o WHERE o.connection_id = @connection AND o.identity = n.identity
              AND o.state IN (${inFlight}) AND o.batch_id <> n.batch_id AND o.batch_id IS NOT @replaced)`,
      )
      .pluck(),
    detach: database.prepare(
      `UPDATE account SET connection_id = NULL WHERE batch_id = ? AND state IN (${inFlight})`,
    ),
    attach: database.prepare(
      `UPDATE account SET connection_id = @connection WHERE batch_id = @batch AND connection_id IS NULL
         AND state IN (${inFlight})`,
    ),
    dropRechecks: database.prepare('DELETE FROM recheck WHERE batch_id = ?'),
    dropCodes: ['question_pack', 'fix_file'].map((table) =>
      database.prepare(`DELETE FROM ${table} WHERE batch_id = ?`),
    ),
    showCodes: ['question_pack', 'fix_file'].map((table) =>
      database.prepare(
        `UPDATE ${table} SET code = substr(code, 2) WHERE batch_id = ? AND code LIKE '${hiddenCode}%'`,
      ),
    ),
    keepPaths: database.prepare(
      `UPDATE batch_file SET path = ifnull((SELECT o.path FROM batch_file o WHERE o.batch_id = @replaced
         AND o.position = batch_file.position AND o.sha256 IS batch_file.sha256), path) WHERE batch_id = @batch`,
    ),
    open: database.prepare("UPDATE batch SET stage = 'open', name = @name WHERE id = @batch"),
    insertArrived: database.prepare(
      `INSERT INTO handover (batch_id, project, state, chain, at, operator, endings, digest)
       VALUES (@batch, @project, 'here', @chain, @at, ${operatorNow('@batch')}, @endings, @digest)`,
    ),
    selectChanges: database.prepare(
      `SELECT (SELECT count(*) FROM edit WHERE batch_id = @batch AND at > @since AND undone = 0) AS edits,
         (SELECT count(*) FROM account WHERE batch_id = @batch AND held_reason IS NOT NULL) AS held,
         (SELECT count(*) FROM wave WHERE batch_id = @batch AND released_at > @since) AS waves,
         (SELECT count(*) FROM attempt WHERE started_at > @since AND account_id IN
            (SELECT id FROM account WHERE batch_id = @batch)) AS attempts`,
    ),
    selectPeople: database
      .prepare(
        `SELECT operator FROM edit WHERE batch_id = @batch AND at > @since UNION
         SELECT operator FROM choice WHERE batch_id = @batch AND at > @since UNION
         SELECT operator FROM wave WHERE batch_id = @batch AND released_at > @since UNION
         -- Decisions about single accounts, and those that were undone.
         SELECT detail ->> 'by' FROM event INDEXED BY event_of_decision WHERE batch_id = @batch AND at > @since
           AND kind IN ('held','excluded','released_from_hold','decided') AND detail ->> 'by' IS NOT NULL
         ORDER BY 1`,
      )
      .pluck(),
  }
}

function findHandover({ selectOne }: HandoverStatements, batch: number): StoredHandover | null {
  const row = selectOne.get(batch)
  return row === undefined ? null : storedHandover.parse(row)
}

function listHandovers({ selectAll }: HandoverStatements): StoredHandover[] {
  return selectAll.all().map((row) => storedHandover.parse(row))
}

/** True while the batch is in another folder, or its project file is being written. */
function isAway({ selectAway }: HandoverStatements, batch: number): boolean {
  return selectAway.get(batch) === 1
}

function readFacts({ selectFacts }: HandoverStatements, batch: number): HandoverFacts {
  return handoverFacts.parse(selectFacts.get({ batch }))
}

/** From the end of this transaction on, nothing of the batch is sent from here. In the caller's transaction. */
function lock(
  statements: HandoverStatements,
  given: {
    readonly batch: number
    readonly project: string
    /** Null: it has no file here. */
    readonly path: string | null
    readonly file: string
    readonly at: number
    readonly endings: Endings
    readonly way: StoredHandover['way']
  },
): void {
  const endings = JSON.stringify(given.endings)
  statements.upsertLock.run({ ...given, endings, chain: '[]' })
  statements.stopValidating.run(given.batch)
  statements.dropRequests.run(given.batch)
}

/** Before the file gets its name: from here on it may be complete. */
function placing({ updatePlacing }: HandoverStatements, batch: number): void {
  updatePlacing.run(batch)
}

/** Its file is complete. */
function complete(statements: HandoverStatements, batch: number, endings: Endings, at: number): void {
  statements.inTransaction(() => {
    if (statements.updateAway.run({ batch, endings: JSON.stringify(endings) }).changes === 0) return
    const away = findHandover(statements, batch)
    if (away === null) return
    const { project, chain, file } = away
    statements.insertFile.run({ file, project, generation: chain.length, at, what: 'written' })
  })
}

/** Its file was never complete. */
function keepHere(statements: HandoverStatements, batch: number): void {
  statements.inTransaction(() => {
    statements.dropEmpty.run(batch)
    statements.updateHere.run(batch)
  })
}

/** A person goes on with the batch without its file: what may have been sent elsewhere is looked up before it is sent. */
function unlock(statements: HandoverStatements, { batch, file }: StoredHandover, at: number): void {
  statements.inTransaction(() => {
    statements.doubtBatch.run(batch)
    statements.doubtAccounts.run(batch)
    statements.forgetNotFound.run(batch)
    statements.unconfirm.run(batch)
    statements.dropFile.run({ file, at })
    // The next file does not follow from the one that was given up.
    statements.shortenChain.run(batch)
    statements.updateHere.run(batch)
  })
}

/** Nobody took over the batch that was handed over through the team: it goes on here. */
function withdraw(statements: HandoverStatements, { batch, file }: StoredHandover): void {
  statements.inTransaction(() => {
    statements.forgetFile.run(file)
    statements.shortenChain.run(batch)
    keepHere(statements, batch)
  })
}

/**
 * A member of the team goes on with the batch, from the copy with this code. From the end of this transaction on, nothing of
 * it is sent from here.
 */
function markTaken(
  statements: HandoverStatements,
  given: {
    readonly batch: number
    readonly project: string
    readonly copy: string
    readonly member: string
    readonly at: number
    readonly endings: Endings
  },
): void {
  const { batch, project, copy, member, at, endings } = given
  statements.inTransaction(() => {
    const before = findHandover(statements, batch)
    if (before?.state !== 'away' || before.file !== copy) {
      lock(statements, { batch, project, path: null, file: copy, at, endings, way: 'team' })
      complete(statements, batch, endings, at)
    }
    statements.updateTaken.run({ batch, member, at })
  })
}

/** Project files of a batch that were written or opened here, oldest first. */
function filesOf({ selectFiles }: HandoverStatements, project: string): KnownFile[] {
  return selectFiles.all(project) as KnownFile[]
}

function knownFile({ selectFile }: HandoverStatements, file: string): KnownFile | null {
  return (selectFile.get(file) as KnownFile | undefined) ?? null
}

/** Accounts of a hidden batch that are on their way and are so from another batch of this folder, too. */
function onTheirWayElsewhere(
  { countElsewhere }: HandoverStatements,
  asked: { readonly batch: number; readonly connection: number; readonly replaced: number | null },
): number {
  return countElsewhere.get(asked) as number
}

/** What people did with a batch since a time. */
function changesSince(
  { selectChanges, selectPeople }: HandoverStatements,
  batch: number,
  since: number,
): Pick<HandoverDigest, 'edits' | 'held' | 'waves' | 'attempts' | 'by'> {
  const counts = selectChanges.get({ batch, since }) as Pick<
    HandoverDigest,
    'edits' | 'held' | 'waves' | 'attempts'
  >
  const people = selectPeople.all({ batch, since }) as string[]
  return { ...counts, by: people.filter((name) => name !== '') }
}

/**
 * Shows a batch that was received whole. In the caller's transaction, which also removes the job that would delete it and
 * stores the one that deletes the batch that it replaces.
 */
function arrive(
  statements: HandoverStatements,
  given: {
    readonly batch: number
    /** The batch that was handed over from here; null: it was not. */
    readonly replaced: number | null
    readonly connection: number
    readonly name: string
    readonly project: string
    readonly chain: readonly string[]
    readonly endings: Endings
    readonly digest: HandoverDigest
    readonly at: number
  },
): void {
  const { batch, replaced, connection, project, chain, at, name } = given
  if (replaced !== null) {
    statements.detach.run(replaced)
    statements.dropRechecks.run(replaced)
    for (const drop of statements.dropCodes) drop.run(replaced)
    statements.keepPaths.run({ batch, replaced })
  }
  for (const show of statements.showCodes) show.run(batch)
  statements.forgetNotFound.run(batch)
  statements.attach.run({ batch, connection })
  statements.open.run({ batch, name })
  const endings = JSON.stringify(given.endings)
  statements.insertArrived.run({
    batch,
    project,
    at,
    endings,
    chain: JSON.stringify(chain),
    digest: JSON.stringify(given.digest),
  })
  statements.insertFile.run({ file: chain.at(-1), project, generation: chain.length, at, what: 'opened' })
}
