// Contract calls about batches (open, validate, release, report) and the view of a batch that the window shows.
import { z } from 'zod'
import { endings } from '../sending/endings.ts'
import { accountStates, outcomes } from '../sending/states.ts'
import { settingChanges } from '../sending/connection-changes.ts'
import { environments, pause } from '../sending/connection.ts'
import { handoverView } from './handover.ts'
import { mappingFile } from '../mapping/file.ts'
import { paceView, range, sendingPlan, stopView, waveView } from '../sending/wave-plan.ts'
import { oddKinds } from '../sheet/odd-rows.ts'
import { fileWarning } from '../sheet/sheet.ts'
import { accountLine, eventView, sharedAccounts } from './views.ts'
import { accountPayload } from './accounts.ts'
import {
  base,
  batchId,
  displayedVersion,
  expectedVersion,
  failureData,
  fileFormat,
  furtherFiles,
  readChoices,
  readOptions,
} from './base.ts'
import { catalogueChoice } from './import/files.ts'
import { batchVersion } from './fixing/versions.ts'
import { said } from '../texts/message.ts'
import { fileLanguage } from '../texts/language.ts'

const displayedConnection = z.object({
  id: z.number(),
  name: z.string(),
  baseUrl: z.string(),
  environment: z.enum(environments),
})

const reportFiles = z.object({ files: z.record(z.string(), z.string()), folder: z.string() })

/** The batch's current job; null when nothing runs. */
export const work = z.object({
  /** checking: accounts changed by a large edit are rebuilt and checked again. */
  kind: z.enum([
    'reading',
    'building',
    'checking',
    'validating',
    'reporting',
    'handing_over',
    'sending_copy',
  ]),
  done: z.number(),
  /** Null while the end is not known. */
  total: z.number().nullable(),
  unit: z.enum(['bytes', 'accounts', 'rows']),
  /** The disk refuses writes: the job continues automatically when there is room. */
  waits: z.boolean(),
  /** Remaining time, from measurements; null: not known. */
  left: range.nullable(),
})

export const batchFile = z.object({
  name: z.string(),
  bytes: z.number(),
  /** Null until it is read. */
  sha256: z.string().nullable(),
  /** The detected format; null until its first bytes are read. */
  found: z
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
  /** The user's options for reading it; what is absent was detected. */
  readAs: z.object(readChoices),
})
export type BatchFile = z.infer<typeof batchFile>

export const batchView = z.object({
  id: batchId,
  name: z.string(),
  /** The names of its files, for a person. */
  fileName: z.string(),
  /** In the order of their sheets; at least one. */
  files: z.array(batchFile),
  supplier: z.string().nullable(),
  connection: displayedConnection.nullable(),
  /** mapping: the file is read, and the batch is waiting for a mapping. */
  stage: z.enum(['reading', 'mapping', 'building', 'open', 'failed']),
  failure: failureData.nullable(),
  work: work.nullable(),
  rows: z.number(),
  /** Rows without text, which reading left out; they are not among `rows`. */
  blankRows: z.number(),
  strayRows: z.number(),
  /** Rows that the user left out of the accounts. */
  leftOutRows: z.number(),
  accounts: z.number(),
  held: z.number(),
  /** Accounts excluded from the migration. States and outcomes count the others; together they are all accounts. */
  excluded: z.number(),
  /** Decisions that a rebuild or a merge moved or dropped, and that nobody has read yet. */
  decisionsChanged: z.number(),
  states: z.record(z.enum(accountStates), z.number()),
  outcomes: z.record(z.enum(outcomes), z.number()),
  /** Each account has exactly one; together they are all accounts. */
  endings: z.record(z.enum(endings), z.number()),
  /** Where it is; null: it was never handed over or received. */
  handover: handoverView.nullable(),
  /** Connection settings given for its run, by path; they are not saved in the connection. */
  runSettings: settingChanges,
  validating: z.boolean(),
  /**
   * The service validates edited accounts in the background, at most so many a minute; `waiting`: how many are
   * queued.
   */
  validateEdited: z.object({ on: z.boolean(), waiting: z.number(), perMinute: z.number() }),
  /** Other batches that were loaded from a file with the same bytes as one of these. */
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
    /** For `release` and `goOn`: changes with the destination, the supplier, the waves and the stop. */
    version: displayedVersion,
  }),
  processing: z.object({
    /** Accounts that have been in their state longer than the connection's thresholds. */
    stuck: z.number(),
    /**
     * Done accounts whose status at the service changed afterwards; `sinceReport`: after the last report was made.
     */
    mindChanged: z.number(),
    mindChangedSinceReport: z.number(),
    /** Accounts whose platform identifier another account has too. */
    sharedIdentifiers: z.number(),
    /** Done accounts that are still to be polled again because the user asked. */
    rechecking: z.number(),
    /** All done accounts are being polled again: since when, and how many are left; null: they are not. */
    looking: z.object({ at: z.number(), accounts: z.number(), left: z.number() }).nullable(),
    /**
     * Since when the status replies do not come from the service (the address or the status path is wrong); null:
     * no such case is known.
     */
    cannotRead: z.object({ since: z.number(), httpStatus: z.number(), message: said }).nullable(),
  }),
  /** The latest report, and when it was made. */
  report: reportFiles
    .extend({
      at: z.number(),
      /** Its counts; null in reports from before they were stored. */
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
  /** Requests in flight on this batch's connection. */
  inFlight: z.number(),
  /** The service failed several times in a row; one request at a time probes it. */
  notAnswering: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  readAt: z.number().nullable(),
  /** When a person last did something with it. */
  workedAt: z.number(),
})
export type BatchView = z.infer<typeof batchView>

export const batchesCalls = {
  /** Reads and stores one or more files in the background; the batch then waits for its mapping. */
  open: base
    .input(z.object({ ...readOptions, also: furtherFiles.optional(), name: z.string().optional() }))
    .output(z.object({ batch: batchId })),
  /** Opens the sample that ships with Carryover. */
  openSample: base.output(z.object({ batch: batchId })),
  /**
   * Opens a new batch for practising: twelve accounts, one with an error, mapped and going to the practice service.
   * Refused where no practice service runs.
   */
  openPractice: base.output(z.object({ batch: batchId })),
  /**
   * Reads the batch's files again in the background, one of them with other options; refused once anything was sent or
   * edited.
   */
  reread: base
    .input(
      z.object({
        batch: batchId,
        /** Its position among the batch's files. */
        position: z.number().int().nonnegative().default(0),
        /** Where it is now; left out: where it was. */
        path: z.string().min(1).optional(),
        ...readChoices,
      }),
    )
    .output(z.void()),
  /** Reads the batch's files again, with further ones after them; refused as `reread` is. */
  addFiles: base.input(z.object({ batch: batchId, also: furtherFiles.min(1) })).output(z.void()),
  /** Reads the batch's other files again, without this one; refused as `reread` is, and for the only file. */
  removeFile: base
    .input(z.object({ batch: batchId, position: z.number().int().nonnegative() }))
    .output(z.void()),
  /** Other batches that contain some of the same accounts, by key; those with most accounts sent come first. */
  shared: base.input(z.object({ batch: batchId })).output(z.array(sharedAccounts)),
  /**
   * The service's status texts for the accounts sent, most frequent first (null: none yet), and the account that
   * waits longest.
   */
  serviceWords: base.input(z.object({ batch: batchId })).output(
    z.object({
      words: z.array(z.object({ word: z.string().nullable(), accounts: z.number() })),
      oldest: accountLine.nullable(),
    }),
  ),
  /** Stores the connection settings given for a run, so that resuming it uses the same ones. */
  setRunSettings: base.input(z.object({ batch: batchId, changes: settingChanges })).output(z.void()),
  rename: base.input(z.object({ batch: batchId, name: z.string().min(1) })).output(z.void()),
  /** Forgets a batch of which nothing was ever sent. */
  remove: base.input(z.object({ batch: batchId })).output(z.void()),
  /** Events, newest first, before a given event. */
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
        also: furtherFiles.optional(),
        name: z.string().optional(),
        mapping: mappingFile,
        catalogue: catalogueChoice,
        connection: z.number().nullable(),
        supplier: z.string().nullable(),
        /** Decisions about rows that look like no customer, by kind; the others wait for a person. */
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
  /** Sends every unvalidated account to the service for validation, in the background and across restarts. */
  validate: base.input(z.object({ batch: batchId })).output(z.void()),
  /** Turns background validation of edited accounts on or off; kept across restarts. */
  validateEdited: base.input(z.object({ batch: batchId, on: z.boolean() })).output(z.void()),
  /**
   * Stops loading or validating the batch: reading is undone completely, building returns to the mapping, validating
   * keeps its results. A report goes on: `report.cancel` stops it.
   */
  cancel: base.input(z.object({ batch: batchId })).output(z.void()),
  /**
   * Releases validated accounts for sending as one wave: at most `limit`, or all of them. `expected`: the `version`
   * of `sending`.
   */
  release: base
    .input(
      z.object({
        batch: batchId,
        limit: z.number().int().positive().nullable(),
        expected: expectedVersion,
      }),
    )
    .output(z.object({ released: z.number(), elsewhere: z.number() })),
  /** Sets the batch's sending plan; waves already released do not change. */
  setPlan: base.input(z.object({ batch: batchId, plan: sendingPlan })).output(z.void()),
  /**
   * Lifts a brake's stop: queued accounts are sent, and the brakes count from zero. `expected`: the `version` of
   * `sending`.
   */
  goOn: base.input(z.object({ batch: batchId, expected: expectedVersion })).output(z.void()),
  /** Polls statuses again in the background: of all accounts in progress, or of all done ones. */
  recheck: base
    .input(z.object({ batch: batchId, what: z.enum(['watched', 'done']) }))
    .output(z.object({ accounts: z.number() })),
  /** Stops polling done accounts again. */
  stopLooking: base.input(z.object({ batch: batchId })).output(z.void()),
  /**
   * Cancels queued accounts: all, one supplier's, or the given ones. Accounts in progress continue, and the next
   * wave waits for a person.
   */
  cancelQueued: base
    .input(
      z.object({
        batch: batchId,
        supplier: z.string().min(1).optional(),
        accounts: z.array(z.number()).max(1000).optional(),
      }),
    )
    .output(z.object({ cancelled: z.number() })),
  /** Reconciles the rows read with their results. */
  reconcile: base
    .input(z.object({ batch: batchId }))
    .output(z.object({ rows: z.number(), unexplained: z.number() })),
  /**
   * Writes the files of a report into a folder; null: the batch's own folder in the data folder. Its sentences are
   * English where no language is given.
   */
  report: base
    .input(
      z.object({
        batch: batchId,
        folder: z.string().min(1).nullable(),
        inLanguage: fileLanguage.default({ language: 'en', locale: 'en-GB' }),
      }),
    )
    .output(reportFiles.extend({ unexplained: z.number() })),
  /** Copies all files of the latest report into a folder; refused where one of them is there already. */
  copyReport: base
    .input(z.object({ batch: batchId, folder: z.string().min(1) }))
    .output(z.object({ files: z.number() })),
}
