// Calls about the workspace itself: connections, how a person likes the window, and the one event stream.
import { z } from 'zod'
import { settingChanges } from '../sending/connection-changes.ts'
import { connectionSettings } from '../sending/connection.ts'
import { networkSecret } from '../sending/network-settings.ts'
import { troubleKind } from '../sending/network-trouble.ts'
import { connectionView } from './views.ts'
import { base, batchId } from './base.ts'

/** Distinguished so that a person knows what to look at (issue of every first connection). */
export const connectionTest = z.object({
  /** Of what is wrong with the way to the service: its kind (network-trouble.ts). */
  result: z.enum([
    'fine',
    'not_this_service',
    'not_understood',
    'not_permitted',
    'key_refused',
    'no_key',
    ...troubleKind.options,
  ]),
  /** A few words, a sentence that says what happened, and what to do. */
  title: z.string(),
  message: z.string(),
  advice: z.string(),
})
export type ConnectionTest = z.infer<typeof connectionTest>

/** An alert for a person who may not be looking: a wave has ended, or a person is needed. Sent once until it changes. */
export const alert = z.object({
  /** Null: it is about no one batch. */
  batch: batchId.nullable(),
  what: z.enum(['wave_ended', 'stopped', 'needs_person', 'finished']),
  /** Where a person sees more, or does something about it. */
  step: z.enum(['submit', 'watch', 'report']),
  title: z.string(),
  message: z.string(),
})
export type Alert = z.infer<typeof alert>

export const engineEvent = z.discriminatedUnion('kind', [
  /** Ask for the batch again. */
  z.object({ kind: z.literal('batch'), batch: batchId }),
  /** Ask for the connections again. */
  z.object({ kind: z.literal('connections') }),
  /** Sent once, for a person who may not be looking. */
  alert.extend({ kind: z.literal('attention') }),
  /** Something happened that a person should read now. */
  z.object({ kind: z.literal('notice'), level: z.enum(['info', 'warning', 'error']), message: z.string() }),
])
export type EngineEvent = z.infer<typeof engineEvent>

export const connectionsCalls = {
  list: base.output(z.array(connectionView)),
  /**
   * Adds a connection, or changes the one with this name. Where its address changes it is production from then on, unless
   * `environmentSaid`: a person said the environment of this very address. `fellBack`: it was test and is production now.
   * `keyForgotten`: its key was for another host, scheme or port, and is to be given again.
   */
  save: base
    .input(
      z.object({
        name: z.string().min(1),
        settings: connectionSettings,
        environmentSaid: z.boolean().default(false),
      }),
    )
    .output(z.object({ id: z.number(), fellBack: z.boolean(), keyForgotten: z.boolean() })),
  /** Removes a connection with its key and its pauses; refused while a batch uses it. What is under way on it ends first. */
  remove: base.input(z.object({ id: z.number() })).output(z.void()),
  /** Settings for as long as this process carries out a run; what is saved stays. */
  forRun: base.input(z.object({ id: z.number(), changes: settingChanges })).output(z.void()),
  /** The key goes in and never comes out. */
  setKey: base.input(z.object({ id: z.number(), key: z.string().min(1) })).output(z.void()),
  /** The proxy's password or the passphrase of the client certificate: goes in and never comes out; null forgets it. */
  setSecret: base
    .input(z.object({ id: z.number(), secret: networkSecret, value: z.string().min(1).max(1000).nullable() }))
    .output(z.void()),
  /** Asks for a token and posts an empty object to validate, which creates nothing. */
  test: base.input(z.object({ id: z.number() })).output(connectionTest),
  /** Lifts the pauses of a connection, or of one supplier on it, and tries again. */
  resume: base.input(z.object({ id: z.number(), supplier: z.string().optional() })).output(z.void()),
  /** Stops sending and validating on a connection, or for one supplier on it; statuses are still read. Durable. */
  pause: base.input(z.object({ id: z.number(), supplier: z.string().optional() })).output(z.void()),
}

/** How a person likes the window (panes, widths): text of its own, at most 10,000 characters; no data of accounts. */
export const displayCalls = {
  get: base.output(z.object({ choices: z.string().nullable() })),
  set: base.input(z.object({ choices: z.string().max(10_000) })).output(z.void()),
}

export const workspaceCalls = {
  /** How this start found the workspace: after a crash, what was in flight is unconfirmed and sending is paused. */
  status: base.output(
    z.object({
      endedCleanly: z.boolean(),
      foundInFlight: z.number(),
      quarantined: z.number(),
      folder: z.string(),
    }),
  ),
  /** What waits for a person now, in any batch; of what is only good to know nothing. */
  attention: base.output(z.array(alert)),
  /** What a host or window noticed of the machine. */
  machine: base
    .input(z.object({ event: z.enum(['suspend', 'resume', 'online', 'offline']) }))
    .output(z.void()),
}
