// Which copies this desktop keeps in the team's database: a setting of the workspace. None, unless a person says so, since a
// copy puts customer data where every member can read it. The passphrase is in the key store.
import { copyKeeping, type CopyKeeping } from '../../../../shared/contract/team/copies.ts'
import type { SettingStore } from '../../store/database/settings.ts'

const settingName = 'team_copies'
const none: CopyKeeping = { connections: [], batches: [], everyMinutes: 15, encrypted: false }

export function readKeeping(settings: SettingStore): CopyKeeping {
  const text = settings.get(settingName)
  return text === null ? none : copyKeeping.parse(JSON.parse(text))
}

export function changeKeeping(settings: SettingStore, change: Partial<CopyKeeping>): CopyKeeping {
  const next = { ...readKeeping(settings), ...change }
  settings.set(settingName, JSON.stringify(next))
  return next
}

export function isKept(
  { connections, batches }: CopyKeeping,
  { id, connectionId }: { readonly id: number; readonly connectionId: number | null },
): boolean {
  return batches.includes(id) || (connectionId !== null && connections.includes(connectionId))
}
