// Advice about the next wave: what blocks it, or what to know before it. At least one line is always shown, so
// nothing below it moves.
import type { ReactNode } from 'react'
import { countOf, unsuccessfulOutcomes } from '../../../../shared/sending/states.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { SendingPlan } from '../../../../shared/sending/wave-plan.ts'
import { onTheWay } from '../../../../shared/status/counts.ts'
import { hrefOfStep } from '../../../app/route.ts'
import { Callout } from '../../../components/panel.tsx'
import { submitTexts } from '../../../texts/submit/submit.ts'
import { releasedSoFar } from '../../../../shared/status/wave-steps.ts'

const words = submitTexts.waves

export function WaveAdvice(props: {
  readonly batch: BatchView
  readonly between: SendingPlan['between']
  readonly agreed: boolean
  readonly hasKey: boolean
  /** Accounts of the next wave; null where there is none. */
  readonly limit: number | null
  /** No account is left for another wave. */
  readonly isOver: boolean
  /** Validated accounts that are held. */
  readonly held: number
}): ReactNode {
  const { batch, limit } = props
  const underWay = onTheWay(batch)
  const badly = countOf(batch.outcomes, unsuccessfulOutcomes)
  const toWatch = (
    <a href={hrefOfStep(batch.id, 'watch')} className="font-medium text-accent hover:underline">
      {words.seeWatch}
    </a>
  )
  const line = (text: ReactNode): ReactNode => <p className="mt-1 min-h-5 pl-9 text-sm text-soft">{text}</p>
  if (limit === null && props.held > 0) return line(words.onlyHeld({ accounts: props.held }))
  if (limit === null && props.isOver) return line(words.planOver)
  if (limit === null && releasedSoFar(batch) > 0) return line(words.allReleased)
  if (limit === null) {
    return line(
      <>
        {words.noneValidated}{' '}
        <a href={hrefOfStep(batch.id, 'fix')} className="font-medium text-accent hover:underline">
          {words.seeFix}
        </a>
      </>,
    )
  }
  if (batch.sending.stop !== null) return line(words.stoppedNote)
  if (underWay > 0 && props.between !== 'ask' && batch.sending.waves.length > 0)
    return line(words.follows[props.between])
  // Stands beside the button.
  if (!props.hasKey || !props.agreed) return line('')
  if (badly > 0) {
    return (
      <Callout tone="warning" className="mt-1">
        {words.failedNote({ accounts: badly })} {toWatch}
      </Callout>
    )
  }
  if (batch.pauses.length > 0) return line(words.pausedNote)
  if (underWay > 0)
    return line(
      <>
        {words.waitNote({ accounts: underWay })} {toWatch}
      </>,
    )
  return line('')
}
