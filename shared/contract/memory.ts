// Calls about repairs that are remembered: those that fit a batch, and all that are kept.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { offerBases } from '../fixing/repair-match.ts'
import { base, batchId } from './base.ts'
import { forgetUndone } from './edits.ts'

/** A batch that a repair was made in; null id: it was removed since. */
export const repairOrigin = z.object({
  batch: z.number().nullable(),
  name: z.string(),
  cells: z.number(),
  /** When the last of them was edited; milliseconds since 1970. */
  at: z.number(),
})

export const repairOffer = z.object({
  id: z.string(),
  /** What it is forgotten by: a repair of a value and that of a cell are one repair. */
  repair: z.string(),
  /** value: wherever the column says so; cell: on the same rows of the same accounts. */
  kind: z.enum(['value', 'cell']),
  before: z.string(),
  after: z.string(),
  /** Where it fits in this batch: the sheet's position, the zero-based column, its name, and how many cells. */
  columns: z.array(z.object({ sheet: z.number(), column: z.number(), name: z.string(), cells: z.number() })),
  /** The fields that these columns feed; empty where they feed none. */
  fields: z.array(z.string()),
  /** Cells of this batch that it would change now. */
  cells: z.number(),
  /** Cells that were repaired so, over all batches, and where: those with most cells first, at most five. */
  seen: z.number(),
  origins: z.array(repairOrigin),
  at: z.number(),
  /** A person typed it into a cell. */
  typed: z.boolean(),
  /** Cells that said the same and were left as they were. */
  stayed: z.number(),
  /** The other texts that the same old text was made into; offers of their own. */
  otherwise: z.array(z.object({ after: z.string(), cells: z.number() })),
  /** Why it is offered; `other_customer` is shown only and cannot be chosen. */
  basis: z.enum(offerBases),
  /** Nothing speaks against it: it is chosen from the start. */
  sure: z.boolean(),
})
export type RepairOffer = z.infer<typeof repairOffer>

/** As `fixPreview` has it. */
const fixEffect = z.object({
  kind: z.literal('effect'),
  checked: z.number(),
  accounts: z.number(),
  vanish: z.number(),
  appear: z.number(),
  freed: z.number(),
  invalid: z.number(),
  revalidated: z.number(),
})

const counts = z.object({ offers: z.number(), cells: z.number() })
/** `all` can be chosen; `others` are values of other customers, which are shown only. */
const offerCounts = { all: counts, sure: counts, others: counts }

const chosen = z.object({
  /** All that are sure or none, but for those named, which are the other way round. */
  sure: z.boolean(),
  but: z.array(z.string()).max(50_000),
})
const page = { offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(500) }

export const rememberedRepair = z.object({
  repair: z.string(),
  column: z.string(),
  fields: z.array(z.string()),
  before: z.string(),
  after: z.string(),
  cells: z.number(),
  origins: z.array(repairOrigin),
  at: z.number(),
  typed: z.boolean(),
  /** Not offered any more. */
  forgotten: z.boolean(),
})
export type RememberedRepair = z.infer<typeof rememberedRepair>

export const memoryCalls = {
  /** How many repairs fit this batch, and where most of them come from; null: a person put them aside. */
  waiting: base
    .input(z.object({ batch: batchId }))
    .output(z.object({ ...offerCounts, origins: z.array(repairOrigin) }).nullable()),
  /** Puts them aside: `waiting` tells of them no more. */
  dismiss: base.input(z.object({ batch: batchId })).output(z.void()),
  /** Those that fit, by column, most cells first, and after them those of other customers; `text` is looked for in the column's name and both texts. */
  offers: base
    .input(z.object({ batch: batchId, ...page, text: z.string().optional() }))
    .output(z.object({ ...offerCounts, total: z.number(), offers: z.array(repairOffer) })),
  /** As for fixes: the cells first, then, as it is found out, what that does to their accounts. */
  preview: base.input(z.object({ batch: batchId, chosen })).output(
    eventIterator(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('cells'),
          cells: z.number(),
          accounts: z.number(),
          /** It changes what ties rows to accounts: the whole batch is built again. */
          keys: z.boolean(),
          /** Why it cannot be made; null where it can. */
          refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
          sample: z.array(
            z.object({
              sheet: z.number(),
              row: z.number(),
              column: z.number(),
              name: z.string(),
              key: z.string().nullable(),
              before: z.string(),
              after: z.string(),
            }),
          ),
        }),
        fixEffect,
      ]),
    ),
  ),
  /** One undoable change. */
  apply: base
    .input(z.object({ batch: batchId, chosen, forgetUndone }))
    .output(z.object({ edit: z.number(), cells: z.number(), accounts: z.number() })),
  /** Never offered again, until they are recalled. */
  forget: base.input(z.object({ repairs: z.array(z.string()).min(1).max(50_000) })).output(z.void()),
  recall: base.input(z.object({ repairs: z.array(z.string()).min(1).max(50_000) })).output(z.void()),
  /** All that is remembered, newest first. */
  list: base.input(z.object({ ...page, text: z.string().optional() })).output(
    z.object({
      total: z.number(),
      /** Repairs of removed batches, cell by cell: what is in the memory alone. */
      kept: z.number(),
      /** Days that those are kept. */
      days: z.number(),
      repairs: z.array(rememberedRepair),
    }),
  ),
  /** Deletes what is kept of removed batches. */
  removeKept: base.output(z.object({ removed: z.number() })),
  /** For how long the repairs of a removed batch are kept; 0: not at all. */
  keepFor: base.input(z.object({ days: z.number().int().min(0).max(3650) })).output(z.void()),
}
