// Home: every batch with its funnel and its next step, the connections, and the ways to begin. A file may be dropped
// anywhere on it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, FileSpreadsheet, FlaskConical, FolderOpen, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { nextStep, onTheWay } from '../../app/batch-parts.ts'
import { api } from '../../app/engine.ts'
import { FileDrop, type OpenFile, useOpenFile } from '../../app/open-file.tsx'
import { go, hrefOfStep } from '../../app/route.ts'
import { texts } from '../../app/texts.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { CountBar, piecesOf } from '../../parts/count-bar.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { format } from '../../parts/format.ts'
import { ErrorState, Skeleton } from '../../parts/panel.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { toast } from '../../parts/toast.tsx'
import { HomeConnections } from './home-connections.tsx'
import { homeTexts as words } from './home-texts.ts'

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
      <div className="mx-auto grid max-w-300 gap-8 p-8">
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
  const newest = batches?.toSorted((one, other) => other.createdAt - one.createdAt)
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
        {newest === undefined
          ? [0, 1, 2].map((index) => (
              <li
                key={index}
                className="flex h-16 items-center gap-4 border-b border-line px-4 last:border-0"
              >
                <Skeleton className="h-4 w-64" />
                <Skeleton className="ml-auto h-2 w-60" />
              </li>
            ))
          : newest.map((batch) => <BatchRow key={batch.id} batch={batch} />)}
      </ul>
    </section>
  )
}

function BatchRow({ batch }: { readonly batch: BatchView }): ReactNode {
  const pieces = piecesOf(batch)
  const step = nextStep(batch)
  const removable = onTheWay(batch) + batch.states.settled === 0
  return (
    <li className="group relative flex h-16 items-center gap-5 border-b border-line pr-3 pl-4 last:border-0 hover:bg-head">
      <FileSpreadsheet size={18} strokeWidth={1.6} aria-hidden className="shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <a
          href={hrefOfStep(batch.id, step)}
          className="block truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {batch.name}
        </a>
        <p className="truncate text-xs text-faint">
          {batch.fileName}
          {batch.connection !== null && ` · ${batch.connection.name}`}
          {batch.supplier !== null && ` · ${batch.supplier}`}
          {batch.sameFileAs.length > 0 && ` · ${words.sameFile}`}
        </p>
      </div>
      <div className="w-56 shrink-0">
        <CountBar pieces={pieces} height={6} />
        <p className="mt-1.5 flex justify-between text-xs text-soft">
          <span>{words.standing(batch)}</span>
          {batch.accounts > 0 && <span className="text-faint">{texts.accounts(batch.accounts)}</span>}
        </p>
      </div>
      <RelativeTime at={batch.createdAt} className="w-28 shrink-0 text-right text-xs text-faint" />
      <span className="w-20 shrink-0 text-right text-sm font-medium text-accent">{texts.steps[step]}</span>
      <span className="w-7 shrink-0">{removable && <Remove batch={batch} />}</span>
    </li>
  )
}

function Remove({ batch }: { readonly batch: BatchView }): ReactNode {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const remove = useMutation(
    api.batches.remove.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.batches.list.key() }),
      onError: toast.failed,
      onSettled: () => setAsking(false),
    }),
  )
  return (
    <>
      <IconButton
        icon={Trash2}
        label={words.remove(batch.name)}
        onClick={() => setAsking(true)}
        className="relative opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ batch: batch.id })}
        busy={remove.isPending}
        danger
        title={words.removeTitle(batch.name)}
        description={`${words.removeBody} (${format.number(batch.rows)} rows)`}
        action={texts.common.remove}
      />
    </>
  )
}
