// The oracle: what must be true of every request at the moment at which it leaves, and of the data folder after every
// step. It looks through a connection of its own, so it sees what is committed and nothing else.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type AccountState, mayMove } from '../../../shared/account-state.ts'
import type { QuietHours } from '../../../shared/quiet-hours.ts'
import { databaseName } from '../../../electron/engine/store/open.ts'
import type { Process, Service } from './moody-service.ts'
import type { ModelAccount, Template } from './template.ts'
import type { Sent } from './wire.ts'
import type { World } from './world.ts'

/** What the ledger says of an account. */
export type Standing = {
  readonly id: number
  readonly batch: number
  readonly state: AccountState
  readonly outcome: string | null
  readonly held: string | null
  readonly excluded: number
  readonly attempts: number
  readonly platformIdentifier: string | null
  readonly doubt: number
}

export class Broken extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'Broken'
  }
}

export type Ledger = ReturnType<typeof createLedger>

export function createLedger(template: Template, world: World, service: Service) {
  const used = new Set<string>()
  const wrong: string[] = []
  /** Creates of this life that the wire carries. */
  const onTheWire = new Map<string, number>()
  let reader: ReturnType<typeof openReader> | null = null
  let lastMove = 0
  let stopsBefore = 0
  let stopsMade = 0

  const looking = (): ReturnType<typeof openReader> => {
    if (reader === null) throw new Error('No data folder is open')
    return reader
  }
  const nameOf = (id: number): string => {
    const account = template.accounts.find((one) => one.id === id)
    return account === undefined ? `account ${id}` : `${account.key} of batch ${account.batch}`
  }
  const note = (what: string): void => void wrong.push(`${what} (after ${world.elapsed()} ms)`)

  function sendingCreate(sent: Sent): string {
    const { intents, pausedFor, stopped, settings } = looking()
    const sha256 = createHash('sha256')
      .update(sent.request.body ?? new Uint8Array())
      .digest('hex')
    const [intent, another] = intents(sha256).filter(({ name }) => !used.has(name))
    if (intent === undefined) {
      note(`A create of ${sent.account} left without an intent of its own that was committed before`)
      return `${sent.account}#?`
    }
    if (another !== undefined) note(`Two attempts of ${sent.account} are open at once`)
    used.add(intent.name)
    if (intent.key !== sent.account) note(`The intent of ${intent.key} was used for ${sent.account}`)
    if (intent.state !== 'sending') note(`${sent.account} was sent while it was ${intent.state}`)
    if (intent.held !== null) note(`${sent.account} was sent while it was held: ${intent.held}`)
    if (intent.excluded === 1) note(`${sent.account} was sent although it is excluded`)
    if (intent.judged === 0) note(`${sent.account} was sent with bytes that the service did not clear`)
    if (pausedFor(sent.supplier)) note(`${sent.account} was sent while its lane was paused`)
    if (stopped(intent.batch))
      note(`${sent.account} was sent although a brake had stopped batch ${intent.batch}`)
    const quiet = settings().find((hours) => isQuiet(hours, world.wallNow()))
    if (quiet !== undefined) note(`${sent.account} was sent in quiet hours`)
    if ((onTheWire.get(sent.account) ?? 0) > 0) note(`Two creates of ${sent.account} were under way at once`)
    return intent.name
  }

  function checkMoves(): void {
    for (const { id, account, old, next } of looking().movesAfter(lastMove)) {
      lastMove = id
      if (!mayMove(old, next)) note(`${nameOf(account)} went from ${old} to ${next}`)
    }
  }

  function checkProcesses(): void {
    for (const process of service.every())
      if (process.accepted.length > 1)
        note(
          `The service took ${process.accepted.length} creates for one process of ${process.key}: ${process.accepted.join(', ')}`,
        )
  }

  /** Never shown as unsent while the service has it by our doing, never shown as created while it has not. */
  function checkTruth(account: ModelAccount, standing: Standing): void {
    const ours = service.processes(account.key).filter((process) => isBy(process, account.id))
    const alive = ours.find((process) => !process.mindChanged && !hasFailed(process, service))
    const { state, outcome } = standing
    const isUnsent = ['blocked', 'ready', 'refused', 'cleared', 'queued'].includes(state)
    if (
      alive !== undefined &&
      (isUnsent || (state === 'settled' && outcome !== 'created' && outcome !== 'already_there'))
    )
      note(`${nameOf(account.id)} is ${outcome ?? state}, but the service has it: ${service.wordOf(alive)}`)
    const there = service
      .processes(account.key)
      .some((process) => process.mindChanged || !hasFailed(process, service))
    if (outcome === 'created' && !there)
      note(`${nameOf(account.id)} is called created, but the service has nothing`)
  }

  return {
    /** Looks at another folder from now on. */
    open(folder: string): void {
      reader?.close()
      onTheWire.clear()
      reader = openReader(join(folder, databaseName), template.connection)
    },
    close: () => reader?.close(),
    sending(sent: Sent): string {
      if (sent.route !== 'create') return ''
      const name = sendingCreate(sent)
      onTheWire.set(sent.account, (onTheWire.get(sent.account) ?? 0) + 1)
      return name
    },
    answered(sent: Sent): void {
      const carried = onTheWire.get(sent.account) ?? 0
      // Not one of a life that is over.
      if (sent.route === 'create' && carried > 0) onTheWire.set(sent.account, carried - 1)
    },
    /** How often a brake has stopped a batch. */
    stopsMade: (): number => stopsMade,
    /** Creates that left, over all lives. */
    creates: (): number => used.size,
    standings: (): Standing[] => looking().standings(),
    pauses: () => looking().pauses(),
    stops: () => looking().stops(),
    /** Batches that are being judged, or have accounts that are waiting for it. */
    judging: () => looking().judging(),
    nameOf,
    note,
    /** Everything that must be true at any time; answers the standings that it saw. */
    check(): Standing[] {
      const standings = looking().standings()
      const stops = looking().stops().length
      if (stops > stopsBefore) stopsMade += 1
      stopsBefore = stops
      checkMoves()
      checkProcesses()
      if (standings.length !== template.accounts.length) note(`There are ${standings.length} accounts`)
      for (const standing of standings) {
        const account = template.accounts.find(({ id }) => id === standing.id)
        if (account !== undefined) checkTruth(account, standing)
      }
      for (const one of looking().oddAttempts())
        note(`${nameOf(one.id)} is ${one.state} with ${one.open} open attempts`)
      for (const one of looking().oddCounts())
        note(`Counted as ${one.state} of batch ${one.batch}: ${one.counted}, there are ${one.there}`)
      for (const { reason, message } of looking().pauses()) if (reason === 'fault') note(message)
      return standings
    },
    /** Throws what was found wrong. */
    judge(): void {
      if (wrong.length > 0) throw new Broken([...new Set(wrong)].join('\n'))
    },
  }
}

export function isBy(process: Process, account: number): boolean {
  return process.accepted.some((attempt) => attempt.startsWith(`${account}#`))
}

export function hasFailed(process: Process, service: Service): boolean {
  return service.hasEnded(process) && process.end !== 'PROCESSED'
}

/** By the clock of this machine; none of the clock changes of a year lies in the days of these runs. */
function isQuiet({ days, from, to }: QuietHours, now: number): boolean {
  const date = new Date(now)
  const time = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
  const today = date.getDay() === 0 ? 7 : date.getDay()
  const yesterday = today === 1 ? 7 : today - 1
  if (from < to) return days.includes(today) && time >= from && time < to
  return (days.includes(today) && time >= from) || (days.includes(yesterday) && time < to)
}

function openReader(file: string, connection: number) {
  const database = new Database(file, { readonly: true })
  const selectIntents = database.prepare(
    `SELECT a.id || '#' || t.number AS name, a.batch_id AS batch, a.state, a.held_reason AS held, a.excluded, a.status_path AS path,
       a.judged_payload_id IS t.payload_id AND a.payload_id IS t.payload_id AS judged
     FROM attempt t JOIN account a ON a.id = t.account_id WHERE t.ended_at IS NULL AND t.sha256 = ?`,
  )
  const selectPaused = database.prepare("SELECT 1 FROM pause WHERE connection_id = ? AND supplier IN ('', ?)")
  const selectPauses = database.prepare('SELECT supplier, reason, message FROM pause WHERE connection_id = ?')
  const selectStop = database.prepare('SELECT 1 FROM stop WHERE batch_id = ?')
  const selectStops = database.prepare('SELECT batch_id FROM stop').pluck()
  const selectQuiet = database
    .prepare("SELECT settings ->> '$.limits.quietHours' FROM connection WHERE id = ?")
    .pluck()
  const selectMoves = database.prepare(
    'SELECT id, account, old, new AS next FROM model_move WHERE id > ? ORDER BY id',
  )
  const selectStandings = database.prepare(
    `SELECT id, batch_id AS batch, state, outcome, held_reason AS held, excluded, attempts, platform_identifier AS platformIdentifier,
       doubt FROM account ORDER BY id`,
  )
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
  const selectJudging = database
    .prepare(
      `SELECT id FROM batch b WHERE validating = 1 OR EXISTS (SELECT 1 FROM account a WHERE a.batch_id = b.id AND
         a.wanted = 1 AND a.state = 'ready' AND a.held_reason IS NULL)`,
    )
    .pluck()
  return {
    intents(sha256: string) {
      const rows = selectIntents.all(sha256) as {
        readonly name: string
        readonly batch: number
        readonly state: string
        readonly held: string | null
        readonly excluded: number
        readonly path: string
        readonly judged: number
      }[]
      return rows.map((row) => ({ ...row, key: row.path.split('/').slice(-3, -1).join(' ') }))
    },
    pausedFor: (supplier: string): boolean => selectPaused.get(connection, supplier) !== undefined,
    pauses: () => selectPauses.all(connection) as { supplier: string; reason: string; message: string }[],
    stopped: (batch: number): boolean => selectStop.get(batch) !== undefined,
    stops: () => selectStops.all() as number[],
    settings: (): QuietHours[] =>
      JSON.parse((selectQuiet.get(connection) as string | null) ?? '[]') as QuietHours[],
    movesAfter: (id: number) =>
      selectMoves.all(id) as { id: number; account: number; old: AccountState; next: AccountState }[],
    standings: () => selectStandings.all() as Standing[],
    oddAttempts: () => selectOddAttempts.all() as { id: number; state: string; open: number }[],
    oddCounts: () =>
      selectOddCounts.all() as { batch: number; state: string; counted: number; there: number }[],
    judging: () => selectJudging.all() as number[],
    close: () => void database.close(),
  }
}
