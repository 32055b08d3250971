// The first cells of a change with their text before and after: a table, or in a narrow pane a list.
import type { ReactNode } from 'react'
import { BodyCell, HeadCell } from '../../components/lists/table-cells.tsx'
import { bulkTexts } from '../../texts/fix/bulk.ts'
import { ChangedText, ChangeLine } from './changed-text.tsx'
import type { ChangedCell, FoundCells } from './use-change-preview.ts'

export type SampleLook = {
  readonly columnName: (cell: ChangedCell) => string
  /** The change is about more than one column. */
  readonly severalColumns?: boolean
  /** Cells get a different text, not a changed part. */
  readonly ofWholeCells?: boolean
  /** The pane has no room for a table. */
  readonly narrow?: boolean | undefined
  /** Said where no cell changes. */
  readonly nothingHint?: string
}

type Props = SampleLook & { readonly cells: FoundCells | null }

export function ChangeSample(props: Props): ReactNode {
  const { cells, narrow = false, nothingHint = bulkTexts.nothingHint } = props
  const sample = cells?.sample ?? []
  if (sample.length === 0)
    return (
      <div className="grid place-items-center rounded-md border border-line p-6 text-center text-soft">
        {cells === null ? '' : (cells.locked ?? 0) > 0 ? bulkTexts.onlyLocked : nothingHint}
      </div>
    )
  return (
    <div
      // Scrolled by keyboard too.
      tabIndex={0}
      role="region"
      aria-label={bulkTexts.beforeAfter}
      className="overflow-y-auto rounded-md border border-line"
    >
      {narrow ? <SampleList {...props} sample={sample} /> : <SampleTable {...props} sample={sample} />}
    </div>
  )
}

type SampleProps = SampleLook & { readonly sample: readonly ChangedCell[] }

function SampleTable({ sample, columnName, severalColumns, ofWholeCells: whole }: SampleProps): ReactNode {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <thead>
        <tr>
          <HeadCell className="w-14 text-right">{bulkTexts.headRow}</HeadCell>
          <HeadCell className="w-26">{bulkTexts.headAccount}</HeadCell>
          {severalColumns && <HeadCell className="w-28">{bulkTexts.headColumn}</HeadCell>}
          <HeadCell>{bulkTexts.headBefore}</HeadCell>
          <HeadCell>{bulkTexts.headAfter}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {sample.map((cell) => (
          <tr key={keyOf(cell)}>
            <BodyCell className="text-right text-faint">{cell.row}</BodyCell>
            <BodyCell wraps className="text-soft">
              {cell.key ?? bulkTexts.noAccount}
            </BodyCell>
            {severalColumns && (
              <BodyCell wraps className="text-soft">
                {columnName(cell)}
              </BodyCell>
            )}
            <BodyCell wraps>
              <ChangedText before={cell.before} after={cell.after} side="before" whole={whole} />
            </BodyCell>
            <BodyCell wraps>
              <ChangedText before={cell.before} after={cell.after} side="after" whole={whole} />
            </BodyCell>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SampleList({ sample, columnName, ofWholeCells }: SampleProps): ReactNode {
  return (
    <ul>
      {sample.map((cell) => (
        <li key={keyOf(cell)} className="border-b border-line px-2.5 py-1.5">
          <ChangeLine before={cell.before} after={cell.after} whole={ofWholeCells} />
          <p className="text-xs wrap-anywhere text-faint">
            {bulkTexts.row({ n: cell.row })} · {cell.key ?? '–'} · {columnName(cell)}
          </p>
        </li>
      ))}
    </ul>
  )
}

function keyOf({ sheet = 0, row, column }: ChangedCell): string {
  return `${sheet} ${row} ${column}`
}
