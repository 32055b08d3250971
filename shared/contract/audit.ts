// Contract calls about the audit log: reading it page by page, and checking its seals.
import { z } from 'zod'
import { auditHead, auditLine } from '../audit/audit-seal.ts'
import { base } from './base.ts'

const seq = z.number().int()
const auditFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('changed'), seq }),
  z.object({ kind: z.literal('missing'), seq, next: seq }),
  z.object({ kind: z.literal('moved'), seq }),
  z.object({ kind: z.literal('cut'), seq, had: seq }),
  z.object({ kind: z.literal('added'), seq }),
])

export const auditCalls = {
  /** At most 500 lines after the number `after`, oldest first, and the seal of the last line of all. */
  page: base
    .input(z.object({ after: z.number().int().nonnegative() }))
    .output(z.object({ lines: z.array(auditLine), head: auditHead })),
  /** `lines`: how many are right from the first one on. `fault`: where the log is not what was written; null: it is. */
  verify: base.output(z.object({ lines: z.number(), fault: auditFault.nullable() })),
}
