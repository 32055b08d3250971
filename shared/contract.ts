// Every call between a window, or the command line, and the engine: input, output, errors, and the one event stream.
// Nothing large crosses it: files are paths, lists come in pages. Long work is started by a call and told by events.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { accountStates, outcomes } from './account-state.ts'
import { connectionSettings, pause } from './connection.ts'
import { mappingFile } from './mapping-file.ts'
import { omission, origins, placeSchema, problem } from './problems.ts'
import { column, fileWarning, keptCell, rowRef, sheetInfo } from './sheet.ts'

/** An expected failure: a stable code, a sentence for a person, and whose turn it is. */
export const failureData = z.object({
  code: z.string(),
  message: z.string(),
  /** input: the file, the mapping, a setting; service: the service or the credential; workspace: our own data folder. */
  kind: z.enum(['input', 'service', 'workspace']),
})
const base = oc.errors({ REFUSED: { data: failureData } })

const batchId = z.number().int().positive()
const readOptions = {
  path: z.string().min(1),
  sheet: z.string().optional(),
  encoding: z.string().optional(),
  delimiter: z.string().optional(),
  headerRow: z.number().int().positive().optional(),
}

const sourceRow = z.object({
  row: z.number().int(),
  cells: z.array(z.string()).readonly(),
  kept: z.record(z.string(), keptCell).readonly().optional(),
})

/** What reading tells as it goes; rows come in chunks. */
export const readEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    format: z.enum(['csv', 'xlsx']),
    bytes: z.number(),
    encoding: z.string().nullable(),
    delimiter: z.string().nullable(),
  }),
  z.object({ kind: z.literal('sheet'), index: z.number(), sheet: sheetInfo }),
  z.object({ kind: z.literal('columns'), index: z.number(), columns: z.array(column) }),
  z.object({ kind: z.literal('rows'), sheet: z.number(), rows: z.array(sourceRow) }),
  z.object({ kind: z.literal('warning'), warning: fileWarning }),
  z.object({ kind: z.literal('progress'), bytes: z.number(), bytesTotal: z.number(), rows: z.number() }),
  z.object({
    kind: z.literal('end'),
    sha256: z.string(),
    sheets: z.array(z.object({ index: z.number(), rowCount: z.number() })),
  }),
])

/** A catalogue: one that ships with Carryover, by name, or a JSON Schema file. */
export const catalogueChoice = z.union([
  z.strictObject({ shipped: z.enum(['documented', 'example']) }),
  z.strictObject({ path: z.string().min(1) }),
])

/** What a batch is doing now; null when nothing runs. */
export const work = z.object({
  kind: z.enum(['reading', 'building', 'validating', 'reporting']),
  done: z.number(),
  /** Null while the end is not known. */
  total: z.number().nullable(),
  unit: z.enum(['bytes', 'accounts', 'rows']),
})

export const batchView = z.object({
  id: batchId,
  name: z.string(),
  fileName: z.string(),
  fileSha256: z.string().nullable(),
  supplier: z.string().nullable(),
  connection: z
    .object({ id: z.number(), name: z.string(), baseUrl: z.string(), production: z.boolean() })
    .nullable(),
  stage: z.enum(['reading', 'building', 'open', 'failed']),
  failure: failureData.nullable(),
  work: work.nullable(),
  rows: z.number(),
  strayRows: z.number(),
  accounts: z.number(),
  held: z.number(),
  states: z.record(z.enum(accountStates), z.number()),
  outcomes: z.record(z.enum(outcomes), z.number()),
  validating: z.boolean(),
  pauses: z.array(pause),
  /** Requests under way on this batch's connection. */
  inFlight: z.number(),
  /** The service failed several times in a row; one request at a time tries whether it is back. */
  notAnswering: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  readAt: z.number().nullable(),
})
export type BatchView = z.infer<typeof batchView>

export const accountPayload = z.object({
  position: z.number(),
  key: z.string(),
  rows: z.array(rowRef),
  payload: z.unknown(),
  origins,
  omitted: z.array(omission),
  problems: z.array(problem.extend({ place: placeSchema })),
})

/** Told apart so that a person knows what to look at (issue of every first connection). */
export const connectionTest = z.object({
  result: z.enum(['fine', 'not_reachable', 'not_this_service', 'key_refused', 'no_key']),
  message: z.string(),
})

export const engineEvent = z.discriminatedUnion('kind', [
  /** Ask for the batch again. */
  z.object({ kind: z.literal('batch'), batch: batchId }),
  /** Something happened that a person should read now. */
  z.object({ kind: z.literal('notice'), level: z.enum(['info', 'warning', 'error']), message: z.string() }),
])
export type EngineEvent = z.infer<typeof engineEvent>

export const contract = {
  workspace: {
    /** How this start found the workspace: after a crash, what was in flight is unconfirmed and sending is paused. */
    status: base.output(
      z.object({
        endedCleanly: z.boolean(),
        foundInFlight: z.number(),
        quarantined: z.number(),
        folder: z.string(),
      }),
    ),
  },
  connections: {
    list: base.output(
      z.array(
        z.object({ id: z.number(), name: z.string(), settings: connectionSettings, hasKey: z.boolean() }),
      ),
    ),
    /** Adds a connection, or changes the one with this name. */
    save: base
      .input(z.object({ name: z.string().min(1), settings: connectionSettings }))
      .output(z.object({ id: z.number() })),
    /** The key goes in and never comes out. */
    setKey: base.input(z.object({ id: z.number(), key: z.string().min(1) })).output(z.void()),
    test: base.input(z.object({ id: z.number() })).output(connectionTest),
    /** Lifts the pauses of a connection, or of one supplier on it, and tries again. */
    resume: base.input(z.object({ id: z.number(), supplier: z.string().optional() })).output(z.void()),
    /** Stops sending and judging on a connection; statuses are still read. Durable. */
    pause: base.input(z.object({ id: z.number() })).output(z.void()),
  },
  files: {
    /** Reads a whole file and tells what it holds; nothing is stored. */
    read: base
      .input(z.object({ ...readOptions, maxRows: z.number().int().positive().optional() }))
      .output(eventIterator(readEvent)),
    /** A mapping proposed from the headers, with what it could not place. */
    suggestMapping: base
      .input(
        z.object({
          ...readOptions,
          catalogue: catalogueChoice,
          supplier: z.string().nullable(),
          identityFields: z.array(z.string()),
        }),
      )
      .output(
        z.object({
          mapping: mappingFile,
          reasons: z.array(
            z.object({
              sheet: z.string(),
              column: z.string(),
              field: z.string(),
              certainty: z.string(),
              reason: z.string(),
            }),
          ),
          unmapped: z.array(z.object({ sheet: z.string(), column: z.string() })),
        }),
      ),
  },
  batches: {
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
    /** Has every ready account judged by the service, in the background and across restarts. */
    validate: base.input(z.object({ batch: batchId })).output(z.void()),
    /** Stops what the batch is doing: reading and building are undone, judging stays where it is. */
    cancel: base.input(z.object({ batch: batchId })).output(z.void()),
    /** Releases cleared accounts for sending: at most `limit`, or all of them. */
    release: base
      .input(z.object({ batch: batchId, limit: z.number().int().positive().nullable() }))
      .output(z.object({ released: z.number(), elsewhere: z.number() })),
    /** Takes queued accounts back; what is on its way stays on its way. */
    takeBack: base.input(z.object({ batch: batchId })).output(z.object({ takenBack: z.number() })),
    /** Counts the rows read against what became of them. */
    reconcile: base
      .input(z.object({ batch: batchId }))
      .output(z.object({ rows: z.number(), unexplained: z.number() })),
    /** Writes the files of a report into a folder. */
    report: base.input(z.object({ batch: batchId, folder: z.string().min(1) })).output(
      z.object({
        files: z.record(z.string(), z.string()),
        unexplained: z.number(),
      }),
    ),
  },
  /** Events since the call; a window asks again for what they name. */
  events: base.output(eventIterator(engineEvent)),
}
