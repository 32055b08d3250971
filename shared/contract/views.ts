// Shapes of the views that the engine's calls return. Plain data, in pages where there can be many items.
import { z } from 'zod'
import { blankRows } from '../sheet/blank-rows.ts'
import { recordFacts } from '../sending/service-record.ts'
import { troubleKind } from '../sending/network-trouble.ts'
import { accountStates, outcomes } from '../sending/states.ts'
import { connectionSettings, environments, pause } from '../sending/connection.ts'
import { omission, origins, placeSchema, problem } from '../payload/problems.ts'
import { fillOffer } from '../sheet/fill-down.ts'
import { keptCell, rowRef, sheetInfo } from '../sheet/sheet.ts'
import { said } from '../texts/message.ts'

/** Results of a connection test; for a network problem its kind (network-trouble.ts). */
export const testResult = z.enum([
  'fine',
  'not_this_service',
  'not_understood',
  'not_permitted',
  'key_refused',
  'no_key',
  ...troubleKind.options,
])

export const lastTest = z.object({ result: testResult, at: z.number() })
export type LastTest = z.infer<typeof lastTest>

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
  /** Null: not tested since its address or key changed. */
  lastTest: lastTest.nullable(),
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

/** A field with its title in every language that the catalogue has it in. */
export const catalogueField = fieldView.extend({ title: said })
export type CatalogueFieldView = z.infer<typeof catalogueField>

export const catalogueView = z.object({
  id: z.string(),
  title: said,
  shipped: z.boolean(),
  fields: z.number(),
})
export type CatalogueView = z.infer<typeof catalogueView>

export const sheetView = z.object({
  position: z.number(),
  /** The position of its file among the batch's. */
  file: z.number(),
  info: sheetInfo,
  role: z.enum(['main', 'linked', 'unused']),
  /** Null while the file is being read. */
  rowCount: z.number().nullable(),
  /** What can be filled from the cells above, and was; null: nothing, or the file is still being read. */
  fills: fillOffer.nullable(),
  /** Rows without text below the header, which reading left out; null: none, or the file is still being read. */
  blankRows: blankRows.nullable(),
})
export type SheetView = z.infer<typeof sheetView>

export const rowProblem = problem.extend({
  id: z.number(),
  /** Zero-based column indexes of the row that it shows on; empty for the whole account. */
  columns: z.array(z.number()),
  /** The service's problem is about bytes that were changed since. */
  stale: z.boolean(),
  /** The decision that left it to the service; null when it counts. */
  overruling: z.number().nullable(),
})
export const gridRow = z.object({
  row: z.number(),
  /** Current text: as read, with edits overlaid. */
  cells: z.array(z.string()),
  kept: z.record(z.string(), keptCell).optional(),
  /** Zero-based indexes of cells that were edited. */
  edited: z.array(z.number()),
  /** Zero-based indexes of columns whose text is masked, because they fill a sensitive field. */
  masked: z.array(z.number()).optional(),
  account: z
    .object({
      id: z.number(),
      key: z.string(),
      state: z.enum(accountStates),
      outcome: z.enum(outcomes).nullable(),
      held: said.nullable(),
      heldUntil: z.number().nullable(),
      /** Excluded from this batch; `held` gives the reason. */
      excluded: z.boolean(),
    })
    .nullable(),
  /** The reason why the row belongs to no account; null when it does, or when nothing is built yet. */
  stray: said.nullable(),
  problems: z.array(rowProblem),
  /** The number of the row's problems that are omitted here; its account lists them all. */
  moreProblems: z.number().default(0),
})
export type GridRow = z.infer<typeof gridRow>

export const problemGroup = z.object({
  code: z.string().nullable(),
  source: problem.shape.source,
  /** The catalogue path with `*` for indexes, or null for the whole account. */
  field: z.string().nullable(),
  /** The catalogue's title of the field, else the code, else that there is none. */
  title: said,
  /** Its place: the position of the sheet that it shows on, and the column's index if it is a single cell. */
  sheet: z.number().nullable(),
  column: z.number().nullable(),
  problems: z.number(),
  accounts: z.number(),
  /** Accounts that would have no problem left without this group's problems. */
  alone: z.number(),
  message: said,
  /**
   * The reason why it cannot be left to the service, as a sentence; null when it can, or when it is not a local
   * check.
   */
  stays: said.nullable(),
})
export type ProblemGroup = z.infer<typeof problemGroup>

/** A batch's problems by cause; those that are stale are not counted. */
export const problemGroups = z.object({
  /** Those whose fix completes most accounts first; at most 2,000. */
  groups: z.array(problemGroup),
  /** The number of causes; beyond 50,000 they are not distinguished. */
  causes: z.number(),
  problems: z.number(),
  /** Problems by the position of the sheet that they show on. */
  sheets: z.array(z.object({ sheet: z.number(), problems: z.number() })),
  /** Accounts that have any. */
  accounts: z.number(),
  /** The most validations by the service among accounts that have its problems now; null if none was validated. */
  pass: z.number().nullable(),
  /** False: a recent but not current result; the same call without `soon` waits for the current one. */
  fresh: z.boolean(),
})
export type ProblemGroups = z.infer<typeof problemGroups>

export const valueShapeGroup = z.object({
  shape: z.string(),
  words: said,
  problems: z.number(),
  accounts: z.number(),
  /** A few current values with it. */
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
  held: said.nullable(),
  /** The day on which it needs a person again; milliseconds since 1970. */
  heldUntil: z.number().nullable(),
  /** Excluded from this batch; `held` gives the reason. */
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
      /** The decision that left it to the service; null when it counts. */
      overruling: z.number().nullable(),
      /**
       * The reason why it cannot be left to the service, as a sentence; null when it can, or when it is not a local
       * check.
       */
      stays: said.nullable(),
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
      /** The validated bytes are still the account's. */
      current: z.boolean(),
    })
    .nullable(),
  /** How often the service has validated this account. */
  passes: z.number(),
  /** The latest validation pass compared with the one before; null before there are two. */
  latestPass: z
    .object({
      /** Problems that it named. */
      problems: z.number(),
      /** Of them, those that the earlier pass did not name although their value was the same. */
      revealed: z.number(),
    })
    .nullable(),
  serviceStatus: z.string().nullable(),
  /** The service's last record that said something new, as it came, and when by our clock; null: none was read. */
  record: z.object({ text: z.string(), at: z.number(), facts: recordFacts }).nullable(),
  platformIdentifier: z.string().nullable(),
  existingAccountId: z.string().nullable(),
  /** The reason why it may not be edited now, in words; null when it may. */
  locked: said.nullable(),
  events: z.array(eventView),
  dueAt: z.number(),
  doneAt: z.number().nullable(),
  since: z.number().nullable(),
  stuck: z.boolean(),
  /** The wave that it was released with; null: none yet, or from before waves were kept. */
  wave: z.number().nullable(),
  /** Its answer was lost and its connection has no status path: it is sent again only when a person requests it. */
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
  held: said.nullable(),
  heldUntil: z.number().nullable(),
  excluded: z.boolean(),
  serviceStatus: z.string().nullable(),
  platformIdentifier: z.string().nullable(),
  attempts: z.number(),
  /** Since when it has been in its state, or has had its present status text, where that is known. */
  since: z.number().nullable(),
  /** Over the connection's thresholds. */
  stuck: z.boolean(),
  /** The service changed its status after it was done, or later information shows who made the account. */
  mindChanged: z.boolean(),
  /** Advice for the user, in words; null when nothing is to be done. */
  advice: said.nullable(),
})
export type AccountLine = z.infer<typeof accountLine>

export const editView = z.object({
  id: z.number(),
  at: z.number(),
  words: said,
  /** Who made it. */
  operator: z.string(),
  cells: z.number(),
  accounts: z.number(),
  /** The first of its cells: the sheet's position, the row's number, the zero-based column; null: it has none. */
  first: z.object({ sheet: z.number(), row: z.number(), column: z.number() }).nullable(),
  undone: z.boolean(),
  /** Undone, and another edit followed: it cannot be redone. */
  replaced: z.boolean(),
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

/** The history of one cell: its original text, its current text, and every edit, newest first. */
export const cellHistory = z.object({
  read: z.string(),
  now: z.string(),
  edits: z.array(
    z.object({
      id: z.number(),
      at: z.number(),
      words: said,
      before: z.string(),
      after: z.string(),
      undone: z.boolean(),
    }),
  ),
})
export type CellHistory = z.infer<typeof cellHistory>

/** Preview of a fix; `looking` and `effect` come several times, each time for more of it. */
export const fixPreview = z.discriminatedUnion('kind', [
  /** Rows of the scope processed so far, and their total. */
  z.object({ kind: z.literal('looking'), rows: z.number(), of: z.number() }),
  z.object({
    kind: z.literal('cells'),
    cells: z.number(),
    accounts: z.number(),
    /** Further accounts in its scope that may not be edited now. */
    locked: z.number(),
    /**
     * It changes the cells that link rows to accounts: the whole batch is rebuilt, and the effect is not previewed.
     */
    keys: z.boolean(),
    /** The reason why it would be refused now; null when it would not. Undone edits do not count here. */
    refusal: z.object({ code: z.string(), message: said }).nullable(),
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
    /** Cells whose number becomes another one, as by removing a decimal sign, with the first of them. */
    otherNumbers: z
      .object({ cells: z.number(), example: z.object({ before: z.string(), after: z.string() }) })
      .nullable(),
  }),
  z.object({
    kind: z.literal('effect'),
    checked: z.number(),
    accounts: z.number(),
    /** Local problems that it would remove, and new ones. */
    vanish: z.number(),
    appear: z.number(),
    /** Accounts that lose their last such problem, and accounts that get their first. */
    freed: z.number(),
    invalid: z.number(),
    /** Accounts whose validation by the service would become outdated. */
    revalidated: z.number(),
  }),
])
export type FixPreview = z.infer<typeof fixPreview>

/** Accounts that another batch contains too, by key. */
export const sharedAccounts = z.object({
  batch: z.number(),
  name: z.string(),
  accounts: z.number(),
  /** Of them, those that the other batch has sent. */
  sent: z.number(),
})
export type SharedAccounts = z.infer<typeof sharedAccounts>
