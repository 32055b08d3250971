// What to do about a field that nothing fills: choose a column for it, or set one value for all accounts. On the card
// of the cause, and as one line above the rows while such a cause blocks most of the accounts to fix.
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { ProblemGroup } from '../../../../shared/contract/views.ts'
import { onTheWay, toFix } from '../../../../shared/status/counts.ts'
import { useProblemGroups } from '../../../accounts/problem-groups.ts'
import { fieldsQuery } from '../../../accounts/use-field-titles.ts'
import { go, hrefOfStep } from '../../../app/route.ts'
import { Button } from '../../../components/button.tsx'
import { waysOutTexts as words } from '../../../texts/fix/ways-out.ts'
import { FixedDialog } from '../account/ways-out/ways-out-fixed.tsx'
import { usePhoneRegion } from '../bulk/use-column-facts.ts'
import { type MappingProblem, mappingProblemOf, suggestedValue } from './mapping-problems.ts'

function useFields(batch: BatchView) {
  return useQuery(fieldsQuery(batch.catalogue)).data
}

export function MappingCures(props: { readonly batch: BatchView; readonly group: ProblemGroup }): ReactNode {
  const { batch, group } = props
  const fields = useFields(batch)
  const problem = fields === undefined ? null : mappingProblemOf(group, fields, batch.mapping)
  return problem === null ? null : <CureButtons batch={batch} problem={problem} />
}

/** More lines than this would push the rows away. */
const mostLines = 2

export function MappingStrip({ batch }: { readonly batch: BatchView }): ReactNode {
  const fields = useFields(batch)
  const { groups } = useProblemGroups(batch.id)
  if (fields === undefined || batch.stage !== 'open') return null
  const most = toFix(batch) / 2
  const problems = groups.flatMap((group) => {
    const problem = group.accounts <= most ? null : mappingProblemOf(group, fields, batch.mapping)
    return problem === null ? [] : [problem]
  })
  return problems.slice(0, mostLines).map((problem) => (
    <section
      key={problem.path}
      aria-label={words.unmapped({ field: problem.field.title })}
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-warn-bg px-3 py-1 text-sm"
    >
      <TriangleAlert size={14} aria-hidden className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{words.unmapped({ field: problem.field.title })}</span>{' '}
        <span className="text-soft">{words.unmappedBody({ accounts: problem.group.accounts })}</span>
      </p>
      <CureButtons batch={batch} problem={problem} />
    </section>
  ))
}

function CureButtons(props: { readonly batch: BatchView; readonly problem: MappingProblem }): ReactNode {
  const { batch, problem } = props
  const { path, field, mayBeFixed } = problem
  const [isOpen, setOpen] = useState(false)
  const value = suggestedValue(field, usePhoneRegion(batch))
  const sent = onTheWay(batch) + batch.states.done > 0
  if (sent) return <p className="text-xs text-soft">{words.sentAlready}</p>
  return (
    <div className="flex flex-wrap gap-1.5">
      <Button size="small" onClick={() => go(hrefOfStep(batch.id, 'map', { field: path }))}>
        {words.map}
      </Button>
      {mayBeFixed && (
        <Button size="small" onClick={() => setOpen(true)}>
          {value === null ? words.fixed : words.fixedAs({ value, accounts: batch.accounts })}
        </Button>
      )}
      {isOpen && (
        <FixedDialog
          batch={batch}
          field={field}
          path={path}
          suggested={value}
          sent={false}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
