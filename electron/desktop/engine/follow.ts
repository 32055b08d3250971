// Follows the engine while it runs: passes its messages to the notices, and keeps the machine awake while it sends.
import { ORPCError } from '@orpc/server'
import type { BatchView, Alert } from '../../../shared/contract/contract.ts'
import type { HostedEngine } from './engine-host.ts'
import { isSending } from '../system/keep-awake.ts'

export type Follower = {
  /** Stops following. The machine stays awake until the owner releases it. */
  stop(): Promise<void>
}

/** Interval between queries of the engine, as a minimum and a maximum: a pause may come without an event. */
const queryMs = 1000
const requeryMs = 20_000

export type FollowOptions = {
  readonly client: HostedEngine['client']
  readonly reported: (alert: Alert) => void
  readonly waiting: (alerts: number) => void
  readonly sending: (isSending: boolean) => void
  readonly onBug: (error: unknown) => void
}

type FollowParts = FollowOptions & {
  readonly ending: AbortController
  timer: ReturnType<typeof setTimeout> | null
  /** An event has set the timer to the minimum. */
  isDue: boolean
  /** The queries run one after the other. */
  querying: Promise<void>
  isFirst: boolean
  /** Batches with something queued or in flight, and whether they are sending. */
  readonly underWay: Map<number, boolean>
  readonly changed: Set<number>
}

export function followEngine(options: FollowOptions): Follower {
  const parts: FollowParts = {
    ...options,
    ending: new AbortController(),
    timer: null,
    isDue: false,
    querying: Promise.resolve(),
    isFirst: true,
    underWay: new Map(),
    changed: new Set(),
  }
  const { signal } = parts.ending
  const listened = listen(parts).catch((error: unknown) => {
    if (!signal.aborted) parts.onBug(error)
  })
  queryIn(parts, 0)
  return {
    async stop() {
      parts.ending.abort()
      if (parts.timer !== null) clearTimeout(parts.timer)
      parts.timer = null
      await Promise.all([parts.querying, listened])
    },
  }
}

async function listen(parts: FollowParts): Promise<void> {
  const events = await parts.client.events(undefined, { signal: parts.ending.signal })
  for await (const event of events) {
    if (event.kind === 'attention') parts.reported(event)
    if (event.kind === 'batch') parts.changed.add(event.batch)
    if (event.kind === 'notice' || parts.isDue) continue
    parts.isDue = true
    queryIn(parts, queryMs)
  }
}

function queryIn(parts: FollowParts, ms: number): void {
  if (parts.ending.signal.aborted) return
  if (parts.timer !== null) clearTimeout(parts.timer)
  parts.timer = setTimeout(() => {
    parts.timer = null
    parts.isDue = false
    // Quiet hours begin and end without an event.
    for (const id of parts.underWay.keys()) parts.changed.add(id)
    parts.querying = parts.querying.then(() => query(parts))
  }, ms)
}

async function query(parts: FollowParts): Promise<void> {
  const { client, ending } = parts
  try {
    if (parts.isFirst) for (const view of await client.batches.list()) keep(parts, view)
    parts.isFirst = false
    const ids = [...parts.changed]
    parts.changed.clear()
    for (const id of ids) await queryBatch(parts, id)
    const alerts = await client.workspace.attention()
    if (ending.signal.aborted) return
    parts.sending([...parts.underWay.values()].includes(true))
    parts.waiting(alerts.length)
  } catch (error) {
    if (!ending.signal.aborted) parts.onBug(error)
  }
  if (parts.timer === null) queryIn(parts, requeryMs)
}

async function queryBatch(parts: FollowParts, id: number): Promise<void> {
  try {
    keep(parts, await parts.client.batches.get({ batch: id }))
  } catch (error) {
    // Removed by a person.
    if (!(error instanceof ORPCError)) throw error
    parts.underWay.delete(id)
  }
}

function keep({ underWay }: FollowParts, view: BatchView): void {
  if (view.states.queued + view.states.sending === 0) underWay.delete(view.id)
  else underWay.set(view.id, isSending(view))
}
