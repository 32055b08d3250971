// Writes an answer to its connection, normally or with a fault (cut, reset, held, one byte at a time). Each way
// reports the end of the connection.
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Answer } from '../http/answers.ts'
import type { Connection } from '../storage/ledger.ts'

/** Resolves when the reply is sent or the client is gone. */
export function send(raw: ServerResponse, answer: Answer, date: string): Promise<Connection> {
  const body = Buffer.from(answer.body)
  const ended = endOf(raw)
  raw.writeHead(answer.status, headersOf(answer, body, date)).end(body)
  return ended
}

/** Sends the first bytes of the body or of the whole reply, then closes the connection. */
export function sendCut(
  raw: ServerResponse,
  answer: Answer,
  date: string,
  { bytes, of }: { bytes: number; of: 'body' | 'reply' },
): Promise<Connection> {
  const body = Buffer.from(answer.body)
  const lines = Object.entries(headersOf(answer, body, date)).map(([name, value]) => `${name}: ${value}\r\n`)
  const status = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n`
  const head = Buffer.from(`${status}${lines.join('')}connection: keep-alive\r\n\r\n`)
  const part = Buffer.concat([head, body]).subarray(0, of === 'body' ? head.length + bytes : bytes)
  const { socket } = raw
  return new Promise((resolve) => {
    const done = (): void => {
      socket?.destroy()
      resolve('cut')
    }
    if (socket === null || socket.destroyed) done()
    else socket.write(part, done)
  })
}

export function reset(raw: ServerResponse): Connection {
  raw.socket?.resetAndDestroy()
  return 'reset'
}

/** Sends nothing; resolves when the client gives up or the server closes. */
export async function hang(raw: ServerResponse): Promise<Connection> {
  await endOf(raw)
  return 'hung'
}

export function sendSlowly(
  raw: ServerResponse,
  answer: Answer,
  date: string,
  bytesPerSecond: number,
): Promise<Connection> {
  const body = Buffer.from(answer.body)
  const ended = endOf(raw)
  raw.writeHead(answer.status, headersOf(answer, body, date))
  raw.flushHeaders()
  let at = 0
  const timer = setInterval(() => {
    raw.write(body.subarray(at, at + 1))
    at += 1
    if (at >= body.length) {
      clearInterval(timer)
      raw.end()
    }
  }, 1_000 / bytesPerSecond)
  raw.once('close', () => {
    clearInterval(timer)
  })
  return ended
}

/** Sends the answer's body and then endless white space, no faster than the client reads it. */
export function sendFlood(
  raw: ServerResponse,
  answer: Answer,
  date: string,
  { bytes, declared }: { bytes: number; declared: boolean },
): Promise<Connection> {
  const body = Buffer.from(answer.body)
  const ended = endOf(raw)
  const { 'content-length': length, ...others } = headersOf(answer, body, date)
  const size = declared ? { 'content-length': String(Number(length) + bytes) } : {}
  raw.writeHead(answer.status, { ...others, ...size })
  raw.write(body)
  const chunk = Buffer.alloc(64 * 1024, ' ')
  let left = bytes
  const more = (): void => {
    while (left > 0 && !raw.destroyed) {
      const part = chunk.subarray(0, Math.min(left, chunk.length))
      left -= part.length
      if (!raw.write(part)) {
        raw.once('drain', more)
        return
      }
    }
    if (!raw.destroyed) raw.end()
  }
  more()
  return ended
}

/** Waits; ends early if the client disconnects. */
export function pause(raw: ServerResponse, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    raw.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function endOf(raw: ServerResponse): Promise<Connection> {
  if (raw.destroyed || raw.socket?.destroyed === true) return Promise.resolve('client_gone')
  return new Promise((resolve) => {
    raw.once('close', () => {
      resolve(raw.writableFinished ? 'answered' : 'client_gone')
    })
  })
}

function headersOf(answer: Answer, body: Buffer, date: string): Record<string, string> {
  return { ...answer.headers, 'content-length': String(body.length), date }
}
