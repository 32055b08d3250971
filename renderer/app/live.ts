// Subscription to the engine's events. An event names a batch; the queries about that batch are refetched, at most
// three times a second. Notices become toasts. After a lost link, and after an action was
// refused because what it displayed has changed, every query is refetched.
import type { Query, QueryClient } from '@tanstack/react-query'
import { attend, noticed } from './frame/attention.tsx'
import { alerts, isDraft } from './alerts.ts'
import { api, engine, linkState, onChanged, onLinkChange } from './engine.ts'
import { loadAllTexts } from './display/language.ts'
import { toast } from '../components/toast.tsx'
import { sentenceOf } from '../../shared/texts/message.ts'

const quietMs = 330

export function followEvents(client: QueryClient): void {
  const changed = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | null = null
  async function refresh(): Promise<void> {
    timer = null
    const batches = new Set(changed)
    changed.clear()
    // Whether its accounts are being built again decides what else of a batch is refetched.
    await Promise.all(
      [...batches].map((batch) =>
        client.invalidateQueries({ queryKey: api.batches.get.key({ input: { batch } }) }),
      ),
    )
    // Lists of accounts that are being built would be of a half.
    const whole = new Set([...batches].filter((batch) => !isBuilding(client, batch)))
    const isAsked = ({ queryKey }: Query): boolean => String(queryKey[0]) === 'batches,get'
    await client.invalidateQueries({ predicate: (query) => alerts(query, whole) && !isAsked(query) })
  }
  async function listen(): Promise<void> {
    try {
      for await (const event of await engine.events()) {
        // A toast keeps its text.
        if (event.kind === 'attention' || event.kind === 'notice') await loadAllTexts().catch(() => undefined)
        if (event.kind === 'attention') attend(event)
        if (event.kind === 'notice') {
          noticed(sentenceOf(event.message))
          toast.notice(event.level, sentenceOf(event.message))
        } else {
          if (event.kind === 'batch') changed.add(event.batch)
          timer ??= setTimeout(() => void refresh(), quietMs)
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
