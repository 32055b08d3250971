// Contract calls about question packs: workbooks that ask the owner of the data about wrong cells, and the merge of
// the answers. The fix file of a report that was repaired elsewhere is read, reviewed and merged in the same way.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { rowFilter } from '../../fixing/row-filter.ts'
import { base, batchId, displayedVersion, readChoices } from '../base.ts'
import { said } from '../../texts/message.ts'
import { fileLanguage } from '../../texts/language.ts'

const name = z.string().trim().min(1).max(500)

/** Filter of the wrong cells to ask about; all given conditions must hold. Without any: the whole batch. */
export const questionScope = z.strictObject({
  /** Problems of one of these causes, as `problems.groups` lists them. */
  causes: z
    .array(
      z.strictObject({
        code: z.string().nullable(),
        field: z.string().nullable(),
        sheet: z.number().nullable(),
        column: z.number().nullable(),
        /** The shape of the value, where the cause is split by shape. */
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
  /** Asks about sensitive fields too: their values then are in a file that leaves this computer. */
  sensitive: z.boolean().default(false),
  /** Asks once for each value of a column with choices, for all cells that hold it. */
  once: z.boolean().default(false),
  /** Columns of the main sheet that help to recognise the account, by name. */
  who: z.array(z.string()).max(5).default([]),
})
export type QuestionOptions = z.infer<typeof questionOptions>

/** The questions of a pack, and what cannot be asked. */
export const questionPreview = z.object({
  questions: z.number(),
  cells: z.number(),
  accounts: z.number(),
  columns: z.array(
    z.object({
      sheet: z.string(),
      column: z.string(),
      label: said,
      questions: z.number(),
      cells: z.number(),
    }),
  ),
  leftOut: z.object({
    /** Problems that are not about a single cell: a section, or the whole account. */
    noCell: z.number(),
    /** Cells of sensitive fields. */
    sensitive: z.number(),
    /** Cells that link rows to accounts. */
    key: z.number(),
    /** Accounts that are in progress or were created, and those that are excluded. */
    locked: z.number(),
    excluded: z.number(),
  }),
  /** Columns of the main sheet that can be shown next to the key. */
  who: z.array(z.object({ column: z.string(), sensitive: z.boolean() })),
})
export type QuestionPreview = z.infer<typeof questionPreview>

/** Result kinds of an answer. Those that can be merged come first. */
export const answerKinds = [
  'answered',
  /** The local check refuses it too. */
  'refused',
  /** The column has choices, and the answer is none of them. */
  'not_choice',
  /** A dash, a question mark, “n/a”: it is unclear whether the cell should be empty. */
  'no_answer',
  /** One question with two answers. */
  'twice',
  /** The cell was edited here after the question was made, or a newer version of the file changed it. */
  'edited',
  /** The account is in progress or was created meanwhile. */
  'locked',
  /** The account, its row or its column no longer exists. */
  'gone',
  /** Number and key of the row belong to different questions: a column was sorted alone. */
  'mixed_up',
  /** A row of another pack, or of no pack. */
  'foreign',
  /** A row of the fix file that was deleted there; nothing happens to it here. */
  'row_deleted',
  'blank',
  'unchanged',
  /** The cell already holds the answer. */
  'already',
] as const
export type AnswerKind = (typeof answerKinds)[number]
export const answerKind = z.enum(answerKinds)

/** One returned question; several cells where a value was asked about once. */
export const answerItem = z.object({
  id: z.number(),
  kind: answerKind,
  /** Null when the row matches no question. */
  number: z.number().nullable(),
  /** The row of the returned file. */
  fileRow: z.number(),
  key: z.string().nullable(),
  sheet: z.string().nullable(),
  /** The first cell's current place; null when it no longer exists. */
  row: z.number().nullable(),
  column: z.string().nullable(),
  cells: z.number(),
  /** The question in words. */
  asked: z.string().nullable(),
  /** The cell's text when the question was made, and its text now. */
  before: z.string().nullable(),
  now: z.string().nullable(),
  /** The answer as written in the returned file. */
  answer: z.string(),
  /** The text that would be written into the cell; null when nothing can be. */
  after: z.string().nullable(),
  /** Of `twice`: all answers, each with its row of the returned file. */
  answers: z.array(z.object({ fileRow: z.number(), text: z.string() })),
  /** The reason for its kind, in words; null when there is nothing to say. */
  why: said.nullable(),
  /** The user may choose to merge it. */
  mayTake: z.boolean(),
  /** It is merged by default. */
  takes: z.boolean(),
})
export type AnswerItem = z.infer<typeof answerItem>

const review = z.object({
  /** For its pages and its merge; another reading of a file replaces it. */
  version: displayedVersion,
  /** Answers of a question pack, or repairs of a fix file. */
  of: z.enum(['questions', 'repairs']),
  fileName: z.string(),
  /** The question pack, or the fix file with the number of its rows and when its repairs were last applied. */
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
  /** Kinds that are merged by default. */
  takes: z.array(answerKind),
  /** Cells that are merged by default. */
  taken: z.number(),
  /** Of a fix file: cells that are as they were written. */
  unchanged: z.number(),
  /** Questions whose row is not in the file. */
  missing: z.number(),
  /** Locked cells that were changed anyway, and columns of a fix file that the batch does not have: none is used. */
  ignored: z.object({
    count: z.number(),
    first: z.array(z.object({ fileRow: z.number(), header: said, was: z.string(), is: z.string() })),
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
          /** The recipient. */
          contact: z.string().max(500).default(''),
          /** The deadline, in words. */
          due: z.string().max(200).default(''),
        }),
        /** Of the customer who answers. */
        inLanguage: fileLanguage.default({ language: 'en', locale: 'en-GB' }),
      }),
    )
    .output(
      z.object({
        pack: z.number(),
        /** Its place, and its name for the user. */
        path: name,
        name,
        questions: z.number(),
        cells: z.number(),
        accounts: z.number(),
      }),
    ),
  /** Packs made so far, newest first. */
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
  /** The batch that a repaired fix file belongs to; null for every other file. Reads only the first rows. */
  batchOf: base.input(z.object({ path: z.string().min(1) })).output(
    z
      .object({
        batch: batchId,
        name: z.string(),
        /** When its report was made, and its number of rows. */
        madeAt: z.number(),
        rows: z.number(),
        appliedAt: z.number().nullable(),
      })
      .nullable(),
  ),
  /** Reads a returned question pack or a repaired fix file and reports its contents at the end; changes nothing. */
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
  /** The results of a reading, by kind. */
  page: base
    .input(
      z.object({
        batch: batchId,
        /** The `version` of the review. */
        expected: displayedVersion,
        kind: answerKind,
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), items: z.array(answerItem) })),
  /** Merges answers as one undoable edit; without a choice, `takes` decides. */
  apply: base
    .input(
      z.object({
        batch: batchId,
        /** The `version` of the review. */
        expected: displayedVersion,
        choices: z
          .array(
            z.strictObject({
              /** One item, or all of a kind. */
              of: z.union([z.number(), answerKind]),
              take: z.boolean(),
              /** For `twice`: the index of the chosen answer, from 0. */
              answer: z.number().int().nonnegative().optional(),
            }),
          )
          .default([]),
      }),
    )
    /** `edit` is null when nothing was left to change. */
    .output(z.object({ edit: z.number().nullable(), cells: z.number(), accounts: z.number() })),
}
