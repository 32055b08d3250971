// Common parts of every answer of the web host: headers, and the form of a refusal. Every answer has these headers,
// even after an early error.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebTexts, webTexts } from './texts/web.ts'

/** Refusal of a request: an HTTP status, a stable code, and a sentence for a person in the language of the request. */
export type Refusal = {
  readonly status: number
  readonly code: string
  readonly message: (words: WebTexts['refusals']) => string
}
export type Reply =
  | Refusal
  | {
      readonly status: 200
      readonly body: Buffer | string
      readonly headers: Readonly<Record<string, string>>
    }

export function refusal(status: number, code: string, message: Refusal['message']): Refusal {
  return { status, code, message }
}

export function jsonReply(value: unknown): Reply {
  return { status: 200, body: JSON.stringify(value), headers: { 'Content-Type': jsonType } }
}

const jsonType = 'application/json; charset=utf-8'

/** `authority` is the host's own `127.0.0.1:PORT`: the page may open a socket only to it. */
export function securityHeaders(authority: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      `connect-src 'self' ws://${authority}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), clipboard-read=(), clipboard-write=(self)',
  }
}

/** Sends a reply; the security headers are on the response already. Node reads and discards the rest of a body. */
export function sendReply(response: ServerResponse, reply: Reply, words: WebTexts): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const { body, headers } =
    'code' in reply ? { body: refusalBody(reply, words), headers: { 'Content-Type': jsonType } } : reply
  response.writeHead(reply.status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
  response.end(body)
}

/** Answers if there is no response object (upgrades, unreadable requests) and closes the connection. */
export function sendRawRefusal(
  socket: Duplex,
  refused: Refusal,
  headers: Readonly<Record<string, string>>,
  words: WebTexts = webTexts,
): void {
  socket.on('error', () => socket.destroy())
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = refusalBody(refused, words)
  const all = {
    ...headers,
    'Content-Type': jsonType,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const first = `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status] ?? ''}`
  socket.end(`${[first, ...lines].join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

function refusalBody({ code, message }: Refusal, { refusals }: WebTexts): string {
  return JSON.stringify({ code, message: message(refusals) })
}

/** A request's body in pieces. Stopping early leaves the connection open, so that the refusal can be read. */
export function bodyOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) }
}

/** A small JSON body, or a refusal. Bodies without a declared length are counted while they are read. */
export async function readJson(
  request: IncomingMessage,
  limit: number,
): Promise<{ readonly value: unknown } | Refusal> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of bodyOf(request)) {
    bytes += piece.length
    if (bytes > limit) return tooLarge(limit)
    pieces.push(piece)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
    return { value: JSON.parse(text) as unknown }
  } catch {
    return refusal(400, 'not_json', (words) => words.not_json)
  }
}

export function tooLarge(limit: number): Refusal {
  const mebibytes = Math.floor(limit / 1024 ** 2)
  return refusal(413, 'too_large', (words) =>
    mebibytes >= 1
      ? words.too_large_mebibytes({ mebibytes: `${mebibytes}` })
      : words.too_large({ bytes: `${limit}` }),
  )
}
