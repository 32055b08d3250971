// Contract calls about the audit log: reading it page by page, and checking its seals.
import { z } from 'zod'
import { auditHead, auditLine, auditVerdict } from '../audit/audit-seal.ts'
import { base } from './base.ts'

export const auditCalls = {
  /** At most 500 lines after the number `after`, oldest first, and the seal of the last line of all. */
  page: base
    .input(z.object({ after: z.number().int().nonnegative() }))
    .output(z.object({ lines: z.array(auditLine), head: auditHead })),
  verify: base.output(auditVerdict),
}
