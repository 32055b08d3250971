// What the reader's own process does, whoever started it: one request in, messages on standard output as fast as they
// are taken, then the end of the process.
import { once } from 'node:events'
import { readHere } from './read-here.ts'
import { readRequest, type WireMessage } from './wire.ts'

/** Ends this process with code 0, or 1 with a stack on standard error. `line` is the request as JSON. */
export function answerAndExit(line: string): void {
  // A parent that no longer listens wants nothing more.
  process.stdout.on('error', () => process.exit(0))
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
}

async function answer(line: string): Promise<void> {
  const { path, options } = readRequest.parse(JSON.parse(line))
  for await (const message of readHere(path, options, new AbortController().signal)) {
    const wire: WireMessage =
      message.kind === 'progress' ? { ...message, rss: process.memoryUsage.rss() } : message
    if (!process.stdout.write(`${JSON.stringify(wire)}\n`)) await once(process.stdout, 'drain')
  }
}
