// Shared setup of the network tests: a service behind TLS, a proxy that resolves its name, and requests to it.
// Everything is closed after each test.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { RouteParts } from '../../../../electron/engine/sending/service-client/network/routes.ts'
import {
  createTransport,
  type TransportRequest,
  type TransportResult,
} from '../../../../electron/engine/sending/service-client/transport.ts'
import { networkSettings } from '../../../../shared/sending/network-settings.ts'

const endings: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})
export function atEnd(end: () => Promise<void> | void): void {
  endings.push(end)
}
/** Returns its argument, and closes it after the test. */
export async function held<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening
  atEnd(() => opened.close())
  return opened
}

let folder: string | null = null
let files = 0
/** The whole path of a file with this content. */
export function fileWith(content: string | Buffer, end = '.pem'): string {
  if (folder === null) {
    const made = mkdtempSync(join(tmpdir(), 'carryover-network-'))
    folder = made
    atEnd(() => {
      folder = null
      rmSync(made, { recursive: true, force: true })
    })
  }
  files += 1
  const path = join(folder, `${files}${end}`)
  writeFileSync(path, content, { mode: 0o600 })
  return path
}

export type Plain = { readonly port: number; readonly received: string[]; close(): Promise<void> }

/** A plain service that counts what arrives; answers `{}` by default. */
export async function openPlain(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
): Promise<Plain> {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    request.resume()
    request.on('error', () => undefined)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  atEnd(close)
  return { port: (server.address() as AddressInfo).port, received, close }
}

export type Asked = {
  readonly url: string
  readonly network?: Parameters<typeof networkSettings.parse>[0]
  readonly password?: string | null
  readonly passphrase?: string | null
  readonly method?: 'GET' | 'POST'
  readonly connectTimeoutMs?: number
  readonly timeoutMs?: number
}

export function requestOf(asked: Asked): TransportRequest {
  return {
    method: asked.method ?? 'POST',
    url: asked.url,
    headers: { 'content-type': 'application/json' },
    body: asked.method === 'GET' ? null : Buffer.from('{"a":1}'),
    connectTimeoutMs: asked.connectTimeoutMs ?? 2000,
    timeoutMs: asked.timeoutMs ?? 3000,
    network: {
      settings: networkSettings.parse(asked.network ?? {}),
      secrets: { proxy_password: asked.password ?? null, client_passphrase: asked.passphrase ?? null },
    },
  }
}

/** One request over its own transport. */
export async function ask(asked: Asked, parts: RouteParts = {}): Promise<TransportResult> {
  const transport = createTransport({ system: nothing, ...parts })
  try {
    return await transport.send(requestOf(asked))
  } finally {
    await transport.close()
  }
}

/** A system without proxy settings. */
export const nothing: NonNullable<RouteParts['system']> = {
  platform: 'linux',
  env: {},
  run: () => Promise.resolve(null),
}
