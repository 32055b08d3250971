// Desktops of a team that are killed: each has a data folder and its own way to the team's database, and sends from a
// process of its own. Their files overlap by half, and each file writes the surname of its owner, so the service's ledger
// shows which desktop sent a create.
import { plainAccounts } from '../../api/small-files.ts'
import { freshFolder } from '../../api/harness.ts'
import type { Sandbox } from '../../../../electron/sandbox/sandbox.ts'
import type { Limits } from '../../../../shared/sending/connection.ts'
import type { Postgres } from '../../../support/postgres/postgres.ts'
import type { TcpProxy } from '../../../support/postgres/tcp-proxy.ts'
import type { Life, Lives } from '../../faults/lives.ts'
import type { Act, OrderInput } from '../../faults/order.ts'
import { randomFrom } from '../../faults/kill-run.ts'
import { plain } from '../../faults/fault-harness.ts'
import { type Desktop, joinTeam, openDesktop } from '../team-desktops.ts'
import { proxyTo } from '../team-fixture.ts'

const names = ['Dana', 'Ina', 'Tom', 'Eve']

export type KilledDesktop = {
  readonly name: string
  readonly desktop: Desktop
  readonly batch: number
  /** Numbers of the accounts in its file. */
  readonly accounts: readonly string[]
  readonly proxy: TcpProxy
  /** Of the team's database, through the proxy. */
  readonly address: string
  life: Life | null
}

export type Workspaces = {
  readonly sandbox: Sandbox
  readonly server: Postgres
  readonly address: string
  readonly desktops: readonly KilledDesktop[]
}

/** In random order, so that two desktops want the same accounts all the time. */
function shuffle(accounts: string[], random: () => number): void {
  for (let last = accounts.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [one, two] = [accounts[last] ?? '', accounts[other] ?? '']
    accounts[last] = two
    accounts[other] = one
  }
}

/** Loads and validates the files, joins the team and closes the engines. Each file shares a half with the next one. */
export async function prepareDesktops(options: {
  readonly sandbox: Sandbox
  readonly server: Postgres
  readonly accounts: number
  readonly desktops: number
  readonly seed: number
  readonly limits: Partial<Limits>
}): Promise<Workspaces> {
  const { sandbox, server, accounts, limits } = options
  const address = await server.createDatabase()
  const random = randomFrom(options.seed)
  const half = Math.ceil(accounts / (options.desktops + 1))
  const desktops: KilledDesktop[] = []
  for (const [at, name] of names.slice(0, options.desktops).entries()) {
    const proxy = await proxyTo(server)
    const desktop = await openDesktop(sandbox, { ...limits, resumeAfterCrash: true })
    const last = Math.min(accounts, (at + 2) * half)
    const own = Array.from({ length: last - at * half }, (_, next) => `N-${at * half + next + 1}`)
    shuffle(own, random)
    const file = await plainAccounts(
      freshFolder(),
      own.map((number) => ({ number, surname: name })),
      name,
    )
    const batch = await desktop.load(file)
    await desktop.client().batches.setPlan({ batch, plan: plain })
    await joinTeam(desktop, server, proxy.through(address), name)
    await desktop.stop()
    desktops.push({
      name,
      desktop,
      batch,
      accounts: own,
      proxy,
      address: proxy.through(address),
      life: null,
    })
  }
  return { sandbox, server, address, desktops }
}

/** Everything that is not sent is validated and released; what a crash left behind goes on by itself. */
const acts: readonly Act[] = [
  { do: 'validate' },
  { do: 'validated' },
  { do: 'release', limit: null },
  { do: 'over' },
]

/** Starts the desktop's process again. `first`: what is done before it sends. */
export async function startDesktop(
  { sandbox, server }: Workspaces,
  one: KilledDesktop,
  lives: Lives,
  first: readonly Act[] = [],
): Promise<Life> {
  const life = await lives.next()
  const { data, connection } = one.desktop
  const order: OrderInput = {
    data,
    key: sandbox.apiKey,
    connection,
    batch: one.batch,
    teamPassword: server.password,
    point: null,
    acts: { list: [...first, ...acts], times: 1 },
  }
  life.begin(order)
  one.life = life
  return life
}
