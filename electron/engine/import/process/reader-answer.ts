// Main routine of the reader process: one request in, messages to standard output as fast as the parent takes them.
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { readHere } from '../read-here.ts'
import { parseRequest, wireText } from './wire.ts'

/**
 * `line` is the request as JSON. Resolves when the last message is with standard output; a fault of ours ends this
 * process with code 1 and its stack on standard error.
 */
export async function answerRequest(line: string): Promise<void> {
  // A parent that no longer listens wants nothing more.
  process.stdout.on('error', () => process.exit(0))
  try {
    const { path, options } = parseRequest(line)
    for await (const message of readHere(path, options, new AbortController().signal)) {
      // Before the last message, since whoever has it ends this process. Nothing happens where no cache is asked for.
      if (message.kind === 'end') flushCompileCache()
      const reported = message.kind === 'progress' ? { ...message, rss: process.memoryUsage.rss() } : message
      if (!process.stdout.write(wireText(reported))) await once(process.stdout, 'drain')
    }
  } catch (error) {
    // To standard error, of which the parent keeps the kind only: a stack may quote what the file holds.
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`${stack}\n`, () => process.exit(1))
    await new Promise(() => undefined)
  }
}
