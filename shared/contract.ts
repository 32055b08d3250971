// Every call between a window, or the command line, and the engine: input, output, errors, and the one event stream.
// Nothing large crosses it: files are paths, lists come in pages. Long work is started by a call and told by events.
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { accountStates, outcomes } from './account-state.ts'
import { connectionSettings, pause } from './connection.ts'
import { fix, fixScope } from './fix.ts'
import { conversion, mappingFile } from './mapping-file.ts'
import {
  conversionProposal,
  explanationView,
  fittedTemplate,
  suggestion,
  templateView,
  whatIfView,
} from './mapping-views.ts'
import { omission, origins, placeSchema, problem } from './problems.ts'
import { column, encodingCandidate, fileWarning, keptCell, rowRef, sheetInfo } from './sheet.ts'
import {
  accountLine,
  accountView,
  catalogueView,
  cellChange,
  connectionView,
  editView,
  eventView,
  fieldView,
  fixPreview,
  gridRow,
  problemGroup,
  rowFilter,
  sharedAccounts,
  sheetView,
} from './views.ts'

/** An expected failure: a stable code, a sentence for a person, and whose turn it is. */
export const failureData = z.object({
  code: z.string(),
  message: z.string(),
  /** input: the file, the mapping, a setting; service: the service or the credential; workspace: our own data folder. */
  kind: z.enum(['input', 'service', 'workspace']),
  /** Of a file whose encoding is not certain: what it says in each, best first. */
  candidates: z.array(encodingCandidate).readonly().optional(),
})
const base = oc.errors({ REFUSED: { data: failureData } })

const batchId = z.number().int().positive()
/** How a person wants a file to be read, where its bytes do not say it or say it wrongly. */
const readChoices = {
  encoding: z.string().optional(),
  delimiter: z.string().optional(),
  /** What stands around cells; null where nothing does and a quotation mark is part of the text. */
  quote: z.enum(['"', "'"]).nullable().optional(),
  /** How a quotation mark is written inside a quoted cell. */
  escape: z.enum(['doubled', 'backslash']).optional(),
  headerRow: z.number().int().positive().optional(),
  /** By the sheet's name, before `headerRow`. */
  headerRows: z.record(z.string(), z.number().int().positive()).optional(),
}
const readOptions = { path: z.string().min(1), sheet: z.string().optional(), ...readChoices }
const fileFormat = z.enum(['csv', 'xlsx', 'ods'])
const reportFiles = z.object({ files: z.record(z.string(), z.string()), folder: z.string() })

const sourceRow = z.object({
  row: z.number().int(),
  cells: z.array(z.string()).readonly(),
  kept: z.record(z.string(), keptCell).readonly().optional(),
})

/** What reading tells as it goes; rows come in chunks. */
export const readEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    format: fileFormat,
    bytes: z.number(),
    encoding: z.string().nullable(),
    delimiter: z.string().nullable(),
    quote: readChoices.quote,
    escape: readChoices.escape,
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
  /** checking: accounts that a large edit touched are built and checked anew. */
  kind: z.enum(['reading', 'building', 'checking', 'validating', 'reporting']),
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
  /** mapping: read, and waiting for a mapping. */
  stage: z.enum(['reading', 'mapping', 'building', 'open', 'failed']),
  failure: failureData.nullable(),
  work: work.nullable(),
  rows: z.number(),
  strayRows: z.number(),
  accounts: z.number(),
  held: z.number(),
  states: z.record(z.enum(accountStates), z.number()),
  outcomes: z.record(z.enum(outcomes), z.number()),
  validating: z.boolean(),
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
  /** Ask for the connections again. */
  z.object({ kind: z.literal('connections') }),
  /** Something happened that a person should read now. */
  z.object({ kind: z.literal('notice'), level: z.enum(['info', 'warning', 'error']), message: z.string() }),
])
export type EngineEvent = z.infer<typeof engineEvent>

/** An edit that was undone or done again, and the accounts that it touched. */
const editStep = z.object({ edit: editView, accounts: z.array(z.number()) })

/** A mapping under work: not yet the batch's. */
const draft = {
  batch: batchId,
  mapping: mappingFile,
  catalogue: z.string(),
  supplier: z.string().nullable(),
}

export const contract = {
  catalogues: {
    /** Those that ship with Carryover (`documented`, `example`) and those loaded from files. */
    list: base.output(z.array(catalogueView)),
    add: base.input(z.object({ path: z.string().min(1) })).output(z.object({ id: z.string() })),
    fields: base.input(z.object({ id: z.string() })).output(z.array(fieldView)),
  },
  sheets: {
    list: base.input(z.object({ batch: batchId })).output(z.array(sheetView)),
    /** Rows of a sheet by their place among the rows that the filter leaves. */
    page: base
      .input(
        z.object({
          batch: batchId,
          sheet: z.number(),
          offset: z.number().int().nonnegative(),
          limit: z.number().int().min(1).max(500),
          filter: rowFilter.optional(),
        }),
      )
      .output(z.object({ total: z.number(), rows: z.array(gridRow) })),
  },
  mapping: {
    suggest: base
      .input(z.object({ batch: batchId, catalogue: z.string(), supplier: z.string().nullable() }))
      .output(suggestion),
    /** What is wrong with a mapping, and which required fields nothing feeds. */
    check: base.input(z.object(draft)).output(
      z.object({
        problems: z.array(z.object({ code: z.string(), message: z.string(), where: z.string() })),
        required: z.array(z.object({ path: z.string(), title: z.string(), covered: z.boolean() })),
      }),
    ),
    /** The payload that the account at this place of the main sheet would have. */
    preview: base.input(z.object({ ...draft, index: z.number().int().nonnegative() })).output(
      z.object({
        accounts: z.number(),
        account: accountPayload.nullable(),
        /** Why what is left out is left out, and why what is missing is required. */
        explanations: z.array(explanationView),
      }),
    ),
    /** The conversion that a column's values need to feed a field; nothing is taken by itself. */
    propose: base
      .input(
        z.object({
          batch: batchId,
          catalogue: z.string(),
          sheet: z.string(),
          column: z.string(),
          /** The full payload path. */
          field: z.string(),
          /** The zone of written times, where it is known. */
          zone: z.string().optional(),
        }),
      )
      .output(conversionProposal),
    /** The effect of putting a column to a field, on some of the accounts. */
    whatIf: base
      .input(
        z.object({
          ...draft,
          sheet: z.string(),
          column: z.string(),
          /** As in the mapping file: relative to the item of a linked sheet. Null leaves the column open. */
          field: z.string().nullable(),
          conversion: conversion.optional(),
        }),
      )
      .output(whatIfView),
    /** Makes it the batch's mapping and builds the accounts; refused once anything was sent. */
    apply: base.input(z.object({ ...draft, connection: z.number().nullable() })).output(z.void()),
  },
  templates: {
    list: base.output(z.array(templateView)),
    /** Keeps a mapping under a name; what was kept under it before stays as an earlier version. */
    save: base
      .input(
        z.object({
          name: z.string().trim().min(1).max(200),
          mapping: mappingFile,
          /** Whose file it was made for: tells the supplier, the file's name and its columns. */
          batch: batchId.optional(),
        }),
      )
      .output(z.void()),
    /** The newest version, or the one that was saved at a time. */
    load: base.input(z.object({ name: z.string(), savedAt: z.number().optional() })).output(mappingFile),
    /** Fitted to a batch's file, with what differs. */
    fit: base
      .input(z.object({ name: z.string(), savedAt: z.number().optional(), batch: batchId }))
      .output(fittedTemplate),
    remove: base.input(z.object({ name: z.string() })).output(z.void()),
    /** As a file for another person: its name and its text. */
    print: base
      .input(z.object({ name: z.string() }))
      .output(z.object({ fileName: z.string(), text: z.string() })),
    /** Writes that file into a folder that a person picked. */
    write: base
      .input(z.object({ name: z.string(), folder: z.string().min(1) }))
      .output(z.object({ path: z.string() })),
    /** Takes a template from such a file, under its own name; what was kept under it stays as an earlier version. */
    read: base.input(z.object({ path: z.string().min(1) })).output(z.object({ name: z.string() })),
  },
  problems: {
    /** Problems by code, field and column, most accounts first; no cap. */
    groups: base.input(z.object({ batch: batchId })).output(z.array(problemGroup)),
  },
  accounts: {
    get: base.input(z.object({ account: z.number() })).output(accountView),
    /** By key, identity, platform identifier, code, or text in a cell; over all batches, or one. */
    find: base
      .input(
        z.object({
          text: z.string().min(1),
          batch: batchId.optional(),
          limit: z.number().int().min(1).max(200),
        }),
      )
      .output(z.array(accountLine)),
    /** Accounts in some states, oldest first. */
    list: base
      .input(
        z.object({
          batch: batchId,
          states: z.array(z.enum(accountStates)),
          /** Of the settled ones only these. */
          outcomes: z.array(z.enum(outcomes)).optional(),
          /** Only those that need a person. */
          needPerson: z.boolean().optional(),
          held: z.boolean().optional(),
          /** The service's own word for where it stands; null: it has said nothing yet. */
          serviceStatus: z.string().nullable().optional(),
          offset: z.number().int().nonnegative(),
          limit: z.number().int().min(1).max(500),
        }),
      )
      .output(z.object({ total: z.number(), accounts: z.array(accountLine) })),
    /** Keeps accounts from being sent. On the day `until` they ask for a person again; they are never sent by themselves. */
    hold: base
      .input(
        z.object({
          accounts: z.array(z.number()),
          reason: z.string().min(1),
          until: z.number().nullable().default(null),
        }),
      )
      .output(z.void()),
    unhold: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
    /**
     * Has these accounts judged by the service, again where they were judged before: ready, refused and cleared ones,
     * and those that failed, were cancelled or ended as a dry run, which may then be sent once more.
     */
    judge: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
    /** Reads the status of these accounts now. */
    lookAgain: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
  },
  edits: {
    /** One undoable change; durable when it answers. Accounts on their way cannot be edited, and it says why. */
    apply: base
      .input(z.object({ batch: batchId, words: z.string(), cells: z.array(cellChange).min(1).max(10_000) }))
      .output(z.object({ edit: z.number(), accounts: z.array(z.number()) })),
    undo: base.input(z.object({ batch: batchId })).output(editStep.nullable()),
    redo: base.input(z.object({ batch: batchId })).output(editStep.nullable()),
    /** Newest first. */
    history: base.input(z.object({ batch: batchId })).output(z.array(editView)),
  },
  fixes: {
    /** First the cells that it would change, then, as it is found out, what that would do to their accounts. */
    preview: base.input(z.object({ batch: batchId, fix, scope: fixScope })).output(eventIterator(fixPreview)),
    /** One undoable change; the accounts are judged again in the background. Those on their way are left out. */
    apply: base
      .input(z.object({ batch: batchId, fix, scope: fixScope, words: z.string().min(1) }))
      .output(z.object({ edit: z.number(), cells: z.number(), accounts: z.number(), locked: z.number() })),
  },
  /** How a person likes the window (panes, widths): text of its own, at most 10,000 characters; no data of accounts. */
  display: {
    get: base.output(z.object({ choices: z.string().nullable() })),
    set: base.input(z.object({ choices: z.string().max(10_000) })).output(z.void()),
  },
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
    list: base.output(z.array(connectionView)),
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
      .output(suggestion),
  },
  batches: {
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
    /** Stops what the batch is doing: reading is undone whole, building goes back to the mapping, judging stays where it is. */
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
    /** Writes the files of a report into a folder; null: the batch's own folder in the data folder. */
    report: base
      .input(z.object({ batch: batchId, folder: z.string().min(1).nullable() }))
      .output(reportFiles.extend({ unexplained: z.number() })),
  },
  /** Events since the call; a window asks again for what they name. */
  events: base.output(eventIterator(engineEvent)),
}
