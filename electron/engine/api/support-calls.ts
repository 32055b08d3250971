// API calls about the program log and the support file.
import { supportFile } from '../system/log/support-file.ts'
import { writeTextFile } from '../system/text-file.ts'
import { type CallContext, os, unwrap } from './call-context.ts'

const mostLines = 1000

export function supportCalls(context: CallContext) {
  const { store, log, version, clock, status } = context
  const calls = os.support
  const file = () => supportFile({ store, log, version, folder: status.folder, now: clock.now() })
  return {
    log: calls.log.handler(() => log.latest(mostLines)),
    file: calls.file.handler(file),
    write: calls.write.handler(async ({ input, errors }) => ({
      path: unwrap(await writeTextFile(input.folder, file()), errors),
    })),
  }
}
