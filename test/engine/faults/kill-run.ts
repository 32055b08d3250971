// Kill run: hundreds of kills at random moments, on workspaces that are restarted each time. The work of each engine
// process is random, and so is the moment of its kill: at the n-th request of a kind, or a few milliseconds into a
// release. The phase in which a kill fell is determined afterwards from the last output of the process and a copy of
// its database.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'
import { freshFolder } from '../api/harness.ts'
import { createLives, type Life, type Lives } from './lives.ts'
import type { Act } from './order.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'

export const phases = ['validating', 'releasing', 'sending', 'processing', 'cancelling'] as const
export type Phase = (typeof phases)[number]

export type KillRunOptions = {
  /**
   * On a busy machine many fall elsewhere: about as many more follow, each at the first request of its kind, until one
   * has fallen in each phase.
   */
  readonly kills: number
  readonly seed: number
  /** Kills on one workspace before it is finished and the oracle is asked. */
  readonly killsEach: number
  /** Workspaces at a time. */
  readonly lanes: number
}
export type KillRun = {
  readonly kills: number
  /** `elsewhere`: during the start, or while idle. */
  readonly fell: Readonly<Record<Phase | 'elsewhere', number>>
  readonly workspaces: number
  readonly accounts: number
  /** Creates that the service received, and how many of them it accepted. */
  readonly creates: number
  readonly accepted: number
  /** Accounts that a kill found in flight, summed over all kills. */
  readonly inFlight: number
  readonly seconds: number
}

/** Accounts per kill of a workspace: enough that something is always left to validate and to send. */
const accountsPerKill = 10

/** 95 %: with no failure in n trials, the rate is at most 3/n. */
export function bound(trials: number): string {
  return `at most ${((3 / trials) * 100).toPrecision(2)} % (95 %, 3/${trials})`
}

export async function killAtRandom(options: KillRunOptions): Promise<KillRun> {
  const started = performance.now()
  const random = randomFrom(options.seed)
  const sum = {
    kills: 0,
    fell: { validating: 0, releasing: 0, sending: 0, processing: 0, cancelling: 0, elsewhere: 0 },
    workspaces: 0,
    accounts: 0,
    creates: 0,
    accepted: 0,
    inFlight: 0,
  }
  let left = options.kills
  async function lane(): Promise<void> {
    const lives = createLives()
    try {
      while (left > 0) {
        const kills = Math.min(options.killsEach, left)
        left -= kills
        const faultHarness = await raise(kills, Math.floor(random() * 1e9))
        for (let count = 0; count < kills; count += 1) {
          // In turn; every fourth kill targets the phase with the fewest so far.
          const rarest = phases.reduce((least, phase) => (sum.fell[phase] < sum.fell[least] ? phase : least))
          const aim = count % 4 === 3 ? rarest : (turns[count % turns.length] ?? rarest)
          const isFirst = sum.kills >= options.kills
          const { phase, inFlight } = await oneKill(faultHarness, lives, aim, isFirst ? () => 0 : random)
          sum.kills += 1
          sum.fell[phase] += 1
          sum.inFlight += inFlight
        }
        await faultHarness.converge()
        const { ledger } = faultHarness.sandbox
        sum.workspaces += 1
        sum.accounts += kills * accountsPerKill
        sum.creates += ledger.entries().filter(({ route }) => route === 'create').length
        sum.accepted += ledger.acceptedCreates().size
        await faultHarness.sandbox.close()
        rmSync(faultHarness.data, { recursive: true, force: true })
      }
    } finally {
      await lives.end()
    }
  }
  await Promise.all(Array.from({ length: options.lanes }, lane))
  while (phases.some((phase) => sum.fell[phase] === 0) && sum.kills < 5 * options.kills) {
    left = turns.length + 1
    await lane()
  }
  return { ...sum, seconds: (performance.now() - started) / 1000 }
}

/** Small waves that follow automatically, so that kills also fall between waves. */
const waves = sendingPlan.parse({
  sizes: Array<number>(20).fill(12),
  between: 'when_sent',
  brakes: { errorRate: null, sameCode: null },
})

async function raise(kills: number, seed: number): Promise<FaultHarness> {
  const faultHarness = await openFaultHarness({
    accounts: kills * accountsPerKill,
    state: 'unvalidated',
    limits: { concurrency: 8, pollFirstMs: 30, readsPerMinute: null, pollLongestMs: 150 },
    sandbox: { seed, speed: 10 },
    plan: waves,
  })
  const { faults } = faultHarness.sandbox
  // A request takes a while before and after its work, and a few lose their answer.
  const rare = { route: 'create', probability: 0.02 } as const
  faults.add({ ...rare, effect: { kind: 'reset', when: 'before_work' } })
  faults.add({ ...rare, effect: { kind: 'reset', when: 'after_work' } })
  faults.add({ route: 'create', probability: 0.5, effect: { kind: 'latency', ms: 12, when: 'before_work' } })
  faults.add({ route: 'create', probability: 0.5, effect: { kind: 'latency', ms: 12, when: 'after_work' } })
  faults.add({ route: 'validate', effect: { kind: 'latency', ms: 6, when: 'after_work' } })
  faults.add({ route: 'status', effect: { kind: 'latency', ms: 6, when: 'after_work' } })
  return faultHarness
}

type Aim = { readonly acts: readonly Act[]; readonly times: number; readonly until: string }

/** The order for an engine process, and the moment of its kill: requests of a route, or one of its messages. */
const aims: Readonly<Record<Phase, Aim>> = {
  validating: {
    acts: [{ do: 'resume' }, { do: 'validate' }, { do: 'validated' }],
    times: 1,
    until: 'validate',
  },
  sending: {
    acts: [{ do: 'resume' }, { do: 'release', limit: 40 }, { do: 'over' }],
    times: 1,
    until: 'create',
  },
  // Paused: statuses are read and nothing else is done.
  processing: { acts: [{ do: 'pause' }, { do: 'over' }], times: 1, until: 'status' },
  releasing: {
    acts: [{ do: 'pause' }, { do: 'release', limit: null }, { do: 'cancelQueued' }],
    times: 1_000,
    until: 'release begins',
  },
  cancelling: {
    acts: [{ do: 'pause' }, { do: 'release', limit: null }, { do: 'cancelQueued' }],
    times: 1_000,
    until: 'cancelQueued begins',
  },
}

/** Sending comes before status reads, so that there are accounts to read. */
const turns = [
  'validating',
  'sending',
  'processing',
  'releasing',
  'sending',
  'processing',
  'cancelling',
] as const

/** Milliseconds from the opening of the folder; longer than any step of a process: it is killed anyway. */
const longestLife = 10_000

async function oneKill(
  faultHarness: FaultHarness,
  lives: Lives,
  aimed: Phase,
  random: () => number,
): Promise<{ readonly phase: Phase | 'elsewhere'; readonly inFlight: number }> {
  const { acts, times, until } = aims[aimed]
  const life = await lives.next()
  const isSaid = until.endsWith('begins')
  const met = (): number =>
    isSaid
      ? life.marks.filter((mark) => mark === until).length
      : faultHarness.sandbox.ledger.entries().filter(({ route }) => route === until).length
  const enough = met() + 1 + Math.floor(random() * (isSaid ? 3 : 25))
  life.begin(faultHarness.orderOf(acts, null, times))
  let opened: number | null = null
  const isOld = (): boolean => {
    if (life.marks.includes('open')) opened ??= performance.now()
    return opened !== null && performance.now() - opened > longestLife
  }
  const isDue = (): boolean => met() >= enough || life.marks.includes('done')
  while (!isDue() && !life.isGone() && !isOld()) await wait(1)
  if (life.isGone()) throw new Error(`A life ended by itself: ${life.errors()}`)
  await wait(random() * (isSaid ? 4 : 12))
  await life.kill()
  return fellIn(aimed, life, leftBehind(faultHarness.data))
}

function fellIn(
  aimed: Phase,
  life: Life,
  left: Left,
): { readonly phase: Phase | 'elsewhere'; readonly inFlight: number } {
  const { states, validating } = left
  const inFlight = states['sending'] ?? 0
  const last = life.marks.at(-1)
  const phase = ((): Phase | 'elsewhere' => {
    if (last === 'release begins') return 'releasing'
    if (last === 'cancelQueued begins') return 'cancelling'
    if (last !== 'over begins' && last !== 'validated begins') return 'elsewhere'
    if (inFlight > 0) return 'sending'
    if (aimed === 'validating') return validating ? 'validating' : 'elsewhere'
    return (states['processing'] ?? 0) + (states['unconfirmed'] ?? 0) > 0 ? 'processing' : 'elsewhere'
  })()
  return { phase, inFlight }
}

type Left = { readonly states: Readonly<Record<string, number>>; readonly validating: boolean }

/** Reads a copy: opening the database itself would already recover it. */
function leftBehind(data: string): Left {
  const copy = join(freshFolder(), 'copy')
  mkdirSync(copy)
  for (const suffix of ['', '-wal'])
    cpSync(join(data, `${databaseName}${suffix}`), join(copy, `${databaseName}${suffix}`))
  const database = openDatabaseFile(join(copy, databaseName))
  try {
    const counts = database.prepare('SELECT state, sum(count) FROM account_count GROUP BY state').raw().all()
    const validating = database.prepare('SELECT max(validating) FROM batch').pluck().get() === 1
    return { states: Object.fromEntries(counts as [string, number][]), validating }
  } finally {
    database.close()
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The figures of a kill run in one line, for manual runs. */
export function reported(killRun: KillRun): string {
  const fell = Object.entries(killRun.fell)
    .map(([phase, count]) => `${phase} ${count}`)
    .join(', ')
  return `${killRun.kills} kills in ${killRun.seconds.toFixed(0)} s (${fell}), ${killRun.workspaces} workspaces, ${killRun.accounts} accounts, ${killRun.creates} creates received, ${killRun.accepted} accepted, ${killRun.inFlight} found in flight; 0 lost, 0 twice: ${bound(killRun.kills)} of kills`
}
