// Contract calls about the playbook: the team's own notes about an error code, and the fixes that worked for it.
import { z } from 'zod'
import { fix } from '../../fixing/fix.ts'
import { base, batchId } from '../base.ts'

/** Null: problems without a code. */
const code = z.string().max(500).nullable()
/** The catalogue's path with `*`; null: the whole account. */
const field = z.string().max(1000).nullable()

/** The cause that a fix is made for. */
export const fixCause = z.strictObject({ code, field })
export type FixCause = z.infer<typeof fixCause>

export const playbookEntry = z.object({ code, words: z.string(), changedAt: z.number() })
export type PlaybookEntry = z.infer<typeof playbookEntry>

/** A fix as stored: with the name of the column to take from, since its position differs between files. */
export const keptFix = z.object({ fix, takeFrom: z.string().nullable() })
export type KeptFix = z.infer<typeof keptFix>

export const workedFix = keptFix.extend({
  field,
  times: z.number(),
  /** Problems with this code and field that were gone afterwards. */
  gone: z.number(),
  lastAt: z.number(),
})
export type WorkedFix = z.infer<typeof workedFix>

export const playbookCalls = {
  /** Null where nothing was written about the code. */
  get: base.input(z.object({ code })).output(playbookEntry.nullable()),
  /** By code. */
  list: base.output(z.array(playbookEntry)),
  /** Replaces the earlier text. */
  save: base.input(z.object({ code, words: z.string().trim().min(1).max(20_000) })).output(playbookEntry),
  remove: base.input(z.object({ code })).output(z.void()),
  /** Fixes that removed problems of this cause, the most effective first. */
  /** `batch`: counts the fixes of this batch first, as far as their effect is known now. */
  worked: base.input(z.object({ code, field, batch: batchId.optional() })).output(z.array(workedFix)),
  /** Forgets a fix, including any customer values in it. */
  forget: base.input(z.object({ code, field, kept: keptFix })).output(z.void()),
}
