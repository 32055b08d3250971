// Relative time (`2 minutes ago`) with the exact time and zone on hover. It updates itself.
import { type ReactNode, useSyncExternalStore } from 'react'
import { format } from '../../texts/format.ts'

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  now = Date.now()
  timer ??= setInterval(() => {
    now = Date.now()
    for (const one of listeners) one()
  }, 10_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** Milliseconds since 1970, refreshed every ten seconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

export function RelativeTime({
  at,
  className,
}: {
  readonly at: number
  readonly className?: string
}): ReactNode {
  const current = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)} className={className}>
      {format.ago(at, Math.max(at, current))}
    </time>
  )
}
