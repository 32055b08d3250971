// Dialog that filters the rows by the values of one column, as a spreadsheet's header does: the values of the rows that
// the other filters leave, each with its number of cells.
import { type ReactNode, useState } from 'react'
import { madeVisible } from '../../../../accounts/change-preview/text-change.ts'
import { setParams } from '../../../../app/route.ts'
import { Button } from '../../../../components/button.tsx'
import { Dialog } from '../../../../components/overlays/dialog.tsx'
import { Checkbox } from '../../../../components/fields/checkbox.tsx'
import { SearchField } from '../../../../components/fields/search-field.tsx'
import { VirtualList } from '../../../../components/lists/virtual-list.tsx'
import { ErrorState, SkeletonRows } from '../../../../components/panel.tsx'
import { texts } from '../../../../texts/common.ts'
import { bulkTexts } from '../../../../texts/fix/bulk.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import { valueTexts } from '../../../../texts/fix/value.ts'
import { format } from '../../../../texts/format.ts'
import type { ColumnValues } from '../../bulk/fields/column-values.ts'
import { useColumnValues } from '../../bulk/fields/use-proposed.ts'
import { paramsOfValues } from '../../fix-view.ts'
import type { Source } from '../rows/grid-reach.ts'

export type FilteredColumn = { readonly index: number; readonly title: string }

type Props = {
  readonly source: Source
  readonly column: FilteredColumn
  readonly onClose: () => void
}

/** As many as the engine takes in one filter. */
const mostChosen = 1000

export function ValueFilter({ source, column, onClose }: Props): ReactNode {
  const { values, ...others } = source.filter
  const before = values?.column === column.index ? values.texts : null
  const { found, error, retry } = useColumnValues({
    batch: source.batch,
    sheet: source.sheet,
    column: column.index,
    rows: { filter: before === null ? source.filter : others },
    wrong: null,
    exact: true,
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before))
  const shown = rowsOf(found, chosen)
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      focusIsCallers
      title={gridTexts.filterTitle({ column: column.title })}
      description={gridTexts.filterShown}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button
            tone="primary"
            disabled={chosen.size === 0 || chosen.size > mostChosen}
            onClick={() => {
              setParams(paramsOfValues({ column: column.index, texts: [...chosen] }))
              onClose()
            }}
          >
            {gridTexts.filterShow({ n: shown })}
          </Button>
        </>
      }
    >
      {found !== undefined ? (
        <ValueChoice found={found} chosen={chosen} onChange={setChosen} />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Dialog>
  )
}

function rowsOf(found: ColumnValues | undefined, chosen: ReadonlySet<string>): number {
  return (found?.values ?? []).reduce((sum, { text, cells }) => (chosen.has(text) ? sum + cells : sum), 0)
}

function ValueChoice(props: {
  readonly found: ColumnValues
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}): ReactNode {
  const { found, chosen, onChange } = props
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const listed = found.values.filter(({ folded }) => folded.includes(wanted))
  const choose = (of: readonly string[], on: boolean): void => {
    const next = new Set(chosen)
    for (const text of of) {
      if (on) next.add(text)
      else next.delete(text)
    }
    onChange(next)
  }
  const all = listed.map(({ text }) => text)
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-1">
        <SearchField label={gridTexts.filterSearch} value={search} onChange={setSearch} className="flex-1" />
        <Button tone="quiet" onClick={() => choose(all, true)}>
          {gridTexts.filterAll}
        </Button>
        <Button tone="quiet" onClick={() => choose(all, false)}>
          {gridTexts.filterNone}
        </Button>
      </div>
      <VirtualList
        label={bulkTexts.values}
        items={listed}
        rowHeight={28}
        keyOf={({ text }) => text}
        focusable={false}
        className="-mx-1 max-h-64 min-h-20 overscroll-contain px-1"
      >
        {({ text, cells }) => (
          <div className="flex h-7 items-center gap-2">
            <Checkbox
              label={text.trim() === '' ? bulkTexts.emptyValue : madeVisible(text)}
              checked={chosen.has(text)}
              onChange={(on) => choose([text], on)}
              className="min-w-0 flex-1"
            />
            <span className="shrink-0 text-xs text-faint tabular-nums">{format.number(cells)}</span>
          </div>
        )}
      </VirtualList>
      {found.distinct > found.values.length && (
        <p className="text-xs text-faint">
          {valueTexts.moreValues({ n: found.distinct - found.values.length })}
        </p>
      )}
    </div>
  )
}
