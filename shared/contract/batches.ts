// Calls about batches: opened, validated, released, reported; and what the window shows of one.
import { z } from 'zod'
import { accountStates, outcomes } from '../sending/states.ts'
import { settingChanges } from '../sending/connection-changes.ts'
import { environments, pause } from '../sending/connection.ts'
import { mappingFile } from '../mapping/file.ts'
import { paceView, sendingPlan, stopView, waveView } from '../sending/wave-plan.ts'
import { oddKinds } from '../sheet/odd-rows.ts'
import { fileWarning } from '../sheet/sheet.ts'
import { accountLine, eventView, sharedAccounts } from './views.ts'
import { accountPayload } from './accounts.ts'
import { base, batchId, failureData, fileFormat, readChoices, readOptions } from './base.ts'
import { catalogueChoice } from './files.ts'
import { batchVersion } from './versions.ts'

const shownConnection = z.object({
  id: z.number(),
  name: z.string(),
  baseUrl: z.string(),
  environment: z.enum(environments),
})
/** Where a wave goes, and the number of the last one that was released before it; 0: none. */
const shownRelease = z.object({
  after: z.number().int().nonnegative(),
  connection: shownConnection.omit({ name: true }),
  supplier: z.string().nullable(),
})
export type ShownRelease = z.infer<typeof shownRelease>

const reportFiles = z.object({ files: z.record(z.string(), z.string()), folder: z.string() })

/** What a batch is doing now; null when nothing runs. */
export const work = z.object({
  /** checking: accounts that a large edit touched are built and checked again. */
  kind: z.enum(['reading', 'building', 'checking', 'validating', 'reporting']),
  done: z.number(),
  /** Null while the end is not known. */
  total: z.number().nullable(),
  unit: z.enum(['bytes', 'accounts', 'rows']),
  /** The disk takes no writes: it goes on by itself when there is room. */
  waits: z.boolean(),
})

export const batchView = z.object({
  id: batchId,
  name: z.string(),
  fileName: z.string(),
  fileSha256: z.string().nullable(),
  supplier: z.string().nullable(),
  connection: shownConnection.nullable(),
  /** mapping: read, and waiting for a mapping. */
  stage: z.enum(['reading', 'mapping', 'building', 'open', 'failed']),
  failure: failureData.nullable(),
  work: work.nullable(),
  rows: z.number(),
  strayRows: z.number(),
  /** Rows that a person left out of the accounts as they are built. */
  leftOutRows: z.number(),
  accounts: z.number(),
  held: z.number(),
  /** Decided not to be migrated. States and outcomes count the others; together they are all accounts. */
  excluded: z.number(),
  /** Decisions that a building or a merge moved or dropped, and that nobody has read of yet. */
  decisionsChanged: z.number(),
  states: z.record(z.enum(accountStates), z.number()),
  outcomes: z.record(z.enum(outcomes), z.number()),
  /** What its run was reported of the connection's settings, by path; nothing of it is saved in the connection. */
  runSettings: settingChanges,
  validating: z.boolean(),
  /** Accounts are validated by the service in the background as they are edited, so many a minute; `waiting` for it now. */
  validateEdited: z.object({ on: z.boolean(), waiting: z.number(), perMinute: z.number() }),
  /** What the file was found to be; null until its first bytes are read. */
  file: z
    .object({
      format: fileFormat,
      bytes: z.number(),
      /** Null for a workbook. */
      encoding: z.string().nullable(),
      /** Null for a workbook and for text of one column. */
      delimiter: z.string().nullable(),
      quote: readChoices.quote,
      escape: readChoices.escape,
    })
    .nullable(),
  /** How a person asked for it to be read; what is absent was found out. */
  readAs: z.object(readChoices),
  /** Other batches that were loaded from a file with the same bytes. */
  sameFileAs: z.array(batchId),
  /** Null until the batch is mapped. */
  mapping: mappingFile.nullable(),
  catalogue: z.string().nullable(),
  pauses: z.array(pause),
  sending: z.object({
    plan: sendingPlan,
    /** Those that were released, oldest first. */
    waves: z.array(waveView),
    /** A brake has stopped this batch. */
    stop: stopView.nullable(),
    pace: paceView,
  }),
  processing: z.object({
    /** Longer in their state than the connection's thresholds. */
    stuck: z.number(),
    /** Done accounts of which the service says something else since; `sinceReport`: after the last report was made. */
    mindChanged: z.number(),
    mindChangedSinceReport: z.number(),
    /** Accounts whose platform identifier another account has too. */
    sharedIdentifiers: z.number(),
    /** Done accounts that are still to be read again because a person asked. */
    rechecking: z.number(),
    /** All that have done are being read again, since when, and how many are left; null: they are not. */
    looking: z.object({ at: z.number(), accounts: z.number(), left: z.number() }).nullable(),
    /** What answers statuses is not the service, since when: the address or the status path is wrong; null: it is, as far as is known. */
    cannotRead: z.object({ since: z.number(), httpStatus: z.number(), message: z.string() }).nullable(),
  }),
  /** The report that was made last, and when. */
  report: reportFiles
    .extend({
      at: z.number(),
      /** What it counts; null in reports from before this was kept. */
      counts: z
        .object({
          accounts: z.number(),
          states: z.record(z.enum(accountStates), z.number()),
          outcomes: z.record(z.enum(outcomes), z.number()),
        })
        .nullable(),
    })
    .nullable(),
  version: batchVersion,
  /** Requests under way on this batch's connection. */
  inFlight: z.number(),
  /** The service failed several times in a row; one request at a time tries whether it is back. */
  notAnswering: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  readAt: z.number().nullable(),
})
export type BatchView = z.infer<typeof batchView>

export const batchesCalls = {
  /** Reads and stores a file in the background; the batch then waits for its mapping. */
  open: base
    .input(z.object({ ...readOptions, name: z.string().optional() }))
    .output(z.object({ batch: batchId })),
  /** Opens the sample that ships with Carryover. */
  openSample: base.output(z.object({ batch: batchId })),
  /** Reads the batch's file again in another way, in the background; refused once anything was sent or edited. */
  reread: base
    .input(z.object({ batch: batchId, path: z.string().min(1).optional(), ...readChoices }))
    .output(z.void()),
  /** Other batches that hold some of the same accounts, by key; those of which most were sent first. */
  shared: base.input(z.object({ batch: batchId })).output(z.array(sharedAccounts)),
  /** What the service says of the accounts that it was sent, most first (null: nothing yet), and which waits longest. */
  serviceWords: base.input(z.object({ batch: batchId })).output(
    z.object({
      words: z.array(z.object({ word: z.string().nullable(), accounts: z.number() })),
      oldest: accountLine.nullable(),
    }),
  ),
  /** Keeps what a run was reported of its connection's settings, so that its resumption goes on in the same way. */
  setRunSettings: base.input(z.object({ batch: batchId, changes: settingChanges })).output(z.void()),
  rename: base.input(z.object({ batch: batchId, name: z.string().min(1) })).output(z.void()),
  /** Forgets a batch of which nothing was ever sent. */
  remove: base.input(z.object({ batch: batchId })).output(z.void()),
  /** What happened, newest first, before an event. */
  timeline: base
    .input(
      z.object({ batch: batchId, before: z.number().optional(), limit: z.number().int().min(1).max(200) }),
    )
    .output(z.array(eventView)),
  /** Checks file and mapping at once, then reads, stores and builds in the background. */
  load: base
    .input(
      z.object({
        ...readOptions,
        name: z.string().optional(),
        mapping: mappingFile,
        catalogue: catalogueChoice,
        connection: z.number().nullable(),
        supplier: z.string().nullable(),
        /** What is decided of rows that look like no customer, by kind; the others wait for a person. */
        oddRows: z
          .object({ leaveOut: z.array(z.enum(oddKinds)), customers: z.array(z.enum(oddKinds)) })
          .optional(),
      }),
    )
    .output(z.object({ batch: batchId })),
  list: base.output(z.array(batchView)),
  get: base.input(z.object({ batch: batchId })).output(batchView),
  warnings: base.input(z.object({ batch: batchId })).output(z.array(fileWarning)),
  /** Accounts with payload, origins, omissions and problems, in order, after a position. */
  payloads: base
    .input(z.object({ batch: batchId, after: z.number().int(), limit: z.number().int().min(1).max(500) }))
    .output(z.array(accountPayload)),
  /** Takes up reading or building where a restart left it. */
  continueLoading: base.input(z.object({ batch: batchId })).output(z.void()),
  /** Has every ready account validated by the service, in the background and across restarts. */
  validate: base.input(z.object({ batch: batchId })).output(z.void()),
  /** Turns on or off that edited accounts are validated by the service in the background; across restarts. */
  validateEdited: base.input(z.object({ batch: batchId, on: z.boolean() })).output(z.void()),
  /** Stops what the batch is doing: reading is undone whole, building goes back to the mapping, validating stays where it is. */
  cancel: base.input(z.object({ batch: batchId })).output(z.void()),
  /**
   * Releases validated accounts for sending as one wave: at most `limit`, or all of them. `shown`: what a person saw when
   * they pressed; nothing is released where any of it is different by now.
   */
  release: base
    .input(
      z.object({
        batch: batchId,
        limit: z.number().int().positive().nullable(),
        shown: shownRelease.optional(),
      }),
    )
    .output(z.object({ released: z.number(), elsewhere: z.number() })),
  /** Says how the batch is to be sent; waves that were released stay as they are. */
  setPlan: base.input(z.object({ batch: batchId, plan: sendingPlan })).output(z.void()),
  /**
   * Lifts what a brake did: what is queued is sent, and the brakes count again. `stoppedAt`: of the stop that a person saw;
   * another one is not lifted.
   */
  goOn: base.input(z.object({ batch: batchId, stoppedAt: z.number().optional() })).output(z.void()),
  /** Has statuses reread, in the background: of all that are on their way, or of all that have done. */
  recheck: base
    .input(z.object({ batch: batchId, what: z.enum(['watched', 'done']) }))
    .output(z.object({ accounts: z.number() })),
  /** Stops looking at done accounts again. */
  stopLooking: base.input(z.object({ batch: batchId })).output(z.void()),
  /** Takes queued accounts back, all or one supplier's or these; what is on its way stays on its way, and the next wave waits for a person. */
  cancelQueued: base
    .input(
      z.object({
        batch: batchId,
        supplier: z.string().min(1).optional(),
        accounts: z.array(z.number()).max(1000).optional(),
      }),
    )
    .output(z.object({ cancelled: z.number() })),
  /** Counts the rows read against what became of them. */
  reconcile: base
    .input(z.object({ batch: batchId }))
    .output(z.object({ rows: z.number(), unexplained: z.number() })),
  /** Writes the files of a report into a folder; null: the batch's own folder in the data folder. */
  report: base
    .input(z.object({ batch: batchId, folder: z.string().min(1).nullable() }))
    .output(reportFiles.extend({ unexplained: z.number() })),
}
