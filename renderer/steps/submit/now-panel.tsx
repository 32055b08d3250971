// What is under way now, with its brakes: pause and resume of the connection, and taking back what is still queued.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pause, Play, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AccountState } from '../../../shared/account-state.ts'
import type { BatchView } from '../../../shared/contract.ts'
import { onTheWay } from '../../app/batch-parts.ts'
import { api } from '../../app/engine.ts'
import { texts } from '../../app/texts.ts'
import { Button } from '../../parts/button.tsx'
import { CountBar, CountSwatch } from '../../parts/count-bar.tsx'
import { piecesOf } from '../../parts/count-pieces.ts'
import { cx } from '../../parts/classes.ts'
import { format } from '../../parts/format.ts'
import { type Mark, wordOf } from '../../parts/state-badge.tsx'
import { toast } from '../../parts/toast.tsx'
import { remember } from './release-memory.ts'
import { submitTexts } from './submit-texts.ts'

const words = submitTexts.now
const moving = ['queued', 'sending', 'unconfirmed', 'watching'] as const satisfies readonly AccountState[]
const ends = ['created', 'already_there', 'failed', 'cancelled', 'dry_run'] as const

export function NowPanel({ batch }: { readonly batch: BatchView }): ReactNode {
  const underWay = onTheWay(batch)
  const paused = batch.pauses.length > 0
  // Without a sign-in, or with another service at the address, statuses cannot be read either.
  const unread = batch.pauses.some(({ reason }) => reason === 'sign_in' || reason === 'not_this_service')
  const status = paused
    ? unread
      ? words.pausedAll
      : words.paused
    : underWay === 0
      ? words.waiting
      : words.underWay(underWay)
  return (
    <section aria-labelledby="now-heading" className="px-5 py-4">
      <header className="mb-2.5 flex items-baseline gap-3">
        <h2 id="now-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <p role="status" className="min-w-0 truncate text-sm text-soft tabular-nums">
          {status}
          {batch.inFlight > 0 && ` · ${words.inFlight(batch.inFlight)}`}
        </p>
      </header>
      <CountBar pieces={piecesOf(batch)} />
      <div className="mt-3 grid grid-cols-2 gap-x-8">
        <dl>
          {moving.map((mark) => (
            <Count key={mark} mark={mark} count={batch.states[mark]} />
          ))}
          <Count mark="cleared" count={batch.states.cleared} />
        </dl>
        <dl>
          {ends.map((mark) => (
            <Count key={mark} mark={mark} count={batch.outcomes[mark]} />
          ))}
        </dl>
      </div>
      <Brakes batch={batch} />
    </section>
  )
}

function Count({ mark, count }: { readonly mark: Mark; readonly count: number }): ReactNode {
  return (
    <div className="flex h-6 items-center gap-2">
      <CountSwatch mark={mark} className={cx(count === 0 && 'opacity-45')} />
      <dt className="text-soft">{wordOf(mark)}</dt>
      <dd className={cx('ml-auto tabular-nums', count === 0 ? 'text-faint' : 'font-medium')}>
        {format.number(count)}
      </dd>
    </div>
  )
}

function Brakes({ batch }: { readonly batch: BatchView }): ReactNode {
  const client = useQueryClient()
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: api.connections.key() })
  const pause = useMutation(
    api.connections.pause.mutationOptions({ onError: toast.failed, onSettled: again }),
  )
  const resume = useMutation(
    api.connections.resume.mutationOptions({ onError: toast.failed, onSettled: again }),
  )
  const takeBack = useMutation(
    api.batches.takeBack.mutationOptions({
      // What was taken back belongs to a wave again: the counts say to which.
      onSuccess: () => remember(batch.id, { from: 0 }),
      onError: toast.failed,
    }),
  )
  const { connection } = batch
  if (connection === null) return null
  const whole = batch.pauses.some((entry) => entry.supplier === '')
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {whole ? (
        <Button
          icon={Play}
          busy={resume.isPending}
          onClick={() => resume.mutate({ id: connection.id, supplier: '' })}
        >
          {words.resume}
        </Button>
      ) : (
        <Button icon={Pause} busy={pause.isPending} onClick={() => pause.mutate({ id: connection.id })}>
          {words.pause}
        </Button>
      )}
      <Button
        icon={Undo2}
        busy={takeBack.isPending}
        disabled={batch.states.queued === 0}
        title={texts.stateMeanings.queued}
        onClick={() => takeBack.mutate({ batch: batch.id })}
      >
        {words.takeBack(batch.states.queued)}
      </Button>
    </div>
  )
}
