// Loopback web host: the same engine and window as in Electron, for a browser on this machine. It always listens on
// 127.0.0.1 and a free port, and serves only requests that passed every guard of guards.ts. This file only connects
// the parts.
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRouterClient } from '@orpc/server'
import type { RecoveryRouter } from '../engine/api/recovery-calls.ts'
import type { Engine } from '../engine/engine.ts'
import { uploadsIn } from '../engine/accounts/batch-removal.ts'
import { createDownloads } from './files/downloads.ts'
import { type LedgerEntry, openDoor } from './front-door.ts'
import { createPathGuard, type PathGuard } from './files/path-guard.ts'
import { readRendererFiles } from './files/renderer-files.ts'
import { securityHeaders } from './replies.ts'
import { createRoutes, type Route } from './routes.ts'
import { createSockets } from './socket.ts'
import { codeLifeMs, createTokens, type Tokens } from './tokens.ts'
import { createUnknownConnections, longestUnknownMs } from './unknown-connections.ts'
import { createUploads, defaultUploadLimit, type UploadsLimit } from './files/uploads.ts'

export type WebHostOptions = {
  /** The engine's calls, or the recovery calls while no data folder is open. */
  readonly router: Engine['router'] | RecoveryRouter
  /** The built window; index.html is served at `/`. */
  readonly rendererFolder: string
  /** Data folder of the engine: uploads and reports are below it. */
  readonly dataFolder: string
  /** Files that a page may name in addition to its own uploads: the samples that ship. */
  readonly samplesFolder?: string
  /** Monotonic time in milliseconds. */
  readonly now?: () => number
  readonly random?: (bytes: number) => Buffer
  /** Largest upload in bytes. */
  readonly uploadLimit?: number
  /** Limit of all uploads kept at one time. */
  readonly uploadsLimit?: UploadsLimit
  /** How long a socket may be open without its token, in milliseconds. */
  readonly socketPatienceMs?: number
  /** How long a wrong token or code waits for its answer, in milliseconds. */
  readonly wrongPauseMs?: number
  /** Called for our own faults; default: a process warning. */
  readonly onBug?: (error: unknown) => void
  /** Called for every request with its result; used by tests. */
  readonly ledger?: (entry: LedgerEntry) => void
}

export type WebHost = {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string
  /** Address for a browser, with a new one-time code in its fragment: valid once and for 60 seconds. */
  openUrl(): string
  /**
   * Like `openUrl`, for a file that passes the address to a browser: until the code is used, the page may be opened
   * from there. `over` is called once: when the code was used, has expired or is `end`ed.
   */
  openByFile(over: () => Promise<void>): { readonly url: string; end(): Promise<void> }
  /** Serves another engine, or none, from now on: every socket is closed, and the pages reconnect automatically. */
  serve(router: WebHostOptions['router'], dataFolder: string): void
  /** Ends sockets and uploads at once; the owner closes the engine. */
  close(): Promise<void>
}

/** Limit of a request's head in bytes; ours are far smaller. */
const largestHead = 8 * 1024
/** For an upload on a slow disk; everything else is much faster. */
const longestRequestMs = 30 * 60_000

/** Rejects with a sentence if the window is not built or the address is not available. */
export async function createWebHost(options: WebHostOptions): Promise<WebHost> {
  const { router, dataFolder, wrongPauseMs = 1_000, onBug = warn } = options
  const random = options.random ?? randomBytes
  const files = await readRendererFiles(options.rendererFolder)
  const server = createHttpServer()
  const authority = await listen(server)
  const headers = securityHeaders(authority)
  const tokens = createTokens({ now: options.now ?? (() => performance.now()), random })
  const unknown = createUnknownConnections()
  const sockets = createSockets({
    router,
    tokens,
    pathGuard: pathGuardOf(router, dataFolder, options),
    headers,
    patienceMs: options.socketPatienceMs ?? 2_000,
    wrongPauseMs,
    unknown,
    onBug,
  })
  const routesOf = (served: WebHostOptions['router'], folder: string): ((target: string) => Route) =>
    createRoutes({
      files,
      tokens,
      data: 'batches' in served ? filesOf(served, folder, options, random) : null,
    })
  let routeOf = routesOf(router, dataFolder)
  const openingFiles = createOpeningFiles(authority, tokens)
  const door = openDoor(server, {
    gate: { authority, tokens, awaitsFile: openingFiles.areWaiting },
    headers,
    routeOf: (target) => routeOf(target),
    sockets,
    unknown,
    wrongPauseMs,
    ledger: options.ledger ?? (() => undefined),
    onBug,
  })
  const end = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    sockets.end()
    await openingFiles.end()
    server.closeAllConnections()
    await closed
    await door.finished()
  }

  let closing: Promise<void> | null = null
  return {
    address: `http://${authority}`,
    openUrl: () => `http://${authority}/#code=${tokens.issueCode()}`,
    openByFile: openingFiles.open,
    serve(served, folder) {
      routeOf = routesOf(served, folder)
      sockets.serve(served, pathGuardOf(served, folder, options))
    },
    close: () => (closing ??= end()),
  }
}

function createHttpServer(): Server {
  return createServer({
    // guards.ts refuses a missing Host header.
    requireHostHeader: false,
    requestTimeout: longestRequestMs,
    headersTimeout: longestUnknownMs,
    maxHeaderSize: largestHead,
  })
}

/** Files that pass an address to a browser and whose code is not used yet. */
function createOpeningFiles(authority: string, tokens: Tokens) {
  const waiting = new Set<() => Promise<void>>()
  return {
    areWaiting: (): boolean => waiting.size > 0,
    /** `over`: see `WebHost.openByFile`. */
    open(over: () => Promise<void>): ReturnType<WebHost['openByFile']> {
      const end = async (): Promise<void> => {
        clearTimeout(timer)
        if (waiting.delete(end)) await over()
      }
      const timer = setTimeout(() => void end(), codeLifeMs)
      waiting.add(end)
      return { url: `http://${authority}/#code=${tokens.issueCode(() => void end())}`, end }
    },
    async end(): Promise<void> {
      for (const end of waiting) await end()
    },
  }
}

function pathGuardOf(
  router: WebHostOptions['router'],
  dataFolder: string,
  { samplesFolder }: WebHostOptions,
): PathGuard {
  const client = 'connections' in router ? createRouterClient(router) : null
  return createPathGuard({
    uploads: uploadsIn(dataFolder),
    samples: samplesFolder ?? null,
    connections: async () => (await client?.connections.list()) ?? [],
    team: async () => (await client?.team.get()) ?? null,
  })
}

/** Uploads and downloads of an engine's data folder. */
function filesOf(
  router: Engine['router'],
  dataFolder: string,
  { uploadLimit = defaultUploadLimit, uploadsLimit }: WebHostOptions,
  random: (bytes: number) => Buffer,
) {
  const client = createRouterClient(router)
  const batchName = async (batch: number): Promise<string | null> =>
    (await client.batches.list()).find(({ id }) => id === batch)?.name ?? null
  return {
    uploads: createUploads({ dataFolder, limit: uploadLimit, inAll: uploadsLimit, random }),
    downloads: createDownloads({ dataFolder, batchName }),
  }
}

/** Returns its `127.0.0.1:PORT`. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port: 0 }, resolve)
  })
  const { port } = server.address() as AddressInfo
  return `127.0.0.1:${port}`
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : new Error(String(error)))
}
