// Writes the audit log as a file: JSON lines, oldest first; the last line is the seal of the log's last line, so that a file
// that was cut off is found. It is written page by page, so that windows are served meanwhile, and has its name when it is
// complete.
import { join } from 'node:path'
import { message } from '../../../shared/texts/message.ts'
import { createPartFile, createTextSink } from '../report/file-sink.ts'
import type { Store } from '../store/store.ts'
import { failed, messageOf, type Result, success } from '../system/failure.ts'
import { yieldToEventLoop } from '../system/yield.ts'

export const auditFileName = 'audit-log.jsonl'

/** Returns the path of the file; an older one of the name is replaced. */
export async function writeLog({ audit }: Pick<Store, 'audit'>, folder: string): Promise<Result<string>> {
  const path = join(folder, auditFileName)
  let discard = (): Promise<void> => Promise.resolve()
  try {
    const part = await createPartFile(path)
    discard = part.discard
    const { add, flush, finish } = createTextSink(part)
    for (let page = audit.page(0); page.length > 0; page = audit.page(page.at(-1)?.seq ?? 0)) {
      for (const line of page) add(`${JSON.stringify(line)}\n`)
      await flush()
      await yieldToEventLoop()
    }
    // Nothing ran since the last page, so this is the seal of its last line.
    add(`${JSON.stringify(audit.head())}\n`)
    await finish()
    await part.keep()
    return success(path)
  } catch (error) {
    await discard().catch(() => undefined)
    return failed(
      'workspace',
      'not_written',
      message('system.file_not_written', { folder, why: messageOf(error) }),
    )
  }
}
