// How a connection stands in one line: a dot, and the words for it.
import type { ReactNode } from 'react'
import type { ConnectionView } from '../../../shared/views.ts'
import { texts } from '../../app/texts.ts'
import { cx } from '../../parts/classes.ts'

type Standing = { readonly words: string; readonly dot: string; readonly text: string }

export function standingOf(connection: ConnectionView): Standing {
  const whole = connection.pauses.find((one) => one.supplier === '') ?? connection.pauses[0]
  if (!connection.hasKey) return { words: texts.connection.noKey, dot: 'bg-fill-warn', text: 'text-warn' }
  if (whole !== undefined)
    return { words: texts.frame.pausedWhy[whole.reason], dot: 'bg-fill-warn', text: 'text-warn' }
  if (connection.notAnswering)
    return { words: texts.frame.notAnsweringShort, dot: 'bg-fill-bad', text: 'text-bad' }
  if (connection.inFlight > 0)
    return { words: texts.frame.inFlight(connection.inFlight), dot: 'bg-fill-accent', text: 'text-soft' }
  return { words: texts.connection.ready, dot: 'bg-fill-ok', text: 'text-soft' }
}

export function ConnectionStanding({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const { words, dot, text } = standingOf(connection)
  return (
    <span className={cx('mt-1 flex items-center gap-1.5 text-xs', text)}>
      <span aria-hidden className={cx('size-[7px] rounded-full', dot)} />
      {words}
    </span>
  )
}
