// The last line of the team's audit log that this desktop has found right, as a setting of the workspace: a log that ends
// before it, or has another line there, was changed since.
import { z } from 'zod'
import { type AuditHead, auditHead, emptyHead } from '../../../../shared/audit/audit-seal.ts'
import type { SettingStore } from '../../store/database/settings.ts'

const settingName = 'team_audit'
const stored = z.object({ team: z.string(), head: auditHead })

/** @param team its identifier */
export function readSeenHead(settings: SettingStore, team: string): AuditHead {
  const text = settings.get(settingName)
  const seen = text === null ? null : stored.parse(JSON.parse(text))
  return seen?.team === team ? seen.head : emptyHead
}

export function storeSeenHead(settings: SettingStore, team: string, head: AuditHead): void {
  settings.set(settingName, JSON.stringify({ team, head }))
}
