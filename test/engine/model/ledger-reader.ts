// Oracle's queries of the data folder, through its own connection: it sees only committed data.
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import type { AccountState, Outcome } from '../../../shared/sending/states.ts'
import type { Limits } from '../../../shared/sending/connection.ts'

/** The ledger's row of an account. */
export type CurrentState = {
  readonly id: number
  readonly batch: number
  readonly state: AccountState
  readonly outcome: Outcome | null
  readonly held: string | null
  readonly excluded: number
  readonly attempts: number
  readonly platformIdentifier: string | null
  readonly doubt: number
  /** How many attempts it had when it last left "done". */
  readonly spent: number
}

export type Reader = ReturnType<typeof openReader>

export function openReader(file: string, connection: number) {
  const database = openDatabaseFile(file, { readonly: true })
  const selectIntents = database.prepare(
    `SELECT a.id || '#' || t.number AS name, a.batch_id AS batch, a.state, a.held_reason AS held, a.excluded, a.status_path AS path,
       a.payload_id IS t.payload_id AND EXISTS (SELECT 1 FROM validation v
         WHERE v.account_id = a.id AND v.payload_id = t.payload_id) AS validated, EXISTS (SELECT 1 FROM attempt e
         WHERE e.account_id = a.id AND e.number > ifnull((SELECT attempts FROM earlier_attempts WHERE account_id = a.id), 0) AND e.number = t.number - 1 AND e.class = 'unknown') AS again
     FROM attempt t JOIN account a ON a.id = t.account_id WHERE t.ended_at IS NULL AND t.sha256 = ?`,
  )
  const selectPaused = database.prepare("SELECT 1 FROM pause WHERE connection_id = ? AND supplier IN ('', ?)")
  const selectPauses = database.prepare('SELECT supplier, reason, message FROM pause WHERE connection_id = ?')
  const selectStop = database.prepare('SELECT 1 FROM stop WHERE batch_id = ?')
  const selectStops = database.prepare('SELECT batch_id FROM stop').pluck()
  const selectSettings = database.prepare('SELECT settings FROM connection WHERE id = ?').pluck()
  const selectMoves = database.prepare(
    'SELECT id, account, old, new AS next FROM model_move WHERE id > ? ORDER BY id',
  )
  const selectCurrentStates = database.prepare(
    `SELECT id, batch_id AS batch, state, outcome, held_reason AS held, excluded, attempts, platform_identifier AS platformIdentifier,
       doubt, ifnull((SELECT attempts FROM earlier_attempts WHERE account_id = id), 0) AS spent FROM account_details ORDER BY id`,
  )
  // The program cannot distinguish an intent that was pending at its death from one that left.
  const selectBegun = database
    .prepare(
      `SELECT started_at + skew_ms FROM attempt WHERE account_id = ? AND number > ? AND ifnull(class, 'unknown') <> 'not_sent'`,
    )
    .pluck()
  const selectOddAttempts = database.prepare(
    `SELECT a.id, a.state, (SELECT count(*) FROM attempt t WHERE t.account_id = a.id AND t.ended_at IS NULL) AS open FROM account a
     WHERE open <> (a.state = 'sending')`,
  )
  const selectOddCounts = database.prepare(
    `SELECT batch_id AS batch, state, sum(counted) AS counted, sum(there) AS there FROM
       (SELECT batch_id, state, outcome, held, sum(count) AS counted, 0 AS there FROM account_count GROUP BY 1, 2, 3, 4
        UNION ALL
        SELECT batch_id, state, ifnull(outcome, ''), iif(excluded = 1, 2, held_reason IS NOT NULL), 0, count(*) FROM account GROUP BY 1, 2, 3, 4)
     GROUP BY batch_id, state, outcome, held HAVING sum(counted) <> sum(there)`,
  )
  const selectFollowed = database
    .prepare('SELECT batch_id, count(*) FROM wave WHERE by_person = 0 GROUP BY batch_id')
    .raw()
  const selectOddWaves = database.prepare(
    `SELECT w.batch_id AS batch, w.number, w.size, count(*) AS accounts FROM wave w
     JOIN account a ON a.batch_id = w.batch_id AND a.wave = w.number
     WHERE w.size IS NOT NULL GROUP BY 1, 2 HAVING accounts > w.size
     UNION ALL
     SELECT w.batch_id, w.number, w.size, j.done FROM wave w
     JOIN job j ON j.kind = 'release' AND j.batch_id = w.batch_id AND j.arguments ->> 'wave' = w.number
     WHERE j.done > w.size`,
  )
  const selectThirdCrash = database
    .prepare(
      `SELECT id FROM account a WHERE state = 'sending' AND (SELECT count(*) FROM attempt t WHERE t.account_id = a.id
         AND t.code = 'ended_in_flight' AND t.number > ifnull((SELECT attempts FROM earlier_attempts WHERE account_id = a.id), 0)
         AND NOT EXISTS (SELECT 1 FROM attempt l WHERE l.account_id = a.id AND l.number > t.number
           AND l.class IN ('accepted','rejected','already_exists'))) >= 2`,
    )
    .pluck()
  const selectValidating = database
    .prepare(
      `SELECT id FROM batch b WHERE validating = 1 OR EXISTS (SELECT 1 FROM account a JOIN validation_request w ON w.account_id = a.id
         WHERE a.batch_id = b.id AND w.asked = 1 AND a.state = 'unvalidated' AND a.held_reason IS NULL)`,
    )
    .pluck()
  const selectRechecking = database.prepare('SELECT account_id FROM recheck WHERE asked = 1').pluck()
  return {
    intents(sha256: string) {
      const rows = selectIntents.all(sha256) as {
        readonly name: string
        readonly batch: number
        readonly state: string
        readonly held: string | null
        readonly excluded: number
        readonly path: string
        readonly validated: number
        readonly again: number
      }[]
      return rows.map((row) => ({ ...row, key: row.path.split('/').slice(-3, -1).join(' ') }))
    },
    pausedFor: (supplier: string): boolean => selectPaused.get(connection, supplier) !== undefined,
    pauses: () => selectPauses.all(connection) as { supplier: string; reason: string; message: string }[],
    stopped: (batch: number): boolean => selectStop.get(batch) !== undefined,
    stops: () => selectStops.all() as number[],
    limits: (): Limits =>
      (JSON.parse(selectSettings.get(connection) as string) as { readonly limits: Limits }).limits,
    /** Waves released by the plan and not by a person, by batch. */
    followed: () => new Map(selectFollowed.all() as [number, number][]),
    oddWaves: () =>
      selectOddWaves.all() as { batch: number; number: number; size: number; accounts: number }[],
    /** In flight at their third or a later crash, as found in a folder. */
    thirdCrash: () => selectThirdCrash.all() as number[],
    movesAfter: (id: number) =>
      selectMoves.all(id) as { id: number; account: number; old: AccountState; next: AccountState }[],
    currentStates: () => selectCurrentStates.all() as CurrentState[],
    /** When attempts after `spent` that may have left started, by the service's clock; null if that was not known. */
    begun: (id: number, spent: number) => selectBegun.all(id, spent) as (number | null)[],
    oddAttempts: () => selectOddAttempts.all() as { id: number; state: string; open: number }[],
    oddCounts: () =>
      selectOddCounts.all() as { batch: number; state: string; counted: number; there: number }[],
    validating: () => selectValidating.all() as number[],
    rechecking: () => selectRechecking.all() as number[],
    close: () => void database.close(),
  }
}
