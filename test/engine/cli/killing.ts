// Repeatedly kills a run of generated accounts with all of its child processes, and continues it with `resume`. The
// sandbox stays alive in this process: its ledger shows what was really received. For the tests, and by hand:
//
//   node test/engine/cli/killing.ts --accounts 5000 --kills 10 --seed 7
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import papaparse from 'papaparse'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { accountStates } from '../../../shared/sending/states.ts'
import { generateAccounts } from '../../files/generate.ts'
import { type Ended, start, testSystem } from './spawn.ts'

export type KillingOptions = {
  readonly accounts: number
  readonly kills: number
  readonly seed: number
  /** Milliseconds that each create takes, so that a small run lasts long enough to be killed. */
  readonly latency: number
  /** A process is killed after a random number of further requests, at most this many. */
  readonly requests: number
  readonly concurrency: number
  readonly onKill?: (kill: Kill) => void
}

/** The state after a kill, from the database. */
export type Kill = {
  readonly afterMs: number
  readonly stage: string
  readonly states: Readonly<Record<string, number>>
  /** Creates that the service had accepted by then. */
  readonly accepted: number
}

export type Killed = {
  readonly kills: readonly Kill[]
  readonly last: Ended
  readonly seconds: number
  /** Creates accepted, by identity. */
  readonly accepted: ReadonlyMap<string, number>
  /** One entry per account of the results: our outcome and the service's. */
  readonly accounts: readonly { readonly key: string; readonly local: string; readonly service: string }[]
}

export async function runKills(options: KillingOptions): Promise<Killed> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-kill-'))
  const sandbox = await createSandbox({ seed: options.seed, speed: 10, ledgerKeep: 1_000_000 })
  try {
    if (options.latency > 0)
      sandbox.faults.add({
        route: 'create',
        effect: { kind: 'latency', ms: options.latency, when: 'after_work' },
      })
    return await killRun(options, sandbox, folder)
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function killRun(options: KillingOptions, sandbox: Sandbox, folder: string): Promise<Killed> {
  const { accounts: count, seed } = options
  const sample = await generateAccounts({ seed, count, shape: 'wide', damage: 0.1, format: 'csv', folder })
  const data = join(folder, 'data')
  const ending = ['--data-dir', data, '--out', join(folder, 'out'), '--yes', '--json']
  const file = [sample.file, '--mapping', sample.mappingFile, '--base-url', sandbox.baseUrl, ...testSystem]
  const hurried = '--quiet 1 --timeout 2 --poll 0.2 --reads-per-minute none --concurrency'.split(' ')
  const run = ['run', ...file, '--supplier', 'ACME', ...hurried, String(options.concurrency), ...ending]
  const random = randomFrom(seed)
  const kills: Kill[] = []
  const started = performance.now()
  while (kills.length < options.kills) {
    const isStored = (glimpse(data, folder)?.stage ?? '') !== ''
    const life = start(isStored ? ['resume', ...ending] : run, sandbox.apiKey)
    const born = performance.now()
    // Every fifth process is killed early, while it starts and reads; another fifth while a create waits for its
    // answer; the others when their share of requests is used up.
    const isShort = kills.length % 5 === 0
    const isHeld = kills.length % 5 === 2
    const heldCreate = isHeld ? holdCreate(sandbox) : null
    const enough = sandbox.ledger.entries().length + (isShort ? Infinity : random() * options.requests)
    const longest = isShort ? 300 + random() * 900 : 15_000
    let isOver = false
    void life.ended.then(() => (isOver = true))
    while (
      !isOver &&
      (heldCreate === null
        ? sandbox.ledger.entries().length < enough && performance.now() - born < longest
        : !heldCreate.hasCome())
    )
      await wait(2)
    if (isOver) break
    if (heldCreate === null) await wait(random() * 10)
    const afterMs = Math.round(performance.now() - born)
    if (life.child.pid !== undefined) process.kill(-life.child.pid, 'SIGKILL')
    await life.ended
    heldCreate?.end()
    const left = glimpse(data, folder) ?? { stage: '', states: {} }
    const kill = { afterMs, ...left, accepted: sandbox.ledger.acceptedCreates().size }
    kills.push(kill)
    options.onKill?.(kill)
  }
  const last = await start(['resume', ...ending], sandbox.apiKey).ended
  const seconds = (performance.now() - started) / 1000
  return {
    kills,
    last,
    seconds,
    accepted: sandbox.ledger.acceptedCreates(),
    accounts: compare(join(folder, 'out', 'results.csv'), sandbox),
  }
}

/** Creates answered before one is held: enough to compare the service's clocks, which decides accounts in doubt. */
const answeredBefore = 20

/** From then until `end`, no create is answered; `hasCome` says whether one was received. */
function holdCreate(sandbox: Sandbox) {
  const effect = { kind: 'hang', when: 'after_work' } as const
  const id = sandbox.faults.add({ route: 'create', skip: answeredBefore, effect })
  const first = sandbox.ledger.entries().length
  return {
    hasCome: (): boolean =>
      sandbox.ledger
        .entries()
        .slice(first)
        .some(({ route, faults }) => route === 'create' && faults.includes(id)),
    end: () => sandbox.faults.remove(id),
  }
}

/** Reads a copy: opening the database itself would already recover it. Null before there is one. */
function glimpse(data: string, folder: string): Pick<Kill, 'stage' | 'states'> | null {
  if (!existsSync(join(data, 'carryover.sqlite'))) return null
  const copy = join(folder, 'copy')
  cpSync(data, copy, { recursive: true })
  try {
    const database = openDatabaseFile(join(copy, 'carryover.sqlite'))
    const stage = database.prepare('SELECT stage FROM batch').pluck().get()
    const counts = database.prepare('SELECT state, count(*) FROM account GROUP BY state').raw().all()
    database.close()
    return {
      stage: typeof stage === 'string' ? stage : '',
      states: Object.fromEntries(counts as [string, number][]),
    }
  } catch (error) {
    // Killed before the first commit of the schema.
    if (error instanceof Error && error.message.startsWith('no such table')) return { stage: '', states: {} }
    throw error
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const inOurWords: Readonly<Record<string, string>> = {
  PROCESSED: 'created',
  ERRORED: 'failed',
  CANCELLED: 'cancelled',
}

function compare(results: string, sandbox: Sandbox): Killed['accounts'] {
  if (!existsSync(results)) return []
  const text = readFileSync(results, 'utf8').replace(/^\uFEFF/, '')
  const { data } = papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
  return data.map((row) => {
    const key = row['carryover_account'] ?? ''
    const process = sandbox.control.process('ACME', key)
    const status = process?.record.status ?? ''
    return {
      key,
      local:
        `${row['outcome'] === '' ? 'unsent' : row['outcome']} ${row['platform_identifier'] ?? ''}`.trim(),
      service:
        process === null
          ? 'unsent'
          : `${inOurWords[status] ?? status} ${process.record.platform_identifier ?? ''}`.trim(),
    }
  })
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function byHand(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { accounts: text, kills: text, seed: text } })
  const killed = await runKills({
    accounts: Number(values.accounts ?? 5000),
    kills: Number(values.kills ?? 10),
    seed: Number(values.seed ?? 7),
    latency: 5,
    requests: 2 * Number(values.accounts ?? 5000) * 0.2,
    concurrency: 8,
    onKill: ({ afterMs, stage, states, accepted }) => {
      const reported = accountStates
        .filter((state) => (states[state] ?? 0) > 0)
        .map((state) => `${state} ${states[state]}`)
      process.stdout.write(
        `killed after ${afterMs} ms: ${stage || 'nothing stored'}; ${reported.join(', ')}; accepted ${accepted}\n`,
      )
    },
  })
  const twice = [...killed.accepted.values()].filter((times) => times > 1).length
  const apart = killed.accounts.filter(({ local, service }) => local !== service)
  process.stdout.write(
    `${killed.seconds.toFixed(1)} s; ${killed.accepted.size} accepted, ${twice} more than once; ${killed.accounts.length} in the results, ${apart.length} unlike the service's\n${killed.last.stdout}${JSON.stringify(apart.slice(0, 5))}\n`,
  )
}

if (import.meta.main) await byHand()
