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
const lookMs = 1000
const recheckMs = 20_000

export function followEngine(options: {
  readonly client: HostedEngine['client']
  readonly reported: (alert: Alert) => void
  readonly waiting: (alerts: number) => void
  readonly sending: (isSending: boolean) => void
  readonly onBug: (error: unknown) => void
}): Follower {
  const { client } = options
  const ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | null = null
  let soon = false
  let looking: Promise<void> = Promise.resolve()
  /** Batches with something queued or in flight, and whether they are sending. */
  const under = new Map<number, boolean>()
  const changed = new Set<number>()
  let isFirst = true

  function lookIn(ms: number): void {
    if (ending.signal.aborted) return
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => {
      timer = null
      soon = false
      // Quiet hours begin and end without an event.
      for (const id of under.keys()) changed.add(id)
      looking = looking.then(look)
    }, ms)
  }

  async function look(): Promise<void> {
    try {
      if (isFirst) for (const view of await client.batches.list()) keep(view)
      isFirst = false
      const ids = [...changed]
      changed.clear()
      for (const id of ids) await lookAt(id)
      const alerts = await client.workspace.attention()
      if (ending.signal.aborted) return
      options.sending([...under.values()].includes(true))
      options.waiting(alerts.length)
    } catch (error) {
      if (!ending.signal.aborted) options.onBug(error)
    }
    if (timer === null) lookIn(recheckMs)
  }

  function keep(view: BatchView): void {
    if (view.states.queued + view.states.sending === 0) under.delete(view.id)
    else under.set(view.id, isSending(view))
  }

  async function lookAt(id: number): Promise<void> {
    try {
      keep(await client.batches.get({ batch: id }))
    } catch (error) {
      // Removed by a person.
      if (!(error instanceof ORPCError)) throw error
      under.delete(id)
    }
  }

  async function listen(): Promise<void> {
    const events = await client.events(undefined, { signal: ending.signal })
    for await (const event of events) {
      if (event.kind === 'attention') options.reported(event)
      if (event.kind === 'batch') changed.add(event.batch)
      if (event.kind === 'notice' || soon) continue
      soon = true
      lookIn(lookMs)
    }
  }
  const listened = listen().catch((error: unknown) => {
    if (!ending.signal.aborted) options.onBug(error)
  })
  lookIn(0)

  return {
    async stop() {
      ending.abort()
      if (timer !== null) clearTimeout(timer)
      timer = null
      await Promise.all([looking, listened])
    },
  }
}
