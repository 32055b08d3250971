// The menu of a cell, by the right button or the menu key, and of a column's header: filters made from what it holds.
import { Menu } from '@base-ui/react/menu'
import { Filter } from 'lucide-react'
import type { ReactNode } from 'react'
import type { GridRow } from '../../../shared/views.ts'
import { setParams } from '../../app/route.ts'
import { filtersFrom } from './cell-filters.ts'
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
}

export function CellMenu(props: { readonly at: MenuAt | null; readonly onClose: () => void }): ReactNode {
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
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
