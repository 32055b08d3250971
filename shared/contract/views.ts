// Views that calls answer with. Plain data, in pages where there can be many.
import { z } from 'zod'
import { accountStates, outcomes } from '../sending/states.ts'
import { connectionSettings, environments, pause } from '../sending/connection.ts'
import { omission, origins, placeSchema, problem } from '../payload/problems.ts'
import { keptCell, rowRef, sheetInfo } from '../sheet/sheet.ts'

export const connectionView = z.object({
  id: z.number(),
  name: z.string(),
  settings: connectionSettings,
  environment: z.enum(environments),
  hasKey: z.boolean(),
  hasProxyPassword: z.boolean(),
  hasPassphrase: z.boolean(),
  pauses: z.array(pause),
  inFlight: z.number(),
  notAnswering: z.boolean(),
})
export type ConnectionView = z.infer<typeof connectionView>

export const fieldView = z.object({
  /** `*` stands for a list's items: `customers.*.landline`. */
  path: z.string(),
  kind: z.enum(['text', 'integer', 'number', 'boolean', 'object', 'list']),
  format: z.string().nullable(),
  title: z.string(),
  required: z.boolean(),
  choices: z.array(z.string()).nullable(),
  sensitive: z.boolean(),
})
export type FieldView = z.infer<typeof fieldView>

export const catalogueView = z.object({
  id: z.string(),
  title: z.string(),
  shipped: z.boolean(),
  fields: z.number(),
})
export type CatalogueView = z.infer<typeof catalogueView>

export const sheetView = z.object({
  position: z.number(),
  info: sheetInfo,
  role: z.enum(['main', 'linked', 'unused']),
  /** Null while the file is being read. */
  rowCount: z.number().nullable(),
})
export type SheetView = z.infer<typeof sheetView>

export const rowProblem = problem.extend({
  id: z.number(),
  /** Zero-based column indexes of the row that it shows on; empty for the whole account. */
  columns: z.array(z.number()),
  /** The service's word on bytes that were changed since. */
  stale: z.boolean(),
  /** By which decision it was left to the service; null where it stands. */
  overruling: z.number().nullable(),
})
export const gridRow = z.object({
  row: z.number(),
  /** Current text: as read, with edits overlaid. */
  cells: z.array(z.string()),
  kept: z.record(z.string(), keptCell).optional(),
  /** Zero-based indexes of cells that were edited. */
  edited: z.array(z.number()),
  account: z
    .object({
      id: z.number(),
      key: z.string(),
      state: z.enum(accountStates),
      outcome: z.enum(outcomes).nullable(),
      held: z.string().nullable(),
      heldUntil: z.number().nullable(),
      /** Decided not to be migrated from this batch; `held` is why. */
      excluded: z.boolean(),
    })
    .nullable(),
  /** Why the row belongs to no account; null where it does, or where nothing is built yet. */
  stray: z.string().nullable(),
  problems: z.array(rowProblem),
  /** Of the row's problems, those that are left out here; its account has them all. */
  moreProblems: z.number().default(0),
})
export type GridRow = z.infer<typeof gridRow>

/** Which rows a grid shows; everything given must hold. */
export const rowFilter = z.object({
  states: z.array(z.enum(accountStates)).optional(),
  /** With `states`: or done in one of these ways. */
  outcomes: z.array(z.enum(outcomes)).optional(),
  /** Rows of accounts that have a problem with this code; null: a problem without code. */
  code: z.string().nullable().optional(),
  /** With `code` or alone: the problem is of this field of the catalogue (`customers.*.landline`); null: of the whole account. */
  field: z.string().nullable().optional(),
  /** With `code` or alone: the problem shows on this column. */
  column: z.number().optional(),
  /** With those: the value that the problem stands on has this shape (shared/sheet/value-shape.ts). */
  shape: z.string().optional(),
  /** Text that a cell of the row contains now, without case. */
  text: z.string().max(1000).optional(),
  /** The cell of this column is exactly this text now. */
  value: z.object({ column: z.number().int().nonnegative(), text: z.string().max(32_767) }).optional(),
  /** Rows that this edit of the history changed. */
  edit: z.number().optional(),
  changed: z.boolean().optional(),
  held: z.boolean().optional(),
  /** Decided not to be migrated; those are not counted as held. */
  excluded: z.boolean().optional(),
  account: z.number().optional(),
})
export type RowFilter = z.infer<typeof rowFilter>

/** In what order a grid shows rows; rows that are the same by it stay in the sheet's order. */
export const rowSort = z.object({
  by: z.union([
    /** row: the sheet's order; state: that of account-state.ts, rows of no account last; problems: how many stand on the row now. */
    z.enum(['row', 'state', 'problems']),
    /** The column's text now: numbers by their size, then other texts without case, blank cells always last. */
    z.object({ column: z.number().int().nonnegative() }),
  ]),
  descending: z.boolean(),
})
export type RowSort = z.infer<typeof rowSort>

export const problemGroup = z.object({
  code: z.string().nullable(),
  source: problem.shape.source,
  /** The catalogue path with `*` for indexes, or null for the whole account. */
  field: z.string().nullable(),
  /** The catalogue's title of the field, or the sentence for the code. */
  title: z.string(),
  /** Where it shows: the sheet's position and the column's index; null where there is no single cell. */
  sheet: z.number().nullable(),
  column: z.number().nullable(),
  problems: z.number(),
  accounts: z.number(),
  /** Accounts that would have no problem left if this group's were gone. */
  alone: z.number(),
  message: z.string(),
  /** Why it cannot be left to the service, in a sentence; null where it can, or is not one of our own checks. */
  stays: z.string().nullable(),
})
export type ProblemGroup = z.infer<typeof problemGroup>

/** A batch's problems by cause; those that are stale are not counted. */
export const problemGroups = z.object({
  /** First those that free most accounts; at most 2,000. */
  groups: z.array(problemGroup),
  /** How many causes there are; beyond 50,000 they are not distinguished. */
  causes: z.number(),
  problems: z.number(),
  /** Problems that stand on a cell, by the sheet's position. */
  sheets: z.array(z.object({ sheet: z.number(), problems: z.number() })),
  /** Accounts that have any. */
  accounts: z.number(),
  /** How often validate has validated those accounts that have its problems now, at most; null where none has. */
  pass: z.number().nullable(),
  /** False: as it was a moment ago; the same call without `soon` answers as it is. */
  fresh: z.boolean(),
})
export type ProblemGroups = z.infer<typeof problemGroups>

export const valueShapeGroup = z.object({
  shape: z.string(),
  words: z.string(),
  problems: z.number(),
  accounts: z.number(),
  /** A few values that have it now. */
  samples: z.array(z.string()),
})
export type ValueShapeGroup = z.infer<typeof valueShapeGroup>

export const attemptView = z.object({
  number: z.number(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  class: z.string().nullable(),
  httpStatus: z.number().nullable(),
  code: z.string().nullable(),
  answer: z.string().nullable(),
  sha256: z.string(),
})
export const eventView = z.object({
  id: z.number(),
  at: z.number(),
  batch: z.number().nullable(),
  account: z.number().nullable(),
  kind: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
export type EventView = z.infer<typeof eventView>

export const accountView = z.object({
  id: z.number(),
  batch: z.number(),
  key: z.string(),
  state: z.enum(accountStates),
  outcome: z.enum(outcomes).nullable(),
  held: z.string().nullable(),
  /** The day on which it asks for a person again; milliseconds since 1970. */
  heldUntil: z.number().nullable(),
  /** Decided not to be migrated from this batch; `held` is why. */
  excluded: z.boolean(),
  supplier: z.string().nullable(),
  rows: z.array(rowRef),
  payload: z.unknown(),
  origins,
  omitted: z.array(omission),
  problems: z.array(
    problem.extend({
      place: placeSchema,
      stale: z.boolean(),
      /** By which decision it was left to the service; null where it stands. */
      overruling: z.number().nullable(),
      /** Why it cannot be left to the service, in a sentence; null where it can, or is not one of our own checks. */
      stays: z.string().nullable(),
    }),
  ),
  attempts: z.array(attemptView),
  /** The service's latest answer to validate. */
  validation: z
    .object({
      at: z.number(),
      httpStatus: z.number(),
      verdict: z.enum(['validated', 'rejected']),
      answer: z.string(),
      /** The bytes it validated are still the account's. */
      current: z.boolean(),
    })
    .nullable(),
  /** How often validate has validated this account. */
  passes: z.number(),
  /** What the latest pass says beside the one before it; null before there are two. */
  latestPass: z
    .object({
      /** Problems that it named. */
      problems: z.number(),
      /** Of them, those that the pass before did not name though their value was the same then. */
      revealed: z.number(),
    })
    .nullable(),
  serviceStatus: z.string().nullable(),
  platformIdentifier: z.string().nullable(),
  existingAccountId: z.string().nullable(),
  /** Why it may not be edited now, in words; null where it may. */
  locked: z.string().nullable(),
  events: z.array(eventView),
  dueAt: z.number(),
  doneAt: z.number().nullable(),
  since: z.number().nullable(),
  stuck: z.boolean(),
  /** The wave that it was released with; null: none yet, or from before waves were kept. */
  wave: z.number().nullable(),
  /** Its answer was lost and its connection has no status path: it is sent again only when a person says so. */
  asksToSendAgain: z.boolean(),
})
export type AccountView = z.infer<typeof accountView>

/** One line of a list of accounts. */
export const accountLine = z.object({
  id: z.number(),
  batch: z.number(),
  batchName: z.string(),
  key: z.string(),
  state: z.enum(accountStates),
  outcome: z.enum(outcomes).nullable(),
  held: z.string().nullable(),
  heldUntil: z.number().nullable(),
  excluded: z.boolean(),
  serviceStatus: z.string().nullable(),
  platformIdentifier: z.string().nullable(),
  attempts: z.number(),
  /** Since when it is in its state, or the service says the same word, where that is known. */
  since: z.number().nullable(),
  /** Longer than the connection's thresholds. */
  stuck: z.boolean(),
  /** The service says something else since it was done, or it is known since then who made the account. */
  mindChanged: z.boolean(),
  /** What a person should know or do, in words; null where nothing is to be done. */
  advice: z.string().nullable(),
})
export type AccountLine = z.infer<typeof accountLine>

export const editView = z.object({
  id: z.number(),
  at: z.number(),
  words: z.string(),
  cells: z.number(),
  accounts: z.number(),
  undone: z.boolean(),
})
export type EditView = z.infer<typeof editView>

export const cellChange = z.object({
  /** The sheet's position, its own row number, the zero-based column. */
  sheet: z.number(),
  row: z.number(),
  column: z.number(),
  text: z.string().max(32_767),
})
export type CellChange = z.infer<typeof cellChange>

/** What one cell has been: as read, now, and every edit of it, newest first. */
export const cellHistory = z.object({
  read: z.string(),
  now: z.string(),
  edits: z.array(
    z.object({
      id: z.number(),
      at: z.number(),
      words: z.string(),
      before: z.string(),
      after: z.string(),
      undone: z.boolean(),
    }),
  ),
})
export type CellHistory = z.infer<typeof cellHistory>

/** What a fix would change; `looking` and `effect` come several times, each time about more of it. */
export const fixPreview = z.discriminatedUnion('kind', [
  /** Rows of the scope that were looked at, of how many. */
  z.object({ kind: z.literal('looking'), rows: z.number(), of: z.number() }),
  z.object({
    kind: z.literal('cells'),
    cells: z.number(),
    accounts: z.number(),
    /** Accounts that it would change too, but that may not be edited now. */
    locked: z.number(),
    /** It changes what ties rows to accounts: the whole batch is built again, and its effect is not reported before. */
    keys: z.boolean(),
    /** Why it would be refused if it were made now; null where it would not. Undone edits do not count here. */
    refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
    /** The first cells; `column` is zero-based. */
    sample: z.array(
      z.object({
        row: z.number(),
        column: z.number(),
        key: z.string().nullable(),
        before: z.string(),
        after: z.string(),
      }),
    ),
  }),
  z.object({
    kind: z.literal('effect'),
    checked: z.number(),
    accounts: z.number(),
    /** Problems by our own checks that would be gone, and new ones. */
    vanish: z.number(),
    appear: z.number(),
    /** Accounts without such problems only after it, and only before it. */
    freed: z.number(),
    invalid: z.number(),
    /** Accounts whose validation by the service would be about older bytes. */
    revalidated: z.number(),
  }),
])
export type FixPreview = z.infer<typeof fixPreview>

/** Accounts that another batch holds too, by key. */
export const sharedAccounts = z.object({
  batch: z.number(),
  name: z.string(),
  accounts: z.number(),
  /** Of them, those that the other batch has sent. */
  sent: z.number(),
})
export type SharedAccounts = z.infer<typeof sharedAccounts>
