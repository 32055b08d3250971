// Changes of single connection settings by path: the settings given for one run override the saved ones. Pure.
import { z } from 'zod'
import { type ConnectionSettings, connectionSettings } from './connection.ts'

/** A setting's path with dots (`limits.rate`) and its new value. */
export const settingChanges = z.record(z.string(), z.unknown())
export type SettingChanges = z.infer<typeof settingChanges>

/** The address, environment, catalogue and operator belong to the connection and cannot be changed for a single run. */
const ownByConnection = ['baseUrl', 'environment', 'catalogue', 'operator']

/** A copy of the settings with the changes applied. */
export function changedWith(settings: unknown, changes: SettingChanges): unknown {
  return Object.entries(changes).reduce(
    (before, [path, value]) => put(before, path.split('.'), value),
    settings,
  )
}

function put(into: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const before = z.record(z.string(), z.unknown()).catch({}).parse(into)
  return { ...before, [name]: put(before[name], rest, value) }
}

/** The settings of a run: the saved ones with its changes; null when the result is invalid. */
export function settingsOfRun(saved: ConnectionSettings, changes: SettingChanges): ConnectionSettings | null {
  const own = Object.entries(changes).filter(([path]) => !ownByConnection.includes(path.split('.')[0] ?? ''))
  const made = connectionSettings.safeParse(changedWith(saved, Object.fromEntries(own)))
  return made.success ? made.data : null
}
