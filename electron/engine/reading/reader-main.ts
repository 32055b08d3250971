// The reader's own process: one request on standard input, messages on standard output, as fast as they are taken.
// Standard input stays open while the parent lives; when it closes, this process ends.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { readHere } from './read-here.ts'
import { readRequest, type WireMessage } from './wire.ts'

const abort = new AbortController()

async function answer(line: string): Promise<void> {
  const { path, options } = readRequest.parse(JSON.parse(line))
  for await (const message of readHere(path, options, abort.signal)) {
    const wire: WireMessage =
      message.kind === 'progress' ? { ...message, rss: process.memoryUsage.rss() } : message
    if (!process.stdout.write(`${JSON.stringify(wire)}\n`)) await once(process.stdout, 'drain')
  }
}

const lines = createInterface({ input: process.stdin })
lines.once('line', (line) => {
  answer(line).then(
    () => process.stdout.end(() => process.exit(0)),
    (error: unknown) => {
      // To standard error, of which the parent keeps the kind only: a stack may quote what the file holds.
      process.stderr.write(
        `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
        () => process.exit(1),
      )
    },
  )
})
lines.once('close', () => process.exit(0))
process.stdout.on('error', () => process.exit(0))
