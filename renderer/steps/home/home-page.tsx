// Home page: every batch with its funnel and next step, the connections, and ways to start. A file can be dropped
// anywhere on it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, FlaskConical, FolderOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { api } from '../../app/engine.ts'
import { FileDrop, type OpenFile, useOpenFile } from '../../accounts/file/open-file.tsx'
import { go, hrefOfStep } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { Button } from '../../components/button.tsx'
import { ErrorState, Skeleton } from '../../components/panel.tsx'
import { toast } from '../../components/toast.tsx'
import { BatchRow } from './batch-row.tsx'
import { HomeConnections } from './home-connections.tsx'
import { homeTexts as words } from '../../texts/home.ts'

/** Number of batches shown before "show all". */
const recent = 8

export function HomePage(): ReactNode {
  const open = useOpenFile()
  const batches = useQuery(api.batches.list.queryOptions())
  const client = useQueryClient()
  const sample = useMutation(
    api.batches.openSample.mutationOptions({
      onSuccess: async ({ batch }) => {
        await client.invalidateQueries({ queryKey: api.batches.list.key() })
        go(hrefOfStep(batch, 'load'))
      },
      onError: toast.failed,
    }),
  )
  const begin = { open, sample: () => sample.mutate(undefined), sampleBusy: sample.isPending }
  return (
    <FileDrop open={open} className="h-full overflow-y-auto">
      <div className="mx-auto grid max-w-300 grid-cols-[minmax(0,1fr)] gap-8 p-8">
        {batches.isError ? (
          <ErrorState error={batches.error} onRetry={() => void batches.refetch()} />
        ) : batches.data?.length === 0 ? (
          <Welcome {...begin} />
        ) : (
          <Batches {...begin} batches={batches.data ?? null} />
        )}
        <HomeConnections />
      </div>
    </FileDrop>
  )
}

type Begin = { readonly open: OpenFile; readonly sample: () => void; readonly sampleBusy: boolean }

function Welcome({ open, sample, sampleBusy }: Begin): ReactNode {
  return (
    <section className="grid gap-6 pt-8">
      <div className="max-w-140">
        <h2 className="text-xl font-semibold tracking-tight">{words.welcome}</h2>
        <p className="mt-1 text-md text-soft">{words.welcomeBody}</p>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Choice icon={FolderOpen} title={texts.open.file} body={words.fileBody} onClick={open.pick} />
        <Choice
          icon={FlaskConical}
          title={words.sample}
          body={words.sampleBody}
          onClick={sample}
          busy={sampleBusy}
        />
      </div>
      <p className="text-xs text-faint">{words.dropAnywhere}</p>
    </section>
  )
}

function Choice(props: {
  readonly icon: typeof FolderOpen
  readonly title: string
  readonly body: string
  readonly onClick: () => void
  readonly busy?: boolean
}): ReactNode {
  const { icon: Icon } = props
  return (
    <button
      type="button"
      disabled={props.busy}
      onClick={props.onClick}
      className="group flex items-start gap-4 rounded-lg border border-line bg-pane p-5 text-left transition-colors duration-100 hover:border-accent disabled:opacity-60"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-bg text-accent">
        <Icon size={20} strokeWidth={1.7} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-md font-semibold">
          {props.title}
          <ArrowRight
            size={14}
            aria-hidden
            className="text-faint transition-transform duration-100 group-hover:translate-x-0.5 group-hover:text-accent"
          />
        </span>
        <span className="mt-0.5 block text-soft">{props.body}</span>
      </span>
    </button>
  )
}

function Batches(props: Begin & { readonly batches: readonly BatchView[] | null }): ReactNode {
  const { batches, open } = props
  const [all, setAll] = useState(false)
  const newest = batches?.toSorted((one, other) => other.createdAt - one.createdAt)
  const rest = newest === undefined || all ? 0 : newest.length - recent
  // One more than the rest is not worth a button.
  const shown = rest > 1 ? newest?.slice(0, recent) : newest
  return (
    <section aria-label={words.batches}>
      <header className="flex items-end gap-3 pb-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">{words.batches}</h2>
          <p className="text-xs text-soft">{words.batchesHint}</p>
        </div>
        <Button icon={FlaskConical} onClick={props.sample} busy={props.sampleBusy}>
          {words.sample}
        </Button>
        <Button tone="primary" icon={FolderOpen} onClick={open.pick}>
          {texts.open.file}
        </Button>
      </header>
      <ul className="overflow-hidden rounded-lg border border-line">
        {shown === undefined
          ? [0, 1, 2].map((index) => (
              <li
                key={index}
                className="flex h-16 items-center gap-4 border-b border-line px-4 last:border-0"
              >
                <Skeleton className="h-4 w-64" />
                <Skeleton className="ml-auto h-2 w-60" />
              </li>
            ))
          : shown.map((batch) => <BatchRow key={batch.id} batch={batch} />)}
      </ul>
      {rest > 1 && (
        <Button tone="quiet" className="mt-2" onClick={() => setAll(true)}>
          {words.allBatches({ batches: newest?.length ?? 0 })}
        </Button>
      )}
    </section>
  )
}
