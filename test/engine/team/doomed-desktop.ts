// A desktop that sends to some services as fast as its shares of their limits allow, until it is killed or has to stop.
// It listens to the team's database as the engine does. Its order is its first argument; `stop` on its input ends it.
import { Agent, get } from 'node:http'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { createSharedLimiters } from '../../../electron/engine/sending/limits/shared-limiter.ts'
import { openSession } from '../../../electron/engine/team/claims/session.ts'
import { openTeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { startTeamShare } from '../../../electron/engine/team/limits/team-share.ts'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { limits } from '../../../shared/sending/connection.ts'

export type DesktopOrder = {
  readonly address: string
  readonly password: string
  readonly desktop: string
  readonly name: string
  readonly services: readonly string[]
  /** Requests a second and at once, of each service. */
  readonly rate: number
  readonly concurrency: number
}

const agent = new Agent({ keepAlive: true })

/** Sends one request after the other whenever the limiter allows it, until the function that is returned is called. */
function sendTo(service: string, limiters: ReturnType<typeof createSharedLimiters>, order: DesktopOrder) {
  const { rate, concurrency } = order
  const { rateLimiter, leave } = limiters.join(service, limits.parse({ rate, concurrency }), 0, () => fill())
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  function fill(): void {
    clearTimeout(timer)
    if (isEnded) return
    while (rateLimiter.take()) request()
    const wait = rateLimiter.wait()
    if (wait !== null) timer = setTimeout(fill, Math.max(1, wait))
  }
  function request(): void {
    const ended = rateLimiter.request('create')
    const done = (): void => {
      ended({ what: 'answered' })
      rateLimiter.giveBack()
      fill()
    }
    get(service, { agent, headers: { desktop: order.name } }, (answer) =>
      answer.resume().once('end', done),
    ).once('error', done)
  }
  fill()
  return () => {
    isEnded = true
    leave()
  }
}

async function main(order: DesktopOrder): Promise<void> {
  const { address, password, desktop, name, services } = order
  const settings = { address, caFile: null, clientCertificate: null, clientKey: null }
  const opened = await openTeamDatabase(settings, { password, passphrase: null })
  if (!opened.ok) throw new Error(opened.trouble.kind)
  const database = opened.value
  const opener = { desktop, name, machine: name, program: '0.1.0', known: 0 }
  const joined = await openSession(database, opener, true)
  if (!joined.ok || joined.value === null) throw new Error('not joined')
  const { session } = joined.value
  const limiters = createSharedLimiters({ clock: systemClock, random: Math.random })
  const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  process.stdout.write('ready\n')
  await input.next()
  const running = services.map((service) => ({
    end: sendTo(service, limiters, order),
    share: startTeamShare({
      database,
      session,
      service,
      clock: systemClock,
      limiters,
      isSending: () => true,
      changed: () => undefined,
      broke: (error) => {
        throw error
      },
    }),
  }))
  const listener = new Client(database.connection)
  listener.on('notification', ({ payload }) => {
    if (payload === 'limits') for (const { share } of running) share.renew()
  })
  await listener.connect()
  await listener.query('LISTEN carryover')
  await input.next()
  for (const { end } of running) end()
  await Promise.all(running.map(({ share }) => share.stop()))
  process.stdout.write('stopped\n')
  process.exit(0)
}

await main(JSON.parse(process.argv[2] ?? '') as DesktopOrder)
