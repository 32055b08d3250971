// Selection of accounts in the list, and the bulk actions on them. The actions replace the list's header, so nothing
// moves. A change of filter clears the selection, and nothing can be selected until the new lines have loaded.
import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AccountLine } from '../../../../shared/contract/views.ts'
import { api } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { cx } from '../../../components/classes.ts'
import { toast } from '../../../components/notices/toast.tsx'
import { watchTexts } from '../../../texts/watch/watch.ts'

const words = watchTexts.list

/** Its status can be read: it is on its way, or done after it was sent. */
export function mayLook({ state, outcome, attempts }: AccountLine): boolean {
  return (
    state === 'processing' ||
    state === 'unconfirmed' ||
    (state === 'done' && outcome !== 'already_there' && attempts > 0)
  )
}

export type Chosen = {
  readonly ids: ReadonlySet<number>
  /** The displayed lines still belong to the previous list. */
  readonly waiting: boolean
  has(id: number): boolean
  turn(id: number): void
  set(ids: readonly number[]): void
}

export function useChosen(list: string, waiting: boolean): Chosen {
  const [chosen, setChosen] = useState<{ readonly list: string; readonly ids: ReadonlySet<number> }>({
    list,
    ids: new Set(),
  })
  const ids = chosen.list === list ? chosen.ids : new Set<number>()
  return {
    ids,
    waiting,
    has: (id) => ids.has(id),
    turn(id) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setChosen({ list, ids: next })
    },
    set: (all) => setChosen({ list, ids: new Set(all) }),
  }
}

export function ListHead(props: {
  /** Those that are listed so far. */
  readonly lines: readonly AccountLine[]
  readonly chosen: Chosen
  /** The columns of the list. */
  readonly className: string
}): ReactNode {
  const { lines, chosen } = props
  const all = lines.length > 0 && lines.every(({ id }) => chosen.has(id))
  const some = chosen.ids.size > 0
  return (
    <div
      className={cx(
        some ? 'flex items-center gap-2.5 px-4' : props.className,
        'h-8 shrink-0 border-b border-line text-xs text-soft',
        some ? 'bg-accent-bg' : 'bg-head',
      )}
    >
      <Checkbox
        label={<span className="sr-only">{words.chooseAll}</span>}
        checked={all}
        some={some && !all}
        disabled={chosen.waiting}
        onChange={() => chosen.set(all ? [] : lines.map(({ id }) => id))}
        className="gap-0"
      />
      {some ? (
        <ChosenActions lines={lines} chosen={chosen} />
      ) : (
        <>
          <span>{words.account}</span>
          <span>{words.state}</span>
          <span>{words.word}</span>
          <span>{words.age}</span>
          <span>{words.advice}</span>
        </>
      )}
    </div>
  )
}

function ChosenActions(props: {
  readonly lines: readonly AccountLine[]
  readonly chosen: Chosen
}): ReactNode {
  const { lines, chosen } = props
  const looked = lines.filter((line) => chosen.has(line.id) && mayLook(line))
  const look = useMutation(
    api.accounts.recheck.mutationOptions({
      onSuccess: () => {
        toast.done(watchTexts.status.looked({ accounts: looked.length }))
        chosen.set([])
      },
      onError: toast.failed,
    }),
  )
  return (
    <>
      <span role="status" className="font-medium text-text tabular-nums">
        {words.chosen({ accounts: chosen.ids.size })}
      </span>
      <Button
        size="small"
        icon={RefreshCw}
        busy={look.isPending}
        disabled={looked.length === 0}
        onClick={() => look.mutate({ accounts: looked.map(({ id }) => id) })}
      >
        {words.lookChosen}
      </Button>
      <Button size="small" tone="quiet" onClick={() => chosen.set([])}>
        {words.chooseNone}
      </Button>
    </>
  )
}
