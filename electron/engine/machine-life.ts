// What a sleep, a set clock and the network mean for the work: joined here, so that the queue knows of none of them.
//
// A sleep is safe because nothing rests on time that passed in it. Intents are durable before a request leaves; requests
// under way end with an answer or unconfirmed; and the quiet time of an unconfirmed account begins anew, since a create
// that had not left this machine when it fell asleep may still leave when it wakes. Nothing may begin on a connection
// from before: it may be dead without a sign.
import type { Clock } from './clock.ts'
import { createMachine, type Machine } from './machine.ts'
import type { News } from './news.ts'
import type { SendingOffice } from './queue/office.ts'
import type { Transport } from './service-client/transport.ts'
import { isDiskTrouble } from './store/disk-trouble.ts'
import type { Store } from './store/store.ts'

export type MachineLife = Pick<Machine, 'tell' | 'stop'> & {
  readonly resting: () => boolean
  readonly offline: () => boolean
  /** The same transport, but no request leaves before the clocks were compared. */
  readonly lookFirst: (send: Transport) => Transport
}

export function followMachine(options: {
  readonly store: Store
  readonly news: News
  readonly clock: Clock
  readonly uptime: () => number
  readonly gapMs?: number | undefined
  /** Of the transport. */
  readonly afterSleep: (uncountedMs: number) => void
  readonly office: () => Pick<SendingOffice, 'afterSleep' | 'wakeAll' | 'tryNow'>
}): MachineLife {
  const { store, news, clock, office } = options

  /** In the timeline of every batch that it concerns. */
  function note(kind: string, detail: Readonly<Record<string, unknown>>): void {
    try {
      for (const batch of store.machine.batchesOnTheWay()) {
        store.accounts.addEvent(clock.now(), batch, null, kind, detail)
        news.batchChanged(batch)
      }
    } catch (error) {
      // A line less in a timeline; sending says what is wrong with the disk.
      if (!isDiskTrouble(error)) throw error
    }
  }

  const machine = createMachine({
    clock,
    uptime: options.uptime,
    ...(options.gapMs === undefined ? {} : { gapMs: options.gapMs }),
    woke({ from, to, uncountedMs }) {
      options.afterSleep(uncountedMs)
      office().afterSleep(uncountedMs)
      // Often it wakes at another place, with another network.
      office().tryNow()
      note('slept', { from, to })
    },
    rested: () => office().wakeAll(),
    clockSet: (byMs) => note('clock_set', { byMs }),
    network(isThere) {
      note(isThere ? 'network_back' : 'network_lost', {})
      if (isThere) office().tryNow()
    },
  })
  return {
    tell(event) {
      machine.tell(event)
      // What is ready to be sent goes back to the queue before it sleeps.
      if (event === 'suspend') office().wakeAll()
    },
    stop: machine.stop,
    resting: () => machine.resting,
    offline: () => machine.offline,
    lookFirst: (send) => (request) => {
      machine.look()
      return send(request)
    },
  }
}
