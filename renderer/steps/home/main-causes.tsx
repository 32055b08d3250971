// The causes that most accounts of a batch have, as chips that open their rows in Fix. Loaded after Home, because
// their words are the engine's messages.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { causeWords } from '../../accounts/cause-words.ts'
import { useProblemGroups } from '../../accounts/problem-groups.ts'
import { hrefOfStep } from '../../app/route.ts'
import { format } from '../../texts/format.ts'
import { homeTexts as words } from '../../texts/home.ts'

const mostChips = 3

export function MainCauses({ batch }: { readonly batch: BatchView }): ReactNode {
  const { groups } = useProblemGroups(batch.id)
  const main = groups.toSorted((one, other) => other.accounts - one.accounts).slice(0, mostChips)
  return (
    <ul aria-label={words.mainCauses} className="flex min-w-0 flex-wrap gap-1.5">
      {main.map((group) => (
        <li
          key={JSON.stringify([group.code, group.source, group.field, group.sheet, group.column])}
          className="min-w-0"
        >
          <a
            href={hrefOfStep(batch.id, 'fix', {
              code: group.code ?? '',
              field: group.field ?? '',
              ...(group.column === null ? {} : { column: String(group.column) }),
              ...(group.sheet === null ? {} : { sheet: String(group.sheet) }),
            })}
            className="flex h-6 max-w-full items-center gap-1.5 rounded-md bg-still-bg px-2.5 text-sm hover:bg-hover"
          >
            <span className="truncate">{causeWords(group)}</span>
            <b className="font-semibold text-bad">{format.number(group.accounts)}</b>
          </a>
        </li>
      ))}
    </ul>
  )
}
