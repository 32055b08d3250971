// Desktops of a team for tests: engines in fresh folders with one practice service and one team's database, over real HTTP
// and a real PostgreSQL. All that was opened is closed after each test.
import { join } from 'node:path'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import type { TeamView } from '../../../shared/contract/team/team.ts'
import { connectionSettings, defaultTokenUrl, type Limits } from '../../../shared/sending/connection.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import type { Postgres } from '../../support/postgres/postgres.ts'
import { connectedTo, engineIn, loadedBatch, validated } from '../api/bare-engine.ts'
import { atEnd, freshFolder, type Loadable, quickLimits } from '../api/harness.ts'
import type { Client } from '../api/waiting.ts'

export type Desktop = Awaited<ReturnType<typeof openDesktop>>

export async function openService(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ speed: 'instant', ...options })
  atEnd(() => sandbox.close())
  return sandbox
}

/** An engine with a connection to the service. `options`: of its first start. */
export async function openDesktop(
  sandbox: Sandbox,
  limits: Partial<Limits> = {},
  options: Parameters<typeof engineIn>[1] = {},
) {
  const folder = freshFolder()
  const data = join(folder, 'data')
  let engine = await engineIn(data, options)
  let closing: Promise<void> | null = null
  const stop = (): Promise<void> => (closing ??= engine.close())
  atEnd(stop)
  const settings = connectionSettings.parse({
    baseUrl: sandbox.baseUrl,
    tokenUrl: defaultTokenUrl(sandbox.baseUrl),
    environment: 'test',
    catalogue: 'example',
    limits: { ...quickLimits, ...limits },
  })
  const connection = await connectedTo(engine.client, settings, sandbox.apiKey)
  const client = (): Client => engine.client
  return {
    folder,
    data,
    connection,
    client,
    stop,
    /** Opens the same data folder again. */
    async start(): Promise<void> {
      engine = await engineIn(data)
      closing = null
      await engine.client.connections.setKey({ id: connection, key: sandbox.apiKey })
    },
    /** Loads a file and validates its accounts. */
    async load({ file, mapping }: Loadable): Promise<number> {
      const batch = await loadedBatch(client(), {
        path: file,
        mapping: mappingFile.parse(mapping),
        connection,
        supplier: null,
      })
      await validated(client(), batch)
      return batch
    },
  }
}

/** Joins a team whose tables are made if they are missing. Resolves when claims are granted. */
export async function joinTeam(
  { client }: Pick<Desktop, 'client'>,
  server: Postgres,
  address: string,
  name: string,
): Promise<TeamView> {
  const { password } = server
  await client().team.init({ address, password })
  await client().team.join({ address, password, name })
  return untilTeam({ client }, ({ state }) => state === 'ready')
}

/** Asks until it holds; the test's own time limit ends it. */
export async function untilTeam(
  { client }: Pick<Desktop, 'client'>,
  holds: (view: TeamView) => boolean,
): Promise<TeamView> {
  for (;;) {
    const view = await client().team.get()
    if (view !== null && holds(view)) return view
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
