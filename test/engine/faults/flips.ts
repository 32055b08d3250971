// Single bits flipped at places that are drawn in a closed database. Each flip is either found, and told as damage with
// the words of a person, or harmless: then every cell of the report is what it was before. Half of the times the
// database is checked before it is opened, as a small one is; half of the times while it is open, as a large one is,
// and the report is made before the check has begun: what is wrong then shows only where it is read.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRouterClient, ORPCError } from '@orpc/server'
import { createEngine, type Engine, type EngineOptions } from '../../../electron/engine/engine.ts'
import type { Failure } from '../../../electron/engine/failure.ts'
import { createMemoryKeySafe } from '../../../electron/engine/key-safe.ts'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import { startDatabaseCheck, type StartCheck } from '../../../electron/engine/store/database-check.ts'
import { databaseName } from '../../../electron/engine/store/open.ts'
import { freshFolder, openHouse, parseCsv } from '../engine/harness.ts'
import { numbered, plainAccounts } from '../engine/small-files.ts'
import { plain } from './shelter.ts'
import { randomFrom } from './spree.ts'

export type Told = {
  /** The data folder, closed; nothing here changes it. */
  readonly data: string
  readonly batch: number
  /** The cells of the report's two lists, as they are in truth. */
  readonly cells: readonly string[]
}

export type Flips = {
  readonly flips: number
  /** Told before it was opened, by what the report read, and by the check after a report that was right. */
  readonly found: Readonly<Record<'before' | 'by the report' | 'by the check', number>>
  /** Nothing reads these places. */
  readonly unread: number
  /** Cells that were compared, and those of them that said something else. */
  readonly cells: number
  readonly wrong: number
  readonly seconds: number
}

const accounts = 300
const listed = ['results_csv', 'errors_csv'] as const

/** A data folder with a batch that was sent, edited and held, and its true report. */
export async function toldFolder(): Promise<Told> {
  const house = await openHouse({ sandbox: { seed: 7, switches: { failShare: 0.1 } } })
  const rows = numbered(accounts).map((account, at) => ({
    ...account,
    surname: at % 50 === 0 ? 'x'.repeat(300) : `Sample ${at} of ${accounts}`,
  }))
  const batch = await house.load(await plainAccounts(house.folder, rows), null)
  await house.client().batches.setPlan({ batch, plan: plain })
  const { accounts: ready } = await house.client().accounts.list({
    batch,
    states: ['ready'],
    offset: 0,
    limit: 3,
  })
  await house.client().accounts.hold({ accounts: ready.map(({ id }) => id), reason: 'Asked to wait' })
  await house.send(batch)
  const { files } = await house.client().batches.report({ batch, folder: join(house.folder, 'true') })
  await house.stop()
  return { data: house.data, batch, cells: cellsOf(files) }
}

export async function runFlips(told: Told, flips: number, seed: number): Promise<Flips> {
  const began = performance.now()
  const random = randomFrom(seed)
  const found = { before: 0, 'by the report': 0, 'by the check': 0 }
  const sum = { unread: 0, cells: 0, wrong: 0 }
  for (let trial = 0; trial < flips; trial += 1) {
    const end = await oneFlip(told, trial % 2 === 0, random)
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

async function oneFlip(told: Told, isCheckedBefore: boolean, random: () => number): Promise<End> {
  const folder = join(freshFolder(), 'data')
  cpSync(told.data, folder, { recursive: true })
  flip(join(folder, databaseName), random)
  const late = isCheckedBefore ? null : checkLater()
  try {
    const opened = await openToRead(folder, late === null ? {} : { check: late.check })
    if (!opened.ok) return { found: foundIn(opened.failure), cells: 0, wrong: 0 }
    try {
      return await reportOf(told, opened.value, folder, () => late?.begin())
    } finally {
      late?.begin()
      await opened.value.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The report, and what the check says after it. */
async function reportOf(told: Told, engine: Engine, folder: string, begin: () => void): Promise<End> {
  const { batch } = told
  try {
    const { files } = await createRouterClient(engine.router).batches.report({
      batch,
      folder: join(folder, 'of-the-trial'),
    })
    const cells = cellsOf(files)
    const wrong =
      Math.abs(cells.length - told.cells.length) + cells.filter((cell, at) => cell !== told.cells[at]).length
    begin()
    const known = await engine.known
    return { found: known.ok ? null : 'by the check', cells: told.cells.length, wrong }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const failure = error.data as Failure | undefined
    if (failure?.code !== 'database_damaged') throw error
    return { found: 'by the report', cells: 0, wrong: 0 }
  }
}

/** Anything else that is said of a flipped bit is wrong. */
function foundIn(failure: Failure): 'before' {
  if (failure.code !== 'database_damaged') throw new Error(`${failure.code}: ${failure.message}`)
  return 'before'
}

function flip(file: string, random: () => number): void {
  const bytes = readFileSync(file)
  const at = Math.floor(random() * bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  writeFileSync(file, bytes)
}

/** A copy may be opened to be read. */
export function openToRead(folder: string, more: Partial<EngineOptions>) {
  return createEngine({
    folder,
    reader: createProcessReader(),
    transport: () => Promise.reject(new Error('Nothing is sent here')),
    keySafe: createMemoryKeySafe(),
    version: '0.0.0-test',
    readsOnly: true,
    ...more,
  })
}

/** As for a large database; the real check, but it does not begin before `begin`. */
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

/** The figures in one line, for whoever runs it. */
export function toldOfFlips(done: Flips): string {
  const { flips, found, unread, cells, wrong, seconds } = done
  return `${flips} bits flipped in ${seconds.toFixed(0)} s: ${found.before} found before it was opened, ${found['by the report']} by the report, ${found['by the check']} by the check after it, ${unread} where nothing reads; ${wrong} of ${cells} report cells wrong`
}
