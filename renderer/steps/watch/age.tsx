// Age of an event in one short unit, with the exact time on hover. It updates itself.
import type { ReactNode } from 'react'
import { format } from '../../texts/format.ts'
import { useNow } from '../../components/text/relative-time.tsx'

/** Milliseconds since 1970. */
export function Age({ since }: { readonly since: number }): ReactNode {
  const now = useNow()
  return (
    <time dateTime={new Date(since).toISOString()} title={format.dateTime(since)}>
      {format.duration(Math.max(0, now - since))}
    </time>
  )
}
