// The Fix step: for now what it shows while a batch has nothing for it.
import { Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StepProps } from '../../app/batch-parts.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/panel.tsx'

export function FixStep({ batch }: StepProps): ReactNode {
  return (
    <EmptyState
      icon={Wrench}
      title="Nothing to fix yet"
      actions={<LinkButton href={hrefOfStep(batch.id, 'map')}>Go to Map</LinkButton>}
    >
      Problems appear here once the columns are mapped and the accounts are built.
    </EmptyState>
  )
}
