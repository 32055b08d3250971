// `npm run bench -- hundred`: a hundred thousand accounts in one batch. Measures the time until all are queued, the
// delay of the thread that serves the window while they are released, sent and polled, whether the status reads
// stay within their budget at the service, and the start-up time with all of them open. Engine and service have
// their own processes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { databaseName, openDatabaseFile } from '../../electron/engine/store/database/database-file.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { generateAccounts } from '../files/generate.ts'
import type { Counted, Delay, Order } from './hundred-process.ts'
import { median, seconds } from './measure.ts'
import { validateAll } from '../engine/store/place-account.ts'

const address = z.object({ baseUrl: z.string(), tokenUrl: z.string(), key: z.string() })
const reply = z.object({ id: z.number(), value: z.unknown().optional(), failed: z.string().optional() })

type Beside = {
  readonly ask: (what: string, input?: unknown) => Promise<unknown>
  readonly kill: () => Promise<void>
}

async function startBeside(...words: readonly string[]): Promise<Beside> {
  const child = fork(fileURLToPath(new URL('hundred-process.ts', import.meta.url)), words)
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  await once(child, 'message')
  child.on('message', (message) => {
    const { id, value, failed } = reply.parse(message)
    const one = asked.get(id)
    asked.delete(id)
    if (failed === undefined) one?.resolve(value)
    else one?.reject(new Error(failed))
  })
  child.on('exit', () => {
    for (const one of asked.values()) one.reject(new Error(`The ${words[0]} has ended`))
  })
  return {
    ask(what, input) {
      last += 1
      const one = Promise.withResolvers<unknown>()
      asked.set(last, one)
      child.send({ id: last, what, input: input ?? null } satisfies Order)
      return one.promise
    },
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

function sayDelay(what: string, { p99, worst, views, viewMs, cpuMs }: Delay): void {
  say(
    `  ${what}: event loop delay p99 ${ms(p99)}, worst ${ms(worst)}; ${views} looks at the batch, ${ms(viewMs)} each; ${(cpuMs / 1000).toFixed(1)} s of processor time · ${load()}`,
  )
}

/**
 * Writes the result of a successful validation for each of them, without a hundred thousand requests to the
 * service.
 */
function clearAll(folder: string): void {
  const database = openDatabaseFile(join(folder, databaseName))
  try {
    database.pragma('synchronous = OFF')
    validateAll(database, Date.now(), "state = 'unvalidated'")
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

/** The highest count in any window of this many consecutive seconds. */
function mostIn(counts: readonly number[], window: number): number {
  return counts.reduce((most, _, at) => {
    const sum = counts.slice(at, at + window).reduce((all, count) => all + count, 0)
    return Math.max(most, sum)
  }, 0)
}

/** Prints its results as they arrive. `watchSeconds`: how long reads are counted. */
export async function measureHundred(
  root: string,
  {
    accounts = 100_000,
    watchSeconds = 90,
  }: { readonly accounts?: number; readonly watchSeconds?: number } = {},
): Promise<void> {
  const folder = join(root, 'hundred')
  const sample = await generateAccounts({
    seed: 5,
    count: accounts,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder: root,
  })
  const service = await startBeside('service')
  const { baseUrl, tokenUrl, key } = address.parse(await service.ask('address'))
  const readsPerMinute = 6000
  const settings = connectionSettings.parse({
    baseUrl,
    tokenUrl,
    limits: { concurrency: 64, readsPerMinute },
  })
  const signIn = async (engine: Beside): Promise<void> => {
    await engine.ask('connections.setKey', { id: 1, key })
  }

  let engine = await startBeside('engine', folder)
  const { id: connection } = z
    .object({ id: z.number() })
    .parse(await engine.ask('connections.save', { name: 'bench', settings }))
  const request = {
    path: sample.file,
    mapping: mappingFile.parse(sample.mapping),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  }
  const { batch } = z.object({ batch: z.number() }).parse(await engine.ask('batches.load', request))
  const loaded = await seconds(() => engine.ask('untilOpen', { batch }))
  await engine.ask('close')
  await engine.kill()
  clearAll(folder)
  say(`${accounts} accounts in one batch (loaded in ${loaded.toFixed(0)} s) · ${load()}`)

  engine = await startBeside('engine', folder)
  await engine.ask('known')
  // Sending starts with the key: accounts released before are only queued.
  await engine.ask('watchDelay', { batch })
  const releasing = await seconds(async () => {
    await engine.ask('batches.release', { batch, limit: null })
    await engine.ask('untilQueued', { batch })
  })
  say(`  all queued after ${releasing.toFixed(2)} s · ${load()}`)
  sayDelay('while they are released', (await engine.ask('delay')) as Delay)

  await engine.ask('watchDelay', { batch })
  const sending = await seconds(async () => {
    await signIn(engine)
    await engine.ask('untilSent', { batch })
  })
  say(`  sent in ${sending.toFixed(0)} s, ${Math.round(accounts / sending)} a second · ${load()}`)
  sayDelay('while they are sent', (await engine.ask('delay')) as Delay)

  const before = (await service.ask('counts')) as Counted
  await engine.ask('watchDelay', { batch })
  await wait(watchSeconds * 1000)
  sayDelay(`while they are watched for ${watchSeconds} s`, (await engine.ask('delay')) as Delay)
  const { reads, routes } = (await service.ask('counts')) as Counted
  const inThatTime = (routes['status'] ?? 0) - (before.routes['status'] ?? 0)
  say(
    `  reads at the service: ${inThatTime} in ${watchSeconds} s; at most ${mostIn(reads, 60)} in any 60 s and ${mostIn(reads, 10)} in any 10 s, of ${readsPerMinute} a minute that are allowed · ${load()}`,
  )

  await sayCosts(engine, batch)
  await sayStarts(engine, folder, batch, signIn)
  await service.ask('close')
  await service.kill()
}

/** Medians of twenty calls each, asked from another process. */
async function sayCosts(engine: Beside, batch: number): Promise<void> {
  const processing = { batch, states: ['processing'], offset: 0, limit: 100 }
  const calls: readonly (readonly [string, string, unknown])[] = [
    ['the view of the batch', 'batches.get', { batch }],
    ['the first page of the watch list', 'accounts.list', processing],
    ['a page at its end', 'accounts.list', { ...processing, offset: 90_000 }],
    ['the stuck ones', 'accounts.list', { ...processing, stuck: true }],
    [
      'those that need a person',
      'accounts.list',
      {
        ...processing,
        states: ['invalid', 'rejected', 'unconfirmed', 'processing', 'done'],
        needPerson: true,
      },
    ],
    ["the service's words", 'batches.serviceWords', { batch }],
  ]
  for (const [words, what, input] of calls) {
    const took: number[] = []
    for (let round = 0; round < 20; round += 1)
      took.push((await seconds(() => engine.ask(what, input))) * 1000)
    say(`  ${words}: ${ms(median(took))} · ${load()}`)
  }
}

/** Measured from the start of the process, after a clean shutdown and after a kill. */
async function sayStarts(
  engine: Beside,
  folder: string,
  batch: number,
  signIn: (engine: Beside) => Promise<void>,
): Promise<void> {
  let running = engine
  for (const how of ['in order', 'by a kill'] as const) {
    if (how === 'in order') await running.ask('close')
    await running.kill()
    let answered = 0
    let began = 0
    const usable = await seconds(async () => {
      began = performance.now()
      running = await startBeside('engine', folder)
      await running.ask('workspace.status')
      answered = (performance.now() - began) / 1000
      await running.ask('connections.list')
      await running.ask('batches.list')
      await running.ask('batches.get', { batch })
      await running.ask('batches.timeline', { batch, limit: 50 })
      await running.ask('accounts.list', { batch, states: ['processing'], offset: 0, limit: 100 })
    })
    await running.ask('known')
    const known = (performance.now() - began) / 1000
    say(
      `  start after an end ${how}: first call answered after ${answered.toFixed(2)} s, a view to work with after ${usable.toFixed(2)} s, known to be sound after ${known.toFixed(2)} s · ${load()}`,
    )
    await signIn(running)
  }
  await running.ask('close')
  await running.kill()
}
