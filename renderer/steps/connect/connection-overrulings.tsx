// List of Carryover's checks that are left to the service on this connection, each with a button to revert it.
// Reverting takes effect at once, independently of saving the form.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OverrulingView } from '../../../shared/contract/fixing/overrulings.ts'
import { api } from '../../app/engine.ts'
import { failureOf } from '../../components/notices/failure.ts'
import { OverrulingList } from '../../accounts/overrulings.tsx'
import { Callout } from '../../components/panel.tsx'
import { Fold } from './form/connection-fields.tsx'
import { connectTexts as words } from '../../texts/connect/connect.ts'

export function ConnectionOverrulings(props: {
  readonly connection: number
  readonly catalogue: string | null
}): ReactNode {
  const { connection, catalogue } = props
  const found = useQuery({
    ...api.overrulings.list.queryOptions({ input: { connection } }),
    refetchOnMount: 'always',
  })
  if (found.isError) return <Callout tone="error">{failureOf(found.error).message}</Callout>
  return found.data === undefined ? null : <CurrentState currentState={found.data} catalogue={catalogue} />
}

function CurrentState(props: {
  readonly currentState: readonly OverrulingView[]
  readonly catalogue: string | null
}): ReactNode {
  const { currentState, catalogue } = props
  // It does not close when the last one is reverted.
  const [open] = useState(currentState.length > 0)
  return (
    <Fold
      title={words.overrulings}
      hint={currentState.length === 0 ? words.overrulingsNone : words.overrulingsHint}
      open={open}
    >
      {currentState.length === 0 ? (
        <p className="text-soft">{words.noOverrulings}</p>
      ) : (
        <OverrulingList label={words.overrulings} overrulings={currentState} catalogue={catalogue} />
      )}
    </Fold>
  )
}
