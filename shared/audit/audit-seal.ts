// The audit log's seal: each line has the hash of itself and of the line before it, so a line that is changed, removed,
// added or moved breaks the chain there. The last hash is kept apart from the lines: if lines are cut off at the end, it
// is missing among them. Whoever can write all of it can also seal it again: only an
// export that is kept elsewhere then differs.
import { z } from 'zod'

export const auditLine = z.strictObject({
  /** From 1, without gaps. */
  seq: z.number().int().positive(),
  /** ISO 8601, UTC, with milliseconds. */
  at: z.iso.datetime(),
  /** Empty: Carryover did it by itself. */
  operator: z.string(),
  action: z.string(),
  batch: z.number().int().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** SHA-256 in hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type AuditLine = z.infer<typeof auditLine>

/** Of the last line; `seq` 0 and an empty hash for a log without lines. */
export const auditHead = z.strictObject({ seq: z.number().int().nonnegative(), hash: z.string() })
export type AuditHead = z.infer<typeof auditHead>
export const emptyHead: AuditHead = { seq: 0, hash: '' }

/** The text whose SHA-256 seals a line; `before`: the hash of the line before it. */
export function sealedText(before: string, line: Omit<AuditLine, 'hash'>): string {
  const { seq, at, operator, action, batch, details } = line
  return JSON.stringify([before, seq, at, operator, action, batch, details])
}

const seq = z.number().int()

/** What is wrong with a log, at the first line where it shows. */
export const auditFault = z.discriminatedUnion('kind', [
  /** The line is not what was sealed, or follows another line than it was written after. */
  z.object({ kind: z.literal('changed'), seq }),
  /** Lines from `seq` to before `next` are not there. */
  z.object({ kind: z.literal('missing'), seq, next: seq }),
  /** The line stands where a line with a higher number belongs. */
  z.object({ kind: z.literal('moved'), seq }),
  /** The log ends after `seq`, but had `had` lines. */
  z.object({ kind: z.literal('cut'), seq, had: seq }),
  /** There are lines after the last one that was sealed. */
  z.object({ kind: z.literal('added'), seq }),
])
export type AuditFault = z.infer<typeof auditFault>

/** `lines`: how many are right from the first one on. `fault`: where the log is not what was written; null: it is. */
export const auditVerdict = z.object({ lines: z.number(), fault: auditFault.nullable() })
export type AuditVerdict = z.infer<typeof auditVerdict>

/** Checks line by line; `hashOf` gives the SHA-256 of a text in hex. Ends at the first fault. */
export function createAuditCheck(hashOf: (text: string) => string) {
  return createChainCheck<AuditLine>((before, line) => hashOf(sealedText(before, line)))
}

/** The same for lines of any kind; `sealOf` gives a line's hash in hex, from the hash of the line before it. */
export function createChainCheck<Line extends AuditHead>(sealOf: (before: string, line: Line) => string) {
  let last = emptyHead
  return {
    /** The next line, in the order of the log. */
    line(line: Line): AuditFault | null {
      const wanted = last.seq + 1
      if (line.seq > wanted) return { kind: 'missing', seq: wanted, next: line.seq }
      if (line.seq < wanted) return { kind: 'moved', seq: line.seq }
      if (sealOf(last.hash, line) !== line.hash) return { kind: 'changed', seq: line.seq }
      last = { seq: line.seq, hash: line.hash }
      return null
    },
    /** After the last line; `head`: what is kept apart from the lines. */
    end(head: AuditHead): AuditFault | null {
      if (last.seq < head.seq) return { kind: 'cut', seq: last.seq, had: head.seq }
      if (last.seq > head.seq) return { kind: 'added', seq: head.seq + 1 }
      return last.hash === head.hash ? null : { kind: 'changed', seq: last.seq }
    },
    /** How many lines are right so far. */
    lines: (): number => last.seq,
    /** The last line that is right. */
    head: (): AuditHead => last,
  }
}
