// Masks the cells of sensitive fields: a column that is mapped to a field that the catalogue marks as sensitive. Before
// a batch is mapped no field is known, and nothing is masked. A person can show the fields of a batch for a while; a
// restart of the engine masks them again. An empty cell stays empty, because that it is empty tells no value.
import type { PrivacyState } from '../../../../shared/contract/privacy.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../system/clock.ts'
import { createMasks, type Draft } from './masks.ts'
import { type SensitiveColumn, sensitiveColumns } from './sensitive-columns.ts'

const shownForMs = 15 * 60_000

type Mapped = NonNullable<StoredBatch['mapped']>
type Shown = {
  readonly until: number
  readonly fields: ReadonlySet<string>
  /** Forgets the timer. */
  readonly cancel: () => void
}

export type Masking = ReturnType<typeof createMasking>

/** @param changed tells the windows that the batch looks different now, also when the time of shown values is over */
export function createMasking(
  store: Store,
  clock: Pick<Clock, 'now' | 'after'>,
  changed: (batch: number) => void,
) {
  const sensitive = createKnownColumns(store)
  const shown = new Map<number, Shown>()

  function shownNow(batch: number): Shown | null {
    const now = shown.get(batch)
    return now !== undefined && now.until > clock.now() ? now : null
  }

  function masked(batch: StoredBatch, draft?: Draft): readonly SensitiveColumn[] {
    const applied = sensitive(batch)
    // Before a mapping is applied nothing can be shown on purpose, so nothing is masked.
    const drafted =
      draft === undefined || batch.mapped === null ? [] : sensitiveColumns(store, batch.id, draft)
    const now = shownNow(batch.id)
    return [...applied, ...drafted].filter(({ field }) => now?.fields.has(field) !== true)
  }

  function state(batch: StoredBatch): PrivacyState {
    return { columns: [...sensitive(batch)], shownUntil: shownNow(batch.id)?.until ?? null }
  }

  function end(batch: number): void {
    shown.get(batch)?.cancel()
    shown.delete(batch)
    changed(batch)
  }

  return {
    state,
    show(batch: StoredBatch, fields: readonly string[]): PrivacyState {
      shown.get(batch.id)?.cancel()
      const cancel = clock.after(shownForMs, () => end(batch.id))
      shown.set(batch.id, { until: clock.now() + shownForMs, fields: new Set(fields), cancel })
      changed(batch.id)
      return state(batch)
    },
    hide(batch: StoredBatch): PrivacyState {
      end(batch.id)
      return state(batch)
    },
    /** The fields that are shown now, by general path. */
    shownFields: (batch: number): string[] => [...(shownNow(batch)?.fields ?? [])],
    /** Ends the timers. */
    stop(): void {
      for (const { cancel } of shown.values()) cancel()
    },
    ...createMasks(store, masked),
  }
}

/** The sensitive columns of a batch by its mapping; each mapping is read once. */
function createKnownColumns(store: Store): (batch: StoredBatch) => readonly SensitiveColumn[] {
  const known = new WeakMap<Mapped, readonly SensitiveColumn[]>()
  return ({ id, mapped }) => {
    if (mapped === null) return []
    const found = known.get(mapped) ?? sensitiveColumns(store, id, mapped)
    known.set(mapped, found)
    return found
  }
}
