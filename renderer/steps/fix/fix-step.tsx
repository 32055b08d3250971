// Fix step: causes on the left, the grid in the middle, the account of the selected row on the right. Its view is in
// the URL, the selection is local state, and everything else comes from the engine.
import { MapIcon, Wrench } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { StepProps } from '../../accounts/batch-parts.ts'
import { FindListPlace } from '../../accounts/find-list/find-list.tsx'
import { BuildingState, StillWhileRebuilding } from '../../accounts/rebuild.tsx'
import { api } from '../../app/engine.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { MappingStrip } from './causes/mapping-cures.tsx'
import { DecisionsStrip } from './decisions/decisions-strip.tsx'
import { fixTexts } from '../../texts/fix/fix.ts'
import { FixToolHost } from './fix-tool-host.tsx'
import { viewOf } from './fix-view.ts'
import { MemoryStrip } from './memory/memory-strip.tsx'
import { OverrulingStrip } from './overruling/overruling-strip.tsx'
import { Workbench } from './workbench.tsx'
import { sentenceOf } from '../../../shared/texts/message.ts'

export function FixStep(props: StepProps): ReactNode {
  const { batch } = props
  return (
    <FixToolHost key={batch.id} batch={batch}>
      <StageOfFix {...props} />
      {batch.stage === 'open' && <FindListPlace batch={batch.id} params={props.params} />}
    </FixToolHost>
  )
}

function StageOfFix({ batch, params }: StepProps): ReactNode {
  const sheets = useQuery(api.sheets.list.queryOptions({ input: { batch: batch.id } }))
  const words = fixTexts.notYet
  const whole = useWhole(batch)
  switch (batch.stage) {
    case 'reading':
    case 'failed':
      return (
        <EmptyState
          icon={Wrench}
          title={batch.stage === 'failed' ? words.failed : words.reading}
          actions={<LinkButton href={hrefOfStep(batch.id, 'load')}>{words.toLoad}</LinkButton>}
        >
          {sentenceOf(batch.failure?.message ?? words.readingBody)}
        </EmptyState>
      )
    case 'mapping':
      return (
        <EmptyState
          icon={MapIcon}
          title={words.mapping}
          actions={
            <LinkButton tone="primary" href={hrefOfStep(batch.id, 'map')}>
              {words.toMap}
            </LinkButton>
          }
        >
          {words.mappingBody}
        </EmptyState>
      )
    case 'building':
      // An edited key rebuilds the accounts: the step stays as it was, but what opens now has nothing whole to show.
      if (whole !== null) break
      return <BuildingState batch={batch} />
    case 'open':
      break
  }
  if (sheets.isError) return <ErrorState error={sheets.error} onRetry={() => void sheets.refetch()} />
  if (sheets.isPending) return <SkeletonRows className="p-6" rows={8} />
  return (
    <StillWhileRebuilding batch={batch}>
      <MappingStrip batch={whole ?? batch} />
      <div className="min-h-0 flex-1">
        <Workbench batch={whole ?? batch} sheets={sheets.data} view={viewOf(params)} />
      </div>
      <OverrulingStrip batch={batch} />
      <DecisionsStrip batch={batch} />
      <MemoryStrip batch={batch} />
    </StillWhileRebuilding>
  )
}

/** The batch as it was when all its accounts were there last; null: not since it is shown here. */
function useWhole(batch: BatchView): BatchView | null {
  const whole = useRef<BatchView | null>(null)
  if (batch.stage === 'open') whole.current = batch
  else if (batch.stage !== 'building') whole.current = null
  return whole.current
}
