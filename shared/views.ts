// What the engine shows of itself: the shapes that calls answer with. Plain data, in pages where there can be many.
import { z } from 'zod'
import { accountStates, outcomes } from './account-state.ts'
import { connectionSettings, pause } from './connection.ts'
import { omission, origins, placeSchema, problem } from './problems.ts'
import { keptCell, rowRef, sheetInfo } from './sheet.ts'

export const connectionView = z.object({
  id: z.number(),
  name: z.string(),
  settings: connectionSettings,
  hasKey: z.boolean(),
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
})
export const gridRow = z.object({
  row: z.number(),
  /** Current text: as read, with edits laid over. */
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
    })
    .nullable(),
  /** Why the row belongs to no account; null where it does, or where nothing is built yet. */
  stray: z.string().nullable(),
  problems: z.array(rowProblem),
})
export type GridRow = z.infer<typeof gridRow>

/** Which rows a grid shows; everything given must hold. */
export const rowFilter = z.object({
  states: z.array(z.enum(accountStates)).optional(),
  /** With `states`: or settled in one of these ways. */
  outcomes: z.array(z.enum(outcomes)).optional(),
  /** Rows of accounts that have a problem with this code; null: a problem without code. */
  code: z.string().nullable().optional(),
  /** With `code` or alone: the problem is of this field of the catalogue (`customers.*.landline`); null: of the whole account. */
  field: z.string().nullable().optional(),
  /** With `code` or alone: the problem shows on this column. */
  column: z.number().optional(),
  /** Text that a cell of the row contains, without case. */
  text: z.string().optional(),
  changed: z.boolean().optional(),
  held: z.boolean().optional(),
  account: z.number().optional(),
})
export type RowFilter = z.infer<typeof rowFilter>

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
  message: z.string(),
})
export type ProblemGroup = z.infer<typeof problemGroup>

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
  supplier: z.string().nullable(),
  rows: z.array(rowRef),
  payload: z.unknown(),
  origins,
  omitted: z.array(omission),
  problems: z.array(problem.extend({ place: placeSchema, stale: z.boolean() })),
  attempts: z.array(attemptView),
  /** The service's latest answer to validate. */
  judgement: z
    .object({
      at: z.number(),
      httpStatus: z.number(),
      verdict: z.enum(['cleared', 'refused']),
      answer: z.string(),
      /** The bytes it judged are still the account's. */
      current: z.boolean(),
    })
    .nullable(),
  /** How often validate has judged this account. */
  passes: z.number(),
  serviceStatus: z.string().nullable(),
  platformIdentifier: z.string().nullable(),
  existingAccountId: z.string().nullable(),
  /** Why it may not be edited now, in words; null where it may. */
  locked: z.string().nullable(),
  events: z.array(eventView),
  dueAt: z.number(),
  settledAt: z.number().nullable(),
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
  serviceStatus: z.string().nullable(),
  platformIdentifier: z.string().nullable(),
  attempts: z.number(),
  /** Since when it is in its state, where that is known: first sending or settling. */
  since: z.number().nullable(),
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

/** What a fix would change; `effect` comes several times, each time about more of the accounts. */
export const fixPreview = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cells'),
    cells: z.number(),
    accounts: z.number(),
    /** Accounts that it would change too, but that may not be edited now. */
    locked: z.number(),
    /** It changes what ties rows to accounts: the whole batch is built anew, and its effect is not told before. */
    keys: z.boolean(),
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
    blocked: z.number(),
    /** Accounts whose judgement by the service would be about older bytes. */
    judgedAgain: z.number(),
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
