// Empty state of the grid when no row matches, with buttons that bring rows back.
import { Ban, CircleCheck, type LucideIcon, Pause, Pencil, SearchX, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { setParams } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/panel.tsx'
import { fixTexts } from '../../texts/fix/fix.ts'
import { type FixView, paramsOfNothing, paramsOfShow, type Show } from './fix-view.ts'

export function NoRows({ show, view }: { readonly show: Show; readonly view: FixView }): ReactNode {
  const { icon, title, body } = reasonOf(show, view)
  return (
    <EmptyState
      icon={icon}
      title={title}
      actions={
        body === null ? undefined : (
          <Button onClick={() => setParams({ ...paramsOfNothing, ...paramsOfShow('all') })}>
            {fixTexts.showAll}
          </Button>
        )
      }
    >
      {body}
    </EmptyState>
  )
}

type Reason = {
  readonly icon: LucideIcon
  readonly title: string
  /** Null: the sheet itself has no rows, so there are no others to show. */
  readonly body: string | null
}

/** The narrowest filter is the reason. */
function reasonOf(show: Show, view: FixView): Reason {
  const words = fixTexts.empty
  if (view.text.trim() !== '') return { icon: SearchX, title: words.search, body: words.searchBody }
  if (view.value !== null) return { icon: SearchX, title: words.value, body: words.valueBody }
  if (view.edit !== null) return { icon: Pencil, title: words.edit, body: words.editBody }
  if (view.account !== null) return { icon: CircleCheck, title: words.cause, body: words.otherSheet }
  if (view.problem !== null) return { icon: CircleCheck, title: words.cause, body: words.causeBody }
  if (view.currentStates !== null)
    return { icon: CircleCheck, title: words.currentState, body: words.currentStateBody }
  return {
    fix: { icon: CircleCheck, title: words.fix, body: words.fixBody },
    changed: { icon: Pencil, title: words.changed, body: words.changedBody },
    held: { icon: Pause, title: words.held, body: words.heldBody },
    excluded: { icon: Ban, title: words.excluded, body: words.excludedBody },
    all: { icon: Table2, title: words.all, body: null },
  }[show]
}
