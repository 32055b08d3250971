// Way from a batch's report to its comparison: what changed since the service validated the accounts first.
import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { hrefOf } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { compareTexts as words } from '../../texts/compare.ts'

export function CompareLink({ batch }: { readonly batch: number }): ReactNode {
  const id = String(batch)
  return (
    <section aria-labelledby="compare-heading" className="border-t border-line px-5 py-4">
      <h2 id="compare-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      <p className="mt-1 mb-2 text-soft">{words.toCompareHint}</p>
      <LinkButton
        icon={ArrowLeftRight}
        href={hrefOf({ page: 'compare', params: { first: id, firstPass: '1', second: id } })}
      >
        {words.toCompare}
      </LinkButton>
    </section>
  )
}
