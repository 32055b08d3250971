// Who needs a person, and what is told of it: the one place that decides so. It looks at a batch when something of it
// changed, and at what is on its way from time to time, since a service that is away and accounts that take too long
// announce nothing. What was told is kept in the database: it is told once, until it changes, across restarts.
import { z } from 'zod'
import type { Concern } from '../../shared/contract.ts'
import type { BatchViews } from './batch-views.ts'
import type { Clock } from './clock.ts'
import { awayAfterMs, concernsOf, type Standing } from './concerns.ts'
import { messageOf } from './failure.ts'
import type { News } from './news.ts'
import type { SendingOffice } from './queue/office.ts'
import { isDiskTrouble } from './store/disk-trouble.ts'
import type { Doubted } from './store/doubt.ts'
import type { Store } from './store/store.ts'

export type Attention = {
  /** What waits for a person now. */
  standing(): readonly Concern[]
  stop(): void
}

/** A batch is looked at no more often than this. */
const pauseMs = 1000
/** Other work gets its turn after so long. */
const pieceMs = 10
/** What nothing announces is looked for this often. */
const roundMs = 15_000
const settingName = 'attention'
const toldMarks = z.record(z.string(), z.string())

export function followAttention(options: {
  readonly store: Pick<Store, 'batches' | 'machine' | 'settings'>
  readonly views: BatchViews
  readonly office: Pick<SendingOffice, 'breakerOpen'>
  readonly clock: Clock
  readonly news: Pick<News, 'attention' | 'batchChanged' | 'listen' | 'notice'>
  /** True where damage of the database is told, and ends the work. */
  readonly isDamage?: (error: unknown) => boolean
  /** Accounts that the start has put aside. */
  readonly quarantined: number
  /** What the attempt journal knew that the database did not. */
  readonly doubted: Doubted | null
}): Attention {
  const { store, views, office, clock, news } = options
  const listening = new AbortController()
  const changed = new Set<number>(store.batches.all().map(({ id }) => id))
  let looking: number[] = []
  const found = new Map<number, readonly Standing[]>()
  const awaySince = new Map<number, number>()
  const startedAt = clock.monotonic()
  const kept = store.settings.get(settingName)
  let told = new Map(Object.entries(kept === null ? {} : toldMarks.parse(JSON.parse(kept))))
  /** What had come to its end before anything was kept is no news. */
  let isFirst = kept === null
  let quarantined = options.quarantined
  let { doubted } = options
  let cancelLook: (() => void) | null = clock.after(pauseMs, lookSafely)
  let cancelRound: (() => void) | null = clock.after(roundMs, round)

  function mark(batch: number): void {
    changed.add(batch)
    cancelLook ??= clock.after(pauseMs, lookSafely)
  }

  function round(): void {
    cancelRound = clock.after(roundMs, round)
    for (const batch of [...store.machine.batchesOnTheWay(), ...found.keys()]) mark(batch)
  }

  /** Whoever is told of it or not, sending goes on. */
  function lookSafely(): void {
    cancelLook = null
    try {
      look()
    } catch (error) {
      stop()
      if (options.isDamage?.(error) === true) return
      news.notice('warning', `Carryover cannot tell any more what waits for a person: ${messageOf(error)}`)
    }
  }

  /** In pieces, since after a start all batches are looked at; what is new is told once all of them have been. */
  function look(): void {
    if (looking.length === 0) {
      looking = [...changed]
      changed.clear()
    }
    const began = clock.monotonic()
    for (let id = looking.pop(); id !== undefined; id = looking.pop()) {
      lookAt(id)
      if (clock.monotonic() - began >= pieceMs) break
    }
    if (looking.length > 0) {
      cancelLook = clock.after(1, lookSafely)
      return
    }
    tellNew()
    if (changed.size > 0) cancelLook = clock.after(pauseMs, lookSafely)
  }

  function lookAt(id: number): void {
    const before = signature(found.get(id))
    const concerns = concernsIn(id)
    if (concerns.length === 0) found.delete(id)
    else found.set(id, concerns)
    // Windows ask again.
    if (signature(concerns) !== before) news.batchChanged(id)
  }

  function concernsIn(id: number): readonly Standing[] {
    const batch = store.batches.get(id)
    if (batch === null) return []
    return concernsOf(views.view(batch), batch.connectionId === null ? null : awayFor(batch.connectionId))
  }

  function awayFor(connection: number): number | null {
    if (!office.breakerOpen(connection)) {
      awaySince.delete(connection)
      return null
    }
    const now = clock.monotonic()
    const since = awaySince.get(connection) ?? now
    awaySince.set(connection, since)
    return now - since
  }

  function tellNew(): void {
    const now = new Map(everything().map((one) => [one.key, one]))
    const next = new Map<string, string>()
    for (const [key, one] of now) {
      next.set(key, one.mark)
      if (told.get(key) !== one.mark && (one.waits || !isFirst)) news.attention(concernOf(one))
    }
    // A service that was away when Carryover ended may still be: it takes a while to find out.
    const isYoung = clock.monotonic() - startedAt < 2 * awayAfterMs
    for (const [key, was] of told) if (key.startsWith('away ') && isYoung && !now.has(key)) next.set(key, was)
    if (quarantined > 0) news.attention(quarantineOf(quarantined))
    quarantined = 0
    if (doubted !== null) news.attention(doubtConcern(doubted))
    doubted = null
    isFirst = false
    keep(next)
  }

  function keep(next: Map<string, string>): void {
    const isSame = next.size === told.size && [...next].every(([key, value]) => told.get(key) === value)
    told = next
    if (isSame && store.settings.get(settingName) !== null) return
    try {
      store.settings.set(settingName, JSON.stringify(Object.fromEntries(next)))
    } catch (error) {
      // Told again after a restart, at worst.
      if (!isDiskTrouble(error)) throw error
    }
  }

  /** Each once: a connection's pause stands on every batch that it keeps waiting, and leads to the newest of them. */
  function everything(): readonly Standing[] {
    const byKey = new Map<string, Standing>()
    for (const id of [...found.keys()].sort((a, b) => a - b))
      for (const one of found.get(id) ?? []) byKey.set(one.key, one)
    return [...byKey.values()]
  }

  async function follow(): Promise<void> {
    for await (const event of news.listen(listening.signal)) {
      if (event.kind === 'batch') mark(event.batch)
    }
  }
  void follow()

  function stop(): void {
    listening.abort()
    cancelLook?.()
    cancelRound?.()
    cancelLook = null
    cancelRound = null
  }

  return {
    standing: () =>
      everything()
        .filter(({ waits }) => waits)
        .map(concernOf),
    stop,
  }
}

function concernOf({ batch, what, step, title, message }: Standing): Concern {
  return { batch, what, step, title, message }
}

/** Of what waits for a person. */
function signature(concerns: readonly Standing[] | undefined): string {
  return (concerns ?? [])
    .filter(({ waits }) => waits)
    .map(({ key, mark }) => `${key} ${mark}`)
    .join('\n')
}

function quarantineOf(accounts: number): Concern {
  const some = accounts === 1 ? '1 account was' : `${accounts} accounts were`
  return {
    batch: null,
    what: 'needs_person',
    step: 'watch',
    title: 'Accounts were put aside',
    message: `${some} in flight each of the last three times that Carryover ended out of order. They are held: look at them before they are sent again.`,
  }
}

const breakWords: Readonly<Record<NonNullable<Doubted['broken']>, string>> = {
  gone: 'The attempt journal is gone from the data folder',
  damaged: 'The attempt journal in the data folder is damaged',
  behind: 'The attempt journal ends before the database does',
  other: 'The attempt journal and the database are of two copies of the data folder',
  put_back:
    'The attempt journal was changed by another program, or an older copy of the data folder was put back',
  older: 'The database is older than what the attempt journal still tells of',
}

function doubtConcern({ broken, missed, newFilesUntil }: Doubted): Concern {
  const some = `${missed.toLocaleString('en-GB')} ${missed === 1 ? 'attempt' : 'attempts'}`
  const known = `The attempt journal tells of ${some} to create accounts that the database does not know: its last changes were lost, or an older copy took its place. The status of these accounts is read before they are sent, also where their file is loaded again.`
  const unknown = (words: string): string =>
    `${words}, so attempts may be missing. The status of every account that is not created yet is read before it is sent${newFilesUntil === null ? '' : `; until ${new Date(newFilesUntil).toISOString().slice(0, 10)} this holds for files that are loaded anew, too`}.`
  return {
    batch: null,
    what: 'needs_person',
    step: 'submit',
    title: 'Changes of the database were lost',
    message: broken === null ? known : unknown(breakWords[broken]),
  }
}
