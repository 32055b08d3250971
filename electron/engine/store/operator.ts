// The name of the person who works here, as it is written to what they do: edits, releases, decisions and reports. It is
// a setting of the workspace: the system's user at first, until a person gives another name.
import type { SettingStore } from './database/settings.ts'

const nameSetting = 'operator'
const givenSetting = 'operator_given'

/** SQL: the present operator, for a column of what is written now. */
export const operatorNow = `ifnull((SELECT value FROM setting WHERE name = '${nameSetting}'), '')`

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
