// Blank rows that reading left out, sheet by sheet with their row numbers. A press on a range shows the row above it.
import { Fragment, type ReactNode, useState } from 'react'
import type { SheetView } from '../../../shared/contract/views.ts'
import { type BlankRows, rangeWords } from '../../../shared/sheet/blank-rows.ts'
import { loadTexts } from '../../texts/load/load.ts'

const words = loadTexts.oddRows
const rangesShown = 12

type WithBlanks = SheetView & { readonly blankRows: BlankRows }
type OnRow = (place: { readonly sheet: string; readonly row: number }) => void

export function withBlanks(sheets: readonly SheetView[]): readonly WithBlanks[] {
  return sheets.filter((sheet): sheet is WithBlanks => sheet.blankRows !== null)
}

export function BlankRowList(props: {
  readonly sheets: readonly WithBlanks[]
  /** Whether the file has other sheets, so that each line names its own. */
  readonly areNamed: boolean
  readonly onRow: OnRow
}): ReactNode {
  return (
    <ul aria-label={words.blankList} className="grid gap-1 px-4">
      {props.sheets.map((sheet) => (
        <li key={sheet.position} className="text-sm wrap-break-word">
          <OfSheet {...props} sheet={sheet} />
        </li>
      ))}
    </ul>
  )
}

function OfSheet(props: {
  readonly sheet: WithBlanks
  readonly areNamed: boolean
  readonly onRow: OnRow
}): ReactNode {
  const [all, setAll] = useState(false)
  const { info, blankRows } = props.sheet
  const { rows, ranges, list } = blankRows
  const shown = all ? list : list.slice(0, rangesShown)
  return (
    <>
      {props.areNamed ? words.blankIn({ n: rows, sheet: info.name }) : words.blank({ n: rows })}{' '}
      <span className={all ? 'block max-h-28 overflow-y-auto' : undefined}>
        {shown.map((range, at) => (
          <Fragment key={range[0]}>
            <span className="whitespace-nowrap">
              <button
                type="button"
                title={words.rowAbove({ n: range[0] - 1 })}
                onClick={() => props.onRow({ sheet: info.name, row: range[0] - 1 })}
                className="rounded text-accent tabular-nums hover:underline"
              >
                {rangeWords(range)}
              </button>
              {at < shown.length - 1 && ','}
            </span>
            {at < shown.length - 1 && ' '}
          </Fragment>
        ))}
        {all && ranges > list.length && ` ${words.moreRanges({ n: ranges - list.length })}`}
      </span>
      {!all && ranges > shown.length && (
        <>
          {' '}
          <button
            type="button"
            onClick={() => setAll(true)}
            className="rounded font-medium text-accent hover:underline"
          >
            {words.moreRanges({ n: ranges - shown.length })}
          </button>
        </>
      )}
    </>
  )
}
