// Empty state of the grid when no row matches, with buttons that bring rows back.
import { Ban, CircleCheck, Pause, Pencil, SearchX, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { setParams } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/panel.tsx'
import { fixTexts } from '../../texts/fix.ts'
import { type FixView, paramsOfNothing, paramsOfShow, type Show } from './fix-view.ts'

export function NoRows({ show, view }: { readonly show: Show; readonly view: FixView }): ReactNode {
  const words = fixTexts.empty
  const all = (
    <Button onClick={() => setParams({ ...paramsOfNothing, ...paramsOfShow('all') })}>
      {fixTexts.showAll}
    </Button>
  )
  if (view.text.trim() !== '') {
    return (
      <EmptyState icon={SearchX} title={words.search} actions={all}>
        {words.searchBody}
      </EmptyState>
    )
  }
  if (view.value !== null) {
    return (
      <EmptyState icon={SearchX} title={words.value} actions={all}>
        {words.valueBody}
      </EmptyState>
    )
  }
  if (view.edit !== null) {
    return (
      <EmptyState icon={Pencil} title={words.edit} actions={all}>
        {words.editBody}
      </EmptyState>
    )
  }
  if (view.account !== null || view.problem !== null) {
    return (
      <EmptyState icon={CircleCheck} title={words.cause} actions={all}>
        {view.account !== null ? words.otherSheet : words.causeBody}
      </EmptyState>
    )
  }
  if (view.currentStates !== null) {
    return (
      <EmptyState icon={CircleCheck} title={words.currentState} actions={all}>
        {words.currentStateBody}
      </EmptyState>
    )
  }
  switch (show) {
    case 'fix':
      return (
        <EmptyState icon={CircleCheck} title={words.fix} actions={all}>
          {words.fixBody}
        </EmptyState>
      )
    case 'changed':
      return (
        <EmptyState icon={Pencil} title={words.changed} actions={all}>
          {words.changedBody}
        </EmptyState>
      )
    case 'held':
      return (
        <EmptyState icon={Pause} title={words.held} actions={all}>
          {words.heldBody}
        </EmptyState>
      )
    case 'excluded':
      return (
        <EmptyState icon={Ban} title={words.excluded} actions={all}>
          {words.excludedBody}
        </EmptyState>
      )
    case 'all':
      return <EmptyState icon={Table2} title={words.all} />
  }
}
