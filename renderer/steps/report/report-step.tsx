// The Report step: for now what it shows while a batch has nothing for it.
import { FileCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StepProps } from '../../app/batch-parts.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/panel.tsx'

export function ReportStep({ batch }: StepProps): ReactNode {
  return (
    <EmptyState
      icon={FileCheck}
      title="No report yet"
      actions={<LinkButton href={hrefOfStep(batch.id, 'watch')}>Go to Watch</LinkButton>}
    >
      Totals that add up to the rows read, and the files for them, are made here.
    </EmptyState>
  )
}
