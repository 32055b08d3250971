// What changed after accounts had settled: they are being read again, the service says something else of some, or the report
// that was made is older than what is known.
import { useMutation } from '@tanstack/react-query'
import { FileClock, RefreshCw, Repeat2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { api } from '../../app/engine.ts'
import { hrefOfStep, setParams } from '../../app/route.ts'
import { Button, LinkButton } from '../../parts/button.tsx'
import { Callout } from '../../parts/panel.tsx'
import { Progress } from '../../parts/progress.tsx'
import { toast } from '../../parts/toast.tsx'
import { watchTexts } from './watch-texts.ts'

const words = watchTexts.news

export function News({ batch }: { readonly batch: BatchView }): ReactNode {
  const { mindChanged, mindChangedSinceReport, lookingAgain } = batch.watching
  const outdated = batch.report !== null && mindChangedSinceReport > 0
  return (
    <>
      {lookingAgain > 0 && <Looking batch={batch} left={lookingAgain} />}
      {outdated ? (
        <Callout
          tone="warning"
          icon={FileClock}
          title={words.outdated(mindChangedSinceReport)}
          actions={
            <>
              <Show />
              <LinkButton size="small" tone="primary" href={hrefOfStep(batch.id, 'report')}>
                {words.toReport}
              </LinkButton>
            </>
          }
        >
          <p className="text-soft">{words.outdatedWords}</p>
        </Callout>
      ) : (
        mindChanged > 0 && (
          <Callout tone="info" icon={Repeat2} title={words.changed(mindChanged)} actions={<Show />}>
            <p className="text-soft">{words.changedWords}</p>
          </Callout>
        )
      )}
    </>
  )
}

function Show(): ReactNode {
  return (
    <Button size="small" onClick={() => setParams({ show: 'mind-changed' })}>
      {words.show}
    </Button>
  )
}

function Looking({ batch, left }: { readonly batch: BatchView; readonly left: number }): ReactNode {
  const stop = useMutation(api.batches.stopLooking.mutationOptions({ onError: toast.failed }))
  const { settled } = batch.states
  return (
    <Callout
      tone="info"
      icon={RefreshCw}
      title={words.looking(left)}
      actions={
        <Button size="small" busy={stop.isPending} onClick={() => stop.mutate({ batch: batch.id })}>
          {words.stopLooking}
        </Button>
      }
    >
      <Progress
        label={words.looking(left)}
        done={Math.max(0, settled - left)}
        total={settled}
        className="mt-1.5 max-w-100"
      />
    </Callout>
  )
}
