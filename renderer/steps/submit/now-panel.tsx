// Panel with the work in progress and its controls: pause and resume the connection, cancel what is still queued.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Maximize2, Pause, Play, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type AccountState, outcomes } from '../../../shared/sending/states.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { api } from '../../app/engine.ts'
import { go, hrefOfStep } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { WordHelp } from '../../components/overlays/word-help.tsx'
import { Button, IconButton, StillAllowed } from '../../components/button.tsx'
import { CountBar, CountSwatch } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { cx } from '../../components/classes.ts'
import { format } from '../../texts/format.ts'
import { type Mark, wordOf } from '../../components/state-badge.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { useJustChanged } from '../../components/use-just-changed.ts'
import { releasedSoFar } from '../../../shared/status/wave-steps.ts'
import { LiveFigures, LiveLine } from '../../accounts/live/live-line.tsx'
import { liveTexts } from '../../texts/watch/live.ts'
import { PauseForAll } from '../../accounts/team/pause-for-all.tsx'
import { PauseLane } from './pause-lane.tsx'
import { submitTexts } from '../../texts/submit/submit.ts'

const words = submitTexts.now
const moving = ['queued', 'sending', 'unconfirmed', 'processing'] as const satisfies readonly AccountState[]

/** Not to be released yet; named where the bar has some. */
const unsent = ['unvalidated', 'rejected', 'invalid'] as const satisfies readonly AccountState[]

export function NowPanel(props: {
  readonly batch: BatchView
  /** Codes that are noted with the connection. */
  readonly suppliers: readonly string[]
}): ReactNode {
  const { batch } = props
  const isReleased = releasedSoFar(batch) > 0
  return (
    <section aria-labelledby="now-heading" className="px-5 pt-4 pb-4">
      <h2 id="now-heading" className="sr-only">
        {words.heading}
      </h2>
      <div className="flex items-start gap-2">
        <LiveLine batch={batch} roomy isInSubmit className="flex-1" />
        <IconButton
          icon={Maximize2}
          label={liveTexts.open}
          keys="w"
          onClick={() => go(hrefOfStep(batch.id, 'watch', { view: 'live' }))}
        />
      </div>
      <LiveFigures batch={batch} notes className="mt-3 mb-3.5" />
      <CountBar pieces={piecesOf(batch)} />
      <div className="mt-3 grid grid-cols-2 gap-x-8">
        <dl>
          {isReleased && moving.map((mark) => <Count key={mark} mark={mark} count={batch.states[mark]} />)}
          <Count mark="validated" count={batch.states.validated} />
          {unsent
            .filter((mark) => batch.states[mark] > 0)
            .map((mark) => (
              <Count key={mark} mark={mark} count={batch.states[mark]} />
            ))}
        </dl>
        <dl>
          {outcomes
            .filter((mark) => batch.outcomes[mark] > 0 || (isReleased && mark === 'created'))
            .map((mark) => (
              <Count key={mark} mark={mark} count={batch.outcomes[mark]} />
            ))}
        </dl>
      </div>
      <Brakes batch={batch} suppliers={props.suppliers} />
    </section>
  )
}

function Count({ mark, count }: { readonly mark: Mark; readonly count: number }): ReactNode {
  return (
    <div className="flex min-h-6 items-center gap-2">
      <CountSwatch mark={mark} className={cx(count === 0 && 'opacity-45')} />
      <dt className="leading-5 text-soft">{wordOf(mark)}</dt>
      <dd
        data-figure={`now.${mark}`}
        className={cx('ml-auto tabular-nums', count === 0 ? 'text-faint' : 'font-medium')}
      >
        {format.number(count)}
      </dd>
    </div>
  )
}

function Brakes(props: { readonly batch: BatchView; readonly suppliers: readonly string[] }): ReactNode {
  const { batch } = props
  // Cancelled accounts belong to no wave: the engine's counts show that.
  const cancelQueued = useMutation(api.batches.cancelQueued.mutationOptions({ onError: toast.failed }))
  if (batch.connection === null) return null
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <StillAllowed>
        <PauseButtons {...props} connection={batch.connection.id} />
      </StillAllowed>
      <Button
        icon={Undo2}
        busy={cancelQueued.isPending}
        disabled={batch.states.queued === 0}
        title={texts.queuedMeaning}
        onClick={() => cancelQueued.mutate({ batch: batch.id })}
      >
        {words.cancelQueued({ accounts: batch.states.queued })}
      </Button>
    </div>
  )
}

/** Of the connection: other batches are sent over it as well. */
function PauseButtons(props: {
  readonly batch: BatchView
  readonly connection: number
  readonly suppliers: readonly string[]
}): ReactNode {
  const { batch, connection: id } = props
  const client = useQueryClient()
  const again = (): Promise<void> => client.invalidateQueries({ queryKey: api.connections.key() })
  const pause = useMutation(
    api.connections.pause.mutationOptions({ onError: toast.failed, onSettled: again }),
  )
  const resume = useMutation(
    api.connections.resume.mutationOptions({ onError: toast.failed, onSettled: again }),
  )
  const whole = batch.pauses.some((entry) => entry.supplier === '')
  const justChanged = useJustChanged(whole ? 'resume' : 'pause')
  const stopped = batch.sending.stop === null ? null : words.stoppedAlready
  return (
    <>
      {whole ? (
        <Button
          icon={Play}
          busy={resume.isPending}
          disabled={justChanged}
          onClick={() => resume.mutate({ id, supplier: '' })}
        >
          {words.resume}
        </Button>
      ) : (
        <Button
          icon={Pause}
          busy={pause.isPending}
          whyOff={stopped}
          disabled={justChanged}
          onClick={() => pause.mutate({ id })}
        >
          {words.pause}
        </Button>
      )}
      {!whole && batch.connection !== null && (
        <PauseForAll
          connection={batch.connection}
          suppliers={batch.supplier === null ? props.suppliers : [batch.supplier]}
        />
      )}
      <PauseLane
        batch={batch}
        suppliers={props.suppliers}
        busy={pause.isPending}
        stopped={stopped}
        onPause={(supplier) => pause.mutate({ id, supplier })}
      />
      <WordHelp of="pause" className="-mx-1 self-center" />
    </>
  )
}
