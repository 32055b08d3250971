// Reads a request body of at most `limit` bytes. A larger one is read to its end but discarded, so that a client that is
// still writing gets the answer instead of a broken connection.
import type { IncomingMessage } from 'node:http'
import type { ReadBody } from '../service/service.ts'

export type RawBody = { readonly bytes: Buffer; readonly tooLarge: boolean }

/** Rejects if the client disconnects early. */
export function readBody(stream: IncomingMessage, limit: number): Promise<RawBody> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else chunks = []
    })
    stream.on('end', () => {
      resolve({ bytes: Buffer.concat(chunks), tooLarge: size > limit })
    })
    stream.on('error', reject)
    stream.on('aborted', () => {
      reject(new Error('The client went away before its body was complete.'))
    })
  })
}

export function readJson({ bytes, tooLarge }: RawBody): ReadBody {
  if (tooLarge) return { kind: 'too_large' }
  try {
    // A byte order mark is not JSON; it is kept, so that parsing fails as in the framework family.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { kind: 'json', value: JSON.parse(text) }
  } catch (cause) {
    return { kind: 'not_json', reason: cause instanceof Error ? cause.message : 'not readable' }
  }
}
