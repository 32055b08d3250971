// Fixtures of the web host's tests: a real engine on a fresh folder behind a real host with a tiny window, requests
// written byte by byte to its port, and a WebSocket client with custom headers. Everything is closed after each
// test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient, type RouterClient } from '@orpc/server'
import { afterEach } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { createEngine, type Engine, type EngineOptions } from '../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../electron/engine/system/key-store.ts'
import { readWired } from '../support/read-wired.ts'
import { createTransport } from '../../electron/engine/sending/service-client/transport.ts'
import type { LedgerEntry } from '../../electron/web/front-door.ts'
import { createWebHost, type WebHostOptions } from '../../electron/web/server.ts'
import type { contract } from '../../shared/contract/contract.ts'
import { sentenceOf } from '../../shared/texts/message.ts'

export const samples = join(import.meta.dirname, '..', 'files', 'samples')

const open: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

export function endLater(close: () => Promise<void> | void): void {
  open.push(close)
}

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-web-'))
  endLater(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type RunningEngine = { readonly router: Engine['router']; close(): Promise<void> }

export async function startEngine(
  folder: string,
  options: Partial<EngineOptions> = {},
): Promise<RunningEngine> {
  const transport = createTransport()
  const engine = await createEngine({
    folder,
    reader: readWired,
    transport: transport.send,
    keyStore: createMemoryKeyStore(),
    samplePath: join(samples, 'wide-50.csv'),
    version: 'test',
    ...options,
  })
  if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
  return { router: engine.value.router, close: () => engine.value.close().then(transport.close) }
}

export type WebHarnessOptions = Partial<Omit<WebHostOptions, 'router'>> & {
  readonly router?: Engine['router']
}

export type WebHarness = {
  readonly host: Awaited<ReturnType<typeof createWebHost>>
  readonly folder: string
  readonly dataFolder: string
  readonly port: number
  readonly authority: string
  readonly ledger: LedgerEntry[]
  readonly bugs: unknown[]
  /** The engine itself, behind the host. */
  readonly engine: RouterClient<Engine['router']>
  /** A new code, as in the address. */
  readonly code: () => string
}

/** A window of two files and a host in front of an engine: the given one, or a new one. */
export async function openWebHarness(options: WebHarnessOptions = {}): Promise<WebHarness> {
  const folder = freshFolder()
  const dataFolder = options.dataFolder ?? join(folder, 'data')
  const rendererFolder = smallWindow(join(folder, 'window'))
  let { router } = options
  if (router === undefined) {
    const engine = await startEngine(dataFolder)
    endLater(engine.close)
    router = engine.router
  }
  const ledger: LedgerEntry[] = []
  const bugs: unknown[] = []
  const host = await createWebHost({
    router,
    rendererFolder,
    dataFolder,
    samplesFolder: samples,
    ledger: (entry) => ledger.push(entry),
    onBug: (error) => bugs.push(error),
    wrongPauseMs: 0,
    ...options,
  })
  endLater(() => host.close())
  const port = Number(new URL(host.address).port)
  const engine: RouterClient<Engine['router']> = createRouterClient(router)
  return {
    host,
    folder,
    dataFolder,
    port,
    authority: `127.0.0.1:${port}`,
    ledger,
    bugs,
    engine,
    code: () => new URL(host.openUrl()).hash.replace('#code=', ''),
  }
}

export function smallWindow(folder: string): string {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Carryover</title><link rel="icon" href="./assets/icon.svg"><link rel="stylesheet" href="./assets/main.css"><script type="module" src="./assets/main.js"></script><h1>Window</h1>',
  )
  writeFileSync(join(folder, 'assets', 'main.js'), 'document.title = "Carryover runs"')
  writeFileSync(join(folder, 'assets', 'main.css'), 'h1 { color: rgb(1, 2, 3) }')
  writeFileSync(join(folder, 'assets', 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets', 'notes.unknown'), 'not of a kind that is served')
  return folder
}

export type Answer = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Header values by name; an array repeats the header, null leaves a default out. */
export type HeaderChoice = Readonly<Record<string, string | readonly string[] | null>>
export type Ask = {
  readonly method?: string
  readonly target?: string
  readonly headers?: HeaderChoice
  readonly body?: string | Buffer
  readonly bearer?: string
}

/** A request as our own page would make it, except for the given changes, over a new connection. */
export async function ask(
  harness: Pick<WebHarness, 'port' | 'authority'>,
  choice: Ask = {},
): Promise<Answer> {
  const method = choice.method ?? 'GET'
  const body = Buffer.from(choice.body ?? '')
  const defaults: HeaderChoice = {
    Host: harness.authority,
    'Sec-Fetch-Site': 'same-origin',
    ...(method === 'GET'
      ? {}
      : { Origin: `http://${harness.authority}`, 'Content-Length': String(body.length) }),
    ...(choice.bearer === undefined ? {} : { Authorization: `Bearer ${choice.bearer}` }),
    ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
    ...(method === 'PUT' ? { 'Content-Type': 'application/octet-stream' } : {}),
  }
  const lines = Object.entries({ ...defaults, ...choice.headers }).flatMap(([name, value]) =>
    (value === null ? [] : [value].flat()).map((one) => `${name}: ${one}`),
  )
  const head = [`${method} ${choice.target ?? '/'} HTTP/1.1`, ...lines].join('\r\n')
  return exchange(harness.port, Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]))
}

/** Sends bytes and reads one reply. Rejects when the connection ends without one. */
export function exchange(port: number, bytes: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let got = Buffer.alloc(0)
    const take = (ended: boolean): void => {
      const answer = parseAnswer(got, ended, !bytes.subarray(0, 5).equals(Buffer.from('HEAD ')))
      if (answer === null) return
      socket.destroy()
      resolve(answer)
    }
    socket.on('data', (piece: Buffer) => {
      got = Buffer.concat([got, piece])
      take(false)
    })
    socket.on('end', () => {
      take(true)
      reject(new Error(`No answer, but ${got.length} bytes`))
    })
    socket.on('error', reject)
  })
}

function parseAnswer(bytes: Buffer, ended: boolean, hasBody: boolean): Answer | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = bytes.subarray(end + 4)
  const length = hasBody ? Number(headers['content-length'] ?? '0') : 0
  if (body.length < length && !ended) return null
  return { status: Number(first.split(' ')[1]), headers, body: body.toString('utf8') }
}

const refusalBody = z.object({ code: z.string(), message: z.string() })

/** The refusal's code; throws when the reply is no refusal. */
export function codeOf(answer: Answer): string {
  return refusalBody.parse(JSON.parse(answer.body)).code
}

export async function signIn(harness: WebHarness): Promise<string> {
  const answer = await ask(harness, {
    method: 'POST',
    target: '/api/session',
    body: JSON.stringify({ code: harness.code() }),
  })
  return z.object({ token: z.string() }).parse(JSON.parse(answer.body)).token
}

/** A socket to the host, as our own page opens it unless other headers are given. */
export function openSocket(
  harness: Pick<WebHarness, 'authority'>,
  choice: { origin?: string; target?: string } = {},
): WebSocket {
  const options = choice.origin === '' ? {} : { origin: choice.origin ?? `http://${harness.authority}` }
  const socket = new WebSocket(`ws://${harness.authority}${choice.target ?? '/api/socket'}`, options)
  endLater(() => socket.terminate())
  return socket
}

/** The end of a socket: the close code and its reason, or the HTTP status of a refused handshake. */
export function endOf(socket: WebSocket): Promise<{ code: number; reason: string }> {
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      resolve({ code: response.statusCode ?? 0, reason: 'handshake' })
    })
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }))
    socket.on('error', () => undefined)
  })
}

/** The contract's client over a socket that has presented its token. */
export async function callOver(
  harness: Pick<WebHarness, 'authority'>,
  token: string,
): Promise<{ client: ContractRouterClient<typeof contract>; socket: WebSocket }> {
  const socket = openSocket(harness)
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.send(token)
  // The library expects the browser's WebSocket; the members that it uses are the same.
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket })
  return { client: createORPCClient(link), socket }
}
