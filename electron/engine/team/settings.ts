// Which team the workspace belongs to, as a setting of the workspace. Passwords are in the key store.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { teamAddress } from '../../../shared/contract/team/team.ts'
import type { SettingStore } from '../store/database/settings.ts'

const settingName = 'team'
const desktopName = 'team_desktop'

const stored = teamAddress.extend({
  /** As others see this desktop. */
  name: z.string(),
  /** The team's identifier. */
  team: z.string(),
  /** By connection, the service at which the team knows all that was sent from here. */
  known: z.record(z.string(), z.string()),
})
export type StoredTeam = z.infer<typeof stored>

export function readTeam(settings: SettingStore): StoredTeam | null {
  const text = settings.get(settingName)
  return text === null || text === '' ? null : stored.parse(JSON.parse(text))
}

/** Without parsing it: asked for each account that is sent. */
export function belongsToTeam(settings: SettingStore): boolean {
  return (settings.get(settingName) ?? '') !== ''
}

/** Null: it belongs to none any more. */
export function storeTeam(settings: SettingStore, team: StoredTeam | null): void {
  settings.set(settingName, team === null ? '' : JSON.stringify(team))
}

/** Identifies this data folder in every team. */
export function desktopOf(settings: SettingStore): string {
  const known = settings.get(desktopName)
  if (known !== null) return known
  const desktop = randomUUID()
  settings.set(desktopName, desktop)
  return desktop
}
