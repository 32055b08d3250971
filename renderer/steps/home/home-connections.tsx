// Connections on the home page: whether each is ready, paused or without a key, with links to them.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'
import { EnvironmentMark } from '../../accounts/connection/environment-mark.tsx'
import { hrefOf } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { Callout } from '../../components/panel.tsx'
import { Skeleton } from '../../components/panel.tsx'
import { ConnectionCurrentState } from '../../accounts/connection/connection-state.tsx'
import { homeTexts as words } from '../../texts/home.ts'

export function HomeConnections(): ReactNode {
  const connections = useQuery(api.connections.list.queryOptions())
  return (
    <section aria-label={words.connections}>
      <header className="flex min-h-7 items-center gap-3 pb-2">
        <h2 className="flex-1 text-md font-semibold">{words.connections}</h2>
        <LinkButton
          size="small"
          tone="quiet"
          className="text-accent!"
          href={hrefOf({ page: 'connect', connection: null })}
        >
          {words.connectionsAll}
        </LinkButton>
      </header>
      {connections.data?.length === 0 && (
        <Callout
          tone="info"
          actions={
            <LinkButton size="small" icon={Plus} href={hrefOf({ page: 'connect', connection: 'new' })}>
              {words.addConnection}
            </LinkButton>
          }
        >
          <span className="text-soft">{words.noConnections}</span>
        </Callout>
      )}
      <ul className="grid grid-cols-3 gap-3 max-[1000px]:grid-cols-2">
        {connections.data === undefined
          ? connections.isPending && <Skeleton className="h-16" />
          : connections.data.map((one) => <Card key={one.id} connection={one} />)}
      </ul>
    </section>
  )
}

function Card({ connection }: { readonly connection: ConnectionView }): ReactNode {
  return (
    <li>
      <a
        href={hrefOf({ page: 'connect', connection: connection.id })}
        className="block rounded-xl border border-line bg-pane p-3 transition-colors duration-100 hover:border-control"
      >
        <span className="flex items-center gap-2">
          <span className="truncate font-semibold">{connection.name}</span>
          <EnvironmentMark environment={connection.environment} className="ml-auto" />
        </span>
        <span className="block truncate text-xs text-faint">{connection.settings.baseUrl}</span>
        <ConnectionCurrentState connection={connection} />
      </a>
    </li>
  )
}
