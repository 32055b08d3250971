// Trials of external changes to a data folder: the database's log is cut, flipped or deleted, older copies are
// restored, or a copy is used next to its original. Each trial kills an engine process while it sends, makes one of
// these changes at a random place, lets a person resume, and asks the oracle: by the service's ledger nothing was
// accepted twice.
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { changeTolerance } from '../../../electron/engine/store/sending/attempts/attempt-journal.ts'
import { retireOriginal } from '../../../electron/engine/store/database/folder/folder-identity.ts'
import { databaseName } from '../../../electron/engine/store/database/database-file.ts'
import { restoreBackup } from '../../../electron/engine/store/database/backup/restore.ts'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import { inDatabase } from '../api/harness.ts'
import { isOver, untilView } from '../api/waiting.ts'
import type { Life, Lives } from './lives.ts'
import { expectConverged } from './oracle.ts'
import { releaseWhenFree } from './release.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'
import { bound, randomFrom } from './kill-run.ts'

export const happenings = [
  'log cut',
  'log flipped',
  'log deleted',
  'older database',
  'older folder, over the files in place',
  'older folder, in the place of the folder',
  'copy beside its original',
] as const
export type Happening = (typeof happenings)[number]

/**
 * Results for a service that refuses a second create, and for one that starts a second process whatever the first
 * one's result.
 */
export const services = {
  'refuses a second create': { whileRunning: 'refuse', afterProcessed: 'refuse' },
  'accepts a second create': { whileRunning: 'second', afterProcessed: 'second' },
} as const satisfies Readonly<Record<string, SandboxOptions['switches']>>
export type ServiceKind = keyof typeof services

export type Trials = {
  readonly what: Happening
  readonly service: ServiceKind
  readonly trials: number
  readonly accounts: number
  readonly creates: number
  readonly accepted: number
  /** Creates whose attempts were missing from the database when it was reopened. */
  readonly lost: number
  /** How often a person had to declare the original retired, and to restore a backup. */
  readonly asked: number
  readonly restored: number
  readonly seconds: number
}

const accounts = 30

export async function runTrials(options: {
  readonly what: Happening
  readonly service: ServiceKind
  readonly trials: number
  readonly seed: number
  /** The pool of engine processes; one trial at a time for each. */
  readonly lanes: readonly Lives[]
}): Promise<Trials> {
  const { what, service, trials } = options
  const began = performance.now()
  const random = randomFrom(options.seed)
  const sum = { accounts: 0, creates: 0, accepted: 0, lost: 0, asked: 0, restored: 0 }
  let left = trials
  async function lane(lives: Lives): Promise<void> {
    while (left > 0) {
      left -= 1
      const done = await oneTrial(lives, what, service, random)
      for (const [name, count] of Object.entries(done)) sum[name as keyof typeof sum] += count
    }
  }
  await Promise.all(options.lanes.map(lane))
  return { what, service, trials, ...sum, seconds: (performance.now() - began) / 1000 }
}

async function oneTrial(
  lives: Lives,
  what: Happening,
  service: ServiceKind,
  random: () => number,
): Promise<Omit<Trials, 'what' | 'service' | 'trials' | 'seconds'>> {
  const faultHarness = await openFaultHarness({
    accounts,
    state: 'validated',
    limits: { concurrency: 4, pollFirstMs: 30, pollLongestMs: 150 },
    // Some end ERRORED: a service would accept another create of those in any case.
    sandbox: {
      seed: Math.floor(random() * 1e9),
      speed: 40,
      switches: { ...services[service], failShare: 0.3 },
    },
  })
  const { sandbox, data } = faultHarness
  sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 8, when: 'after_work' } })
  const creates = (): number => sandbox.ledger.entries().filter(({ route }) => route === 'create').length
  try {
    const life = await lives.next()
    life.begin(
      faultHarness.orderOf([
        { do: 'backup' },
        { do: 'resume' },
        { do: 'release', limit: null },
        { do: 'over' },
      ]),
    )
    const first = 1 + Math.floor(random() * (accounts / 2))
    await untilCreates(life, creates, first)
    const kept = keepsCopy(what) ? await copyNow(life, data) : null
    await untilCreates(life, creates, first + 1 + Math.floor(random() * (accounts / 2 - 2)))
    await life.kill()
    sandbox.faults.clear()
    const sent = creates()
    const copy = `${data}-copy`
    await happen(what, data, kept, copy, random)
    const back = await comeBack(faultHarness, data)
    // The original has continued meanwhile: the copy sends only once the original is retired.
    const beside = what === 'copy beside its original' ? await comeBack(faultHarness, copy) : null
    return {
      accounts,
      creates: creates(),
      accepted: sandbox.ledger.acceptedCreates().size,
      lost: Math.max(0, sent - back.known),
      asked: back.asked + (beside?.asked ?? 0),
      restored: back.restored + (beside?.restored ?? 0),
    }
  } finally {
    await sandbox.close()
    rmSync(data, { recursive: true, force: true })
    rmSync(`${data}-copy`, { recursive: true, force: true })
    rmSync(`${data}-older`, { recursive: true, force: true })
  }
}

const keepsCopy = (what: Happening): boolean => what.startsWith('older')

async function untilCreates(life: Life, creates: () => number, count: number): Promise<void> {
  while (creates() < count && !life.isGone()) await wait(1)
  if (life.isGone()) throw new Error(`A life ended by itself: ${life.errors()}`)
}

/** Copies all files as of one moment, while the process that writes them is stopped. */
async function copyNow(life: Life, data: string): Promise<string> {
  const copy = `${data}-older`
  life.signal('SIGSTOP')
  await wait(5)
  cpSync(data, copy, { recursive: true, preserveTimestamps: true })
  life.signal('SIGCONT')
  return copy
}

async function happen(
  what: Happening,
  data: string,
  kept: string | null,
  copy: string,
  random: () => number,
): Promise<void> {
  const log = join(data, `${databaseName}-wal`)
  const older = kept ?? ''
  switch (what) {
    case 'log cut':
      return truncateSync(log, Math.floor(random() * readFileSync(log).length))
    case 'log flipped': {
      const bytes = readFileSync(log)
      const at = Math.floor(random() * bytes.length)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
      return writeFileSync(log, bytes)
    }
    case 'log deleted':
      return rmSync(log)
    case 'older database':
      rmSync(`${data}/${databaseName}-shm`, { force: true })
      for (const suffix of ['', '-wal']) {
        rmSync(join(data, databaseName + suffix), { force: true })
        if (existsSync(join(older, databaseName + suffix)))
          copyFileSync(join(older, databaseName + suffix), join(data, databaseName + suffix))
      }
      return
    case 'older folder, over the files in place':
      // Nobody copies, uses and restores a folder within half a second.
      await wait(changeTolerance + 100)
      rmSync(`${data}/${databaseName}-wal`, { force: true })
      rmSync(`${data}/${databaseName}-shm`, { force: true })
      return cpSync(older, data, { recursive: true, preserveTimestamps: true })
    case 'older folder, in the place of the folder':
      rmSync(data, { recursive: true })
      return cpSync(older, data, { recursive: true, preserveTimestamps: true })
    case 'copy beside its original':
      return cpSync(data, copy, { recursive: true, preserveTimestamps: true })
    default:
      what satisfies never
  }
}

/** A person opens the folder, does what is asked, resumes, and sends everything that is left. */
async function comeBack(
  faultHarness: FaultHarness,
  folder: string,
): Promise<{ readonly known: number; readonly asked: number; readonly restored: number }> {
  const { connection, batch, sandbox } = faultHarness
  const count = { asked: 0, restored: 0 }
  const opened = await open()
  const known = inDatabase(folder, (database) =>
    database.prepare('SELECT count(*) FROM attempt').pluck().get(),
  ) as number
  const { client, close } = opened
  await client.connections.setKey({ id: connection, key: sandbox.apiKey })
  await client.connections.resume({ id: connection })
  await releaseWhenFree(client, batch, null)
  await untilView(client, batch, isOver)
  const { unexplained } = await client.batches.reconcile({ batch })
  await close()
  expectConverged({ data: folder, sandbox, unexplained: [unexplained], attemptsLost: true })
  return { known, ...count }

  async function open(): ReturnType<FaultHarness['open']> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await faultHarness.open({ folder })
      } catch (error) {
        const { message } = error as Error
        if (tries > 2) throw error
        if (message.includes('original-retired')) {
          count.asked += 1
          retireOriginal(join(folder, databaseName), folder, Date.now())
        } else if (message.includes('is damaged')) {
          count.restored += 1
          await restoreBackup({ folder, now: Date.now() })
        } else throw error
      }
    }
  }
}

/** The figures of a series of trials in one line, for manual runs. */
export function summaryOf(done: Trials): string {
  return `${done.what}, a service that ${done.service}: ${done.trials} trials in ${done.seconds.toFixed(0)} s, ${done.accounts} accounts, ${done.creates} creates received, ${done.accepted} accounts accepted, ${done.lost} attempts lost by the database, ${done.asked} times asked, ${done.restored} backups restored; 0 twice: ${bound(done.trials)} of trials`
}
