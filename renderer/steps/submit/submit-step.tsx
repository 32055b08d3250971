// The Submit step: for now what it shows while a batch has nothing for it.
import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StepProps } from '../../app/batch-parts.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/panel.tsx'

export function SubmitStep({ batch }: StepProps): ReactNode {
  return (
    <EmptyState
      icon={Send}
      title="Nothing to submit yet"
      actions={<LinkButton href={hrefOfStep(batch.id, 'fix')}>Go to Fix</LinkButton>}
    >
      Accounts that the service has cleared are released from here, a few at first.
    </EmptyState>
  )
}
