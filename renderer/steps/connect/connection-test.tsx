// Connection test. Each result has a name and an instruction; technical details are folded.
import { Folded } from '../../components/folded.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Radio, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api, type engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { toast } from '../../components/notices/toast.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { connectTexts as words } from '../../texts/connect/connect.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type ConnectionTestAnswer = Awaited<ReturnType<typeof engine.connections.test>>

export function ConnectionTest(props: {
  readonly connection: ConnectionView
  /** The form differs from the saved settings. */
  readonly unsaved: boolean
  /** Tests it without being asked. */
  readonly atOnce: boolean
}): ReactNode {
  const { connection, atOnce } = props
  const client = useQueryClient()
  const test = useMutation(
    api.connections.test.mutationOptions({
      // The answer and the state in the list of connections appear together.
      onSettled: () => client.invalidateQueries({ queryKey: api.connections.list.key() }),
      onError: toast.failed,
    }),
  )
  const { mutate } = test
  const { hasKey } = connection
  useEffect(() => {
    if (atOnce && hasKey) mutate({ id: connection.id })
  }, [atOnce, hasKey, mutate, connection.id])
  // The test uses the saved settings; next to unsaved ones its result would be misleading.
  const answer = test.isPending || props.unsaved ? undefined : test.data
  return (
    <TestCard
      testing={test.isPending}
      disabled={props.unsaved}
      whyOff={hasKey ? null : words.testNeedsKey}
      onTest={() => test.mutate({ id: connection.id })}
      answer={answer}
      hint={props.unsaved ? words.testSaved : hasKey ? words.testHint({ empty: '{}' }) : words.testNeedsKey}
    />
  )
}

/** Card of a test: its button, and below it what the test is doing, its result or `hint`. */
export function TestCard(props: {
  readonly testing: boolean
  readonly disabled?: boolean
  /** Why nothing can be tested, or null. */
  readonly whyOff: string | null
  readonly onTest: () => void
  readonly answer: ConnectionTestAnswer | undefined
  readonly hint: string
}): ReactNode {
  const { testing, answer } = props
  return (
    <ConnectionCard
      icon={Radio}
      title={words.testHeading}
      action={
        <Button
          busy={testing}
          disabled={props.disabled ?? false}
          whyOff={props.whyOff}
          onClick={props.onTest}
        >
          {words.test}
        </Button>
      }
    >
      <div role="status">
        {answer === undefined ? (
          <p className="text-xs text-soft">{testing ? words.testing : props.hint}</p>
        ) : (
          <Answer answer={answer} />
        )}
      </div>
    </ConnectionCard>
  )
}

function Answer({ answer }: { readonly answer: ConnectionTestAnswer }): ReactNode {
  const { result, title, message, advice } = answer
  const fine = result === 'fine'
  const Icon = fine ? CircleCheck : result === 'no_key' ? TriangleAlert : CircleX
  const tone = fine ? 'text-ok' : result === 'no_key' ? 'text-warn' : 'text-bad'
  return (
    <>
      <p className={cx('flex items-center gap-1.5 text-sm font-medium', tone)}>
        <Icon size={14} aria-hidden />
        {sentenceOf(title)}
      </p>
      <p className="text-xs text-soft">{sentenceOf(advice)}</p>
      {!fine && message !== '' && (
        <Folded
          title={words.testDetails}
          className="mt-1 text-xs"
          titleClassName="text-faint hover:text-text"
        >
          <p className="mt-1 wrap-anywhere text-soft">{sentenceOf(message)}</p>
        </Folded>
      )}
    </>
  )
}
