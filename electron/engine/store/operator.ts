// The name of the person who works here, as it is written to what they do: edits, releases, decisions and reports. It is
// a setting of the workspace: the system's user at first, until a person gives another name. A connection may have a name
// of its own, for what is done with it and with its batches.
import type { Database } from 'better-sqlite3'
import type { SettingStore } from './database/settings.ts'

const nameSetting = 'operator'
const givenSetting = 'operator_given'

const ofWorkspace = `ifnull((SELECT value FROM setting WHERE name = '${nameSetting}'), '')`
const ofBatch = (batch: string): string => `(SELECT json_extract(c.settings, '$.operator') FROM batch b
  JOIN connection c ON c.id = b.connection_id WHERE b.id = ${batch})`

/** SQL: the present operator, for a column of what is written now about a batch. `batch`: its number, as SQL. */
export const operatorNow = (batch: string): string => `ifnull(${ofBatch(batch)}, ${ofWorkspace})`

export type Operator = {
  readonly name: string
  /** True if a person gave the name; false: it is the system's user. */
  readonly given: boolean
}

export function readOperator(settings: SettingStore): Operator {
  return { name: settings.get(nameSetting) ?? '', given: settings.get(givenSetting) !== null }
}

export function giveOperator(settings: SettingStore, name: string): void {
  settings.set(nameSetting, name)
  settings.set(givenSetting, '1')
}

/** At the start of the engine, until a person has given a name. */
export function nameSystemUser(settings: SettingStore, user: string): void {
  if (!readOperator(settings).given) settings.set(nameSetting, user)
}

export type OperatorStore = ReturnType<typeof createOperatorStore>

export function createOperatorStore(database: Database) {
  const selectOfBatch = database.prepare(`SELECT ${operatorNow('?')}`).pluck()
  const selectOfConnection = database
    .prepare(
      `SELECT ifnull((SELECT json_extract(settings, '$.operator') FROM connection WHERE id = @connection OR name = @connection), ${ofWorkspace})`,
    )
    .pluck()
  return {
    /** For what is done now about a batch; null: about none. */
    ofBatch: (batch: number | null): string => selectOfBatch.get(batch) as string,
    /** For what is done now with a connection itself, by its number or its name. */
    ofConnection: (connection: number | string): string => selectOfConnection.get({ connection }) as string,
  }
}
