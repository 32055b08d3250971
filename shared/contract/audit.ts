// Contract calls about the audit log: reading it page by page, and checking its seals.
import { z } from 'zod'
import { auditHead, auditLine, auditVerdict } from '../audit/audit-seal.ts'
import { base } from './base.ts'

export const auditCalls = {
  /** At most 500 lines after the number `after`, oldest first, and the seal of the last line of all. */
  page: base
    .input(z.object({ after: z.number().int().nonnegative() }))
    .output(z.object({ lines: z.array(auditLine), head: auditHead })),
  /** At most 500 lines before the number `before`, or the last ones of all; newest first. */
  newest: base.input(z.object({ before: z.number().int().positive().nullable() })).output(z.array(auditLine)),
  /**
   * Comes before the pages of an export to anywhere else than a folder: the log notes the export, and the exported lines end
   * with that line or a later one.
   */
  startExport: base.output(z.void()),
  /** Writes the log into a folder, in the form that `carryover audit verify` checks. */
  write: base.input(z.object({ folder: z.string().min(1) })).output(z.object({ path: z.string() })),
  verify: base.output(auditVerdict),
}
