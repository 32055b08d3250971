// Values derived from a batch for the frame and the steps: the counts and mark of each step, and the progress of
// running work. Pure functions.
import { toFix } from '../../shared/status/counts.ts'
import { onTheWay } from '../../shared/status/counts.ts'
import type { BatchView } from '../../shared/contract/contract.ts'
import { steps, type Step } from '../app/route.ts'
import { texts } from '../texts/common.ts'
import { isRebuilding } from './running.ts'

/** What a step component gets. `params` is the address's query: `setParams` of route.ts changes it. */
export type StepProps = { readonly batch: BatchView; readonly params: Readonly<Record<string, string>> }

export type StepLook = {
  readonly step: Step
  /** Null: nothing to count yet. */
  readonly count: number | null
  /** Shown as `part of all` where the count alone is not enough. */
  readonly of: number | null
  readonly mark: 'done' | 'attention' | 'open' | 'later'
  /** Why it needs attention, where that is not its count. */
  readonly why: StepAlert | null
}

export type StepAlert =
  | { readonly kind: 'unreadable' | 'stopped' | 'no_status' }
  | { readonly kind: 'stuck'; readonly accounts: number }

function mappedColumns(batch: BatchView): number {
  const mapping = batch.mapping
  if (mapping === null) return 0
  const lists = [
    mapping.columns,
    ...mapping.grouped.map((one) => one.columns),
    ...linkedColumns(mapping.linked),
  ]
  return lists.flat().filter((column) => 'field' in column).length
}

type Linked = NonNullable<BatchView['mapping']>['linked'][number]
function linkedColumns(linked: readonly Linked[]): Linked['columns'][] {
  return linked.flatMap((one) => [one.columns, ...linkedColumns(one.linked ?? [])])
}

/** Label with the version number of the batch's file; null if the file has only one version. */
export function versionWords({ version }: Pick<BatchView, 'version'>): string | null {
  return version.number > 1 || version.later.length > 0 ? texts.version({ n: version.number }) : null
}

function lookOf(batch: BatchView, step: Step): StepLook {
  const { states } = batch
  const built = batch.stage === 'open' || isRebuilding(batch)
  const fix = toFix(batch)
  const sent = onTheWay(batch) + states.done
  const base = { step, count: null, of: null, why: null }
  switch (step) {
    case 'load':
      if (batch.stage === 'failed') return { ...base, mark: 'attention', why: { kind: 'unreadable' } }
      // The rows are counted once all are read.
      if (batch.stage === 'reading') return { ...base, mark: 'open' }
      // A newer version is first compared with the earlier one and merged.
      if (built && batch.version.earlier !== null && batch.version.merge === 'none')
        return { ...base, count: batch.rows, mark: 'open' }
      return { ...base, count: batch.rows, mark: 'done' }
    case 'map':
      if (batch.stage === 'reading' || batch.stage === 'failed') return { ...base, mark: 'later' }
      if (batch.mapping === null) return { ...base, mark: 'open' }
      return { ...base, count: mappedColumns(batch), mark: 'done' }
    case 'fix':
      if (!built) return { ...base, mark: 'later' }
      return { ...base, count: fix, mark: fix > 0 ? 'attention' : states.unvalidated > 0 ? 'open' : 'done' }
    case 'submit':
      if (!built) return { ...base, mark: 'later' }
      if (batch.sending.stop !== null)
        return { ...base, count: states.queued, mark: 'attention', why: { kind: 'stopped' } }
      return {
        ...base,
        count: batch.endings.ready,
        mark: batch.endings.ready > 0 ? 'open' : sent > 0 ? 'done' : 'later',
      }
    case 'watch':
      if (sent === 0) return { ...base, mark: 'later' }
      return { ...base, count: onTheWay(batch), ...watchMark(batch) }
    case 'report':
      if (sent === 0) return { ...base, mark: 'later' }
      return {
        ...base,
        count: states.done,
        of: batch.accounts,
        mark: states.done + batch.excluded === batch.accounts ? 'done' : 'open',
      }
  }
}

/** Unconfirmed accounts alone need nobody: their statuses are read. */
function watchMark(batch: BatchView): Pick<StepLook, 'mark' | 'why'> {
  const { stuck, cannotRead } = batch.processing
  if (cannotRead !== null && onTheWay(batch) > 0) return { mark: 'attention', why: { kind: 'no_status' } }
  if (stuck > 0) return { mark: 'attention', why: { kind: 'stuck', accounts: stuck } }
  return { mark: onTheWay(batch) + batch.endings.ready > 0 ? 'open' : 'done', why: null }
}

export function stepLooks(batch: BatchView): readonly StepLook[] {
  return steps.map((step) => lookOf(batch, step))
}

/** Where the next click is: the first step that is open or needs attention, else the last one that is done. */
export function nextStep(batch: BatchView): Step {
  const looks = stepLooks(batch)
  const open = looks.find((look) => look.mark === 'attention' || look.mark === 'open')
  return open?.step ?? looks.findLast((look) => look.mark === 'done')?.step ?? 'load'
}
