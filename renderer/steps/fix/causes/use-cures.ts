// Hook that counts what fixes would do to a cause, by the previews of the bulk dialog. One preview runs at a time, and
// an answer is kept until the cause's counts change.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { ProblemGroup, SheetView } from '../../../../shared/contract/views.ts'
import type { FixScope } from '../../../../shared/fixing/fix.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import { engine } from '../../../app/engine.ts'
import { withFolded } from '../bulk/fields/column-values.ts'
import type { ColumnFacts } from '../bulk/fix-for-cause.ts'
import { filterOf, viewOf } from '../fix-view.ts'
import { bestFirst, type Candidate, candidatesOf, type Cure, type Source } from './cause-cures.ts'
import { keyOfCause } from './causes-list.ts'

/** Accounts that are counted without being asked, and for the chosen cause: more would take minutes. */
const mostAccounts = { listed: 1000, chosen: 20_000 }

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

/** Undefined until they are counted; empty if none helps. */
export function useCures(cause: CauseOfColumn): {
  readonly cures: readonly Cure[] | undefined
  /** The counts are from before the last change. */
  readonly isOld: boolean
  readonly isCounting: boolean
} {
  const { batch, group, chosen } = cause
  const scope = scopeOfCause(group)
  const { problems, accounts, alone } = group
  const isFew = accounts <= (chosen ? mostAccounts.chosen : mostAccounts.listed)
  // A preview checks nothing that only the service can say.
  const isOurs = group.source === 'local' && group.code !== 'duplicate_account'
  const client = useQueryClient()
  const keyOf = (isChosen: boolean) => [
    'cures',
    batch.id,
    keyOfCause(group),
    isChosen,
    problems,
    accounts,
    alone,
  ]
  const found = useQuery({
    queryKey: keyOf(chosen),
    queryFn: ({ signal }) => inTurn<readonly Cure[]>(() => countCures(cause, scope, signal), signal),
    enabled: scope !== null && isFew && isOurs && batch.stage === 'open',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Until all are counted, the chosen card shows the one that it showed before.
    placeholderData: (before) => before ?? client.getQueryData<readonly Cure[]>(keyOf(false)),
  })
  const known = client.getQueryData(keyOf(false))
  return {
    cures: found.data,
    isOld: found.isPlaceholderData && found.data !== known,
    isCounting: found.isFetching,
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
  { batch, group, sheet, facts, chosen }: CauseOfColumn,
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
  const counted: Cure[] = []
  for (const candidate of candidatesOf({ group, facts, values: withFolded(values), sources, worked })) {
    const cure = await count(batch.id, candidate, scope, signal)
    if (cure !== null) counted.push(cure)
    // A card that is not chosen shows one.
    if (!chosen && (cure?.unblocks ?? 0) > 0) break
  }
  return bestFirst(counted)
}

/** Null: what it does is not known before, or it would make new problems. */
async function count(
  batch: number,
  candidate: Candidate,
  scope: FixScope,
  signal: AbortSignal,
): Promise<Cure | null> {
  let cells = 0
  let counts: { readonly vanish: number; readonly appear: number; readonly freed: number } | null = null
  for await (const step of await engine.fixes.preview({ batch, fix: candidate.fix, scope }, { signal })) {
    if (step.kind === 'cells') ({ cells } = step)
    else if (step.kind === 'effect') counts = step
  }
  if (counts === null || counts.appear > 0) return null
  return { ...candidate, cells, solves: counts.vanish, unblocks: counts.freed }
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
