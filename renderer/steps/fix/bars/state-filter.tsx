// Menu of account states with the number of accounts in each. The selected states filter the grid; several can be
// selected.
import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown, ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { setParams } from '../../../app/route.ts'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { StateMark, wordOf } from '../../../components/state-badge.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import {
  countOf,
  type FixView,
  paramsOfCurrentStates,
  shownCurrentStates,
  currentStates,
  switchedStates,
} from '../fix-view.ts'

export const menuPopup =
  'max-h-(--available-height) max-w-110 min-w-56 overflow-y-auto rounded-lg bg-raised p-1 text-text shadow-lift outline-none'
export const menuItem =
  'flex min-h-7 cursor-default items-center gap-2 rounded px-2 text-sm outline-none select-none data-highlighted:bg-accent-bg'

export function StateFilter({
  batch,
  view,
}: {
  readonly batch: BatchView
  readonly view: FixView
}): ReactNode {
  const shown = shownCurrentStates(view) ?? []
  const listed = currentStates.filter((one) => shown.includes(one) || countOf(one, batch) > 0)
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={fixTexts.stateFilterLabel}
        title={fixTexts.stateFilterLabel}
        className={cx(
          'flex h-6 shrink-0 items-center gap-1 rounded px-1.5 text-xs font-medium transition-colors duration-100 data-popup-open:bg-hover',
          view.currentStates === null
            ? 'text-soft hover:bg-hover hover:text-text'
            : 'bg-accent-bg text-accent hover:bg-sel',
        )}
      >
        <ListFilter size={14} aria-hidden className="hidden @max-[800px]:block" />
        <span className="@max-[800px]:sr-only">{fixTexts.stateFilter}</span>
        <ChevronDown size={12} aria-hidden className="text-faint" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Menu.Popup className={menuPopup}>
            {listed.map((one) => (
              <Menu.CheckboxItem
                key={one}
                checked={shown.includes(one)}
                closeOnClick={false}
                onCheckedChange={(on) =>
                  setParams(paramsOfCurrentStates(view, switchedStates(view, one, on)))
                }
                className={menuItem}
              >
                <span className="grid w-4 place-items-center text-accent">
                  <Menu.CheckboxItemIndicator>
                    <Check size={14} aria-hidden />
                  </Menu.CheckboxItemIndicator>
                </span>
                <StateMark mark={one} />
                {wordOf(one)}
                <span className="ml-auto pl-6 text-xs text-faint">{format.number(countOf(one, batch))}</span>
              </Menu.CheckboxItem>
            ))}
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item className={menuItem} onClick={() => setParams(paramsOfCurrentStates(view, []))}>
              <span className="w-4" />
              {fixTexts.anyState}
              <span className="ml-auto pl-6 text-xs text-faint">{format.number(batch.accounts)}</span>
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
