// Main function of the reader process: takes one request and writes messages to standard output with backpressure.
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { FileKey } from '../../system/files/sealed-file.ts'
import { readHere } from '../read-here.ts'
import { parseRequest, wireText } from './wire.ts'

/**
 * `line` is the request as JSON. Resolves when the last message is written to standard output; a bug ends this
 * process with code 1 and its stack on standard error.
 */
export async function answerRequest(line: string): Promise<void> {
  // A parent that no longer listens needs nothing more.
  process.stdout.on('error', () => process.exit(0))
  try {
    const { path, options, key } = parseRequest(line)
    const settings = { key: key === null ? null : (Buffer.from(key, 'hex') as FileKey) }
    for await (const message of readHere(path, options, new AbortController().signal, settings)) {
      // Before the last message, because its receiver kills this process. Does nothing without a cache.
      if (message.kind === 'end') flushCompileCache()
      const reported = message.kind === 'progress' ? { ...message, rss: process.memoryUsage.rss() } : message
      if (!process.stdout.write(wireText(reported))) await once(process.stdout, 'drain')
    }
  } catch (error) {
    // To standard error, of which the parent keeps only the kind: a stack may quote the file's content.
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`${stack}\n`, () => process.exit(1))
    await new Promise(() => undefined)
  }
}
