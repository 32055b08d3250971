// API call that checks the audit log of the team's database.
import { readSeenHead, storeSeenHead } from '../../team/audit/seen-head.ts'
import { verifyTeamAudit } from '../../team/audit/verify.ts'
import { type CallContext, os } from '../call-context.ts'
import { known, opened } from './opened-team.ts'

export function teamAuditCalls(context: CallContext) {
  const { settings } = context.store
  return {
    verifyAudit: os.team.verifyAudit.handler(async ({ errors }) => {
      const { database, team } = opened(context, errors)
      const verdict = known(await verifyTeamAudit(database, readSeenHead(settings, team)), errors)
      if (verdict.fault === null) storeSeenHead(settings, team, verdict.head)
      return verdict
    }),
  }
}
