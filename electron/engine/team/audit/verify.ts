// Checks the team's audit log line by line, and that it still has the last line that this desktop has seen. Whoever can
// write all of it can also hash it again: only what a desktop has seen then differs.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  type AuditHead,
  type AuditVerdict,
  createChainCheck,
  emptyHead,
} from '../../../../shared/audit/audit-seal.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'

const pageSize = 1000

const line = z.object({
  seq: z.number().int(),
  previous: z.string(),
  hash: z.string(),
  at: z.string(),
  desktop: z.string(),
  what: z.string(),
  detail: z.string(),
  member: z.string(),
})
type Line = z.infer<typeof line>

const page = `SELECT number AS seq, previous, hash, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
  coalesce(desktop::text, '') AS desktop, what, detail::text AS detail, member
  FROM carryover.audit WHERE number > $1 ORDER BY number LIMIT ${pageSize}`

/** As carryover.audit_text() makes it. */
function hashOf(before: string, { seq, at, desktop, what, detail, member }: Line): string {
  return createHash('sha256')
    .update([before, seq, at, desktop, what, detail, member].join('\n'))
    .digest('hex')
}

/** `head`: the last line that is right, to be kept as what this desktop has seen. */
export type TeamAuditVerdict = AuditVerdict & { readonly head: AuditHead }

/**
 * Reads the whole log in pieces.
 * @param seen the last line that this desktop has seen; `emptyHead`: none
 */
export async function verifyTeamAudit(
  database: TeamDatabase,
  seen: AuditHead = emptyHead,
): Promise<TeamResult<TeamAuditVerdict>> {
  const check = createChainCheck(hashOf)
  for (;;) {
    const found = await database.run(line, page, [check.lines()])
    if (!found.ok) return found
    for (const one of found.value) {
      const before = check.head()
      const isOther = one.previous !== before.hash || (one.seq === seen.seq && one.hash !== seen.hash)
      const fault = check.line(one) ?? (isOther ? { kind: 'changed' as const, seq: one.seq } : null)
      if (fault !== null) return { ok: true, value: { lines: before.seq, fault, head: before } }
    }
    if (found.value.length < pageSize) break
  }
  const head = check.head()
  const fault = head.seq < seen.seq ? { kind: 'cut' as const, seq: head.seq, had: seen.seq } : null
  return { ok: true, value: { lines: head.seq, fault, head } }
}

/** The last line as the database has it, for a desktop to keep. */
export async function readTeamAuditHead(database: TeamDatabase): Promise<TeamResult<AuditHead>> {
  const found = await database.run(
    z.object({ seq: z.number(), hash: z.string() }),
    'SELECT number AS seq, hash FROM carryover.audit ORDER BY number DESC LIMIT 1',
  )
  return found.ok ? { ok: true, value: found.value[0] ?? emptyHead } : found
}
