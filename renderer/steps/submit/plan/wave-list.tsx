// List of waves as steps. Only the next wave has a release button; released waves show their results, later ones can
// be changed. For production, a dialog shows count, supplier and destination and asks for the supplier's code. A
// release sends what was displayed when the button was pressed; if the plan has meanwhile released a wave by itself,
// the engine releases nothing more.
import { WordHelp } from '../../../components/overlays/word-help.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useContext, useState } from 'react'
import { countOf, unsuccessfulOutcomes } from '../../../../shared/sending/states.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { SendingPlan } from '../../../../shared/sending/wave-plan.ts'
import { onTheWay } from '../../../../shared/status/counts.ts'
import { api } from '../../../app/engine.ts'
import { BatchLocked, Button } from '../../../components/button.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { useHeldValidated } from '../../../accounts/connection/connection-facts.ts'
import { withOneMore, withoutWave, withSize } from './plan-changes.ts'
import { planTexts } from '../../../texts/submit/plan.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { submitTexts } from '../../../texts/submit/submit.ts'
import type { SupplierWords } from '../gate/supplier-notes.ts'
import type { PlanUse } from './use-plan.ts'
import { WaveAdvice } from './wave-advice.tsx'
import { WaveRow } from './wave-row.tsx'
import { type NextWave, nextWave } from '../../../accounts/next-wave.ts'
import {
  nextRelease,
  releasedBefore,
  releasedSoFar,
  type WaveStep,
  waveSteps,
} from '../../../../shared/status/wave-steps.ts'

const words = submitTexts.waves

type Props = {
  readonly batch: BatchView
  readonly use: PlanUse
  readonly agreed: boolean
  readonly hasKey: boolean
  /** What is known of the suppliers. */
  readonly notes: readonly SupplierWords[]
}

export function WaveList(props: Props): ReactNode {
  const { batch, use, agreed, hasKey } = props
  const held = useHeldValidated(batch)
  const { waves, stop } = batch.sending
  const steps = waveSteps(use.plan, waves, batch.endings.ready)
  const limit = nextRelease(steps)
  const [asked, setAsked] = useState<NextWave | null>(null)
  const release = useRelease(batch, () => setAsked(null))
  const next = nextWave(batch, steps)
  const isOver = limit === null && isNothingLeft(batch)
  const send = ({ limit, expected }: NextWave): void => release.mutate({ batch: batch.id, limit, expected })
  const rest = allAtOnce(batch, steps, next)
  function begin(wave: NextWave): void {
    if (wave.connection.environment === 'production') setAsked(wave)
    else send(wave)
  }
  function change(next: (at: number) => SendingPlan, { planned }: WaveStep): void {
    if (planned !== null) use.change(next(planned))
  }
  return (
    <section aria-labelledby="waves-heading" className="px-5 pt-4 pb-4">
      <WavesHeader batch={batch} use={use} whyFixed={isOver ? words.planOver : null} />
      <ol className="grid">
        {steps.map((step) => (
          <WaveRow
            key={step.number}
            step={step}
            last={step.number === steps.at(-1)?.number}
            stopped={stop !== null && stop.wave === step.number}
            fixed={isOver}
            nothingYet={limit === null && releasedSoFar(batch) === 0}
            onSize={(size) => change((at) => withSize(use.plan, at, size), step)}
            onRemove={
              step.planned === null || isOver ? null : () => change((at) => withoutWave(use.plan, at), step)
            }
            button={
              <ReleaseButton
                {...{ step, steps, batch, next, rest, begin }}
                able={agreed && hasKey && stop === null}
                why={stop !== null || (agreed && hasKey) ? null : hasKey ? words.agreeFirst : words.keyFirst}
                busy={release.isPending}
              />
            }
          />
        ))}
      </ol>
      <WaveAdvice {...{ batch, agreed, hasKey, limit, held, isOver }} between={use.plan.between} />
      <ReleaseDialog
        batch={batch}
        asked={asked}
        isStill={[next, rest].some((one) => asked?.expected === one?.expected && asked?.limit === one?.limit)}
        notes={props.notes}
        busy={release.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && send(asked)}
      />
    </section>
  )
}

/** Accounts were released, and none is left that a wave could still take. */
function isNothingLeft(batch: BatchView): boolean {
  const { invalid, rejected, unvalidated, validated } = batch.states
  return releasedSoFar(batch) > 0 && invalid + rejected + unvalidated + validated === 0
}

function WavesHeader({
  batch,
  use,
  whyFixed,
}: Pick<Props, 'batch' | 'use'> & {
  /** Why no wave can be added; null: it can. */
  readonly whyFixed: string | null
}): ReactNode {
  const before = releasedBefore(batch)
  const oneMore = withOneMore(use.plan)
  return (
    <>
      <header className="flex items-center gap-3">
        <h2 id="waves-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <WordHelp of="wave" className="mr-auto -ml-2" />
        <Button
          size="small"
          tone="quiet"
          icon={Plus}
          title={planTexts.addWaveHint}
          disabled={oneMore === null}
          whyOff={whyFixed}
          onClick={() => oneMore !== null && use.change(oneMore)}
        >
          {planTexts.addWave}
        </Button>
      </header>
      <p className="mb-2 flex items-center gap-0.5 text-xs text-soft">
        {before > 0 ? words.before({ accounts: before }) : words.intro}
        <WordHelp of="release" />
      </p>
    </>
  )
}

/** Of the next wave; and beside the last one, of all that is left. */
function ReleaseButton(props: {
  readonly step: WaveStep
  readonly steps: readonly WaveStep[]
  readonly batch: BatchView
  readonly next: NextWave | null
  readonly rest: NextWave | null
  readonly able: boolean
  /** What is to be done first; null: nothing. */
  readonly why: string | null
  readonly busy: boolean
  readonly begin: (wave: NextWave) => void
}): ReactNode {
  const { step, next, rest, able, busy, begin } = props
  // Ticking the box would change nothing.
  const why = useContext(BatchLocked) === null ? props.why : null
  const shared = { disabled: !able, busy }
  if (step.state === 'next' && next !== null)
    return (
      // On a line of its own where the row is narrow.
      <span className="ml-auto flex items-center gap-3">
        {why !== null && <span className="text-sm leading-4 text-soft">{why}</span>}
        <Button {...shared} data-guide="release" tone={toneOf(props.batch)} onClick={() => begin(next)}>
          {words.release({ accounts: next.limit })}
        </Button>
      </span>
    )
  if (step !== props.steps.at(-1) || rest === null) return null
  return (
    <Button {...shared} onClick={() => begin(rest)}>
      {words.releaseAll({ accounts: rest.limit })}
    </Button>
  )
}

/** All that is left as one wave, once an earlier wave is done and nothing went wrong; null: wave by wave. */
function allAtOnce(batch: BatchView, steps: readonly WaveStep[], next: NextWave | null): NextWave | null {
  const all = steps.reduce((sum, step) => sum + (step.wave === null ? step.accounts : 0), 0)
  const isWell =
    countOf(batch.outcomes, unsuccessfulOutcomes) + onTheWay(batch) === 0 && batch.states.done > 0
  return next === null || !isWell || all === next.limit ? null : { ...next, limit: all }
}

/** The primary colour is only for a wave without obstacles. */
function toneOf(batch: BatchView): 'danger' | 'primary' | 'plain' {
  if (batch.connection?.environment === 'production') return 'danger'
  const badly = countOf(batch.outcomes, unsuccessfulOutcomes)
  return batch.sending.stop !== null || badly + onTheWay(batch) > 0 ? 'plain' : 'primary'
}

function useRelease(batch: BatchView, onDone: () => void) {
  const client = useQueryClient()
  return useMutation(
    api.batches.release.mutationOptions({
      onSuccess: ({ released, elsewhere }) => {
        // No message: the release is visible in the list, the counts and the history.
        if (elsewhere > 0) toast.notice('warning', words.elsewhere({ released, elsewhere }))
      },
      onError: toast.failed,
      onSettled: () => {
        onDone()
        return client.invalidateQueries({
          queryKey: api.batches.get.queryKey({ input: { batch: batch.id } }),
        })
      },
    }),
  )
}
