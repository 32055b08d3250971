// Context menu of a cell (right click or menu key) and of a column header: what is done with the selected cells and
// accounts, filters made from its content, and ways to change many cells at once.
import { causeOf } from '../../../../accounts/cause-words.ts'
import type { FieldTitles } from '../../../../accounts/field-titles.ts'
import { Menu } from '@base-ui/react/menu'
import {
  ArrowDownWideNarrow,
  ArrowUpNarrowWide,
  EyeOff,
  Filter,
  ListFilter,
  ListOrdered,
  MoveHorizontal,
  PencilLine,
  Pin,
  PinOff,
  Replace,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { RowSort } from '../../../../../shared/fixing/row-filter.ts'
import type { GridRow } from '../../../../../shared/contract/views.ts'
import { setParams } from '../../../../app/route.ts'
import { ScrolledMenu } from '../../../../components/overlays/scrolled-menu.tsx'
import { bulkTexts } from '../../../../texts/fix/bulk.ts'
import { kindFor } from '../../bulk/fix-for-cause.ts'
import type { OpenBulk } from '../../bulk/use-bulk.ts'
import { type CellActions, CellActItems } from './cell-acts.tsx'
import { causesHere, filtersFrom } from './cell-filters.ts'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import { isSortedBy, paramsOfSort } from '../../fix-view.ts'
import { type GridColumnPlan, mostPinned } from '../columns/grid-columns.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import { menuItem } from '../../bars/state-filter.tsx'
import type { Columns } from '../columns/use-columns.ts'
import type { FilteredColumn } from './value-filter.tsx'
import { sortKeyOf } from '../use-grid-notes.ts'

export type MenuAt = {
  /** Pixels of the window. */
  readonly x: number
  readonly y: number
  readonly plan: GridColumnPlan
  /** Null: the column's header. */
  readonly row: GridRow | null
  /** How many cells are selected with it; 1 for itself alone. */
  readonly selected: number
}

export function CellMenu(props: {
  readonly at: MenuAt | null
  readonly sort: RowSort | null
  readonly columns: Columns
  readonly titles: FieldTitles
  /** Makes a column, by its place in the grid, as wide as what it shows. */
  readonly onFit: (column: number) => void
  readonly onClose: () => void
  readonly onBulk: OpenBulk
  /** Opens the filter by the values of a column. */
  readonly onFilter: (column: FilteredColumn) => void
  readonly actions: CellActions
}): ReactNode {
  const { at, onClose } = props
  if (at === null) return null
  const { x, y } = at
  return (
    <Menu.Root open onOpenChange={(open) => open || onClose()}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={{ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) }}
          side="bottom"
          align="start"
          sideOffset={2}
          // Where there is too little room below, it moves up over the cell, as every context menu does.
          collisionAvoidance={{ side: 'shift', align: 'shift', fallbackAxisSide: 'none' }}
          className="z-50 outline-none"
        >
          <Menu.Popup
            aria-label={at.row === null ? fixTexts.columnMenu({ column: at.plan.title }) : fixTexts.cellMenu}
            className="relative flex max-h-(--available-height) max-w-110 min-w-56 flex-col rounded-lg bg-raised text-text shadow-lift outline-none"
          >
            <ScrolledMenu>
              {at.row !== null && (
                <CellActItems hasCells={at.plan.kind === 'cell' || at.selected > 1} actions={props.actions} />
              )}
              {filtersFrom(at.plan, at.row, props.titles).map(({ words, changes }) => (
                <Menu.Item key={words} className={menuItem} onClick={() => setParams(changes)}>
                  <Filter size={12} aria-hidden className="shrink-0 text-faint" />
                  <span className="truncate">{words}</span>
                </Menu.Item>
              ))}
              <ValueFilterItem plan={at.plan} onFilter={props.onFilter} />
              <SortItems plan={at.plan} sort={props.sort} />
              <ColumnItems plan={at.plan} columns={props.columns} onFit={props.onFit} />
              <BulkItems at={at} onBulk={props.onBulk} />
            </ScrolledMenu>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function ValueFilterItem(props: {
  readonly plan: GridColumnPlan
  readonly onFilter: (column: FilteredColumn) => void
}): ReactNode {
  const { plan } = props
  if (plan.kind !== 'cell') return null
  return (
    <Menu.Item
      className={menuItem}
      // After the menu has returned the focus, so that the dialog keeps it.
      onClick={() => void setTimeout(() => props.onFilter(plan))}
    >
      <ListFilter size={12} aria-hidden className="shrink-0 text-faint" />
      <span className="truncate">{gridTexts.filterByValue({ column: plan.title })}</span>
    </Menu.Item>
  )
}

function SortItems({
  plan,
  sort,
}: {
  readonly plan: GridColumnPlan
  readonly sort: RowSort | null
}): ReactNode {
  const by = sortKeyOf(plan)
  const title = plan.kind === 'cell' ? plan.title : gridTexts.sortNames[plan.kind]
  const is = (descending: boolean): boolean =>
    sort !== null && isSortedBy(sort, by) && sort.descending === descending
  const items = [
    { words: gridTexts.sortUp({ column: title }), sort: { by, descending: false }, icon: ArrowUpNarrowWide },
    {
      words: gridTexts.sortDown({ column: title }),
      sort: { by, descending: true },
      icon: ArrowDownWideNarrow,
    },
    {
      words: gridTexts.sortByProblems,
      sort: { by: 'problems' as const, descending: true },
      icon: ArrowDownWideNarrow,
    },
  ]
  return (
    <>
      <Menu.Separator className="my-1 h-px bg-line" />
      {items
        .filter((item) => !is(item.sort.descending) || item.sort.by === 'problems')
        .map(({ words, sort: next, icon: Icon }) => (
          <Menu.Item key={words} className={menuItem} onClick={() => setParams(paramsOfSort(next))}>
            <Icon size={12} aria-hidden className="shrink-0 text-faint" />
            <span className="truncate">{words}</span>
          </Menu.Item>
        ))}
      {sort !== null && (
        <Menu.Item className={menuItem} onClick={() => setParams(paramsOfSort(null))}>
          <ListOrdered size={12} aria-hidden className="shrink-0 text-faint" />
          {gridTexts.sortFile}
        </Menu.Item>
      )}
    </>
  )
}

function ColumnItems(props: {
  readonly plan: GridColumnPlan
  readonly columns: Columns
  readonly onFit: (column: number) => void
}): ReactNode {
  const { plan, columns } = props
  if (plan.kind !== 'cell') return null
  const { index, title } = plan
  const { hidden, pinned, plans } = columns
  const isPinned = pinned.includes(index)
  // The column that names the account is always at the left.
  const mayMove = plans.find((one) => one.kind === 'cell')?.id !== plan.id
  const Icon = isPinned ? PinOff : Pin
  return (
    <>
      <Menu.Separator className="my-1 h-px bg-line" />
      <Menu.Item
        className={menuItem}
        onClick={() => props.onFit(plans.findIndex((one) => one.id === plan.id))}
      >
        <MoveHorizontal size={12} aria-hidden className="shrink-0 text-faint" />
        <span className="truncate">{gridTexts.usualWidth({ column: title })}</span>
      </Menu.Item>
      {mayMove && (isPinned || pinned.length < mostPinned) && (
        <Menu.Item
          className={menuItem}
          onClick={() => columns.pin(isPinned ? pinned.filter((one) => one !== index) : [...pinned, index])}
        >
          <Icon size={12} aria-hidden className="shrink-0 text-faint" />
          <span className="truncate">
            {isPinned ? gridTexts.unpin({ column: title }) : gridTexts.pin({ column: title })}
          </span>
        </Menu.Item>
      )}
      {mayMove && (
        <Menu.Item className={menuItem} onClick={() => columns.hide([...hidden, index])}>
          <EyeOff size={12} aria-hidden className="shrink-0 text-faint" />
          <span className="truncate">{gridTexts.hideColumn({ column: title })}</span>
        </Menu.Item>
      )}
    </>
  )
}

function BulkItems(props: { readonly at: MenuAt; readonly onBulk: OpenBulk }): ReactNode {
  const { at } = props
  const { plan, row, selected } = at
  if (plan.kind !== 'cell') return null
  const { index, title } = plan
  // After the menu has returned the focus, so that the dialog keeps it.
  const onBulk: OpenBulk = (...how) => void setTimeout(() => props.onBulk(...how))
  const column = { columns: index, rows: 'all' } as const
  const shown = { columns: index, rows: 'shown' } as const
  return (
    <>
      <Menu.Separator className="my-1 h-px bg-line" />
      {causesHere(plan, row).map(({ words, changes, code }) => (
        <Menu.Item
          key={words}
          className={menuItem}
          onClick={() => onBulk(kindFor(code), shown, { ...changes, states: null, text: null })}
        >
          <PencilLine size={12} aria-hidden className="shrink-0 text-faint" />
          <span className="truncate">{bulkTexts.fixCause({ cause: causeOf(code, title) })}…</span>
        </Menu.Item>
      ))}
      {selected > 1 && (
        <Menu.Item className={menuItem} onClick={() => onBulk('set', null)}>
          <PencilLine size={12} aria-hidden className="shrink-0 text-faint" />
          <span className="truncate">{bulkTexts.changeSelected({ cells: selected })}…</span>
        </Menu.Item>
      )}
      <Menu.Item className={menuItem} onClick={() => onBulk('replace', column)}>
        <Replace size={12} aria-hidden className="shrink-0 text-faint" />
        <span className="truncate">{bulkTexts.replaceIn({ column: title })}…</span>
      </Menu.Item>
      <Menu.Item className={menuItem} onClick={() => onBulk('table', column)}>
        <PencilLine size={12} aria-hidden className="shrink-0 text-faint" />
        <span className="truncate">{bulkTexts.changeColumn({ column: title })}…</span>
      </Menu.Item>
    </>
  )
}
