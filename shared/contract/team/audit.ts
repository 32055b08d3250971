// Contract call that checks the audit log of the team's database.
import { auditHead, auditVerdict } from '../../audit/audit-seal.ts'
import { base } from '../base.ts'

export const teamAuditCalls = {
  /**
   * Reads the whole log. `head`: the last line that is right. It is compared with the last line of the check before, so that a
   * log that was cut off since is found.
   */
  verifyAudit: base.output(auditVerdict.extend({ head: auditHead })),
}
