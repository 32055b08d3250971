// Hook that counts what fixes would do to a cause, by the previews of the bulk dialog: to all of its accounts, or to a
// sample of very many. One preview runs at a time, and an answer is kept until the cause's counts change.
import { useQuery } from '@tanstack/react-query'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { ProblemGroup, SheetView } from '../../../../shared/contract/views.ts'
import type { FixScope } from '../../../../shared/fixing/fix.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import { engine } from '../../../app/engine.ts'
import { withFolded } from '../bulk/fields/column-values.ts'
import type { ColumnFacts } from '../bulk/fix-for-cause.ts'
import { filterOf, viewOf } from '../fix-view.ts'
import { bestFirst, type Candidate, candidatesOf, type Cure, type Source } from './cause-cures.ts'
import { sampleOf } from './cause-sample.ts'
import { keyOfCause } from './causes-list.ts'

/** The fix that helps most, for every card, or all that help, for the chosen one. */
type Depth = 'best' | 'all'

/** Accounts that are all counted, without being asked and for the chosen cause. Of more, a sample is counted. */
const mostExact: Readonly<Record<Depth, number>> = { best: 1000, all: 20_000 }

export type CauseOfColumn = {
  readonly batch: BatchView
  readonly group: ProblemGroup
  readonly sheet: SheetView | undefined
  readonly facts: ColumnFacts
  readonly chosen: boolean
}

/** Every cell with the problem. */
export function scopeOfCause({ code, field, sheet, column }: ProblemGroup): FixScope | null {
  if (sheet === null || column === null) return null
  const view = { ...viewOf({}), problem: { code, field, column } }
  return { sheet, columns: [column], rows: { filter: filterOf(view) } }
}

/** The problem was named by the service, not by our own checks or the reading of the file. */
export const isOfService = ({ source }: ProblemGroup): boolean => source !== 'local' && source !== 'file'

/** Its best fix is counted in a sample. */
export const isSampled = ({ accounts }: ProblemGroup): boolean => accounts > mostExact.best

/** Undefined until they are counted; empty if none helps. */
export function useCures(cause: CauseOfColumn): {
  readonly cures: readonly Cure[] | undefined
  /** The counts are from before the last change. */
  readonly isOld: boolean
  readonly isCounting: boolean
} {
  const { batch, group, chosen } = cause
  const scope = scopeOfCause(group)
  const { source, code, problems, accounts, alone } = group
  const keyOf = (depth: Depth) => [
    'cures',
    batch.id,
    keyOfCause(group),
    source,
    depth,
    problems,
    accounts,
    alone,
  ]
  const canCount =
    scope !== null && source !== 'file' && code !== 'duplicate_account' && batch.stage === 'open'
  const useCount = (depth: Depth, isWanted: boolean) =>
    useQuery({
      queryKey: keyOf(depth),
      queryFn: ({ signal }) => inTurn<readonly Cure[]>(() => countCures(cause, depth, scope, signal), signal),
      enabled: canCount && isWanted,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      placeholderData: (before) => before,
    })
  // Of a large cause the chosen card shows a sample until all accounts are counted.
  const best = useCount('best', !chosen || accounts > mostExact.best)
  const all = useCount('all', chosen)
  const known = best.isPlaceholderData ? undefined : best.data
  if (!chosen) return { cures: best.data, isOld: best.isPlaceholderData, isCounting: best.isFetching }
  const isCounted = all.data !== undefined && !all.isPlaceholderData
  return {
    cures: isCounted ? all.data : (known ?? all.data),
    isOld: !isCounted && known === undefined && all.data !== undefined,
    isCounting: all.isFetching,
  }
}

let last: Promise<unknown> = Promise.resolve()
/** One after the other, so that a long list does not keep the engine from answering a person. */
function inTurn<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const next = last.then(() => {
    signal.throwIfAborted()
    return act()
  })
  last = next.catch(() => undefined)
  return next
}

async function countCures(
  { batch, group, sheet, facts }: CauseOfColumn,
  depth: Depth,
  scope: FixScope | null,
  signal: AbortSignal,
): Promise<Cure[]> {
  const [column] = scope?.columns ?? []
  if (scope === null || column === undefined) return []
  const { code, field } = group
  const [values, worked] = await Promise.all([
    engine.values.ofColumn(
      { batch: batch.id, sheet: scope.sheet, column, rows: { filter: {} }, wrong: { code } },
      { signal },
    ),
    engine.playbook.worked({ code, field, batch: batch.id }, { signal }),
  ])
  const sources = sheet === undefined ? [] : sourcesOf(batch, sheet, field, column)
  const ofService = isOfService(group)
  const question = { group, facts, values: withFolded(values), sources, worked }
  const sample = group.accounts > mostExact[depth] ? await sampleOf(batch.id, scope, signal) : null
  const place = { batch: batch.id, scope: sample?.scope ?? scope, of: sample?.accounts ?? null }
  const counted: Cure[] = []
  for (const candidate of candidatesOf({ ...question, isOfService: ofService })) {
    const cure = await count(place, candidate, ofService, signal)
    if (cure !== null) counted.push(cure)
    // A card that is not chosen shows one.
    if (depth === 'best' && cure !== null && cure.unblocks + cure.revalidates > 0) break
  }
  return bestFirst(counted)
}

type Place = { readonly batch: number; readonly scope: FixScope; readonly of: number | null }

/**
 * Null: what it does is not known before, or it would make new problems. Whether the service accepts the new values, only
 * the service can say: of its problems, the accounts are counted that would be validated again.
 */
async function count(
  { batch, scope, of }: Place,
  candidate: Candidate,
  ofService: boolean,
  signal: AbortSignal,
): Promise<Cure | null> {
  let cells = 0
  let counts: {
    readonly vanish: number
    readonly appear: number
    readonly freed: number
    readonly revalidated: number
  } | null = null
  for await (const step of await engine.fixes.preview({ batch, fix: candidate.fix, scope }, { signal })) {
    if (step.kind === 'cells') ({ cells } = step)
    else if (step.kind === 'effect') counts = step
  }
  if (counts === null || counts.appear > 0) return null
  const { vanish, freed, revalidated } = counts
  return {
    ...candidate,
    cells,
    of,
    solves: vanish,
    unblocks: freed,
    revalidates: ofService ? revalidated : 0,
  }
}

/** Other columns of the sheet that fill the same field of another object: the street of another address. */
function sourcesOf(batch: BatchView, sheet: SheetView, field: string | null, column: number): Source[] {
  const { mapping } = batch
  const leaf = field?.split('.').at(-1)
  if (mapping === null || leaf === undefined) return []
  const here = sheet.info.columns
  const fed = fedColumns(mapping, mapping.sheet ?? (sheet.role === 'main' ? sheet.info.name : ''))
  return fed.flatMap((one) => {
    if (one.sheet !== sheet.info.name || one.field.split('.').at(-1) !== leaf) return []
    const source = here.find(({ name }) => name === one.column)
    return source === undefined || source.index === column
      ? []
      : [{ column: source.index, name: source.name }]
  })
}
