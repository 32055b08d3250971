// Hook and button that show the first items of a long list and more on each press. The service can report a thousand
// problems for one account; rendering all of them would block the page.
import { type ReactNode, useState } from 'react'
import { texts } from '../../texts/common.ts'
import { Button } from '../button.tsx'

export const firstOf = 20
const step = 50

/** `about` identifies the list; a new one is shown from its start. */
export function useFirstOf<T>(
  all: readonly T[],
  about: string | number,
  first = firstOf,
): { readonly shown: readonly T[]; readonly more: ReactNode } {
  const [asked, ask] = useState({ about, more: 0 })
  const most = first + (asked.about === about ? asked.more : 0)
  const rest = all.length - most
  const next = Math.min(step, rest)
  return {
    shown: rest > 0 ? all.slice(0, most) : all,
    more: rest > 0 && (
      <Button
        size="small"
        tone="quiet"
        className="justify-self-start"
        onClick={() => ask({ about, more: most - first + step })}
      >
        {next === rest ? texts.common.showMore({ next }) : texts.common.showMoreOf({ next, rest })}
      </Button>
    ),
  }
}
