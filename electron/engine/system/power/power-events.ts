// Handles sleep, clock changes and network changes for sending, so that the scheduler knows nothing of them.
//
// A sleep is safe because nothing relies on time that passed in it. Intents are durable before a request leaves.
// Requests under way end with an answer or unconfirmed. The quiet time of an unconfirmed account restarts, since a
// create that had not left before the sleep may still leave after it. No request may use a connection opened before
// the sleep: it may be dead without a sign.
// from before: it may be dead without a sign.
import type { Clock } from '../clock.ts'
import { createMachine, type Machine } from './machine.ts'
import type { EventBus } from '../event-bus.ts'
import type { ConnectionManager } from '../../sending/connections/connection-manager.ts'
import type { Transport } from '../../sending/service-client/transport.ts'
import { isDiskTrouble } from '../../store/database/disk-trouble.ts'
import type { Store } from '../../store/store.ts'

export type PowerEvents = Pick<Machine, 'tell' | 'stop'> & {
  readonly resting: () => boolean
  readonly offline: () => boolean
  /** Wraps the transport: the clocks are compared before each request leaves. */
  readonly checkSleepFirst: (send: Transport) => Transport
}

export function createPowerEvents(options: {
  readonly store: Store
  readonly eventBus: EventBus
  readonly clock: Clock
  readonly uptime: () => number
  readonly gapMs?: number | undefined
  /** The transport's handler for a sleep. */
  readonly afterSleep: (uncountedMs: number) => void
  readonly connectionManager: () => Pick<ConnectionManager, 'afterSleep' | 'wakeAll' | 'tryNow'>
}): PowerEvents {
  const { store, eventBus, clock, connectionManager } = options

  /** Adds an event to the timeline of every batch it affects. */
  function note(kind: string, detail: Readonly<Record<string, unknown>>): void {
    try {
      for (const batch of store.machine.batchesOnTheWay()) {
        store.accounts.addEvent(clock.now(), batch, null, kind, detail)
        eventBus.batchChanged(batch)
      }
    } catch (error) {
      // Only an event is missing from a timeline; sending reports the disk trouble.
      if (!isDiskTrouble(error)) throw error
    }
  }

  const machine = createMachine({
    clock,
    uptime: options.uptime,
    ...(options.gapMs === undefined ? {} : { gapMs: options.gapMs }),
    woke({ from, to, uncountedMs }) {
      options.afterSleep(uncountedMs)
      connectionManager().afterSleep(uncountedMs)
      // The machine often wakes at another place, on another network.
      connectionManager().tryNow()
      note('slept', { from, to })
    },
    rested: () => connectionManager().wakeAll(),
    clockSet: (byMs) => note('clock_set', { byMs }),
    network(isThere) {
      note(isThere ? 'network_back' : 'network_lost', {})
      if (isThere) connectionManager().tryNow()
    },
  })
  return {
    tell(event) {
      machine.tell(event)
      // Ready intents go back into the queue before the sleep.
      if (event === 'suspend') connectionManager().wakeAll()
    },
    stop: machine.stop,
    resting: () => machine.resting,
    offline: () => machine.offline,
    checkSleepFirst: (send) => (request) => {
      machine.checkForSleep()
      return send(request)
    },
  }
}
