// Submit step: the gate, the waves and their plan, the work in progress, and past events. Nothing is sent before a
// wave is released here, and no wave is released without consent.
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StepProps } from '../../accounts/batch-parts.ts'
import { useShortcuts } from '../../app/keys.ts'
import { go, hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { LockedFields } from '../../components/fields/locked-fields.tsx'
import { EmptyState } from '../../components/panel.tsx'
import { liveTexts } from '../../texts/watch/live.ts'
import { useConnectionOf } from '../../accounts/connection/connection-facts.ts'
import { useConsent } from './gate/consent.ts'
import { Gate } from './gate/gate.tsx'
import { MakeReport } from '../../accounts/make-report.tsx'
import { FooterActs } from '../../components/footer-acts.tsx'
import { onTheWay } from '../../../shared/status/counts.ts'
import { History } from './history.tsx'
import { NotSent } from './not-sent.tsx'
import { NowPanel } from './now-panel.tsx'
import { BuildingState } from '../../accounts/rebuild.tsx'
import { isElsewhere } from '../../accounts/running.ts'
import { Pauses } from '../../accounts/connection/pauses.tsx'
import { PlanEditor } from './plan/plan-editor.tsx'
import { StopPanel } from './stop-panel.tsx'
import { submitTexts } from '../../texts/submit/submit.ts'
import { isAgreed, supplierWords } from './gate/supplier-notes.ts'
import { usePlan } from './plan/use-plan.ts'
import { WaveList } from './plan/wave-list.tsx'

export function SubmitStep({ batch }: StepProps): ReactNode {
  const consent = useConsent(batch.id)
  const connection = useConnectionOf(batch)
  const use = usePlan(batch)
  useShortcuts(
    batch.stage === 'open'
      ? [{ keys: 'w', label: liveTexts.open, run: () => go(hrefOfStep(batch.id, 'watch', { view: 'live' })) }]
      : [],
  )
  if (batch.stage === 'building') return <BuildingState batch={batch} />
  if (batch.stage !== 'open' || batch.connection === null) {
    return (
      <EmptyState
        icon={Send}
        title={submitTexts.empty.title}
        actions={<LinkButton href={hrefOfStep(batch.id, 'map')}>{submitTexts.empty.toMap}</LinkButton>}
      >
        {batch.stage === 'open' ? submitTexts.empty.noConnection : submitTexts.empty.notBuilt}
      </EmptyState>
    )
  }
  const notes = connection === null ? null : supplierWords(batch.supplier, connection.settings.suppliers)
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_minmax(400px,38%)]">
      {/* Locked, it has no control that the keyboard could scroll to. */}
      <div tabIndex={isElsewhere(batch) ? 0 : undefined} className="min-h-0 overflow-y-auto">
        <div className="grid gap-2 px-4 pt-4 empty:hidden">
          <StopPanel batch={batch} />
          <Pauses batch={batch} />
        </div>
        <LockedFields locked={isElsewhere(batch)}>
          <Gate batch={batch} notes={notes} agreed={isAgreed(batch, notes, consent)} />
          <WaveList
            batch={batch}
            use={use}
            agreed={isAgreed(batch, notes, consent)}
            hasKey={connection?.hasKey ?? true}
            notes={notes ?? []}
          />
          <PlanEditor batch={batch} use={use} />
        </LockedFields>
        <Ended batch={batch} />
      </div>
      <div className="flex min-h-0 flex-col overflow-y-auto border-l border-line">
        <NowPanel batch={batch} suppliers={connection?.settings.suppliers.map(({ code }) => code) ?? []} />
        <NotSent batch={batch} />
        <History batch={batch.id} className="min-h-48 flex-1" />
      </div>
    </div>
  )
}

/** The next act once everything that was released is done, and nothing more can be released. */
function Ended({ batch }: Pick<StepProps, 'batch'>): ReactNode {
  const { done } = batch.states
  const validated = batch.endings.ready
  if (done === 0 || validated > 0 || onTheWay(batch) > 0) return null
  return (
    <FooterActs>
      <MakeReport batch={batch} size="large" tone="primary" />
    </FooterActs>
  )
}
