// The checks of Carryover's own that are left to the service over this connection, each with the way back. Taking one back
// counts at once, apart from what the form saves.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OverrulingView } from '../../../shared/contract/overrulings.ts'
import { api, failureOf } from '../../app/engine.ts'
import { OverrulingList } from '../../app/overrulings.tsx'
import { Callout } from '../../parts/panel.tsx'
import { Fold } from './connection-fields.tsx'
import { connectTexts as words } from './connect-texts.ts'

export function ConnectionOverrulings({ connection }: { readonly connection: number }): ReactNode {
  const found = useQuery({
    ...api.overrulings.list.queryOptions({ input: { connection } }),
    refetchOnMount: 'always',
  })
  if (found.isError) return <Callout tone="error">{failureOf(found.error).message}</Callout>
  return found.data === undefined ? null : <Standing standing={found.data} />
}

function Standing({ standing }: { readonly standing: readonly OverrulingView[] }): ReactNode {
  // It does not close when the last one is taken back.
  const [open] = useState(standing.length > 0)
  return (
    <Fold title={words.overrulings} hint={words.overrulingsHint(standing.length)} open={open}>
      {standing.length === 0 ? (
        <p className="text-soft">{words.noOverrulings}</p>
      ) : (
        <OverrulingList label={words.overrulings} overrulings={standing} />
      )}
    </Fold>
  )
}
