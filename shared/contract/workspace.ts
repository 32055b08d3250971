// Contract calls about the workspace itself: connections, window preferences, and the single event stream.
import { z } from 'zod'
import { settingChanges } from '../sending/connection-changes.ts'
import { operatorName, connectionSettings } from '../sending/connection.ts'
import { networkSecret } from '../sending/network-settings.ts'
import { connectionView, testResult } from './views.ts'
import { base, batchId } from './base.ts'
import { said } from '../texts/message.ts'

/** Result kinds of a connection test, distinguished so that the user knows what to check. */
export const connectionTest = z.object({
  result: testResult,
  /** A short title, a sentence that says what happened, and advice. */
  title: said,
  message: said,
  advice: said,
})
export type ConnectionTest = z.infer<typeof connectionTest>

/**
 * What the service says of a supplier code in a payload with nothing else. `no_objection` proves nothing: the service may
 * look at the other fields first. `unclear`: the message says why nothing is known.
 */
export const supplierCheck = z.object({
  result: z.enum(['no_objection', 'refused', 'closed', 'unclear']),
  message: said,
})
export type SupplierCheck = z.infer<typeof supplierCheck>

/**
 * An alert for a user who may not be looking: a wave has ended, or a person is needed. Sent once until it changes.
 */
export const alert = z.object({
  /** Null: it is about no single batch. */
  batch: batchId.nullable(),
  what: z.enum(['wave_ended', 'stopped', 'needs_person', 'finished']),
  /** Where the user sees more or can act. */
  step: z.enum(['submit', 'watch', 'report']),
  title: said,
  message: said,
})
export type Alert = z.infer<typeof alert>

/** How far a project file is that is being opened: `checking` counts bytes of the file, `reading` accounts. */
export const openingProgress = z.object({
  stage: z.enum(['fetching', 'checking', 'reading']),
  done: z.number(),
  total: z.number(),
})
export type OpeningProgress = z.infer<typeof openingProgress>

export const engineEvent = z.discriminatedUnion('kind', [
  /** Refetch the batch. */
  z.object({ kind: z.literal('batch'), batch: batchId }),
  /** Refetch the connections. */
  z.object({ kind: z.literal('connections') }),
  /** Sent once, for a person who may not be looking. */
  alert.extend({ kind: z.literal('attention') }),
  openingProgress.extend({ kind: z.literal('project') }),
  /** An event that the user should read now. */
  z.object({ kind: z.literal('notice'), level: z.enum(['info', 'warning', 'error']), message: said }),
])
export type EngineEvent = z.infer<typeof engineEvent>

export const connectionsCalls = {
  list: base.output(z.array(connectionView)),
  /**
   * Adds a connection, or changes the one with this name. If its address changes it becomes production, unless
   * `environmentSaid`: the user gave the environment of this very address. `fellBack`: it was test and is
   * production now. `keyForgotten`: its key was for another host, scheme or port, and must be entered again.
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
  /**
   * Removes a connection with its key and its pauses; refused while a batch uses it. Requests in flight finish
   * first.
   */
  remove: base.input(z.object({ id: z.number() })).output(z.void()),
  /** Settings for a run, kept as long as this process runs; the saved ones do not change. */
  forRun: base.input(z.object({ id: z.number(), changes: settingChanges })).output(z.void()),
  /** Stores the key; no call returns it. */
  /** Null forgets it: nothing is sent or read on the connection until it has one again. */
  setKey: base.input(z.object({ id: z.number(), key: z.string().min(1).nullable() })).output(z.void()),
  /** Stores the proxy's password or the passphrase of the client certificate; no call returns it; null forgets it. */
  setSecret: base
    .input(z.object({ id: z.number(), secret: networkSecret, value: z.string().min(1).max(1000).nullable() }))
    .output(z.void()),
  /** Requests a token and posts an empty object to validate, which creates nothing. */
  test: base.input(z.object({ id: z.number() })).output(connectionTest),
  /** The same with settings and a key that are not saved; nothing of it is kept. */
  testUnsaved: base
    .input(z.object({ settings: connectionSettings, key: z.string().min(1) }))
    .output(connectionTest),
  /** Posts a payload with only this code to validate, which creates nothing. */
  checkSupplier: base
    .input(z.object({ id: z.number(), code: z.string().trim().min(1).max(200) }))
    .output(supplierCheck),
  /** The same with settings and a key that are not saved; nothing of it is kept. */
  checkUnsavedSupplier: base
    .input(
      z.object({
        settings: connectionSettings,
        key: z.string().min(1),
        code: z.string().trim().min(1).max(200),
      }),
    )
    .output(supplierCheck),
  /** Lifts the pauses of a connection, or of one supplier on it, and retries. */
  resume: base.input(z.object({ id: z.number(), supplier: z.string().optional() })).output(z.void()),
  /** Asks a service that does not answer at once, instead of at the next planned time. */
  tryNow: base.input(z.object({ id: z.number() })).output(z.void()),
  /** Stops sending and validating on a connection, or for one supplier on it; statuses are still read. Durable. */
  pause: base.input(z.object({ id: z.number(), supplier: z.string().optional() })).output(z.void()),
}

/** The name that is written to edits, releases, decisions and reports, where a connection has none of its own. */
export const operatorCalls = {
  /** `given`: a person gave the name; otherwise it is the system's user. */
  get: base.output(z.object({ name: z.string(), given: z.boolean() })),
  set: base.input(z.object({ name: operatorName })).output(z.void()),
}

/** Window preferences (panes, widths): free text of at most 10,000 characters, without account data. */
export const displayCalls = {
  /** `version`: of the program. */
  get: base.output(z.object({ choices: z.string().nullable(), version: z.string() })),
  set: base.input(z.object({ choices: z.string().max(10_000) })).output(z.void()),
}

export const workspaceCalls = {
  /**
   * State of the workspace at this start: after a crash, accounts in flight are unconfirmed and sending is paused.
   */
  status: base.output(
    z.object({
      endedCleanly: z.boolean(),
      foundInFlight: z.number(),
      quarantined: z.number(),
      folder: z.string(),
      /** Whether the data folder is encrypted, or why not: it was made without a key, or there is none. */
      encryption: z.enum(['on', 'made_without', 'no_key_store', 'no_key_given']),
    }),
  ),
  /** The key of the encrypted data folder, as a person keeps it; null where the folder is not encrypted. */
  recoveryKey: base.output(z.string().nullable()),
  /** Everything that needs a person now, in any batch, without mere information. */
  attention: base.output(z.array(alert)),
  /** Power and network events that a host or window noticed. */
  machine: base
    .input(z.object({ event: z.enum(['suspend', 'resume', 'online', 'offline']) }))
    .output(z.void()),
}
