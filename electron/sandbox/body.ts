// Reading a request's body: whole, up to the limit. What goes beyond it is read and dropped, so that a client still
// writing gets the answer instead of a broken connection.
import type { IncomingMessage } from 'node:http'
import type { ReadBody } from './service.ts'

export type RawBody = { readonly bytes: Buffer; readonly tooLarge: boolean }

/** Rejects when the client goes away in the middle. */
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
    // A byte order mark is not JSON; kept, it fails the parse as it does in the family.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { kind: 'json', value: JSON.parse(text) }
  } catch (cause) {
    return { kind: 'not_json', reason: cause instanceof Error ? cause.message : 'not readable' }
  }
}
