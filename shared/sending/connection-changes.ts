// Changes of single settings of a connection, by path: what a run was reported for itself, overlaid what is saved. Pure.
import { z } from 'zod'
import { type ConnectionSettings, connectionSettings } from './connection.ts'

/** A setting's path with dots (`limits.rate`) and the value that it is to have. */
export const settingChanges = z.record(z.string(), z.unknown())
export type SettingChanges = z.infer<typeof settingChanges>

/** Where accounts go, under which mark and against which catalogue, belongs to the connection and to no single run. */
const ownByConnection = ['baseUrl', 'environment', 'catalogue']

/** A copy with these settings in their places. */
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

/** The settings of a run: what is saved, with what was said for it; null where that makes no settings. */
export function settingsOfRun(saved: ConnectionSettings, changes: SettingChanges): ConnectionSettings | null {
  const own = Object.entries(changes).filter(([path]) => !ownByConnection.includes(path.split('.')[0] ?? ''))
  const made = connectionSettings.safeParse(changedWith(saved, Object.fromEntries(own)))
  return made.success ? made.data : null
}
