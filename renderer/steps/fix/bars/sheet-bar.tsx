// Bar below the grid: sheet tabs if the file has several sheets, the number of rows shown, actions on the selected
// rows, and buttons to the next and previous problem.
import { ChevronDown, ChevronUp, RefreshCw } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { RowFilter } from '../../../../shared/fixing/row-filter.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'
import { setParams } from '../../../app/route.ts'
import { IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { format } from '../../../texts/format.ts'
import { DecideBar } from '../decide/decide-bar.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { paramsOfSheet } from '../fix-view.ts'

export type SheetBarProps = {
  readonly batch: BatchView
  readonly sheets: readonly SheetView[]
  readonly sheet: SheetView
  /** Problems by the sheet's position. */
  readonly problems: ReadonlyMap<number, number>
  readonly onProblem: (step: 1 | -1) => void
  /** Accounts of the selected rows. */
  readonly selected: readonly number[]
  readonly filter: RowFilter
  /** Rows that the filter leaves; null while they are counted. */
  readonly shown: { readonly rows: number; readonly expected: string } | null
  /** Rows shown; null until the first are there. */
  readonly total: number | null
  /** False while rows are still being looked for. */
  readonly exact: boolean
  /** Number of rows that match now, if it differs from the rows shown. */
  readonly newer: number | null
  readonly onRenew: () => void
  /** The latest undo or redo. */
  readonly reported: string | null
}

export const SheetBar = memo(function SheetBar(props: SheetBarProps): ReactNode {
  const { sheets, sheet, problems } = props
  return (
    <div className="flex min-w-0 items-center gap-2 border-t border-line bg-head pr-1 pl-2 text-xs text-soft">
      {sheets.length > 1 && <SheetTabs sheets={sheets} sheet={sheet} problems={problems} />}
      <span role="status" className="min-w-0 flex-1 basis-0 truncate text-right">
        {props.reported}
      </span>
      {props.newer !== null && (
        <RefreshButton newer={props.newer} total={props.total} onRenew={props.onRenew} />
      )}
      {/* What is selected is acted on: its count takes the place. */}
      <span className={cx('shrink-0', props.selected.length > 0 && 'max-[1400px]:sr-only')}>
        {props.total === null
          ? ''
          : props.exact
            ? fixTexts.rows({ n: props.total })
            : fixTexts.rowsSoFar({ found: props.total })}
      </span>
      <DecideBar
        batch={props.batch}
        sheet={sheet.position}
        selected={props.selected}
        filter={props.filter}
        shown={props.shown}
        newer={props.newer}
        onRenew={props.onRenew}
      />
      <span className="flex shrink-0">
        <IconButton
          size="small"
          icon={ChevronUp}
          label={fixTexts.previousProblem}
          keys="shift+f8"
          onClick={() => props.onProblem(-1)}
        />
        <IconButton
          size="small"
          icon={ChevronDown}
          label={fixTexts.nextProblem}
          keys="f8"
          onClick={() => props.onProblem(1)}
        />
      </span>
    </div>
  )
})

function RefreshButton(props: {
  readonly newer: number
  readonly total: number | null
  readonly onRenew: () => void
}): ReactNode {
  return (
    <Tooltip text={fixTexts.newerHint}>
      <button
        type="button"
        onClick={props.onRenew}
        className="flex h-[22px] shrink-0 items-center gap-1 rounded px-1.5 font-medium text-accent hover:bg-hover"
      >
        <RefreshCw size={12} aria-hidden />
        {props.newer === props.total || props.newer === 0
          ? fixTexts.refresh
          : fixTexts.newer({ n: props.newer })}
      </button>
    </Tooltip>
  )
}

function SheetTabs({
  sheets,
  sheet,
  problems,
}: Pick<SheetBarProps, 'sheets' | 'sheet' | 'problems'>): ReactNode {
  return (
    <div
      role="group"
      aria-label={fixTexts.sheets}
      className="flex min-w-0 gap-0.5 overflow-x-auto [scrollbar-width:none]"
    >
      {sheets.map((one) => (
        <button
          key={one.position}
          type="button"
          aria-pressed={one === sheet}
          // Columns belong to the sheet; the filtered accounts stay the same.
          onClick={() => setParams(paramsOfSheet(one.position))}
          className={cx(
            'h-6 max-w-40 shrink-0 truncate rounded-sm px-2 font-medium',
            one === sheet
              ? 'bg-pane text-text shadow-[0_0_0_1px_var(--line)]'
              : 'hover:bg-hover hover:text-text',
            one.role === 'unused' && 'italic',
          )}
        >
          {one.info.name}
          <ProblemCount count={problems.get(one.position) ?? 0} />
        </button>
      ))}
    </div>
  )
}

function ProblemCount({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null
  return (
    <>
      <span aria-hidden className="ml-1.5 font-semibold text-bad" title={fixTexts.problemsOn({ n: count })}>
        {format.number(count)}
      </span>
      <span className="sr-only">, {fixTexts.problemsOn({ n: count })}</span>
    </>
  )
}
