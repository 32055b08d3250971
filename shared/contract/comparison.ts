// Contract calls that compare the results of two batches, or of two validation passes of one batch: counts, causes, the
// lines in pages, and the lines as a file.
import { z } from 'zod'
import { endings } from '../sending/endings.ts'
import { comparisonKinds } from '../sending/comparison.ts'
import { fileLanguage } from '../texts/language.ts'
import { base, batchId } from './base.ts'

/** The accounts of a batch as they are now, or as their validation with this number (from 1) found them. */
const side = z.object({ batch: batchId, pass: z.number().int().positive().max(10_000).nullable() })
const sides = { first: side, second: side }

const comparedAccount = z.object({
  id: z.number(),
  /** Of the account as it is now, or the verdict of the validation. */
  result: z.enum([...endings, 'validated', 'rejected']),
  /** Each code once; empty text: a problem without a code. */
  codes: z.array(z.string()),
})
export type ComparedAccount = z.infer<typeof comparedAccount>

export const comparedLine = z.object({
  kind: z.enum(comparisonKinds),
  key: z.string(),
  /** Null: it is not on that side. */
  first: comparedAccount.nullable(),
  second: comparedAccount.nullable(),
  /** Both results are of the same bytes; null: it is on one side only, or the bytes are not kept. */
  sameData: z.boolean().nullable(),
})
export type ComparedLine = z.infer<typeof comparedLine>

export const comparisonView = z.object({
  counts: z.record(z.enum(comparisonKinds), z.number()),
  accounts: z.object({ first: z.number(), second: z.number() }),
  /** Those of most accounts first, at most 500; the counts are accounts. */
  causes: z.array(
    z.object({
      code: z.string(),
      field: z.string(),
      first: z.number(),
      second: z.number(),
      both: z.number(),
    }),
  ),
  causeCount: z.number(),
  /** False: from before the last change. */
  fresh: z.boolean(),
})
export type ComparisonView = z.infer<typeof comparisonView>

export const comparisonCalls = {
  /** How often the service has validated the account of the batch that it validated most often. */
  passes: base.input(z.object({ batch: batchId })).output(z.number()),
  get: base.input(z.object(sides)).output(comparisonView),
  lines: base
    .input(
      z.object({
        ...sides,
        /** Null: all, kind after kind. */
        kind: z.enum(comparisonKinds).nullable(),
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), lines: z.array(comparedLine) })),
  /** Writes the lines of a kind, or all of them, as a file into the folder; null: the second batch's own folder. */
  write: base
    .input(
      z.object({
        ...sides,
        kind: z.enum(comparisonKinds).nullable(),
        format: z.enum(['csv', 'xlsx']),
        folder: z.string().min(1).nullable(),
        inLanguage: fileLanguage.default({ language: 'en', locale: 'en-GB' }),
      }),
    )
    .output(z.object({ path: z.string(), file: z.string(), lines: z.number() })),
}
