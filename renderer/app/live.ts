// Subscription to the engine's events. An event names a batch; the batch is refetched, at most three times a second,
// then the lists about it. Notices become toasts. After a lost link, and after an action was
// refused because what it displayed has changed, every query is refetched.
import type { Query, QueryClient } from '@tanstack/react-query'
import { attend, noticed } from './frame/attention.tsx'
import { alerts, isDraft } from './alerts.ts'
import { api, engine, linkState, onChanged, onLinkChange } from './engine.ts'
import { loadAllTexts } from './display/language.ts'
import { heardOpening } from './opening.ts'
import { toast } from '../components/notices/toast.tsx'
import { sentenceOf } from '../../shared/texts/message.ts'

const quietMs = 330

export function followEvents(client: QueryClient): void {
  const isAsked = ({ queryKey }: Query): boolean => String(queryKey[0]) === 'batches,get'
  /** The batches first, and on their own: their figures wait for no list. */
  const views = createRefresher(async (batches) => {
    await Promise.all(
      [...batches].map((batch) =>
        client.invalidateQueries({ queryKey: api.batches.get.key({ input: { batch } }) }),
      ),
    )
    // Lists of accounts that are being built would be of a half.
    const whole = new Set([...batches].filter((batch) => !isBuilding(client, batch)))
    renewEach(client, (query) => alerts(query, whole) && !isAsked(query))
  })
  async function listen(): Promise<void> {
    try {
      for await (const event of await engine.events()) {
        // A toast keeps its text.
        if (event.kind === 'attention' || event.kind === 'notice') await loadAllTexts().catch(() => undefined)
        if (event.kind === 'attention') attend(event)
        if (event.kind === 'notice') {
          noticed(sentenceOf(event.message))
          toast.notice(event.level, sentenceOf(event.message))
        } else if (event.kind === 'project') {
          heardOpening(client, event)
        } else {
          views(event.kind === 'batch' ? [event.batch] : [])
        }
      }
    } catch {
      // The link was lost; the state listener below subscribes again.
    }
  }
  onChanged(() => void client.invalidateQueries({ predicate: (query) => !isDraft(query) }))
  let before = linkState()
  if (before === 'open') void listen()
  onLinkChange(() => {
    const now = linkState()
    if (now === 'open' && before !== 'open') {
      void listen()
      if (before === 'lost') void client.invalidateQueries({ predicate: (query) => !isDraft(query) })
    }
    before = now
  })
}

function isBuilding(client: QueryClient, batch: number): boolean {
  const view = client.getQueryData(api.batches.get.queryKey({ input: { batch } }))
  return view?.stage === 'building'
}

/** Queries that became stale while they were being fetched. */
const staleInFlight = new WeakSet<Query>()

/**
 * Refetches these queries, each on its own: a slow answer delays no other one. A query that is being fetched is
 * fetched once more when its answer is there; fetching it again at each event would never end.
 */
function renewEach(client: QueryClient, isStale: (query: Query) => boolean): void {
  for (const query of client.getQueryCache().findAll({ predicate: isStale })) {
    if (query.state.fetchStatus !== 'fetching') void renew(client, query)
    else if (!staleInFlight.has(query)) {
      staleInFlight.add(query)
      // Nothing may be taken from what it holds meanwhile.
      query.invalidate()
      void renewAfterFetch(client, query)
    }
  }
}

async function renewAfterFetch(client: QueryClient, query: Query): Promise<void> {
  await query.promise?.catch(() => undefined)
  staleInFlight.delete(query)
  await renew(client, query)
}

function renew(client: QueryClient, query: Query): Promise<void> {
  return client.invalidateQueries({ predicate: (one) => one === query })
}

/** Refetches batches that have changed, one time after the other, with a pause between. */
function createRefresher(
  refetch: (batches: ReadonlySet<number>) => Promise<void>,
): (batches: Iterable<number>) => void {
  let waiting: Set<number> | null = null
  let isBusy = false
  async function run(): Promise<void> {
    if (waiting === null || isBusy) return
    const batches = waiting
    waiting = null
    isBusy = true
    // A failure is shown where its answer is awaited.
    await refetch(batches).catch(() => undefined)
    isBusy = false
    if (waiting !== null) setTimeout(() => void run(), quietMs)
  }
  return (batches) => {
    if (waiting === null && !isBusy) setTimeout(() => void run(), quietMs)
    waiting = new Set([...(waiting ?? []), ...batches])
  }
}
