// One-line status of a connection: a dot and a label.
import type { ReactNode } from 'react'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { texts } from '../../texts/common.ts'
import { cx } from '../../components/classes.ts'

type CurrentState = { readonly words: string; readonly dot: string; readonly text: string }

export function currentStateOf(connection: ConnectionView): CurrentState {
  const whole = connection.pauses.find((one) => one.supplier === '') ?? connection.pauses[0]
  if (!connection.hasKey) return { words: texts.connection.noKey, dot: 'bg-fill-warn', text: 'text-warn' }
  if (whole !== undefined)
    return { words: texts.frame.pausedWhy[whole.reason], dot: 'bg-fill-warn', text: 'text-warn' }
  if (connection.notAnswering)
    return { words: texts.frame.notAnsweringShort, dot: 'bg-fill-bad', text: 'text-bad' }
  if (connection.inFlight > 0)
    return {
      words: texts.frame.inFlight({ n: connection.inFlight }),
      dot: 'bg-fill-accent',
      text: 'text-soft',
    }
  return { words: texts.connection.ready, dot: 'bg-fill-ok', text: 'text-soft' }
}

export function ConnectionCurrentState({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const { words, dot, text } = currentStateOf(connection)
  return (
    <span className={cx('mt-1 flex items-center gap-1.5 text-xs', text)}>
      <span aria-hidden className={cx('size-[7px] rounded-full', dot)} />
      {words}
    </span>
  )
}
