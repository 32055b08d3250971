// Memory of repairs: a view over stored data, so that an edit costs nothing extra and an undone edit disappears
// from it automatically. A thread recalls the repairs that fit a batch, and the result is cached until other
// batches change. The batch's own edits only re-check which repairs still fit.
import { yieldToEventLoop } from '../../system/yield.ts'
import { z } from 'zod'
import { readCatalogue } from '../../../../shared/catalogue/catalogue.ts'
import {
  chosenOf,
  type ChosenOffers,
  type ColumnMeaning,
  columnMeanings,
  fieldsOf,
} from '../../../../shared/fixing/repair-match.ts'
import { type ValueKind, valueKindOfPaths } from '../../../../shared/fixing/rules/value-kind.ts'
import type { RepairOffer } from '../../../../shared/contract/fixing/memory.ts'
import type { Editing } from '../../accounts/editing.ts'
import { startThread, type Thread } from '../../jobs/threads.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { EditCell } from '../../store/fixing/edits.ts'
import type { Store } from '../../store/store.ts'
import { type Fitting, type FittingCell, fittingOf } from './fitting.ts'
import type {
  FoundOffers,
  ListedRepair,
  RecallJob,
  Recalled,
  RecallTask,
  RepairSource,
} from './recall-job.ts'
import { message, type Message } from '../../../../shared/texts/create-message.ts'

/** Number of batches whose offers are cached. */
const mostKept = 3
const repairsAtOnce = 1000
const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 90
const daysSetting = 'memory_days'
const dismissedSetting = 'memory_dismissed'
/** Number of batches with dismissed offers that are remembered, newest first. */
const mostDismissed = 500

type Known = { stamp: string; found: FoundOffers; ownStamp: string | null; fitting: Fitting | null }

export type ChosenRepairs = {
  readonly cells: readonly EditCell[]
  readonly accounts: readonly number[]
  /** The same cells with their offers, in file order. */
  readonly fitting: readonly FittingCell[]
}

export type Memory = ReturnType<typeof createMemory>

type MemoryOptions = {
  readonly store: Store
  readonly editing: Pick<Editing, 'lay'>
  readonly now: () => number
}

type MemoryParts = MemoryOptions & {
  /** Offers by batch, and the recalls that are under way. */
  readonly known: Map<number, Known>
  readonly asked: Map<number, Promise<FoundOffers>>
  readonly threads: Set<Thread<RecallTask>>
  listed: { readonly stamp: string; readonly repairs: readonly ListedRepair[] } | null
  stopped: boolean
}

export function createMemory(options: MemoryOptions) {
  const { store, now } = options
  const parts: MemoryParts = {
    ...options,
    known: new Map(),
    asked: new Map(),
    threads: new Set(),
    listed: null,
    stopped: false,
  }
  expire(parts)

  return {
    async offers(batch: StoredBatch): Promise<readonly RepairOffer[]> {
      return (await fitting(parts, batch)).fitting.offers
    },
    async chosen(batch: StoredBatch, chosen: ChosenOffers): Promise<Result<ChosenRepairs>> {
      return repairsOf((await fitting(parts, batch)).fitting, chosen)
    },
    /** Applies the chosen repairs as one edit. */
    apply: (
      batch: StoredBatch,
      chosen: ChosenOffers,
      words: (cells: number) => Message,
    ): Promise<Result<{ readonly edit: number; readonly cells: number; readonly accounts: number }>> =>
      apply(parts, batch, chosen, words),
    isDismissed: (batch: StoredBatch): boolean => dismissed(parts).includes(nameOf(batch)),
    /** A person has seen the offers and is not notified again. */
    dismiss(batch: StoredBatch): void {
      const others = dismissed(parts).filter((name) => name !== nameOf(batch))
      store.settings.set(dismissedSetting, JSON.stringify([...others, nameOf(batch)].slice(-mostDismissed)))
    },
    forget(repairs: readonly string[]): void {
      store.memory.forget(repairs, now())
    },
    recall(repairs: readonly string[]): void {
      store.memory.recall(repairs)
    },
    /** All remembered repairs, newest first. */
    list: (): Promise<readonly ListedRepair[]> => list(parts),
    kept: (): number => store.memory.keptCount(),
    days: (): number => days(parts),
    keepFor: (wanted: number): void => keepFor(parts, wanted),
    removeKept: (): number => store.memory.removeKept(),
    /** Keeps the repairs of a batch that is about to be removed; runs before its rows are deleted. */
    keep: (batch: StoredBatch): Promise<void> => keep(parts, batch),
    async stop(): Promise<void> {
      parts.stopped = true
      await Promise.all([...parts.threads].map((thread) => thread.terminate()))
    },
  }
}

/** Ending the thread early is harmless, since it writes nothing. */
async function recall<K extends RecallJob['kind']>(
  parts: MemoryParts,
  job: Extract<RecallJob, { kind: K }>,
): Promise<Recalled[K]> {
  const { store, threads } = parts
  if (parts.stopped) throw new Error('The engine ends')
  const script = new URL('./recall-worker.ts', import.meta.url)
  const thread = startThread<RecallTask>({ name: 'recall', script, data: store.memory.file })
  threads.add(thread)
  try {
    return (await thread.ask(job)) as Recalled[K]
  } finally {
    threads.delete(thread)
    await thread.terminate()
  }
}

function sourceOf({ store }: MemoryParts, batch: StoredBatch): RepairSource {
  const { id, name, mapped } = batch
  return { batch: id, name, columns: columnMeanings(mapped?.mapping ?? null, store.rows.sheets(id)) }
}

/**
 * The merge of the newest version brings the repairs of the previous version; offering them too would duplicate
 * them.
 */
function sourcesFor(parts: MemoryParts, batch: StoredBatch): RepairSource[] {
  const { store } = parts
  const before = store.memory.waitsForMerge(batch.id)
  return store.batches
    .all()
    .filter(({ id }) => id !== batch.id && id !== before)
    .map((one) => sourceOf(parts, one))
}

async function foundFor(parts: MemoryParts, batch: StoredBatch): Promise<FoundOffers> {
  const { store, known, asked } = parts
  const stamp = store.memory.stamp(batch.id)
  const before = known.get(batch.id)
  if (before?.stamp === stamp) return before.found
  const underWay = asked.get(batch.id)
  if (underWay !== undefined) {
    await underWay
    return foundFor(parts, batch)
  }
  const { columns } = sourceOf(parts, batch)
  const target = { batch: batch.id, columns, kinds: kindsOf(batch, columns) }
  const answer = store.memory.hasAnything(batch.id)
    ? recall(parts, { kind: 'offers', target, sources: sourcesFor(parts, batch) })
    : Promise.resolve(nothing)
  asked.set(batch.id, answer)
  try {
    const found = await answer
    // Changes during the recall are detected by the stamp.
    known.delete(batch.id)
    known.set(batch.id, { stamp, found, ownStamp: null, fitting: null })
    for (const id of known.keys()) if (known.size > mostKept) known.delete(id)
    return found
  } finally {
    asked.delete(batch.id)
  }
}

async function fitting(
  parts: MemoryParts,
  batch: StoredBatch,
): Promise<{ readonly fitting: Fitting; readonly stamp: string }> {
  const { store, known } = parts
  if (batch.stage !== 'open') return { fitting: noFitting, stamp: '' }
  const found = await foundFor(parts, batch)
  const stamp = store.memory.ownStamp(batch.id)
  const entry = known.get(batch.id)
  if (entry?.found === found && entry.fitting !== null && entry.ownStamp === stamp)
    return { fitting: entry.fitting, stamp }
  const fresh = await fittingOf(store, batch, found)
  const now = known.get(batch.id)
  if (now?.found === found) {
    now.fitting = fresh
    now.ownStamp = stamp
  }
  return { fitting: fresh, stamp }
}

/** The cells of the chosen offers; refused if two of them give one cell different texts. */
function repairsOf({ offers, cellsOf }: Fitting, chosen: ChosenOffers): Result<ChosenRepairs> {
  const wanted = chosenOf(offers, chosen)
  const cells = cellsOf(new Set(wanted.map(({ id }) => id)))
  for (const [at, cell] of cells.entries()) {
    const before = cells[at - 1]
    if (before?.sheet !== cell.sheet || before.row !== cell.row || before.col !== cell.col) continue
    return failed(
      'input',
      'repairs_conflict',
      message('fixing.two_repairs', {
        before: cell.offer.before,
        first: before.offer.after,
        second: cell.offer.after,
      }),
    )
  }
  const accounts = new Set(cells.flatMap(({ account }) => account?.id ?? []))
  return success({
    fitting: cells,
    accounts: [...accounts],
    cells: cells.map(({ sheet, row, col, offer }) => ({
      sheet,
      row,
      col,
      before: null,
      after: offer.after,
      asRead: false,
    })),
  })
}

/** Another batch may have this number by now. */
function nameOf(batch: StoredBatch): string {
  return `${batch.id} ${batch.createdAt}`
}

function dismissed({ store }: MemoryParts): string[] {
  return z.array(z.string()).parse(JSON.parse(store.settings.get(dismissedSetting) ?? '[]'))
}

function days({ store }: MemoryParts): number {
  return Number(store.settings.get(daysSetting) ?? defaultDays)
}

function expire(parts: MemoryParts): void {
  const { store, now } = parts
  store.memory.expire(now() - days(parts) * dayMs)
}

async function apply(
  parts: MemoryParts,
  batch: StoredBatch,
  chosen: ChosenOffers,
  words: (cells: number) => Message,
): Promise<Result<{ readonly edit: number; readonly cells: number; readonly accounts: number }>> {
  const { store, editing } = parts
  for (;;) {
    const { fitting: now, stamp } = await fitting(parts, batch)
    const repairs = repairsOf(now, chosen)
    if (!repairs.ok) return repairs
    const { cells, accounts } = repairs.value
    if (cells.length === 0) return failed('input', 'nothing_to_change', message('fixing.no_repair_fits'))
    // Somebody edited or sent meanwhile: check again.
    if (store.memory.ownStamp(batch.id) !== stamp) continue
    const laid = editing.lay(batch, words(cells.length), cells, accounts)
    if (laid.ok) return success({ edit: laid.value.edit, cells: cells.length, accounts: accounts.length })
    return laid
  }
}

async function list(parts: MemoryParts): Promise<readonly ListedRepair[]> {
  const { store } = parts
  expire(parts)
  const stamp = store.memory.stamp(0)
  if (parts.listed?.stamp === stamp) return parts.listed.repairs
  const repairs = await recall(parts, {
    kind: 'list',
    sources: store.batches.all().map((batch) => sourceOf(parts, batch)),
  })
  parts.listed = { stamp, repairs }
  return repairs
}

function keepFor(parts: MemoryParts, wanted: number): void {
  const { store } = parts
  store.settings.set(daysSetting, String(wanted))
  if (wanted === 0) store.memory.removeKept()
  else expire(parts)
}

async function keep(parts: MemoryParts, batch: StoredBatch): Promise<void> {
  const { store, now } = parts
  expire(parts)
  if (days(parts) === 0 || store.edits.count(batch.id) === 0) return
  const repairs = await recall(parts, { kind: 'keep', source: sourceOf(parts, batch) })
  for (let from = 0; from < repairs.length; from += repairsAtOnce) {
    store.memory.keep(batch, repairs.slice(from, from + repairsAtOnce), now(), from === 0)
    await yieldToEventLoop()
  }
}

function kindsOf(batch: StoredBatch, columns: readonly ColumnMeaning[]): Map<string, ValueKind> {
  const read = batch.mapped === null ? null : readCatalogue(batch.mapped.catalogue)
  const catalogue = read?.ok === true ? read.catalogue : null
  return new Map(columns.map(({ feeds }) => [feeds, valueKindOfPaths(fieldsOf(feeds), catalogue)]))
}

const nothing: FoundOffers = {
  offers: [],
  sheet: new Int32Array(),
  row: new Int32Array(),
  col: new Int32Array(),
  offer: new Int32Array(),
}
const noFitting: Fitting = { offers: [], cellsOf: () => [] }
