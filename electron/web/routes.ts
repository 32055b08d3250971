// Routes of the web host, matched by exact and undecoded target. The guards use the same route entry that serves
// the request, so both always interpret it the same way. That is why no router library is used here.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Downloads } from './files/downloads.ts'
import { codeWrong, type RouteRules } from './guards.ts'
import type { RendererFiles } from './files/renderer-files.ts'
import { jsonReply, readJson, refusal, type Reply } from './replies.ts'
import type { Tokens } from './tokens.ts'
import type { Uploads } from './files/uploads.ts'

/** Handler of a target after its rules passed: returns a reply, or null if it has answered itself. */
export type Route = RouteRules & {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<Reply | null>
}

export const socketTarget = '/api/socket'

/** In bytes: a code, or the name of a file. */
const smallBody = 16 * 1024
const jsonBody = { kind: 'json', limit: smallBody } as const
/** For clients without a token: a code and its name. */
const codeBody = 1024

export function createRoutes(parts: {
  readonly files: RendererFiles
  readonly tokens: Tokens
  /** Null while no data folder is open. */
  readonly data: { readonly uploads: Uploads; readonly downloads: Downloads } | null
}): (target: string) => Route {
  const { tokens, data } = parts
  const session: Route = {
    methods: ['POST'],
    access: 'exchange',
    body: { kind: 'json', limit: codeBody },
    serve: (request) => withJson(request, codeBody, async (body) => exchangeCode(tokens, body)),
  }
  const fixed = new Map<string, Route>([
    ...pageRoutes(parts.files),
    ['/api/session', session],
    ...(data === null ? [] : [['/api/download', downloadRoute(data.downloads)] as const]),
    [
      socketTarget,
      { methods: ['GET'], access: 'api', body: { kind: 'none' }, serve: async () => socketOnly },
    ],
  ])
  const upload = data === null ? null : uploadRoute(data.uploads)
  return (target) => {
    // Only an upload has a query: the file name.
    if (upload !== null && target.startsWith('/api/upload?')) return upload
    return fixed.get(target) ?? (target.startsWith('/api') ? unknownCall : unknownPage)
  }
}

function downloadRoute(downloads: Downloads): Route {
  return {
    methods: ['POST'],
    access: 'api',
    body: jsonBody,
    serve: (request, response) => withJson(request, smallBody, (body) => downloads.send(body, response)),
  }
}

function uploadRoute(uploads: Uploads): Route {
  return {
    methods: ['PUT'],
    access: 'api',
    body: { kind: 'bytes', limit: uploads.limit },
    serve: (request) => uploads.take(request, queryOf(request)),
  }
}

function pageRoutes(files: RendererFiles): [string, Route][] {
  return [...files].map(([target, { type, bytes }]) => [
    target,
    {
      methods: ['GET'],
      access: target === '/' ? 'document' : 'asset',
      body: { kind: 'none' },
      serve: async () => ({ status: 200, body: bytes, headers: { 'Content-Type': type } }),
    },
  ])
}

async function withJson<T>(
  request: IncomingMessage,
  limit: number,
  serve: (body: unknown) => Promise<T>,
): Promise<T | Reply> {
  const body = await readJson(request, limit)
  return 'code' in body ? body : serve(body.value)
}

const exchangeRequest = z.strictObject({ code: z.string().min(1).max(200) })

function exchangeCode(tokens: Tokens, body: unknown): Reply {
  const asked = exchangeRequest.safeParse(body)
  if (!asked.success) return refusal(400, 'bad_request', (words) => words.bad_exchange)
  const exchange = tokens.exchange(asked.data.code)
  return exchange.verdict === 'right'
    ? jsonReply({ token: exchange.bearer })
    : exchangeRefusals[exchange.verdict]
}

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URLSearchParams((request.url ?? '').replace(/^[^?]*\?/, ''))
}

const exchangeRefusals = {
  wrong: codeWrong,
  used: refusal(401, 'code_used', (words) => words.code_used),
  expired: refusal(401, 'code_expired', (words) => words.code_expired),
} as const

export const notFound = refusal(404, 'not_found', (words) => words.not_found)
const socketOnly = refusal(426, 'socket_only', (words) => words.socket_only)

const unknownPage: Route = {
  methods: ['GET', 'POST', 'PUT'],
  access: 'asset',
  body: { kind: 'unread' },
  serve: async () => notFound,
}
const unknownCall: Route = { ...unknownPage, access: 'api' }
