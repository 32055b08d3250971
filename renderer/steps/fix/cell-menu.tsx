// The menu of a cell, by the right button or the menu key, and of a column's header: filters made from what it holds, and
// ways to change many cells at once.
import { Menu } from '@base-ui/react/menu'
import { Filter, PencilLine, Replace } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GridRow } from '../../../shared/views.ts'
import { setParams } from '../../app/route.ts'
import { bulkTexts } from './bulk/bulk-texts.ts'
import { kindFor } from './bulk/fix-draft.ts'
import type { OpenBulk } from './bulk/use-bulk.ts'
import { causesHere, filtersFrom } from './cell-filters.ts'
import { fixTexts } from './fix-texts.ts'
import type { GridColumnPlan } from './grid-columns.ts'
import { menuItem, menuPopup } from './state-filter.tsx'

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
  readonly onClose: () => void
  readonly onBulk: OpenBulk
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
          className="z-50 outline-none"
        >
          <Menu.Popup
            aria-label={at.row === null ? fixTexts.columnMenu(at.plan.title) : fixTexts.cellMenu}
            className={menuPopup}
          >
            {filtersFrom(at.plan, at.row).map(({ words, changes }) => (
              <Menu.Item key={words} className={menuItem} onClick={() => setParams(changes)}>
                <Filter size={12} aria-hidden className="shrink-0 text-faint" />
                <span className="truncate">{words}</span>
              </Menu.Item>
            ))}
            <BulkItems at={at} onBulk={props.onBulk} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function BulkItems(props: { readonly at: MenuAt; readonly onBulk: OpenBulk }): ReactNode {
  const { at } = props
  const { plan, row, selected } = at
  if (plan.kind !== 'cell') return null
  const { index, title } = plan
  // After the menu has given the focus back, so that the dialog keeps it.
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
          <span className="truncate">{bulkTexts.fixCause(fixTexts.causeOf(code, title))}…</span>
        </Menu.Item>
      ))}
      {selected > 1 && (
        <Menu.Item className={menuItem} onClick={() => onBulk('set', null)}>
          <PencilLine size={12} aria-hidden className="shrink-0 text-faint" />
          <span className="truncate">{bulkTexts.changeSelected(selected)}…</span>
        </Menu.Item>
      )}
      <Menu.Item className={menuItem} onClick={() => onBulk('replace', column)}>
        <Replace size={12} aria-hidden className="shrink-0 text-faint" />
        <span className="truncate">{bulkTexts.replaceIn(title)}…</span>
      </Menu.Item>
      <Menu.Item className={menuItem} onClick={() => onBulk('table', column)}>
        <PencilLine size={12} aria-hidden className="shrink-0 text-faint" />
        <span className="truncate">{bulkTexts.changeColumn(title)}…</span>
      </Menu.Item>
    </>
  )
}
