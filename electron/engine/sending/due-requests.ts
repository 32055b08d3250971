// Picks the next due request of a connection in a fixed rotation: create, create, read status, validate. So creates
// come first, but reading and validating never starve. Background validation of edited accounts starts only when
// nothing else is due.
import type { Clock } from '../system/clock.ts'
import type { Started, Work } from './request-context.ts'

/** How often, in milliseconds, a kind of work that had nothing to do is asked again while other work goes on. */
export const lookEvery = 50

const dueRequests = ['create', 'create', 'read', 'validate'] as const
type Kind = (typeof dueRequests)[number]
const reads: readonly Kind[] = ['read']

export type DueRequests = {
  /** The next request to start, or null. Picking writes no intent. */
  next(): Started | null
  /** Something may be due again: asks every kind again. */
  refresh(): void
}

export function createDueRequests(options: {
  readonly work: Readonly<Record<Kind, Work>>
  readonly background: Work
  readonly clock: Clock
  /** True during quiet hours: nothing is created. */
  readonly quiet: () => boolean
  /** True if something is queued whose intent is not written yet. */
  readonly lacksIntents: () => boolean
  /** True if only statuses may be read. */
  readonly readsOnly: () => boolean
}): DueRequests {
  const { work, clock } = options
  /** When each kind last had nothing to do: it is then skipped for `lookEvery`. */
  const emptyAt = new Map<Kind | 'background', number>()
  let turn = 0

  function mayAsk(kind: Kind | 'background'): boolean {
    if (kind === 'create' && options.quiet()) return false
    const at = emptyAt.get(kind)
    return at === undefined || clock.monotonic() - at >= lookEvery
  }

  function inBackground(now: number): Started | null {
    if (options.readsOnly() || !mayAsk('background') || options.lacksIntents()) return null
    const started = options.background.start(now)
    if (started === null) emptyAt.set('background', clock.monotonic())
    return started
  }

  return {
    next() {
      const now = clock.now()
      const kinds: readonly Kind[] = options.readsOnly() ? reads : dueRequests
      for (let step = 0; step < kinds.length; step += 1) {
        const kind = kinds[(turn + step) % kinds.length]
        if (kind === undefined || !mayAsk(kind)) continue
        const started = work[kind].start(now)
        if (started !== null) {
          turn = (turn + step + 1) % kinds.length
          return started
        }
        // Create is not recorded: it knows what is ready without asking the store.
        if (kind !== 'create') emptyAt.set(kind, clock.monotonic())
      }
      return inBackground(now)
    },
    refresh: () => emptyAt.clear(),
  }
}
