// Writes the audit log as a file: JSON lines, oldest first; the last line is the seal of the log's last line, so that a file
// that was cut off is found.
import { writeTextFile } from '../system/text-file.ts'
import { type CallContext, type Refuse, unwrap } from './call-context.ts'

export async function writeLog(
  { store }: CallContext,
  folder: string,
  errors: Refuse,
): Promise<{ readonly path: string }> {
  const parts: string[] = []
  for (let after = 0; ; ) {
    const lines = store.audit.page(after)
    for (const line of lines) parts.push(JSON.stringify(line))
    const last = lines.at(-1)
    if (last === undefined) break
    after = last.seq
  }
  parts.push(JSON.stringify(store.audit.head()))
  const file = { fileName: 'audit-log.jsonl', text: `${parts.join('\n')}\n` }
  return { path: unwrap(await writeTextFile(folder, file), errors) }
}
