// Flips single bits at random places of a closed database. Each flip is either reported as damage in words for a
// person, or harmless: every cell of the report is unchanged. Half of the runs check the database before it is
// opened, as for a small one. The other half check it while it is open, as for a large one, and make the report
// before the check starts, so that damage shows only where it is read.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRouterClient, ORPCError } from '@orpc/server'
import { createEngine, type Engine, type EngineOptions } from '../../../electron/engine/engine.ts'
import type { Failure } from '../../../electron/engine/system/failure.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { readWired } from '../../support/read-wired.ts'
import {
  startDatabaseCheck,
  type StartCheck,
} from '../../../electron/engine/store/database/check/database-check.ts'
import { databaseName } from '../../../electron/engine/store/database/database-file.ts'
import { freshFolder, openHarness, parseCsv } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { plain } from './fault-harness.ts'
import { randomFrom } from './kill-run.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type Reported = {
  /** The data folder, closed; nothing here changes it. */
  readonly data: string
  readonly batch: number
  /** The correct cells of the report's two lists. */
  readonly cells: readonly string[]
}

export type Flips = {
  readonly flips: number
  /** Damage reported before opening, by the report when it reads, and by the check after a correct report. */
  readonly found: Readonly<Record<'before' | 'by the report' | 'by the check', number>>
  /** Nothing reads these places. */
  readonly unread: number
  /** Cells that were compared, and how many of them differed. */
  readonly cells: number
  readonly wrong: number
  readonly seconds: number
}

const accounts = 300
const listed = ['results_csv', 'errors_csv'] as const

/** A data folder with a batch that was sent, edited and held, and its correct report. */
export async function sampleFolder(): Promise<Reported> {
  const harness = await openHarness({ sandbox: { seed: 7, switches: { failShare: 0.1 } } })
  const rows = numbered(accounts).map((account, at) => ({
    ...account,
    surname: at % 50 === 0 ? 'x'.repeat(300) : `Sample ${at} of ${accounts}`,
  }))
  const batch = await harness.load(await plainAccounts(harness.folder, rows), null)
  await harness.client().batches.setPlan({ batch, plan: plain })
  const { accounts: ready } = await harness.client().accounts.list({
    batch,
    states: ['unvalidated'],
    offset: 0,
    limit: 3,
  })
  await harness.client().accounts.hold({ accounts: ready.map(({ id }) => id), reason: 'Asked to wait' })
  await harness.send(batch)
  const { files } = await harness.client().batches.report({ batch, folder: join(harness.folder, 'true') })
  await harness.stop()
  return { data: harness.data, batch, cells: cellsOf(files) }
}

export async function runFlips(reported: Reported, flips: number, seed: number): Promise<Flips> {
  const began = performance.now()
  const random = randomFrom(seed)
  const found = { before: 0, 'by the report': 0, 'by the check': 0 }
  const sum = { unread: 0, cells: 0, wrong: 0 }
  for (let trial = 0; trial < flips; trial += 1) {
    const end = await oneFlip(reported, trial % 2 === 0, random)
    sum.cells += end.cells
    sum.wrong += end.wrong
    if (end.found === null) sum.unread += 1
    else found[end.found] += 1
  }
  return { flips, found, ...sum, seconds: (performance.now() - began) / 1000 }
}

type End = {
  readonly found: keyof Flips['found'] | null
  readonly cells: number
  readonly wrong: number
}

async function oneFlip(reported: Reported, isCheckedBefore: boolean, random: () => number): Promise<End> {
  const folder = join(freshFolder(), 'data')
  cpSync(reported.data, folder, { recursive: true })
  flip(join(folder, databaseName), random)
  const late = isCheckedBefore ? null : checkLater()
  try {
    const opened = await openToRead(folder, late === null ? {} : { check: late.check })
    if (!opened.ok) return { found: foundIn(opened.failure), cells: 0, wrong: 0 }
    try {
      return await reportOf(reported, opened.value, folder, () => late?.begin())
    } finally {
      late?.begin()
      await opened.value.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The report, and the result of the check after it. */
async function reportOf(reported: Reported, engine: Engine, folder: string, begin: () => void): Promise<End> {
  const { batch } = reported
  try {
    const { files } = await createRouterClient(engine.router).batches.report({
      batch,
      folder: join(folder, 'of-the-trial'),
    })
    const cells = cellsOf(files)
    const wrong =
      Math.abs(cells.length - reported.cells.length) +
      cells.filter((cell, at) => cell !== reported.cells[at]).length
    begin()
    const known = await engine.known
    return { found: known.ok ? null : 'by the check', cells: reported.cells.length, wrong }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const failure = error.data as Failure | undefined
    if (failure?.code !== 'database_damaged') throw error
    return { found: 'by the report', cells: 0, wrong: 0 }
  }
}

/** Any other message about a flipped bit is wrong. */
function foundIn(failure: Failure): 'before' {
  if (failure.code !== 'database_damaged') throw new Error(`${failure.code}: ${sentenceOf(failure.message)}`)
  return 'before'
}

function flip(file: string, random: () => number): void {
  const bytes = readFileSync(file)
  const at = Math.floor(random() * bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  writeFileSync(file, bytes)
}

/** A copy may be opened for reading. */
export function openToRead(folder: string, more: Partial<EngineOptions>) {
  return createEngine({
    folder,
    reader: readWired,
    transport: () => Promise.reject(new Error('Nothing is sent here')),
    keyStore: createMemoryKeyStore(),
    version: '0.0.0-test',
    readsOnly: true,
    ...more,
  })
}

/** As for a large database; the real check, but it does not start before `begin`. */
export function checkLater(): {
  readonly check: NonNullable<EngineOptions['check']>
  readonly begin: () => void
} {
  const begun = Promise.withResolvers<void>()
  const start: StartCheck = (file, depth) => {
    const check = begun.promise.then(() => startDatabaseCheck(file, depth))
    return {
      progress: null,
      ended: check.then(({ ended }) => ended),
      async leave() {
        begun.resolve()
        await (await check).leave()
      },
    }
  }
  return { check: { atOnce: 0, start }, begin: begun.resolve }
}

function cellsOf(files: Readonly<Record<string, string>>): string[] {
  return listed.flatMap((name) =>
    parseCsv(readFileSync(files[name] ?? '', 'utf8')).flatMap((line) => Object.values(line)),
  )
}

/** The figures in one line, for manual runs. */
export function summaryOfFlips(done: Flips): string {
  const { flips, found, unread, cells, wrong, seconds } = done
  return `${flips} bits flipped in ${seconds.toFixed(0)} s: ${found.before} found before it was opened, ${found['by the report']} by the report, ${found['by the check']} by the check after it, ${unread} where nothing reads; ${wrong} of ${cells} report cells wrong`
}
