// List of problems by cause, sorted by the number of accounts that a fix frees. Selecting a cause filters the grid
// and shows the shapes of its values, the team's note, and the fix for all of them.
import { useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, CircleCheck } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type {
  ProblemGroup,
  ProblemGroups,
  SheetView,
  ValueShapeGroup,
} from '../../../../shared/contract/views.ts'
import { toFix } from '../../../../shared/status/counts.ts'
import { api } from '../../../app/engine.ts'
import { useProblemGroups } from '../../../accounts/problem-groups.ts'
import { WordHelp } from '../../../components/overlays/word-help.tsx'
import { cx } from '../../../components/classes.ts'
import { ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { VirtualList, type VirtualListHandle } from '../../../components/lists/virtual-list.tsx'
import type { CauseFix } from '../bulk/use-bulk.ts'
import { type FactsOf, useColumnFacts } from '../bulk/use-column-facts.ts'
import { CauseCard } from './cause-card.tsx'
import { CauseAbout, ShapeButton } from './causes-lines.tsx'
import { type CauseLine, chosenOf, keyOfCause, linesOf } from './causes-list.ts'
import { keepingOrder } from './causes-order.ts'
import { CausePlaybook } from './causes-playbook.tsx'
import { causesTexts } from '../../../texts/fix/causes.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { PaneButton } from '../bars/pane-button.tsx'
import type { Pane } from '../panes.tsx'
import type { Edits } from '../edits/use-edits.ts'
import type { FixView } from '../fix-view.ts'
import { type Overrulable, OverrulingDialog } from '../overruling/overruling-dialog.tsx'

/** What the list keeps when another sheet is shown: the causes in their order, and how far it is scrolled. */
export type CausesKept = { readonly order: RefObject<readonly string[]>; readonly top: RefObject<number> }

export type CausesProps = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly view: FixView
  readonly pane: Pane
  /** Opens the fix for the cells of the selected cause. */
  readonly onFix: (fix: CauseFix) => void
  readonly edits: Pick<Edits, 'fix' | 'undoIfNewest'>
  readonly kept: CausesKept
  /** A cause or a shape was chosen: the user goes on in the grid. */
  readonly onChosen: () => void
}

export function Causes(props: CausesProps): ReactNode {
  // The question is kept here, so it stays even if its cause disappears meanwhile.
  const [deciding, decide] = useState<Overrulable | null>(null)
  return (
    <>
      <KnownCauses {...props} onDecide={decide} />
      {deciding !== null && (
        <OverrulingDialog batch={props.batch} about={deciding} onClose={() => decide(null)} />
      )}
    </>
  )
}

const listLayout = 'grid h-full min-h-0 grid-rows-[44px_minmax(0,1fr)]'

type ListProps = CausesProps & { readonly onDecide: (about: Overrulable) => void }

function KnownCauses(props: ListProps): ReactNode {
  const { batch } = props
  const { data, groups, isPending, isError, error, refetch } = useProblemGroups(batch.id)
  if (data !== undefined && groups.length > 0) return <CauseList {...props} data={data} />
  // Each of these accounts has a problem: after the accounts were built again, the causes are counted a moment later.
  const areComing = isPending || batch.states.invalid > 0
  return (
    <div className={listLayout}>
      <Head pane={props.pane} data={null} isKept={false} />
      {isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : areComing ? (
        <SkeletonRows className="p-4" rows={7} />
      ) : (
        <NoCauses batch={batch} />
      )}
    </div>
  )
}

function NoCauses({ batch }: { readonly batch: BatchView }): ReactNode {
  const ready = batch.states.unvalidated
  return (
    <div className="grid content-start gap-1 p-4">
      <CircleCheck size={20} strokeWidth={1.6} aria-hidden className="mb-1 text-ok" />
      <p className="font-medium">{toFix(batch) === 0 ? fixTexts.empty.fix : fixTexts.noCauses}</p>
      <p className="text-xs text-soft">
        {ready > 0 ? fixTexts.noCausesReady({ n: ready }) : fixTexts.noCausesDone}
      </p>
    </div>
  )
}

const noShapes: readonly ValueShapeGroup[] = []

function CauseList(props: ListProps & { readonly data: ProblemGroups }): ReactNode {
  const { batch, data, view, sheets } = props
  const [pressed, setPressed] = useState<string | null>(null)
  const { order } = props.kept
  const [, sortAgain] = useReducer((times: number) => times + 1, 0)
  const { items, isKept } = keepingOrder(data.groups, keyOfCause, order.current)
  order.current = items.map(keyOfCause)
  const sheet = view.sheet ?? sheets.find(({ role }) => role === 'main')?.position ?? null
  const chosen = chosenOf(items, view.problem, sheet, pressed)
  const shapes = useShapes(batch.id, chosen)
  const lines = useMemo(
    () => linesOf(items, chosen === null ? null : keyOfCause(chosen), shapes),
    [items, chosen, shapes],
  )
  return (
    <div className={listLayout}>
      <Head
        pane={props.pane}
        data={data}
        isKept={isKept}
        onSort={() => {
          order.current = []
          sortAgain()
        }}
      />
      <Lines {...props} lines={lines} onPress={setPressed} />
    </div>
  )
}

/** All shapes; a single shape repeats the cause and is not shown. */
function useShapes(batch: number, group: ProblemGroup | null): readonly ValueShapeGroup[] {
  const { code = null, source = 'local', field = null, sheet = null, column = null } = group ?? {}
  const found = useQuery({
    ...api.problems.shapes.queryOptions({ input: { batch, code, source, field, sheet, column } }),
    enabled: group !== null && column !== null,
  })
  return found.data === undefined || found.data.length < 2 ? noShapes : found.data
}

function Head(props: {
  readonly pane: Pane
  /** Null while the causes are not known, and where there are none. */
  readonly data: ProblemGroups | null
  readonly isKept: boolean
  readonly onSort?: () => void
}): ReactNode {
  const { data, pane } = props
  return (
    <div className="flex min-w-0 items-center gap-1.5 border-b border-line pr-3.5 pl-2">
      <PaneButton name="causes" pane={pane} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-0.5">
          <h2 className="truncate text-sm leading-[18px] font-semibold">{fixTexts.causes}</h2>
          <WordHelp of="cause" className="-my-1" />
          {props.isKept && <SortAgain onSort={props.onSort} />}
          {data !== null && (
            <span
              className={cx('shrink-0 text-2xs text-faint', props.isKept ? 'ml-1' : 'ml-auto')}
              title={fixTexts.causesOrderHint}
            >
              {fixTexts.causesOrder}
            </span>
          )}
        </div>
        {data !== null && <Counts data={data} />}
      </div>
    </div>
  )
}

function SortAgain({ onSort }: { readonly onSort: (() => void) | undefined }): ReactNode {
  return (
    <Tooltip text={causesTexts.inOrderHint}>
      <button
        type="button"
        aria-label={causesTexts.inOrder}
        onClick={onSort}
        className="-my-1 ml-auto grid size-5 shrink-0 place-items-center rounded text-accent hover:bg-hover"
      >
        <ArrowDownWideNarrow size={13} aria-hidden />
      </button>
    </Tooltip>
  )
}

function Counts({ data }: { readonly data: ProblemGroups }): ReactNode {
  const { groups, causes, problems, accounts, pass, fresh } = data
  return (
    <p
      className="text-2xs leading-[15px] text-pretty text-soft"
      title={fresh ? undefined : causesTexts.looking}
    >
      <span className={cx(!fresh && 'text-faint')}>{causesTexts.head({ problems, accounts })}</span>
      {causes > groups.length && (
        <span title={causesTexts.listedHint}>
          {` · ${causesTexts.listed({ listed: groups.length, causes })}`}
        </span>
      )}
      {pass !== null && (
        <span title={causesTexts.passHint}>
          {' · '}
          <span className="font-medium text-text">{causesTexts.pass({ pass })}</span>
        </span>
      )}
    </p>
  )
}

/** Where the arrow keys go from one to the next. */
const step = '[data-cause-step]'

type LinesProps = ListProps & {
  readonly lines: readonly CauseLine[]
  /** A cause was pressed, by its key. */
  readonly onPress: (key: string) => void
}

function Lines(props: LinesProps): ReactNode {
  const { lines, batch } = props
  const list = useRef<VirtualListHandle>(null)
  const factsOf = useColumnFacts(batch)
  useEffect(() => {
    // Where the list was scrolled to, heights were known that are estimated now.
    const chosen = lines.findIndex((line) => line.kind === 'cause' && line.chosen)
    if (chosen !== -1) list.current?.show(chosen)
  }, [])
  return (
    <VirtualList
      label={fixTexts.causesLabel}
      items={lines}
      rowHeight={({ kind }) => (kind === 'shape' ? 26 : 92)}
      keyOf={({ key }) => key}
      focusable={false}
      handle={list}
      top={props.kept.top}
      onKeyDown={(event, index) => {
        const next = nextStep(event, index, lines)
        if (next === null) return
        event.preventDefault()
        event.stopPropagation()
        list.current?.focusIn(next, step)
      }}
      className="overscroll-contain p-1.5"
    >
      {(line) => <Line {...props} line={line} factsOf={factsOf} />}
    </VirtualList>
  )
}

/** The line that an arrow key goes to from this one; null for other keys and outside a cause or shape. */
function nextStep(
  event: KeyboardEvent<HTMLElement>,
  from: number,
  lines: readonly CauseLine[],
): number | null {
  const { target } = event
  if (from === -1 || !(target instanceof HTMLElement) || target.closest(step) === null) return null
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  const places = lines.flatMap(({ kind }, index) => (kind === 'cause' || kind === 'shape' ? [index] : []))
  const here = places.indexOf(from)
  const moves: Readonly<Record<string, number | undefined>> = {
    ArrowDown: here + 1,
    ArrowUp: here - 1,
    Home: 0,
    End: places.length - 1,
  }
  const next = moves[event.key]
  return next === undefined ? null : (places[Math.max(0, Math.min(places.length - 1, next))] ?? null)
}

function Line(props: LinesProps & { readonly line: CauseLine; readonly factsOf: FactsOf }): ReactNode {
  const { line, sheets, view, onFix, onDecide, factsOf, batch, edits } = props
  const { group } = line
  const sheet = sheets.find((one) => one.position === group.sheet)
  const shape = view.problem?.shape ?? null
  const about = { batch, group, sheet, shape, factsOf, edits, onFix, onDecide }
  switch (line.kind) {
    case 'cause':
      return (
        <CauseCard
          batch={batch}
          group={group}
          sheet={sheet}
          chosen={line.chosen}
          factsOf={factsOf}
          onPress={() => {
            props.onPress(line.key)
            if (!line.chosen) props.onChosen()
          }}
        />
      )
    case 'about':
      return <CauseAbout {...about} />
    case 'shape':
      return (
        <ShapeButton
          group={group}
          shape={line.shape}
          chosen={line.shape.shape === shape}
          onChosen={props.onChosen}
        />
      )
    case 'playbook':
      return <CausePlaybook {...about} />
  }
}
