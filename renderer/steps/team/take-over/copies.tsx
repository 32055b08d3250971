// Copies on the Team page: the batches that can be taken over, from those who handed them over or whose desktop does not
// answer any more, and the copies that this desktop keeps there for the others.
import { useQuery } from '@tanstack/react-query'
import { Copy, Lock, LockOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type TeamCopy, takeableStates } from '../../../../shared/contract/team/copies.ts'
import { api } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { EmptyState } from '../../../components/panel.tsx'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { format } from '../../../texts/format.ts'
import { teamTexts } from '../../../texts/team.ts'
import { KeepDialog } from './keep-dialog.tsx'
import { TakeOverDialog } from './take-over-dialog.tsx'

const words = teamTexts.copies

const everyMs = 2000

export function Copies({ isReady }: { readonly isReady: boolean }): ReactNode {
  const [isKeeping, setKeeping] = useState(false)
  const [taken, setTaken] = useState<TeamCopy | null>(null)
  const list = useQuery({
    ...api.teamCopies.list.queryOptions(),
    enabled: isReady,
    refetchInterval: everyMs,
    refetchOnMount: 'always',
  })
  const { copies, keeping, toRemove = 0 } = list.data ?? {}
  return (
    <section aria-labelledby="copies-heading">
      <div className="flex items-center gap-3">
        <h2 id="copies-heading" className="min-w-0 flex-1 text-md font-semibold">
          {words.heading}
        </h2>
        {keeping !== undefined && (
          <Button size="small" onClick={() => setKeeping(true)}>
            {words.keep.open}
          </Button>
        )}
      </div>
      {toRemove > 0 && <p className="mt-1 text-sm text-warn">{words.toRemove({ batches: toRemove })}</p>}
      {copies === undefined ? (
        <p className="mt-2 text-soft">{isReady ? ' ' : words.away}</p>
      ) : copies.length === 0 ? (
        <EmptyState icon={Copy} title={words.none} className="mt-2 h-auto! rounded-lg border border-line">
          {words.noneWords}
        </EmptyState>
      ) : (
        <ul className="mt-2 rounded-lg border border-line">
          {copies.map((copy) => (
            <CopyLine key={copy.id} copy={copy} onTake={() => setTaken(copy)} />
          ))}
        </ul>
      )}
      {isKeeping && keeping !== undefined && (
        <KeepDialog keeping={keeping} onClose={() => setKeeping(false)} />
      )}
      {taken !== null && <TakeOverDialog copy={taken} onClose={() => setTaken(null)} />}
    </section>
  )
}

function CopyLine({ copy, onTake }: { readonly copy: TeamCopy; readonly onTake: () => void }): ReactNode {
  const { name, service, member, machine, at, bytes, accounts, encrypted, state } = copy
  const mayTake = takeableStates.includes(state)
  const Icon = encrypted ? Lock : LockOpen
  return (
    <li className="flex items-center gap-4 border-b border-line px-3 py-2.5 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-faint" title={service}>
          {member} · {machine} · {service}
        </span>
      </span>
      <span className="w-44 shrink-0 text-sm tabular-nums">
        <span className="block">{words.size({ accounts, size: format.bytes(bytes) })}</span>
        <span className="flex items-center gap-1 text-xs text-soft">
          <Icon size={12} aria-hidden className="shrink-0" />
          {encrypted ? words.encrypted : words.readable}
        </span>
      </span>
      <span className="w-52 shrink-0">
        <span className={cx('block truncate text-sm', mayTake && 'font-medium')}>{words.states[state]}</span>
        <span className="block truncate text-xs text-soft">
          {words.copied} <RelativeTime at={at} />
        </span>
      </span>
      <span className="flex w-28 shrink-0 justify-end">
        {mayTake && (
          <Button size="small" onClick={onTake}>
            {words.takeOver}
          </Button>
        )}
      </span>
    </li>
  )
}
