// Report step: totals that add up, an explanation for every row, and the files to download.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, FileCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StepProps } from '../../accounts/batch-parts.ts'
import { BuildingState } from '../../accounts/rebuild.tsx'
import { api } from '../../app/engine.ts'
import { hrefOf, hrefOfStep } from '../../app/route.ts'
import { LinkButton, StillAllowed } from '../../components/button.tsx'
import { EmptyState } from '../../components/panel.tsx'
import { HandOver } from './hand-over.tsx'
import { FilesPanel } from './files-panel.tsx'
import { currentStateOf } from './made-report.ts'
import { ProblemBars } from './problem-bars.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { compareTexts } from '../../texts/compare.ts'
import { reportTexts } from '../../texts/report.ts'
import { SignOff } from './sign-off.tsx'
import { Totals } from './totals.tsx'
import { UnblockBars } from './unblock-bars.tsx'

export function ReportStep({ batch }: StepProps): ReactNode {
  const currentState = currentStateOf(batch)
  const reconciled = useQuery({
    ...api.batches.reconcile.queryOptions({ input: { batch: batch.id } }),
    enabled: batch.stage === 'open',
  })
  if (batch.stage === 'building') return <BuildingState batch={batch} />
  if (batch.stage !== 'open') {
    return (
      <EmptyState
        icon={FileCheck}
        title={reportTexts.empty.title}
        actions={<LinkButton href={hrefOfStep(batch.id, 'map')}>{reportTexts.empty.toMap}</LinkButton>}
      >
        {reportTexts.empty.words}
      </EmptyState>
    )
  }
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_minmax(380px,36%)]">
      <div className="min-h-0 overflow-y-auto">
        <Totals batch={batch} />
        <Reconciliation
          batch={batch}
          reconciled={reconciled.data}
          error={reconciled.error}
          onRetry={() => void reconciled.refetch()}
        />
        <ProblemBars batch={batch.id} />
        <UnblockBars batch={batch.id} />
      </div>
      <div className="min-h-0 overflow-y-auto border-l border-line">
        <StillAllowed>
          <FilesPanel batch={batch} currentState={currentState} />
          <SignOff
            batch={batch}
            currentState={currentState}
            unexplained={reconciled.data?.unexplained ?? null}
          />
          <CompareLink batch={batch.id} />
          <HandOver batch={batch} />
        </StillAllowed>
      </div>
    </div>
  )
}

/** What changed since the service validated the accounts first. */
function CompareLink({ batch }: { readonly batch: number }): ReactNode {
  const id = String(batch)
  return (
    <section aria-labelledby="compare-heading" className="border-t border-line px-5 py-4">
      <h2 id="compare-heading" className="text-md font-semibold">
        {compareTexts.heading}
      </h2>
      <p className="mt-1 mb-2 text-soft">{compareTexts.toCompareHint}</p>
      <LinkButton
        icon={ArrowLeftRight}
        href={hrefOf({ page: 'compare', params: { first: id, firstPass: '1', second: id } })}
      >
        {compareTexts.toCompare}
      </LinkButton>
    </section>
  )
}
