// One-line status of a connection: a dot and a label.
import type { ReactNode } from 'react'
import type { ConnectionView, LastTest } from '../../../shared/contract/views.ts'
import { texts } from '../../texts/common.ts'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { cx } from '../../components/classes.ts'

type CurrentState = {
  readonly words: string
  readonly dot: string
  readonly text: string
  /** When that was found. */
  readonly at?: number
}

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
  return testedState(connection.lastTest)
}

/** What the last test found: a key and an address alone say nothing yet. */
function testedState(test: LastTest | null): CurrentState {
  const words = texts.connection
  if (test === null) return { words: words.neverTested, dot: 'bg-edge', text: 'text-soft' }
  if (test.result === 'fine') return { words: words.works, dot: 'bg-fill-ok', text: 'text-soft', at: test.at }
  const said =
    test.result === 'key_refused'
      ? words.keyRefused
      : test.result === 'not_this_service'
        ? words.notThisService
        : test.result === 'not_permitted'
          ? words.notPermitted
          : words.testFailed
  return { words: said, dot: 'bg-fill-bad', text: 'text-bad', at: test.at }
}

export function ConnectionCurrentState({ connection }: { readonly connection: ConnectionView }): ReactNode {
  const { words, dot, text, at } = currentStateOf(connection)
  return (
    <span className={cx('mt-1 flex items-start gap-1.5 text-xs leading-4', text)}>
      <span aria-hidden className={cx('mt-[4.5px] size-[7px] shrink-0 rounded-full', dot)} />
      {/* The time follows the words, in a line of its own where it does not fit. */}
      <span>
        {words} {at !== undefined && <RelativeTime at={at} className="whitespace-nowrap text-faint" />}
      </span>
    </span>
  )
}
