// Calls about question packs: a workbook that asks whoever owns the data about wrong cells, and its answers merged back.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { rowFilter } from './views.ts'
import { base, batchId, readChoices } from './base.ts'

const name = z.string().trim().min(1).max(500)

/** Which wrong cells are asked about; everything given must hold. Nothing given: all of the batch. */
export const questionScope = z.strictObject({
  /** Problems of one of these causes, as `problems.groups` tells them. */
  causes: z
    .array(
      z.strictObject({
        code: z.string().nullable(),
        field: z.string().nullable(),
        sheet: z.number().nullable(),
        column: z.number().nullable(),
        /** The shape of the value, where a cause is reported by it. */
        shape: z.string().nullable().optional(),
      }),
    )
    .min(1)
    .optional(),
  accounts: z.array(z.number()).min(1).optional(),
  /** Cells on the rows of this sheet that the filter leaves. */
  rows: z.strictObject({ sheet: z.number(), filter: rowFilter }).optional(),
})
export type QuestionScope = z.infer<typeof questionScope>

export const questionOptions = z.strictObject({
  /** Asks about sensitive fields too: their values then stand in a file that leaves this computer. */
  sensitive: z.boolean().default(false),
  /** Asks once for each value of a column that has choices, for all cells that hold it. */
  once: z.boolean().default(false),
  /** Columns of the main sheet that help to recognise the account, by name. */
  who: z.array(z.string()).max(5).default([]),
})
export type QuestionOptions = z.infer<typeof questionOptions>

/** What a person would ask, and what cannot be asked. */
export const questionPreview = z.object({
  questions: z.number(),
  cells: z.number(),
  accounts: z.number(),
  columns: z.array(
    z.object({
      sheet: z.string(),
      column: z.string(),
      label: z.string(),
      questions: z.number(),
      cells: z.number(),
    }),
  ),
  leftOut: z.object({
    /** Problems that are about no single cell: a section, or the whole account. */
    noCell: z.number(),
    /** Cells of sensitive fields. */
    sensitive: z.number(),
    /** Cells that tie rows to accounts. */
    key: z.number(),
    /** Accounts that are on their way or were created, and those that are not to be migrated. */
    locked: z.number(),
    excluded: z.number(),
  }),
  /** Columns of the main sheet that can stand beside the key. */
  who: z.array(z.object({ column: z.string(), sensitive: z.boolean() })),
})
export type QuestionPreview = z.infer<typeof questionPreview>

/** What became of an answer. Those that can be merged come first. */
export const answerKinds = [
  'answered',
  /** Our own check refuses it too. */
  'refused',
  /** The column has choices, and it is none of them. */
  'not_choice',
  /** A dash, a question mark, “n/a”: nobody knows whether the cell is to be empty. */
  'no_answer',
  /** One question with two answers. */
  'twice',
  /** The cell was edited here after it was asked about, or a newer version of the file changed it. */
  'edited',
  /** The account is on its way or was created meanwhile. */
  'locked',
  /** The account, its row or its column is not there any more. */
  'gone',
  /** Number and key of the row belong to different questions: a column was sorted alone. */
  'mixed_up',
  /** A row of another pack, or of none. */
  'foreign',
  'blank',
  'unchanged',
  /** The cell holds the answer already. */
  'already',
] as const
export type AnswerKind = (typeof answerKinds)[number]
export const answerKind = z.enum(answerKinds)

/** One question as it came back; several cells where a value was asked about once. */
export const answerItem = z.object({
  id: z.number(),
  kind: answerKind,
  /** Null where the row says none that was asked. */
  number: z.number().nullable(),
  /** The row of the returned file. */
  fileRow: z.number(),
  key: z.string().nullable(),
  sheet: z.string().nullable(),
  /** Where the first cell is now; null where it is not there. */
  row: z.number().nullable(),
  column: z.string().nullable(),
  cells: z.number(),
  /** The question in words. */
  asked: z.string().nullable(),
  /** What the cell said when it was asked about, and what it says now. */
  before: z.string().nullable(),
  now: z.string().nullable(),
  /** As it stands in the returned file. */
  answer: z.string(),
  /** What would be put into the cell; null where nothing can be. */
  after: z.string().nullable(),
  /** Of `twice`: all answers, each with its row of the returned file. */
  answers: z.array(z.object({ fileRow: z.number(), text: z.string() })),
  /** Why it is of its kind, in words; null where nothing is to be said. */
  why: z.string().nullable(),
  /** A person may have it merged. */
  mayTake: z.boolean(),
  /** It is merged when nobody says otherwise. */
  takes: z.boolean(),
})
export type AnswerItem = z.infer<typeof answerItem>

const review = z.object({
  /** Names this reading of the file until another is made. */
  token: z.string(),
  fileName: z.string(),
  pack: z.object({
    id: z.number(),
    name: z.string(),
    madeAt: z.number(),
    questions: z.number(),
    readAt: z.number().nullable(),
    /** It asked about an earlier version of the file. */
    ofEarlierVersion: z.boolean(),
  }),
  counts: z.record(answerKind, z.number()),
  /** Cells that would be merged when nobody chooses otherwise. */
  taken: z.number(),
  /** Questions whose row is not in the file. */
  missing: z.number(),
  /** Cells that were locked and changed all the same; what they say now is not used. */
  ignored: z.object({
    count: z.number(),
    first: z.array(z.object({ fileRow: z.number(), header: z.string(), was: z.string(), is: z.string() })),
  }),
})
export type AnswerReview = z.infer<typeof review>

export const questionsCalls = {
  preview: base
    .input(
      z.object({
        batch: batchId,
        scope: questionScope,
        options: questionOptions,
      }),
    )
    .output(questionPreview),
  /** Writes the workbook into a folder; null: the batch's own folder in the data folder. */
  write: base
    .input(
      z.object({
        batch: batchId,
        scope: questionScope,
        options: questionOptions,
        folder: z.string().min(1).nullable(),
        words: z.strictObject({
          greeting: z.string().max(2_000).default(''),
          /** Whom to ask. */
          contact: z.string().max(500).default(''),
          /** By when, in words. */
          due: z.string().max(200).default(''),
        }),
      }),
    )
    .output(
      z.object({
        pack: z.number(),
        /** Where it is, and what it is called for a person. */
        path: name,
        name,
        questions: z.number(),
        cells: z.number(),
        accounts: z.number(),
      }),
    ),
  /** Packs that were made, newest first. */
  packs: base.input(z.object({ batch: batchId })).output(
    z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        madeAt: z.number(),
        questions: z.number(),
        readAt: z.number().nullable(),
      }),
    ),
  ),
  /** Reads a workbook that came back and tells, at the end, what is in it; changes nothing. */
  read: base
    .input(z.object({ batch: batchId, path: z.string().min(1), ...readChoices }))
    .output(
      eventIterator(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('looking'), done: z.number(), of: z.number() }),
          z.object({ kind: z.literal('review'), review }),
        ]),
      ),
    ),
  /** What a reading found, by kind. */
  page: base
    .input(
      z.object({
        batch: batchId,
        token: z.string(),
        kind: answerKind,
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), items: z.array(answerItem) })),
  /** Merges answers as one undoable edit; what nobody chose is merged where `takes` says so. */
  apply: base
    .input(
      z.object({
        batch: batchId,
        token: z.string(),
        choices: z
          .array(
            z.strictObject({
              /** One item, or all of a kind. */
              of: z.union([z.number(), answerKind]),
              take: z.boolean(),
              /** Of `twice`: which answer, counted from 0. */
              answer: z.number().int().nonnegative().optional(),
            }),
          )
          .default([]),
        forgetUndone: z.boolean().optional(),
      }),
    )
    /** `edit` is null where nothing was left to change. */
    .output(z.object({ edit: z.number().nullable(), cells: z.number(), accounts: z.number() })),
}
