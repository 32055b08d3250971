// Connections and their pauses: what must not be sent for now, and the reason.
import type { Database } from 'better-sqlite3'
import { type SettingChanges, settingsOfRun } from '../../../../shared/sending/connection-changes.ts'
import {
  type ConnectionSettings,
  connectionSettings,
  type Environment,
  type Pause,
  pause,
  serviceAt,
} from '../../../../shared/sending/connection.ts'
import { type ProcessClock, processClock, unmeasured } from '../../sending/decisions/process-clock.ts'
import { type LastTest, lastTest } from '../../../../shared/contract/views.ts'
import { bindOperations } from '../operations.ts'
import { storeSaid } from '../../../../shared/texts/message.ts'

export type StoredConnection = {
  readonly id: number
  readonly name: string
  /** Including the settings of the run in this process. */
  readonly settings: ConnectionSettings
  /** As stored. */
  readonly saved: ConnectionSettings
  /** Environment that a person chose for the address, or practice if our own sandbox answers there. */
  readonly environment: Environment
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>

export function createConnectionStore(database: Database) {
  return bindOperations(prepareConnections(database), {
    practiceAt: startPractice,
    isPractice,
    practiceEnded: endPractice,
    forRun: setForRun,
    save: saveConnection,
    lastTest: readLastTest,
    keepTest,
    processClock: readProcessClock,
    keepProcessClock,
    remove: removeConnection,
    all: listConnections,
    get: getConnection,
    pause: addPause,
    pauses: listPauses,
    resume: removePause,
  })
}

type ConnectionParts = ReturnType<typeof prepareConnections>

function prepareConnections(database: Database) {
  const upsert = database.prepare(
    `INSERT INTO connection (name, settings, created_at) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET settings = excluded.settings RETURNING id`,
  )
  const selectAll = database.prepare('SELECT id, name, settings FROM connection ORDER BY id')
  const selectOne = database.prepare('SELECT id, name, settings FROM connection WHERE id = ?')
  const selectNamed = database.prepare('SELECT id, name, settings FROM connection WHERE name = ?')
  const selectClock = database.prepare('SELECT process_clock FROM connection WHERE id = ?').pluck()
  const updateClock = database.prepare('UPDATE connection SET process_clock = ? WHERE id = ?')
  const selectTest = database.prepare('SELECT last_test FROM connection WHERE id = ?').pluck()
  const updateTest = database.prepare('UPDATE connection SET last_test = ? WHERE id = ?')
  const deleteUnused = database.prepare(
    `DELETE FROM connection WHERE id = @id AND NOT EXISTS (SELECT 1 FROM batch WHERE connection_id = @id)
       AND NOT EXISTS (SELECT 1 FROM account WHERE connection_id = @id)`,
  )
  const upsertPause = database.prepare(
    `INSERT INTO pause VALUES (@connectionId, @supplier, @reason, @code, @message, @since, @forAll)
     ON CONFLICT DO UPDATE SET reason = excluded.reason, code = excluded.code, message = excluded.message,
       since = excluded.since, for_all = excluded.for_all`,
  )
  const selectPauses = database.prepare(
    'SELECT connection_id AS connectionId, supplier, reason, code, message, since, for_all FROM pause WHERE connection_id = ?',
  )
  const deletePause = database.prepare('DELETE FROM pause WHERE connection_id = ? AND supplier = ?')

  /** Addresses at which a sandbox of this program answers now. */
  const practice = new Set<string>()

  /** Settings of the run in this process; they end with the process. */
  const ofRun = new Map<number, SettingChanges>()
  return {
    savedOf: createSavedOf(),
    upsert,
    selectAll,
    selectOne,
    selectNamed,
    selectClock,
    updateClock,
    selectTest,
    updateTest,
    deleteUnused,
    upsertPause,
    selectPauses,
    deletePause,
    practice,
    ofRun,
  }
}

/** Parses the stored settings of a connection once per text, because they are read at every request and rarely change. */
function createSavedOf(): (row: RawConnection) => ConnectionSettings {
  const known = new Map<number, { readonly text: string; readonly saved: ConnectionSettings }>()
  return ({ id, settings: text }) => {
    const before = known.get(id)
    if (before?.text === text) return before.saved
    const saved = connectionSettings.parse(JSON.parse(text))
    known.set(id, { text, saved })
    return saved
  }
}

function toConnection(parts: ConnectionParts, row: RawConnection): StoredConnection {
  const saved = parts.savedOf(row)
  const changes = parts.ofRun.get(row.id)
  const settings = changes === undefined ? saved : (settingsOfRun(saved, changes) ?? saved)
  // Read for each account that is sent: the address is parsed only where there is something to compare it with.
  const isPracticeNow = parts.practice.size > 0 && parts.practice.has(serviceAt(settings.baseUrl))
  const environment = isPracticeNow ? 'practice' : settings.environment
  return { id: row.id, name: row.name, settings, saved, environment }
}

/** The host started a sandbox at this address and holds its port: until it ends, the address is practice. */
function startPractice(parts: ConnectionParts, baseUrl: string): void {
  parts.practice.add(serviceAt(baseUrl))
}

function isPractice(parts: ConnectionParts, baseUrl: string): boolean {
  return parts.practice.has(serviceAt(baseUrl))
}

/** That sandbox has ended: anything may answer there now. */
function endPractice(parts: ConnectionParts, baseUrl: string): void {
  parts.practice.delete(serviceAt(baseUrl))
}

function setForRun(parts: ConnectionParts, id: number, changes: SettingChanges): void {
  parts.ofRun.set(id, changes)
}

/** Adds a connection, or changes the settings of the one with this name. */
function saveConnection(
  parts: ConnectionParts,
  name: string,
  settings: ConnectionSettings,
  now: number,
): number {
  const before = parts.selectNamed.get(name) as RawConnection | undefined
  const { id } = parts.upsert.get(name, JSON.stringify(settings), now) as { id: number }
  if (before === undefined) return id
  const { saved } = toConnection(parts, before)
  // The clock measurements belong to the previous service.
  if (serviceAt(saved.baseUrl) !== serviceAt(settings.baseUrl)) parts.updateClock.run(null, id)
  if (saved.baseUrl !== settings.baseUrl || saved.tokenUrl !== settings.tokenUrl) keepTest(parts, id, null)
  return id
}

/** What its last test found; null: not tested since its address or key changed. */
function readLastTest(parts: ConnectionParts, id: number): LastTest | null {
  const kept = parts.selectTest.get(id) as string | null | undefined
  return kept === null || kept === undefined ? null : lastTest.parse(JSON.parse(kept))
}

function keepTest(parts: ConnectionParts, id: number, test: LastTest | null): void {
  parts.updateTest.run(test === null ? null : JSON.stringify(test), id)
}

/** Measurements of the clock that the service uses for created_at. */
function readProcessClock(parts: ConnectionParts, id: number): ProcessClock {
  const kept = parts.selectClock.get(id) as string | null | undefined
  return kept === null || kept === undefined ? unmeasured : processClock.parse(JSON.parse(kept))
}

function keepProcessClock(parts: ConnectionParts, id: number, known: ProcessClock): void {
  parts.updateClock.run(JSON.stringify(known), id)
}

/** Removes a connection with its pauses and decisions; false if a batch uses it. */
function removeConnection(parts: ConnectionParts, id: number): boolean {
  const isGone = parts.deleteUnused.run({ id }).changes > 0
  if (isGone) parts.ofRun.delete(id)
  return isGone
}

function listConnections(parts: ConnectionParts): StoredConnection[] {
  return (parts.selectAll.all() as RawConnection[]).map((row) => toConnection(parts, row))
}

function getConnection(parts: ConnectionParts, id: number): StoredConnection | null {
  const row = parts.selectOne.get(id) as RawConnection | undefined
  return row === undefined ? null : toConnection(parts, row)
}

function addPause(parts: ConnectionParts, entry: Pause): void {
  parts.upsertPause.run({
    ...entry,
    message: storeSaid(entry.message),
    forAll: entry.forAll === true ? 1 : 0,
  })
}

function listPauses(parts: ConnectionParts, connectionId: number): Pause[] {
  const rows = parts.selectPauses.all(connectionId) as readonly RawPause[]
  return rows.map(({ for_all: forAll, message, ...row }) =>
    pause.parse({
      ...row,
      message: JSON.parse(message) as unknown,
      ...(forAll === 1 && { forAll: true }),
    }),
  )
}

function removePause(parts: ConnectionParts, connectionId: number, supplier: string): void {
  parts.deletePause.run(connectionId, supplier)
}

type RawConnection = { id: number; name: string; settings: string }
type RawPause = Omit<Pause, 'message' | 'forAll'> & { readonly message: string; readonly for_all: 0 | 1 }
