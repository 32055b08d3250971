// Whose turn it is: how the places among the requests under way are shared when everything is due. Creates come first,
// but watching and judging never starve; what is judged in the background begins when nobody else has anything.
import type { Clock } from '../clock.ts'
import type { Started, Work } from './desk.ts'

/** How often, in milliseconds, a kind of work that had nothing is looked at while there is other work. */
export const lookEvery = 50

const turns = ['create', 'create', 'read', 'validate'] as const
type Kind = (typeof turns)[number]
const reads: readonly Kind[] = ['read']

export type Turns = {
  /** The next piece of work; picking writes no intent. */
  next(): Started | null
  /** Something may be due again: every kind is asked at its next turn. */
  lookAnew(): void
}

export function createTurns(options: {
  readonly work: Readonly<Record<Kind, Work>>
  readonly background: Work
  readonly clock: Clock
  /** Nothing is created now. */
  readonly quiet: () => boolean
  /** Something is queued whose intent is still to be written. */
  readonly lacksIntents: () => boolean
  /** Statuses are read, and nothing else is done. */
  readonly readsOnly: () => boolean
}): Turns {
  const { work, clock } = options
  /** When a kind of work had nothing to begin: while others have, it is not asked at every turn. */
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
      const kinds: readonly Kind[] = options.readsOnly() ? reads : turns
      for (let step = 0; step < kinds.length; step += 1) {
        const kind = kinds[(turn + step) % kinds.length]
        if (kind === undefined || !mayAsk(kind)) continue
        const started = work[kind].start(now)
        if (started !== null) {
          turn = (turn + step + 1) % kinds.length
          return started
        }
        // Whether a create is ready is known without asking the store.
        if (kind !== 'create') emptyAt.set(kind, clock.monotonic())
      }
      return inBackground(now)
    },
    lookAnew: () => emptyAt.clear(),
  }
}
