// API calls about the program log and the support file.
import { hash } from 'node:crypto'
import type { FileLanguage } from '../../../shared/texts/language.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { message } from '../../../shared/texts/message.ts'
import { failed } from '../system/failure.ts'
import { supportFile } from '../system/log/support-file.ts'
import { writeTextFile } from '../system/text-file.ts'
import { type CallContext, os, unwrap } from './call-context.ts'

const mostLines = 1000
/** Files that were shown and can be saved: each window keeps its own in view. */
const mostShown = 8

type SupportFile = ReturnType<typeof supportFile>

export function supportCalls(context: CallContext) {
  const { store, log, version, clock, status } = context
  const calls = os.support
  // By the hash of its text, oldest first. A person saves the very text that they have read.
  const shown = new Map<string, SupportFile>()

  function show({ language, locale }: FileLanguage): SupportFile & { readonly id: string } {
    const format = createMessageFormat(language, locale)
    const file = supportFile({ store, log, version, folder: status.folder, now: clock.now(), format })
    const id = hash('sha256', file.text)
    shown.delete(id)
    shown.set(id, file)
    for (const oldest of [...shown.keys()].slice(0, -mostShown)) shown.delete(oldest)
    return { ...file, id }
  }

  return {
    log: calls.log.handler(() => log.latest(mostLines)),
    file: calls.file.handler(({ input }) => show(input.inLanguage)),
    write: calls.write.handler(async ({ input, errors }) => {
      const file = shown.get(input.id)
      if (file === undefined)
        return unwrap(failed('input', 'support_file_gone', message('system.support_gone')), errors)
      return { path: unwrap(await writeTextFile(input.folder, file), errors) }
    }),
  }
}
