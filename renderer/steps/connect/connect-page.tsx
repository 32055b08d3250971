// Connections page: cards for all connections and a form for the selected one. The catalogues page shares its URL
// prefix.
import { useQuery } from '@tanstack/react-query'
import { PlugZap, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'
import { EnvironmentMark } from '../../accounts/connection/environment-mark.tsx'
import { hrefOf } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { EmptyState, ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { CataloguesPage } from './catalogues-page.tsx'
import { connectTexts as words } from '../../texts/connect/connect.ts'
import { ConnectionEditor } from './connection-editor.tsx'
import { ConnectionCurrentState } from '../../accounts/connection/connection-state.tsx'

export function ConnectPage({ shown }: { readonly shown: number | 'new' | 'catalogues' | null }): ReactNode {
  return shown === 'catalogues' ? <CataloguesPage /> : <Connections shown={shown} />
}

const newHref = hrefOf({ page: 'connect', connection: 'new' })

function Connections({ shown }: { readonly shown: number | 'new' | null }): ReactNode {
  const connections = useQuery({ ...api.connections.list.queryOptions(), refetchOnMount: 'always' })
  const [created, setCreated] = useState<number | null>(null)
  const [copyOf, copy] = useState<ConnectionView | null>(null)
  if (connections.isError)
    return <ErrorState error={connections.error} onRetry={() => void connections.refetch()} />
  if (connections.data === undefined) return <SkeletonRows className="p-6" rows={6} />
  const all = connections.data
  const chosen =
    shown === 'new'
      ? null
      : (all.find((one) => one.id === shown) ?? (shown === null ? (all[0] ?? null) : null))
  return (
    <div className="flex h-full min-h-0">
      {all.length > 0 && (
        <nav
          aria-label={words.list}
          className="flex w-68 shrink-0 flex-col gap-2 overflow-y-auto border-r border-line p-3"
        >
          {all.map((one) => (
            <ConnectionCard key={one.id} connection={one} current={one === chosen} />
          ))}
          <LinkButton href={newHref} onClick={() => copy(null)} icon={Plus} className="justify-start">
            {words.add}
          </LinkButton>
        </nav>
      )}
      <div key={chosen?.id ?? shown} className="min-w-0 flex-1 scroll-pb-18 overflow-y-auto">
        {chosen === null && shown !== 'new' ? (
          <EmptyState
            icon={PlugZap}
            title={words.empty}
            actions={
              <LinkButton href={newHref} tone="primary" icon={Plus}>
                {words.add}
              </LinkButton>
            }
          >
            {words.emptyBody}
          </EmptyState>
        ) : (
          <ConnectionEditor
            key={chosen?.id ?? `new ${copyOf?.id ?? ''}`}
            connection={chosen}
            names={all.map(({ name }) => name)}
            copyOf={copyOf}
            isCreated={chosen !== null && chosen.id === created}
            onCreated={setCreated}
            onCopy={copy}
          />
        )}
      </div>
    </div>
  )
}

function ConnectionCard({
  connection,
  current,
}: {
  readonly connection: ConnectionView
  readonly current: boolean
}): ReactNode {
  const { suppliers } = connection.settings
  return (
    <a
      href={hrefOf({ page: 'connect', connection: connection.id })}
      aria-current={current ? 'page' : undefined}
      className={cx(
        'block rounded-lg border p-3 transition-colors duration-100',
        current ? 'border-accent bg-accent-bg' : 'border-line hover:border-control',
      )}
    >
      <span className="flex items-center gap-2">
        <span className="truncate font-semibold">{connection.name}</span>
        <EnvironmentMark environment={connection.environment} className="ml-auto" />
      </span>
      <span className={cx('block truncate text-xs', current ? 'text-soft' : 'text-faint')}>
        {connection.settings.baseUrl}
      </span>
      {suppliers.length > 0 && (
        <span className={cx('block truncate text-xs', current ? 'text-soft' : 'text-faint')}>
          {words.supplierCodes({ codes: suppliers.map(({ code }) => code).join(', ') })}
        </span>
      )}
      <ConnectionCurrentState connection={connection} />
    </a>
  )
}
