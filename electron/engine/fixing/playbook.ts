// Measures the effect of a fix. The problems of its cause are counted before it, and again once its accounts are
// rebuilt and the service has revalidated those that it had validated before. Nothing is shown until then, and nothing
// for an edit that was undone meanwhile. The count covers the whole batch, so changes by others in between count too.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import type { FixCause, KeptFix } from '../../../shared/contract/playbook.ts'
import type { Fix, FixScope } from '../../../shared/fixing/fix.ts'
import { quotesValues } from '../../../shared/fixing/rules/made.ts'
import { givesWholeValues } from '../../../shared/fixing/rules/rules.ts'
import { isPersonal, valueKindOf } from '../../../shared/fixing/rules/value-kind.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'

/** Problems looked at in one go: some milliseconds of the window's thread. */
const pieceOfProblems = 5000

export type Playbook = ReturnType<typeof createPlaybook>

export function createPlaybook(options: {
  readonly store: Store
  readonly now: () => number
  readonly changed: (batch: number) => void
}) {
  const { store, now } = options
  const finishing = new Map<number, Promise<void>>()
  let stopped = false

  async function countOf(batch: number, cause: FixCause): Promise<{ all: number; stale: number }> {
    let all = 0
    let stale = 0
    for (let after = 0; ; ) {
      const piece = store.playbook.countProblems(batch, cause, after, pieceOfProblems)
      all += piece.found
      stale += piece.stale
      if (piece.last === null || stopped) return { all, stale }
      after = piece.last
      await yieldToEventLoop()
    }
  }

  async function finishNow(batch: number): Promise<void> {
    for (const pending of store.playbook.pending(batch)) {
      if (stopped || store.dirty.count(batch) > 0) return
      if (pending.undone) {
        store.playbook.dropPending(pending.edit)
        continue
      }
      const { all, stale } = await countOf(batch, pending)
      if (stopped) return
      // What the service said of older bytes may still be true: it has not validated these.
      if (stale > 0 || store.dirty.count(batch) > 0) continue
      const gone = pending.problems - all
      const still = store.playbook.pending(batch).find(({ edit }) => edit === pending.edit)
      if (still === undefined || still.undone) continue
      store.playbook.dropPending(pending.edit)
      if (gone <= 0) continue
      store.playbook.countWorked(pending, pending.kept, gone, now())
      options.changed(batch)
    }
  }

  /** One at a time a batch: what is asked for meanwhile waits for the same. */
  function finish(batch: number): Promise<void> {
    const known = finishing.get(batch)
    if (known !== undefined) return known
    const ended = finishNow(batch).finally(() => finishing.delete(batch))
    finishing.set(batch, ended)
    return ended
  }

  return {
    finish,
    /** What is not counted yet is counted another time. */
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(finishing.values())
    },
    /**
     * Makes a fix for a cause and remembers to count what it did. `make` answers the edit's number. A fix of a sensitive
     * field that quotes values is made, but not kept; neither is one that gives whole values of one person (a telephone
     * number, a name, a date), which others would be offered.
     */
    async around<T extends { readonly edit: number }>(
      batch: StoredBatch,
      cause: FixCause | undefined,
      request: { readonly fix: Fix; readonly scope: FixScope },
      make: () => Promise<T>,
    ): Promise<T> {
      if (cause === undefined || mayNotBeKept(batch, cause.field, request.fix)) return make()
      await finish(batch.id)
      const problems = (await countOf(batch.id, cause)).all
      const made = await make()
      // Of two fixes for one cause whose effects come together nobody can say which did what.
      const unknown = store.playbook
        .pending(batch.id)
        .filter(({ code, field }) => code === cause.code && field === cause.field)
      for (const { edit } of unknown) store.playbook.dropPending(edit)
      if (unknown.length > 0) return made
      const kept = keptOf(request.fix, (column) => nameOf(store, batch.id, request.scope.sheet, column))
      store.playbook.addPending({ ...cause, edit: made.edit, batch: batch.id, kept, problems })
      // A small fix is built and checked already. What cannot be counted now is counted another time.
      finish(batch.id).catch(() => undefined)
      return made
    },
  }
}

function keptOf(fix: Fix, columnName: (column: number) => string | null): KeptFix {
  if (fix.kind !== 'take') return { fix, takeFrom: null }
  return { fix: { ...fix, column: 0 }, takeFrom: columnName(fix.column) }
}

function nameOf(store: Store, batch: number, sheet: number, column: number): string | null {
  const found = store.rows.sheets(batch).find(({ position }) => position === sheet)
  return found?.info.columns.find(({ index }) => index === column)?.name ?? null
}

/** Where the cause is of no known field, nobody knows whose values the fix gives. */
function mayNotBeKept(batch: StoredBatch, field: string | null, fix: Fix): boolean {
  const read = batch.mapped === null ? null : readCatalogue(batch.mapped.catalogue)
  const known = field === null || read?.ok !== true ? null : read.catalogue.fieldAt(field)
  if (known?.sensitive === true && quotesValues(fix.kind)) return true
  return givesWholeValues(fix) && (known === null || isPersonal(valueKindOf(known)))
}
