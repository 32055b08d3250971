// Kills desktops of a team and its PostgreSQL at random moments while they send, and breaks the ways between them. After the
// last kill everything is started once more and has to finish by itself; then the oracle compares what everybody knows.
import { setTimeout as wait } from 'node:timers/promises'
import type { Limits } from '../../../../shared/sending/connection.ts'
import { createLives, type Lives } from '../../faults/lives.ts'
import { randomFrom } from '../../faults/kill-run.ts'
import { openService } from '../team-desktops.ts'
import { ownPostgres } from '../team-fixture.ts'
import { inDatabase } from '../../api/harness.ts'
import { prepareDesktops, startDesktop, type Workspaces } from './killed-desktops.ts'
import { expectTeamAgrees, type TeamOutcome } from './team-oracle.ts'

export type TeamKillOptions = {
  readonly desktops: number
  readonly accounts: number
  /** Of desktops and of PostgreSQL together. */
  readonly kills: number
  readonly seed: number
  readonly limits?: Partial<Limits>
  /** Milliseconds that the service takes for a create. */
  readonly createMs: number
}

export type TeamKillRun = TeamOutcome & {
  readonly seed: number
  readonly ofDesktops: number
  readonly ofPostgres: { readonly immediate: number; readonly killed: number }
  readonly cuts: number
  /** Accounts that were in flight at three kills, so that a person had to let them go on. */
  readonly held: number
  /** From the last kill until everything is done. */
  readonly finishSeconds: number
  readonly seconds: number
}

export async function killTeam(options: TeamKillOptions): Promise<TeamKillRun> {
  const started = performance.now()
  const { accounts, kills, seed } = options
  const sandbox = await openService({ speed: 20, seed, ledgerKeep: 1_000_000 })
  const server = await ownPostgres()
  const limits = { concurrency: 8, ...options.limits }
  const workspaces = await prepareDesktops({ ...options, sandbox, server, limits })
  slowDown(workspaces, options.createMs)
  const lives = createLives()
  try {
    for (const one of workspaces.desktops) await startDesktop(workspaces, one, lives)
    const run = await killAtRandom(workspaces, lives, { accounts, kills, random: randomFrom(seed) })
    const finishing = performance.now()
    const held = await finish(workspaces, lives)
    const finishSeconds = (performance.now() - finishing) / 1000
    await lives.end()
    const outcome = await expectTeamAgrees(workspaces)
    return { ...outcome, ...run, seed, held, finishSeconds, seconds: (performance.now() - started) / 1000 }
  } finally {
    await lives.end()
  }
}

/** A request takes a while before and after its work, and a few lose their answer. */
function slowDown({ sandbox }: Workspaces, createMs: number): void {
  const { faults } = sandbox
  const rare = { route: 'create', probability: 0.02 } as const
  faults.add({ ...rare, effect: { kind: 'reset', when: 'before_work' } })
  faults.add({ ...rare, effect: { kind: 'reset', when: 'after_work' } })
  faults.add({ route: 'create', effect: { kind: 'latency', ms: createMs / 2, when: 'before_work' } })
  faults.add({ route: 'create', effect: { kind: 'latency', ms: createMs / 2, when: 'after_work' } })
}

/** The kill falls after so many more accounts, or after this time if nothing is created. */
const longestWaitMs = 5000

type Kills = Pick<TeamKillRun, 'ofDesktops' | 'ofPostgres' | 'cuts'>

async function killAtRandom(
  workspaces: Workspaces,
  lives: Lives,
  { accounts, kills, random }: { accounts: number; kills: number; random: () => number },
): Promise<Kills> {
  const { sandbox, server, desktops } = workspaces
  const counts = { ofDesktops: 0, ofPostgres: { immediate: 0, killed: 0 }, cuts: 0 }
  const created = (): number => sandbox.ledger.acceptedCreates().size
  /** PostgreSQL is being started again. */
  let returning: Promise<void> | null = null
  const each = accounts / (kills * 1.1)
  for (let count = 0; count < kills; count += 1) {
    const enough = Math.min(accounts - 1, created() + Math.floor(random() * 2 * each))
    const began = performance.now()
    while (created() < enough && performance.now() - began < longestWaitMs) await wait(1)
    await wait(random() * 20)
    counts.cuts += breakWays(workspaces, random)
    const drawn = random()
    if (drawn < 0.25 && returning === null) {
      const isKilled = random() < 0.3
      counts.ofPostgres[isKilled ? 'killed' : 'immediate'] += 1
      await (isKilled ? server.kill() : server.stop('immediate'))
      returning = wait(random() * 1500)
        .then(() => server.restart())
        .then(() => void (returning = null))
      continue
    }
    const one = desktops[Math.floor(random() * desktops.length)]
    const life = one?.life ?? null
    if (one === undefined || life === null) throw new Error('A desktop was not started')
    if (life.isGone()) throw new Error(`A desktop ended by itself: ${life.errors()}`)
    counts.ofDesktops += 1
    await life.kill()
    await startDesktop(workspaces, one, lives)
  }
  await returning
  for (const { proxy } of desktops) Object.assign(proxy, { delayMs: 0, isSilent: false, refuses: false })
  return counts
}

/** Changes a way to PostgreSQL. Returns how many were cut. */
function breakWays({ desktops }: Workspaces, random: () => number): number {
  const proxy = desktops[Math.floor(random() * desktops.length)]?.proxy
  if (proxy === undefined) return 0
  proxy.delayMs = random() < 0.5 ? 0 : Math.floor(random() * 40)
  proxy.refuses = random() < 0.1
  proxy.isSilent = random() < 0.1
  const drawn = random()
  if (drawn < 0.3) proxy.cut()
  // In the middle of a statement or of its answer.
  else if (drawn < 0.6) void proxy.cutAfter(1 + Math.floor(random() * 4000), random() < 0.5 ? 'up' : 'down')
  else return 0
  return 1
}

/** Starts all desktops once more and waits until they are done. Returns how many accounts were held. */
async function finish(workspaces: Workspaces, lives: Lives): Promise<number> {
  const { desktops } = workspaces
  await Promise.all(desktops.map(async ({ life }) => life?.kill()))
  const held = desktops.reduce((sum, { desktop }) => sum + heldIn(desktop.data), 0)
  const ended = []
  for (const one of desktops) ended.push(await startDesktop(workspaces, one, lives, [{ do: 'unhold' }]))
  await Promise.all(ended.map((life) => life.said('over ends')))
  await Promise.all(ended.map((life) => life.kill()))
  return held
}

function heldIn(data: string): number {
  return inDatabase(data, (database) =>
    database.prepare('SELECT count(*) FROM account WHERE held_reason IS NOT NULL').pluck().get(),
  ) as number
}

/** The figures of a run in one line. */
export function reported(run: TeamKillRun): string {
  const { immediate, killed } = run.ofPostgres
  const said = Object.entries(run.outcomes).map(([name, counts]) => `${name} ${JSON.stringify(counts)}`)
  return `seed ${run.seed}: ${run.ofDesktops} kills of desktops, ${immediate + killed} of PostgreSQL (${immediate} immediate, ${killed} by SIGKILL), ${run.cuts} cuts, in ${run.seconds.toFixed(0)} s; ${run.accepted} accounts created by ${run.creates} creates, ${run.held} held after three kills; finished ${run.finishSeconds.toFixed(0)} s after the last kill; ${said.join(', ')}`
}
