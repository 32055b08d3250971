// Empty state of the grid when no row matches: which filter hides the rows, with a button that brings them back.
import { Ban, CircleCheck, type LucideIcon, Pause, Pencil, SearchX, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SheetView } from '../../../shared/contract/views.ts'
import { setParams } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { currentFormat } from '../../../shared/texts/current.ts'
import { EmptyState } from '../../components/panel.tsx'
import { fixTexts } from '../../texts/fix/fix.ts'
import { useChanged } from './changed-rows.ts'
import { type FixView, paramsOfNothing, paramsOfShow, type Show } from './fix-view.ts'

export function NoRows(props: {
  readonly show: Show
  readonly view: FixView
  /** The name of the sheet that is shown; null: there is none. */
  readonly sheet: string | null
  /** Buttons that lead to rows elsewhere. */
  readonly elsewhere?: ReactNode
}): ReactNode {
  const { show, view } = props
  const filters = filtersOf(view)
  const { icon, title, body } = filters.length > 1 ? severalOf(filters) : reasonOf(show, view, props.sheet)
  return (
    <EmptyState
      icon={icon}
      title={title}
      actions={
        body !== null && (
          <>
            {filters.length === 1 && show === 'changed' && props.elsewhere}
            <Button onClick={() => setParams({ ...paramsOfNothing, ...paramsOfShow('all') })}>
              {narrowsOf(view).length > 0 ? fixTexts.clearFilters : fixTexts.showAll}
            </Button>
          </>
        )
      }
    >
      {body}
    </EmptyState>
  )
}

/** Leads to the other sheets that have changed rows. */
export function ChangedElsewhere(props: {
  readonly batch: number
  readonly sheets: readonly SheetView[]
}): ReactNode {
  const changed = useChanged(props.batch, props.sheets)?.rows ?? []
  return changed.map(({ sheet, rows }) => (
    <Button
      key={sheet.position}
      tone="primary"
      onClick={() => setParams({ sheet: String(sheet.position), account: null })}
    >
      {fixTexts.changedRowsIn({ n: rows, sheet: sheet.info.name })}
    </Button>
  ))
}

type Reason = {
  readonly icon: LucideIcon
  readonly title: string
  /** Null: the sheet itself has no rows, so there are no others to show. */
  readonly body: string | null
}

/** What hides rows, as a person knows it: the filters, and the tab. */
function filtersOf(view: FixView): readonly string[] {
  // A cause and an account are shown in every state, so "To fix" hides rows from a search only.
  const isSearched = view.text.trim() !== '' || view.values !== null
  const isTab = view.show !== 'all' && (view.show !== 'fix' || isSearched)
  return [...narrowsOf(view), ...(isTab ? [fixTexts.shows[view.show]] : [])]
}

/** The filters; a tab is none. */
function narrowsOf(view: FixView): readonly string[] {
  const words = fixTexts.filters
  return [
    view.text.trim() === '' ? null : fixTexts.withText({ text: view.text.trim() }),
    view.values === null ? null : words.value,
    view.edit === null ? null : words.edit,
    view.list === null ? null : words.list,
    view.account === null ? null : words.account,
    view.problem === null ? null : words.cause,
    view.problem?.shape === undefined ? null : words.shape,
    view.problem === null || view.since === null ? null : words.since,
    view.currentStates === null ? null : words.state,
  ].filter((one) => one !== null)
}

/** None of them alone need be the reason. */
function severalOf(filters: readonly string[]): Reason {
  return {
    icon: SearchX,
    title: fixTexts.empty.several,
    body: fixTexts.empty.severalBody({ filters: currentFormat().list(filters) }),
  }
}

/** The narrowest filter is the reason. */
function reasonOf(show: Show, view: FixView, sheet: string | null): Reason {
  const words = fixTexts.empty
  if (view.text.trim() !== '') return { icon: SearchX, title: words.search, body: words.searchBody }
  if (view.values !== null) return { icon: SearchX, title: words.value, body: words.valueBody }
  if (view.edit !== null) return { icon: Pencil, title: words.edit, body: words.editBody }
  if (view.list !== null) return { icon: SearchX, title: words.list, body: words.listBody }
  if (view.account !== null) return { icon: Table2, title: words.otherSheetTitle, body: words.otherSheet }
  if (view.problem !== null) return { icon: CircleCheck, title: words.cause, body: words.causeBody }
  if (view.currentStates !== null)
    return { icon: CircleCheck, title: words.currentState, body: words.currentStateBody }
  return {
    fix: { icon: CircleCheck, title: words.fix, body: words.fixBody },
    changed: {
      icon: Pencil,
      title: sheet === null ? words.changed : words.changedOn({ sheet }),
      body: words.changedBody,
    },
    held: { icon: Pause, title: words.held, body: words.heldBody },
    excluded: { icon: Ban, title: words.excluded, body: words.excludedBody },
    all: { icon: Table2, title: words.all, body: null },
  }[show]
}
