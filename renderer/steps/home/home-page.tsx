// Home page: the batch to go on with first, then ways to start, the other batches with their next acts, and the
// connections with their last test. A file can be dropped anywhere on it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { FileDrop, type OpenFile, useOpenFile } from '../../accounts/file/open-file.tsx'
import { api } from '../../app/engine.ts'
import { go, hrefOfStep } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { ErrorState, Skeleton } from '../../components/panel.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { homeTexts as words } from '../../texts/home.ts'
import { BatchRow } from './batch-row.tsx'
import { ContinueCard } from './continue-card.tsx'
import { HomeConnections } from './home-connections.tsx'
import { batchToContinue } from './next-act.ts'
import { DropArea, PracticeCard, type Sample } from './start-cards.tsx'

/** Number of batches shown before "show all". */
const recent = 8

export function HomePage(): ReactNode {
  const open = useOpenFile()
  const batches = useQuery(api.batches.list.queryOptions())
  const sample = useSample()
  return (
    <FileDrop open={open} className="h-full overflow-y-auto bg-bg">
      <div className="mx-auto grid max-w-296 grid-cols-[minmax(0,1fr)] gap-6 p-7">
        {batches.isError ? (
          <ErrorState error={batches.error} onRetry={() => void batches.refetch()} />
        ) : batches.data?.length === 0 ? (
          <Welcome open={open} sample={sample} />
        ) : (
          <Batches open={open} sample={sample} batches={batches.data ?? null} />
        )}
        <HomeConnections />
      </div>
    </FileDrop>
  )
}

function useSample(): Sample {
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
  return { open: () => sample.mutate(undefined), isBusy: sample.isPending }
}

type Begin = { readonly open: OpenFile; readonly sample: Sample }

const columns = 'grid grid-cols-[minmax(0,1fr)_348px] gap-4 max-[1000px]:grid-cols-[minmax(0,1fr)]'

function Welcome({ open, sample }: Begin): ReactNode {
  return (
    <section aria-labelledby="welcome-heading" className="grid gap-5">
      <div className="max-w-160">
        <h2 id="welcome-heading" className="text-xl font-semibold tracking-tight">
          {words.welcome}
        </h2>
        <p className="mt-1 text-md text-soft">{words.welcomeBody}</p>
      </div>
      <div className={columns}>
        <DropArea open={open} primary />
        <div className="grid content-start gap-4">
          <PracticeCard sample={sample} />
          <p className="text-xs text-soft">{words.fileBody}</p>
        </div>
      </div>
    </section>
  )
}

function Batches(props: Begin & { readonly batches: readonly BatchView[] | null }): ReactNode {
  const { batches, open, sample } = props
  const first = batches === null ? null : batchToContinue(batches)
  return (
    <>
      <div className={columns}>
        {first === null ? <Skeleton className="min-h-86 rounded-xl!" /> : <ContinueCard batch={first} />}
        <div className="grid grid-rows-[1fr_auto] gap-4">
          <DropArea open={open} />
          <PracticeCard sample={sample} />
        </div>
      </div>
      {batches !== null && <Others batches={batches.filter((batch) => batch !== first)} />}
    </>
  )
}

function Others({ batches }: { readonly batches: readonly BatchView[] }): ReactNode {
  const [all, setAll] = useState(false)
  const newest = batches.toSorted((one, other) => other.workedAt - one.workedAt || other.id - one.id)
  const rest = all ? 0 : newest.length - recent
  // One more than the rest is not worth a button.
  const shown = rest > 1 ? newest.slice(0, recent) : newest
  if (batches.length === 0) return null
  return (
    <section aria-label={words.batches}>
      <header className="flex min-h-7 items-center gap-3 pb-2">
        <h2 className="flex-1 text-md font-semibold">{words.batches}</h2>
        {rest > 1 && (
          <Button size="small" tone="quiet" className="text-accent!" onClick={() => setAll(true)}>
            {words.allBatches({ batches: newest.length })}
          </Button>
        )}
      </header>
      <ul className="overflow-hidden rounded-xl border border-line bg-pane">
        {shown.map((batch) => (
          <BatchRow key={batch.id} batch={batch} />
        ))}
      </ul>
    </section>
  )
}
