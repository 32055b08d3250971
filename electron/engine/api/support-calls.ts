// API calls about the program log and the support file.
import { supportFile } from '../system/log/support-file.ts'
import { writeTextFile } from '../system/text-file.ts'
import { type CallContext, os, unwrap } from './call-context.ts'

const mostLines = 1000

export function supportCalls(context: CallContext) {
  const { store, log, version, clock, status } = context
  const calls = os.support
  const file = () => supportFile({ store, log, version, folder: status.folder, now: clock.now() })
  // The file that was read is the one that is written.
  let shown: ReturnType<typeof file> | null = null
  return {
    log: calls.log.handler(() => log.latest(mostLines)),
    file: calls.file.handler(() => (shown = file())),
    write: calls.write.handler(async ({ input, errors }) => ({
      path: unwrap(await writeTextFile(input.folder, shown ?? file()), errors),
    })),
  }
}
