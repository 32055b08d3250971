// Below the grid, as in a spreadsheet: the file's sheets as tabs where it has several, how many rows are shown, and the
// ways from one problem to the next.
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SheetView } from '../../../shared/views.ts'
import { setParams } from '../../app/route.ts'
import { IconButton } from '../../parts/button.tsx'
import { cx } from '../../parts/classes.ts'
import { format } from '../../parts/format.ts'
import { fixTexts } from './fix-texts.ts'

export function SheetBar(props: {
  readonly sheets: readonly SheetView[]
  readonly sheet: SheetView
  readonly total: number | null
  /** Problems by the sheet's position. */
  readonly problems: ReadonlyMap<number, number>
  readonly onProblem: (step: 1 | -1) => void
}): ReactNode {
  const { sheets, sheet, total, problems } = props
  return (
    <div className="flex min-w-0 items-center gap-2 border-t border-line bg-head pr-1 pl-2 text-xs text-soft">
      {sheets.length > 1 && (
        <div role="group" aria-label={fixTexts.sheets} className="flex min-w-0 gap-0.5 overflow-x-auto">
          {sheets.map((one) => (
            <button
              key={one.position}
              type="button"
              aria-pressed={one === sheet}
              onClick={() =>
                setParams({ sheet: String(one.position), column: null, code: null, field: null })
              }
              className={cx(
                'h-6 max-w-40 shrink-0 truncate rounded-sm px-2 font-medium',
                one === sheet
                  ? 'bg-pane text-text shadow-[0_0_0_1px_var(--line)]'
                  : 'hover:bg-hover hover:text-text',
                one.role === 'unused' && 'italic',
              )}
            >
              {one.info.name}
              {(problems.get(one.position) ?? 0) > 0 && (
                <span
                  className="ml-1.5 font-semibold text-bad"
                  title={fixTexts.problemsOn(problems.get(one.position) ?? 0)}
                >
                  {format.number(problems.get(one.position) ?? 0)}
                </span>
              )}
            </button>
          ))}
        </div>
      )}
      <span className="flex-1" />
      <span className="shrink-0">{total === null ? '' : fixTexts.rowsShown(total)}</span>
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
}
