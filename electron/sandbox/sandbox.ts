// Sandbox: our own implementation of the data-import service (service-spec.md), for practice, demonstrations and
// tests. This file connects its parts and exports the functions of a running sandbox. It listens on 127.0.0.1 only.
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import exampleCatalogue from '../../shared/catalogue/examples/example.json' with { type: 'json' }
import { compileCatalogue } from './validation/catalogue.ts'
import { createControl, type Control } from './control.ts'
import { createFaults, type Faults } from './faults/faults.ts'
import { createHttp } from './http/http.ts'
import { createLedger, type Ledger } from './storage/ledger.ts'
import { operatorRoutes } from './http/operator.ts'
import { defaultSuppliers, sandboxOptions, type ParsedOptions, type SandboxOptions } from './options.ts'
import { createProcesses } from './storage/processes.ts'
import { createService } from './service/service.ts'
import { openStorage, type Storage } from './storage/storage.ts'
import { createClock, type Clock } from './timestamps.ts'
import { createTokenEndpoint } from './service/token-endpoint.ts'
import { createTokens, type Tokens } from './service/tokens.ts'

export type Sandbox = {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly apiKey: string
  /** Ends with a slash; contains a secret. Null unless the operator's surface was requested. */
  readonly operatorUrl: string | null
  readonly ledger: Pick<Ledger, 'entries' | 'acceptedCreates'>
  readonly faults: Omit<Faults, 'planFor'>
  readonly control: Control
  /** Closes open connections too, including hung ones. */
  readonly close: () => Promise<void>
}

/** Interval at which processes move without a read, in milliseconds. */
const tick = 250

/**
 * Starts a sandbox. Rejects with a sentence if an option, the catalogue or the storage is unusable, or if the port is
 * taken.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const parsed = sandboxOptions.safeParse(options)
  if (!parsed.success) throw new Error(`The sandbox cannot start: ${z.prettifyError(parsed.error)}`)
  const catalogue = compileCatalogue(parsed.data.catalogue ?? exampleCatalogue)
  const storage = openStorage(parsed.data.storage, parsed.data.storageKey)
  try {
    return await start(parsed.data, catalogue, storage)
  } catch (cause) {
    storage.close()
    throw cause
  }
}

async function start(
  options: ParsedOptions,
  catalogue: ReturnType<typeof compileCatalogue>,
  storage: Storage,
): Promise<Sandbox> {
  const parts = createParts(options, catalogue, storage)
  const { apiKey, switches, processes, faults, ledger, control } = parts
  const operatorPrefix = options.operator ? `/operator/${randomBytes(16).toString('hex')}` : null
  const { app, idle } = createHttp({
    ...parts,
    onBug: options.onBug,
    operatorPrefix: operatorPrefix === null ? null : `${operatorPrefix}/`,
  })
  if (operatorPrefix !== null) {
    void app.register(async (scope) => operatorRoutes(scope, { control, faults, ledger }), {
      prefix: operatorPrefix,
    })
  }
  try {
    await app.listen({ host: '127.0.0.1', port: options.port })
  } catch (cause) {
    ledger.end()
    throw new Error(listenFailure(cause, options.port), { cause })
  }
  const timer = setInterval(processes.advance, tick).unref()
  const close = async (): Promise<void> => {
    clearInterval(timer)
    await app.close()
    await idle()
    ledger.end()
    storage.close()
  }

  let closing: Promise<void> | undefined
  const { port } = app.server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`
  return {
    baseUrl,
    get tokenUrl() {
      return `${baseUrl}${switches().tokenPath}`
    },
    apiKey,
    operatorUrl: operatorPrefix === null ? null : `${baseUrl}${operatorPrefix}/`,
    ledger,
    faults,
    control,
    close: async () => {
      closing ??= close()
      return closing
    },
  }
}

/** Everything but the HTTP server. */
function createParts(
  options: ParsedOptions,
  catalogue: ReturnType<typeof compileCatalogue>,
  storage: Storage,
) {
  putSuppliers(storage, options)
  const { seed, phoneRegion: region } = options
  const settings = { switches: options.switches, speed: options.speed }
  const switches = () => settings.switches
  const speed = () => settings.speed
  const clock = createClock(options.now, Number(storage.setting('clock_offset_ms') ?? '0'))
  const apiKey = keptSecret(storage, 'api_key', 'sk_sandbox_', options.apiKey)
  const tokens = openTokens(storage, apiKey, options, clock)
  const { expireAll: expireTokens } = tokens
  const processes = createProcesses({ storage, clock, seed, switches, speed })
  const signIn = createTokenEndpoint(tokens, switches)
  const service = createService({ catalogue, storage, processes, tokens, clock, switches, region, signIn })
  const faults = createFaults(seed, () => clock.micros() / 1_000)
  const ledger = createLedger({ file: options.ledgerFile, keep: options.ledgerKeep })
  const control = createControl({ storage, clock, processes, settings, expireTokens })
  return { apiKey, clock, switches, processes, service, faults, ledger, control, expireTokens }
}

function listenFailure(cause: unknown, port: number): string {
  if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose another port, or 0 for a free one.`
  }
  return `The sandbox cannot listen on 127.0.0.1, port ${port}.`
}

function putSuppliers(storage: Storage, { suppliers }: ParsedOptions): void {
  const wanted = suppliers ?? (storage.suppliers().length === 0 ? defaultSuppliers : [])
  for (const supplier of wanted) storage.putSupplier(supplier)
}

function openTokens(storage: Storage, apiKey: string, options: ParsedOptions, clock: Clock): Tokens {
  let generation = Number(storage.setting('token_generation') ?? '0')
  return createTokens({
    apiKey,
    secret: keptSecret(storage, 'token_secret', '', undefined),
    lifeSeconds: options.tokenLifeSeconds,
    now: () => clock.micros() / 1_000_000,
    generation: () => generation,
    expireAll: () => {
      generation += 1
      storage.setSetting('token_generation', String(generation))
    },
  })
}

/** The given secret, else the storage's, else a new one; the storage keeps it. */
function keptSecret(storage: Storage, name: string, prefix: string, given: string | undefined): string {
  const secret = given ?? storage.setting(name) ?? `${prefix}${randomBytes(24).toString('base64url')}`
  storage.setSetting(name, secret)
  return secret
}
