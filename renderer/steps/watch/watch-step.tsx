// The Watch step: for now what it shows while a batch has nothing for it.
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StepProps } from '../../app/batch-parts.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/panel.tsx'

export function WatchStep({ batch }: StepProps): ReactNode {
  return (
    <EmptyState
      icon={Eye}
      title="Nothing under way"
      actions={<LinkButton href={hrefOfStep(batch.id, 'submit')}>Go to Submit</LinkButton>}
    >
      Once accounts are sent, what became of each is shown here.
    </EmptyState>
  )
}
