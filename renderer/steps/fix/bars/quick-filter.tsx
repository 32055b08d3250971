// Tabs of the toolbar: which accounts the rows are of, with their numbers. Where their names do not fit into the toolbar,
// they are one menu instead, so that no name is cut.
import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'
import { toFix } from '../../../../shared/status/counts.ts'
import { setParams } from '../../../app/route.ts'
import { cx } from '../../../components/classes.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { format } from '../../../texts/format.ts'
import { type Changed, useChanged } from '../changed-rows.ts'
import { type FixView, paramsOfShow, type Show, shows } from '../fix-view.ts'
import { menuItem, menuPopup } from './state-filter.tsx'

type ShownTab = {
  readonly show: Show
  readonly on: boolean
  /** Accounts; null while they are counted. */
  readonly count: number | null
  readonly hint: string
}

export function QuickFilter(props: {
  readonly batch: BatchView
  readonly view: FixView
  readonly sheets: readonly SheetView[]
}): ReactNode {
  const { batch, view } = props
  const changed = useChanged(batch.id, props.sheets)
  const counts: Readonly<Record<Show, number | null>> = {
    fix: toFix(batch),
    all: batch.accounts,
    changed: changed?.accounts ?? null,
    held: batch.held,
    excluded: batch.excluded,
  }
  // A cause narrows the selected states; with "To fix" it shows every state in which it is still current.
  const free = (show: Show): boolean =>
    view.account === null &&
    view.edit === null &&
    view.currentStates === null &&
    (view.problem === null || show !== 'fix')
  const tabs = shows
    .map((show): ShownTab => {
      const hint = show === 'changed' ? changedHint(changed) : fixTexts.tabCounts
      return { show, on: free(show) && view.show === show, count: counts[show], hint }
    })
    // Hidden while empty: few batches have any.
    .filter(({ show, on }) => show !== 'excluded' || batch.excluded > 0 || on)
  const box = useRef<HTMLDivElement>(null)
  const fits = useFits(box, tabs.map(({ show, count }) => `${fixTexts.shows[show]} ${count}`).join())
  return (
    <div ref={box} role="group" aria-label={fixTexts.quick} className="flex min-w-0 gap-0.5">
      {fits ? (
        tabs.map((tab) => <ShowTab key={tab.show} {...tab} />)
      ) : (
        <TabMenu tabs={tabs} current={view.show} />
      )}
    </div>
  )
}

/** Whether the names of the tabs fit into the toolbar. `words`: what stands in them. */
function useFits(box: RefObject<HTMLElement | null>, words: string): boolean {
  /** Pixels of the toolbar at which they might fit; null: they do. */
  const [needed, setNeeded] = useState<number | null>(null)
  const [measured, setMeasured] = useState(words)
  if (measured !== words) {
    setMeasured(words)
    setNeeded(null)
  }
  useLayoutEffect(() => {
    const { current } = box
    const bar = current?.parentElement
    if (current === null || !bar) return undefined
    const look = (): void => {
      if (needed !== null) {
        if (bar.clientWidth >= needed) setNeeded(null)
        return
      }
      const names = [...current.querySelectorAll('[data-tab-name]')]
      const lack = names.reduce((sum, name) => sum + Math.max(0, name.scrollWidth - name.clientWidth), 0)
      if (lack > 0) setNeeded(bar.clientWidth + lack)
    }
    look()
    const seen = new ResizeObserver(look)
    seen.observe(bar)
    seen.observe(current)
    // A name gives way to a number that grows while the tabs keep their width together.
    for (const name of current.querySelectorAll('[data-tab-name]')) seen.observe(name)
    void document.fonts.ready.then(look)
    return () => seen.disconnect()
  }, [box, needed, words])
  return needed === null
}

function TabMenu(props: { readonly tabs: readonly ShownTab[]; readonly current: Show }): ReactNode {
  const { tabs } = props
  const shown = tabs.find(({ show }) => show === props.current) ?? tabs[0]
  if (shown === undefined) return null
  return (
    <Menu.Root>
      <Menu.Trigger
        className={cx(
          'flex h-[26px] items-center gap-1.5 rounded px-2 text-sm font-medium whitespace-nowrap data-popup-open:bg-hover',
          shown.on ? 'bg-accent-bg text-accent' : 'text-soft hover:bg-hover hover:text-text',
        )}
      >
        {fixTexts.shows[shown.show]}
        {shown.count !== null && <span className="font-normal">{format.number(shown.count)}</span>}
        <ChevronDown size={12} aria-hidden className="text-faint" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Menu.Popup aria-label={fixTexts.quick} className={menuPopup}>
            {tabs.map(({ show, on, count, hint }) => (
              <Menu.Item
                key={show}
                className={menuItem}
                title={hint}
                onClick={() => setParams(paramsOfShow(show))}
              >
                <span className="grid w-4 place-items-center text-accent">
                  {on && <Check size={14} aria-hidden />}
                </span>
                {fixTexts.shows[show]}
                <span className="ml-auto pl-6 text-xs text-faint">
                  {count === null ? '' : format.number(count)}
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function changedHint(changed: Changed | null): string {
  const parts = (changed?.rows ?? []).map(({ sheet, rows }) =>
    sheet.info.name === '' ? format.number(rows) : fixTexts.rowsInSheet({ n: rows, sheet: sheet.info.name }),
  )
  return [
    fixTexts.changedAccounts,
    ...(parts.length === 0 ? [] : [`${fixTexts.changedIn}: ${parts.join(', ')}`]),
  ].join('\n')
}

function ShowTab(props: ShownTab): ReactNode {
  const { show, on, count } = props
  return (
    <button
      type="button"
      aria-pressed={on}
      title={`${fixTexts.shows[show]}\n${props.hint}`}
      onClick={() => setParams(paramsOfShow(show))}
      className={cx(
        'flex h-[26px] items-center gap-1.5 rounded px-2 text-sm font-medium transition-colors duration-100 @max-[800px]:px-1.5',
        // A short name is never cut.
        show === 'all' ? 'shrink-0' : 'min-w-0',
        on ? 'bg-accent-bg text-accent' : 'text-soft hover:bg-hover hover:text-text',
      )}
    >
      <span data-tab-name className="truncate">
        {fixTexts.shows[show]}
      </span>
      <span
        data-figure={`tab.${show}`}
        className={cx(
          'font-normal whitespace-nowrap',
          on ? 'text-accent' : 'text-faint',
          // Hidden where there is little room.
          show !== 'fix' && '@max-[800px]:sr-only',
          count === 0 && '@max-[1000px]:sr-only',
        )}
      >
        {count === null ? '' : format.number(count)}
      </span>
    </button>
  )
}
