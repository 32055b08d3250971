// The first of a list that may be very long, and some more at each press: a service can find a thousand problems in one
// account, and drawing them all at once would hold the page up.
import { type ReactNode, useState } from 'react'
import { texts } from '../texts/common.ts'
import { Button } from './button.tsx'

export const firstOf = 20
const step = 50

/** `about`: what the list is of; another one is shown from its beginning. */
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
        {texts.common.showMore(next, rest)}
      </Button>
    ),
  }
}
