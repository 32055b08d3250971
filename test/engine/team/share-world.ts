// Desktops that share the limits of one service over a real PostgreSQL, on clocks of the test. Calls to the database wait
// on the way until the test lets them through, loses them or loses their answers; desktops crash, sleep and come back.
import type { z } from 'zod'
import {
  createSharedLimiters,
  type SharedLimiter,
} from '../../../electron/engine/sending/limits/shared-limiter.ts'
import type { Session } from '../../../electron/engine/team/claims/claims.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { type TeamResult, troubled } from '../../../electron/engine/team/database/trouble.ts'
import { startTeamShare, type TeamShare } from '../../../electron/engine/team/limits/team-share.ts'
import { type Limits, limits } from '../../../shared/sending/connection.ts'
import { message } from '../../../shared/texts/message.ts'
import { createFakeClock } from '../sending/fake-clock.ts'
import { joinTeam, newLeaseTeam, useTestClock } from './lease-fixture.ts'

/** A call to the database: it is carried out there, and its answer arrives, when the test says so. */
type Call = {
  isCarriedOut: boolean
  readonly carryOut: () => Promise<void>
  readonly answer: () => Promise<void>
  readonly lose: () => void
}

const lost = troubled('lost', message('team.lost', { host: 'team.example', why: 'ECONNRESET' }), true)

/** Calls are answered at once, or carried out and not answered, or stay on the way. */
export type Way = 'open' | 'late' | 'cut'

/** Calls that wait on the way, and those that were lost but are still to be carried out. */
type Line = { readonly database: Pick<TeamDatabase, 'run'>; waiting: Call[]; readonly stray: Call[] }

function openLine(real: Pick<TeamDatabase, 'run'>): Line {
  const line: Line = { database: { run }, waiting: [], stray: [] }
  function run<T>(row: z.ZodType<T>, text: string, values?: readonly unknown[]) {
    const { promise, resolve } = Promise.withResolvers<TeamResult<readonly T[]>>()
    let result: Promise<TeamResult<readonly T[]>> | null = null
    const call: Call = {
      isCarriedOut: false,
      async carryOut() {
        call.isCarriedOut = true
        await (result ??= real.run(row, text, values))
      },
      async answer() {
        await call.carryOut()
        if (result !== null) resolve(await result)
      },
      lose: () => resolve(lost),
    }
    line.waiting.push(call)
    return promise
  }
  return line
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

export type Desktop = ReturnType<typeof createDesktop>
export type ShareWorld = Awaited<ReturnType<typeof openShareWorld>>

function createDesktop(database: TeamDatabase, service: string, own: Limits, name: string) {
  const clock = createFakeClock()
  let session: Session | null = null
  let id: string | undefined
  let running: { readonly share: TeamShare; readonly limiter: SharedLimiter; readonly line: Line } | null =
    null
  let asleepMs: number | null = null
  let changes = 0
  const stray: Call[] = []
  const desktop = {
    clock,
    get running() {
      return asleepMs === null ? running : null
    },
    get changes() {
      return changes
    },
    /** Begins to send, in a new start of the program unless it only stopped. */
    async start(): Promise<void> {
      if (running !== null) return
      session ??= await joinTeam(database, name, id)
      id = session.desktop
      const limiters = createSharedLimiters({ clock, random: () => 0.5 })
      const line = openLine(database)
      const limiter = limiters.join(service, own, 0, () => undefined)
      const share = startTeamShare({
        database: line.database,
        session,
        service,
        clock,
        limiters,
        isSending: () => true,
        changed: () => (changes += 1),
        broke: (error) => {
          throw error
        },
      })
      running = { share, limiter, line }
    },
    /** Its program ends without a word; calls on the way still arrive. */
    crash(): void {
      stray.push(...(running?.line.waiting ?? []))
      running = null
      session = null
    },
    async stop(): Promise<void> {
      if (running === null || asleepMs !== null) return
      const { share, line } = running
      const stopped = share.stop()
      running = null
      while (!(await Promise.race([stopped.then(() => true), settle().then(() => false)])))
        for (const call of line.waiting.splice(0)) await call.answer()
    },
    sleep(): void {
      asleepMs ??= 0
    },
    wake(): void {
      if (asleepMs !== null) clock.setBy(asleepMs)
      asleepMs = null
    },
    async advance(ms: number): Promise<void> {
      if (asleepMs === null) clock.advance(ms)
      else asleepMs += ms
      await settle()
      // Requests end before others get the share of a desktop that does not reach the database.
      if (running !== null && running.share.now.limits === null && asleepMs === null) desktop.giveAll()
    },
    take(most: number): void {
      const { limiter } = desktop.running ?? {}
      for (let taken = 0; taken < most && limiter?.rateLimiter.take() === true; ) taken += 1
    },
    /** Makes as many requests as it may now, first at once and then one after the other. Returns how many. */
    use(): number {
      const { rateLimiter } = desktop.running?.limiter ?? {}
      if (rateLimiter === undefined) return 0
      let made = 0
      const before = rateLimiter.inFlight
      for (; rateLimiter.take(); ) made += 1
      while (rateLimiter.inFlight > before) rateLimiter.giveBack()
      for (; rateLimiter.take(); made += 1) rateLimiter.giveBack()
      return made
    },
    giveAll(): void {
      while ((running?.limiter.rateLimiter.inFlight ?? 0) > 0) running?.limiter.rateLimiter.giveBack()
    },
    /** The next call is carried out; its answer stays on the way. */
    async carryOut(): Promise<void> {
      await running?.line.waiting.find(({ isCarriedOut }) => !isCarriedOut)?.carryOut()
    },
    async answer(): Promise<void> {
      if (asleepMs === null) await running?.line.waiting.shift()?.answer()
      await settle()
    },
    async flow(way: Way): Promise<void> {
      if (way === 'open') await desktop.answer()
      if (way === 'late') await desktop.carryOut()
    },
    /** A call that was lost is carried out in the end. */
    carryOutLost: async () => stray.shift()?.carryOut(),
    /** The connection breaks: the desktop gets no answer, and the call may be carried out later all the same. */
    async lose(): Promise<void> {
      const call = running?.line.waiting.shift()
      call?.lose()
      if (call !== undefined && !call.isCarriedOut) stray.push(call)
      await settle()
    },
  }
  return desktop
}

export async function openShareWorld(
  names: readonly string[],
  given: Partial<Limits>,
  /** A team that is there already, and what sets its clock. */
  team?: ShareTeam,
) {
  const { database, setClock } = team ?? (await openShareTeam())
  services += 1
  const own = limits.parse(given)
  const desktops = names.map((name) =>
    createDesktop(database, `http://service-${services}.example`, own, name),
  )
  const shares = () =>
    desktops.flatMap(({ running }) => (running === null ? [] : [running.share.now.limits ?? nothing]))
  const world = {
    desktops,
    /** Of the desktops that run and are awake. */
    shares,
    total: () => ({
      rate: sumOf(shares().map(({ rate }) => rate ?? 0)),
      concurrency: sumOf(shares().map(({ concurrency }) => concurrency)),
      reads: sumOf(shares().map(({ readsPerMinute }) => readsPerMinute ?? 0)),
      underWay: sumOf(desktops.map(({ running }) => running?.limiter.rateLimiter.inFlight ?? 0)),
    }),
    async advance(ms: number): Promise<void> {
      now += ms
      setClock(now)
      for (const desktop of desktops) await desktop.advance(ms)
    },
    /** Time passes while calls are carried out and all make as many requests as they may. `ways`: one for each desktop. */
    async flow(ms: number, check: () => void = () => undefined, ways: readonly Way[] = []): Promise<void> {
      for (let passed = 0; passed < ms; passed += stepMs) {
        await world.advance(stepMs)
        for (const [at, desktop] of desktops.entries()) {
          desktop.use()
          await desktop.flow(ways[at] ?? 'open')
          check()
        }
      }
    },
    /** Milliseconds until the middle of the next turn of desktops that are more than the requests at once. */
    untilMiddleOfTurn: () => 15_000 - (now % 10_000),
  }
  return world
}

const stepMs = 125

/** The service of each world is another one, and the clock of the databases goes on. */
let services = 0
let now = 0

export type ShareTeam = Awaited<ReturnType<typeof openShareTeam>>

export async function openShareTeam() {
  const team = await newLeaseTeam()
  return { database: team.database, setClock: await useTestClock(team) }
}

const nothing = { rate: 0, concurrency: 0, readsPerMinute: 0 }
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
