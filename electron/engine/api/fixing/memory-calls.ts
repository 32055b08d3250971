// API calls about remembered repairs: those that fit a batch, with a preview and as one edit, and the list of all.
import type { RepairOffer } from '../../../../shared/contract/fixing/memory.ts'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { maskOf } from '../../accounts/masking/masks.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { effectOf } from '../../fixing/fix-effect.ts'
import type { ChangesAsked } from '../../accounts/rebuild/rebuild-task.ts'
import type { EditCell } from '../../store/fixing/edits.ts'
import { targetOfBatch } from '../../accounts/build/build-target.ts'
import { batchOf, type CallContext, type Inputs, os, type Refuse, unwrap } from '../call-context.ts'
import { message, type Message } from '../../../../shared/texts/create-message.ts'

const mostOrigins = 5
const sampleCells = 50
const cellsAtOnce = 2000
const never = new AbortController().signal

/** Counts of a list of offers are kept with the list. */
type SummaryContext = CallContext & { readonly summaries: WeakMap<readonly RepairOffer[], Summary> }

export function memoryCalls(context: CallContext) {
  const { memory } = context
  const calls = os.memory
  const withSummaries: SummaryContext = { ...context, summaries: new WeakMap() }
  return {
    waiting: calls.waiting.handler(({ input, errors }) => waiting(withSummaries, input, errors)),
    dismiss: calls.dismiss.handler(({ input, errors }) => {
      memory.dismiss(batchOf(context, input.batch, errors))
    }),
    offers: calls.offers.handler(({ input, errors }) => offers(context, input, errors)),
    preview: calls.preview.handler(({ input, errors, signal }) => preview(context, input, errors, signal)),
    apply: calls.apply.handler(({ input, errors }) => apply(context, input, errors)),
    forget: calls.forget.handler(({ input }) => memory.forget(input.repairs)),
    recall: calls.recall.handler(({ input }) => memory.recall(input.repairs)),
    list: calls.list.handler(({ input }) => list(context, input)),
    removeKept: calls.removeKept.handler(() => ({ removed: memory.removeKept() })),
    keepFor: calls.keepFor.handler(({ input }) => memory.keepFor(input.days)),
  }
}

async function waiting(context: SummaryContext, input: Inputs['memory']['waiting'], errors: Refuse) {
  const { memory, summaries } = context
  const batch = batchOf(context, input.batch, errors)
  if (memory.isDismissed(batch)) return null
  const offers = await memory.offers(batch)
  // Called at every change of the batch, although the list of offers stays the same.
  const reported = summaries.get(offers) ?? {
    ...countsOf(offers),
    origins: originsOf(offers.filter((offer) => !isOthers(offer))),
  }
  summaries.set(offers, reported)
  return reported
}

async function offers(context: CallContext, input: Inputs['memory']['offers'], errors: Refuse) {
  const { memory } = context
  const batch = batchOf(context, input.batch, errors)
  const offers = await memory.offers(batch)
  const holds = holder(input.text)
  // Only what is seen is searched, so that a search does not tell a masked text.
  const seen = offers.map((offer) => maskedOffer(context, batch, offer))
  const shown = seen.filter(({ columns, before, after }) =>
    holds([...columns.map(({ name }) => name), before, after]),
  )
  const page = shown.slice(input.offset, input.offset + input.limit)
  return { ...countsOf(offers), total: shown.length, offers: page }
}

async function* preview(
  context: CallContext,
  input: Inputs['memory']['preview'],
  errors: Refuse,
  signal: AbortSignal | undefined = never,
) {
  const { memory, editing, store, masking } = context
  const batch = batchOf(context, input.batch, errors)
  const { cells, accounts, fitting } = unwrap(await memory.chosen(batch, input.chosen), errors)
  const columns = cells.map(({ sheet, col }) => ({ sheet, col }))
  const keys = editing.movesRows(batch, columns)
  const refusal = editing.refusalOf(batch, columns)
  yield {
    kind: 'cells' as const,
    cells: cells.length,
    accounts: accounts.length,
    keys,
    refusal: refusal === null ? null : { code: refusal.code, message: refusal.message },
    sample: fitting.slice(0, sampleCells).map(({ sheet, row, col, offer, account }) => ({
      sheet,
      row,
      column: col,
      name: offer.columns.find((one) => one.sheet === sheet && one.column === col)?.name ?? '',
      key: account?.key ?? null,
      before: masking.texts(batch, sheet, col, [offer.before])[0] ?? '',
      after: masking.texts(batch, sheet, col, [offer.after])[0] ?? '',
    })),
  }
  if (cells.length === 0 || keys) return
  const change = { changes: changesOf(cells), accounts: accounts.length }
  for await (const effect of effectOf(store, batch, change, targetOfBatch(store, batch), signal))
    yield { kind: 'effect' as const, ...effect }
}

function maskedOffer({ masking }: CallContext, batch: StoredBatch, offer: RepairOffer): RepairOffer {
  return offer.columns.some(({ sheet, column }) => masking.isMasked(batch, sheet, column))
    ? {
        ...offer,
        before: maskOf(offer.before),
        after: maskOf(offer.after),
        otherwise: offer.otherwise.map((one) => ({ ...one, after: maskOf(one.after) })),
      }
    : offer
}

/** General paths of the fields that any catalogue marks as sensitive, without those that a batch shows now. */
function sensitiveFields({ catalogues, store, masking }: CallContext): ReadonlySet<string> {
  const all = catalogues.list().flatMap(({ id }) => {
    const found = catalogues.find(id)
    return found.ok ? found.value.catalogue.fields.filter(({ sensitive }) => sensitive) : []
  })
  const shown = new Set(store.batches.all().flatMap((batch) => masking.shownFields(batch.id)))
  return new Set(all.map(({ path }) => generalPath(path)).filter((path) => !shown.has(path)))
}

async function apply(context: CallContext, input: Inputs['memory']['apply'], errors: Refuse) {
  const { memory } = context
  const batch = batchOf(context, input.batch, errors)
  const words = (cells: number): Message => message('fixing.repairs_remembered', { n: cells })
  const made = unwrap(await memory.apply(batch, input.chosen, words), errors)
  memory.dismiss(batch)
  return made
}

async function list(context: CallContext, input: Inputs['memory']['list']) {
  const { memory } = context
  const sensitive = sensitiveFields(context)
  const all = (await memory.list()).map((one) =>
    one.fields.some((field) => sensitive.has(generalPath(field)))
      ? { ...one, before: maskOf(one.before), after: maskOf(one.after) }
      : one,
  )
  const holds = holder(input.text)
  const shown = all.filter(({ column, before, after }) => holds([column, before, after]))
  return {
    total: shown.length,
    kept: memory.kept(),
    days: memory.days(),
    repairs: shown.slice(input.offset, input.offset + input.limit),
  }
}

/** Cells in file order, sheet by sheet, as the build thread takes them: no row is split over two pieces. */
function changesOf(cells: readonly EditCell[]): ChangesAsked[] {
  return [...Map.groupBy(cells, (cell) => cell.sheet)].map(([sheet, some]) => {
    const pieces: { first: number; last: number; cells: [number, number, string][] }[] = []
    for (const { row, col, after } of some) {
      const latest = pieces.at(-1)
      if (latest === undefined || (latest.cells.length >= cellsAtOnce && latest.last !== row))
        pieces.push({ first: row, last: row, cells: [[row, col, after]] })
      else {
        latest.last = row
        latest.cells.push([row, col, after])
      }
    }
    return { sheet, pieces: pieces.map((piece) => ({ ...piece, cells: JSON.stringify(piece.cells) })) }
  })
}

type Counts = { readonly offers: number; readonly cells: number }
type OfferCounts = { readonly all: Counts; readonly sure: Counts; readonly others: Counts }
type Summary = OfferCounts & { readonly origins: RepairOffer['origins'] }

/** Alternatives for one text share the same cells, which are counted once. */
function countsOf(offers: readonly RepairOffer[]): OfferCounts {
  const sum = (some: readonly RepairOffer[]): Counts => ({
    offers: some.length,
    cells: some.reduce((cells, offer) => cells + (isFirstWay(offer) ? offer.cells : 0), 0),
  })
  const { others = [], own = [] } = Object.groupBy(offers, (offer) =>
    isOthers(offer) ? ('others' as const) : ('own' as const),
  )
  return { all: sum(own), sure: sum(own.filter(({ sure }) => sure)), others: sum(others) }
}

function isOthers({ basis }: RepairOffer): boolean {
  return basis === 'other_customer'
}

function isFirstWay({ seen, after, otherwise }: RepairOffer): boolean {
  return otherwise.every((other) => other.cells < seen || (other.cells === seen && other.after > after))
}

/** The batches with the most repaired cells, in that order. */
function originsOf(offers: readonly RepairOffer[]): RepairOffer['origins'] {
  const all = new Map<string, RepairOffer['origins'][number]>()
  for (const origin of offers.flatMap(({ origins }) => origins)) {
    const name = `${origin.batch ?? ''} ${origin.name}`
    const known = all.get(name)
    all.set(name, {
      ...origin,
      cells: origin.cells + (known?.cells ?? 0),
      at: Math.max(origin.at, known?.at ?? 0),
    })
  }
  return [...all.values()].toSorted((a, b) => b.cells - a.cells).slice(0, mostOrigins)
}

/** True if one of the texts contains the search text, ignoring case. */
function holder(text = ''): (texts: readonly string[]) => boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return () => true
  return (texts) => texts.some((one) => one.toLowerCase().includes(wanted))
}
