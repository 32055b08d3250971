// Line above the steps of a batch that was handed over: since when and by whom, and that nothing of it can be changed or
// sent here.
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { isElsewhere } from '../../accounts/running.ts'
import { LinkButton } from '../../components/button.tsx'
import { format } from '../../texts/format.ts'
import { handoverTexts as words } from '../../texts/handover.ts'
import { hrefOfStep } from '../route.ts'

export function ElsewhereBanner({ batch }: { readonly batch: BatchView | null }): ReactNode {
  const handover = batch?.handover ?? null
  if (batch === null || handover === null || !isElsewhere(batch)) return null
  const { at, operator, way, takenBy } = handover
  const when = format.dateTime(at)
  return (
    <section
      aria-label={words.heading}
      className="flex shrink-0 items-center gap-2.5 border-b border-line bg-warn-bg px-5 py-2"
    >
      <Lock size={16} aria-hidden className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="font-semibold">
          {way === 'file'
            ? words.away({ at: when, operator })
            : takenBy === null
              ? words.awayInTeam({ at: when, operator })
              : words.takenBy({ at: when, member: takenBy })}
          .
        </span>{' '}
        {way === 'file' ? words.awayBody : takenBy === null ? words.notTakenYet : words.takenBody}
      </p>
      <LinkButton size="small" href={hrefOfStep(batch.id, 'report')}>
        {words.toReport}
      </LinkButton>
    </section>
  )
}
