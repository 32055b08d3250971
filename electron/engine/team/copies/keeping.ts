// Which copies this desktop keeps in the team's database: a setting of the workspace. None, unless a person says so, since a
// copy puts customer data where every member can read it. What was said holds for one team, and for no other that the
// workspace belongs to later. The passphrase is in the key store.
import { z } from 'zod'
import { copyKeeping, type CopyKeeping } from '../../../../shared/contract/team/copies.ts'
import type { SettingStore } from '../../store/database/settings.ts'
import { readTeam } from '../settings.ts'

const settingName = 'team_copies'
/** `team`: its identifier. */
const stored = z.object({ team: z.string(), keeping: copyKeeping })
const none: CopyKeeping = { connections: [], batches: [], everyMinutes: 15, encrypted: false }

export function readKeeping(settings: SettingStore): CopyKeeping {
  const text = settings.get(settingName)
  if (text === null) return none
  const { team, keeping } = stored.parse(JSON.parse(text))
  return team === readTeam(settings)?.team ? keeping : none
}

/** @param team the present one's identifier */
export function changeKeeping(
  settings: SettingStore,
  team: string,
  change: Partial<CopyKeeping>,
): CopyKeeping {
  const keeping = { ...readKeeping(settings), ...change }
  settings.set(settingName, JSON.stringify({ team, keeping }))
  return keeping
}

export function isKept(
  { connections, batches }: CopyKeeping,
  { id, connectionId }: { readonly id: number; readonly connectionId: number | null },
): boolean {
  return batches.includes(id) || (connectionId !== null && connections.includes(connectionId))
}
