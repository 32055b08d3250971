// Commands `audit verify` and `audit export`. An export is JSON lines, oldest first; its last line is the seal of the log's
// last line, so that an export that was cut off is found.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  type AuditVerdict,
  auditHead,
  auditLine,
  createAuditCheck,
} from '../../../shared/audit/audit-seal.ts'
import { messageOf } from '../../engine/system/failure.ts'
import { exitCodes, refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { print, say } from '../terminal/terminal.ts'
import { dataTexts } from '../texts/data.ts'
import { existingFolder, withSession } from './session.ts'

export type AuditOptions = { readonly dataDir?: string; readonly json?: true }

const words = dataTexts.audit

/** `file`: an export; null: the log of the data folder. Returns the exit code. */
export async function verifyAudit(
  file: string | null,
  options: AuditOptions,
  invocation: Invocation,
): Promise<number> {
  const verdict =
    file === null
      ? await withSession(existingFolder(options.dataDir, invocation.env), invocation, ({ client }) =>
          client.audit.verify(),
        )
      : await verifyExport(file)
  if (options.json === true) await print(invocation, `${JSON.stringify(verdict)}\n`)
  else say(invocation, sentenceOf(verdict))
  return verdict.fault === null ? exitCodes.done : exitCodes.attention
}

function sentenceOf({ lines, fault }: AuditVerdict): string {
  if (fault === null) return words.sound({ lines })
  switch (fault.kind) {
    case 'changed':
      return words.changed({ seq: fault.seq })
    case 'missing':
      return words.missing({
        seq: fault.seq,
        last: fault.next - 1 === fault.seq ? 'same' : String(fault.next - 1),
      })
    case 'moved':
      return words.moved({ seq: fault.seq })
    case 'cut':
      return words.cut({ seq: fault.seq, had: fault.had })
    case 'added':
      return words.added({ seq: fault.seq })
    default:
      return fault satisfies never
  }
}

async function verifyExport(file: string): Promise<AuditVerdict> {
  const check = createAuditCheck((text) => createHash('sha256').update(text, 'utf8').digest('hex'))
  let end: string | null = null
  let unreadable: AuditVerdict | null = null
  try {
    for await (const text of createInterface({
      input: createReadStream(file, 'utf8'),
      crlfDelay: Infinity,
    })) {
      if (text === '') continue
      if (end !== null && unreadable === null) {
        const line = auditLine.safeParse(asJson(end))
        const seq = check.lines() + 1
        const fault = line.success ? check.line(line.data) : ({ kind: 'changed', seq } as const)
        if (fault !== null && (line.success || seq > 1)) return { lines: check.lines(), fault }
        // The file may be no export at all: its last line tells.
        if (fault !== null) unreadable = { lines: 0, fault }
      }
      end = text
    }
  } catch (error) {
    refuse(words.notUsable({ file, why: messageOf(error) }))
  }
  const head = auditHead.safeParse(asJson(end ?? ''))
  if (!head.success) refuse(words.noEnd({ file }))
  return unreadable ?? { lines: check.lines(), fault: check.end(head.data) }
}

/** Null: it is no JSON. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export async function exportAudit(options: AuditOptions, invocation: Invocation): Promise<void> {
  await withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    await client.audit.startExport()
    let after = 0
    for (;;) {
      const { lines, head } = await client.audit.page({ after })
      const last = lines.at(-1)
      for (const line of lines) await print(invocation, `${JSON.stringify(line)}\n`)
      if (last === undefined || last.seq >= head.seq) return print(invocation, `${JSON.stringify(head)}\n`)
      after = last.seq
    }
  })
}
