// Measures the effect of a fix. It counts the problems of the cause before the fix, and once more when its accounts
// are rebuilt and the service has revalidated the ones it had validated. Until then no effect is shown, and an edit
// undone meanwhile has none. The count covers the whole batch, so other changes in between count too.
import { yieldToEventLoop } from '../system/yield.ts'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import type { FixCause, KeptFix } from '../../../shared/contract/fixing/playbook.ts'
import type { Fix, FixScope } from '../../../shared/fixing/fix.ts'
import { quotesValues } from '../../../shared/fixing/rules/made.ts'
import { givesWholeValues } from '../../../shared/fixing/rules/rules.ts'
import { isPersonal, valueKindOf } from '../../../shared/fixing/rules/value-kind.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'

/** Problems counted in one go: some milliseconds of the window's thread. */
const pieceOfProblems = 5000

export type Playbook = ReturnType<typeof createPlaybook>

type PlaybookOptions = {
  readonly store: Store
  readonly now: () => number
  readonly changed: (batch: number) => void
}

type PlaybookParts = PlaybookOptions & {
  /** Counts that are under way, by batch. */
  readonly finishing: Map<number, Promise<void>>
  stopped: boolean
}

export function createPlaybook(options: PlaybookOptions) {
  const parts: PlaybookParts = { ...options, finishing: new Map(), stopped: false }
  return {
    finish: (batch: number): Promise<void> => finish(parts, batch),
    /** Uncounted effects are counted later. */
    async stop(): Promise<void> {
      parts.stopped = true
      await Promise.all(parts.finishing.values())
    },
    /**
     * Applies a fix for a cause and schedules the count of its effect. `make` returns the edit's number. A fix of a
     * sensitive field that quotes values is applied but not kept. Neither is one with whole values of one person (a
     * telephone number, a name, a date), which would be offered to others.
     */
    around: <T extends { readonly edit: number }>(
      batch: StoredBatch,
      cause: FixCause | undefined,
      request: { readonly fix: Fix; readonly scope: FixScope },
      make: () => Promise<T>,
    ): Promise<T> => around(parts, batch, cause, request, make),
  }
}

async function countOf(
  parts: PlaybookParts,
  batch: number,
  cause: FixCause,
): Promise<{ all: number; stale: number }> {
  const { store } = parts
  let all = 0
  let stale = 0
  for (let after = 0; ; ) {
    const piece = store.playbook.countProblems(batch, cause, after, pieceOfProblems)
    all += piece.found
    stale += piece.stale
    if (piece.last === null || parts.stopped) return { all, stale }
    after = piece.last
    await yieldToEventLoop()
  }
}

async function finishNow(parts: PlaybookParts, batch: number): Promise<void> {
  const { store, now } = parts
  for (const pending of store.playbook.pending(batch)) {
    if (parts.stopped || store.dirty.count(batch) > 0) return
    if (pending.undone) {
      store.playbook.dropPending(pending.edit)
      continue
    }
    const { all, stale } = await countOf(parts, batch, pending)
    if (parts.stopped) return
    // The service's problems of older bytes may still exist: it has not validated the new bytes.
    if (stale > 0 || store.dirty.count(batch) > 0) continue
    const gone = pending.problems - all
    const still = store.playbook.pending(batch).find(({ edit }) => edit === pending.edit)
    if (still === undefined || still.undone) continue
    store.playbook.dropPending(pending.edit)
    if (gone <= 0) continue
    store.playbook.countWorked(pending, pending.kept, gone, now(), batch)
    parts.changed(batch)
  }
}

/** One at a time per batch: later callers wait for the same run. */
function finish(parts: PlaybookParts, batch: number): Promise<void> {
  const { finishing } = parts
  const known = finishing.get(batch)
  if (known !== undefined) return known
  const ended = finishNow(parts, batch).finally(() => finishing.delete(batch))
  finishing.set(batch, ended)
  return ended
}

async function around<T extends { readonly edit: number }>(
  parts: PlaybookParts,
  batch: StoredBatch,
  cause: FixCause | undefined,
  request: { readonly fix: Fix; readonly scope: FixScope },
  make: () => Promise<T>,
): Promise<T> {
  const { store } = parts
  if (cause === undefined || mayNotBeKept(batch, cause.field, request.fix)) return make()
  await finish(parts, batch.id)
  const problems = (await countOf(parts, batch.id, cause)).all
  const made = await make()
  // If the effects of two fixes for one cause come together, they cannot be separated.
  const unknown = store.playbook
    .pending(batch.id)
    .filter(({ code, field }) => code === cause.code && field === cause.field)
  for (const { edit } of unknown) store.playbook.dropPending(edit)
  if (unknown.length > 0) return made
  const kept = keptOf(request.fix, (column) => nameOf(store, batch.id, request.scope.sheet, column))
  store.playbook.addPending({ ...cause, edit: made.edit, batch: batch.id, kept, problems })
  // A small fix is built and checked already. Anything that cannot be counted now is counted later.
  finish(parts, batch.id).catch(() => undefined)
  return made
}

function keptOf(fix: Fix, columnName: (column: number) => string | null): KeptFix {
  if (fix.kind !== 'take') return { fix, takeFrom: null }
  return { fix: { ...fix, column: 0 }, takeFrom: columnName(fix.column) }
}

function nameOf(store: Store, batch: number, sheet: number, column: number): string | null {
  const found = store.rows.sheets(batch).find(({ position }) => position === sheet)
  return found?.info.columns.find(({ index }) => index === column)?.name ?? null
}

/** If the cause has no known field, the owner of the fix's values is unknown. */
function mayNotBeKept(batch: StoredBatch, field: string | null, fix: Fix): boolean {
  const read = batch.mapped === null ? null : readCatalogue(batch.mapped.catalogue)
  const known = field === null || read?.ok !== true ? null : read.catalogue.fieldAt(field)
  if (known?.sensitive === true && quotesValues(fix.kind)) return true
  return givesWholeValues(fix) && (known === null || isPersonal(valueKindOf(known)))
}
