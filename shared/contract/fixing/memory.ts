// Contract calls about remembered repairs: those that fit a batch, and the list of all that are stored.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { offerBases } from '../../fixing/repair-match.ts'
import { base, batchId } from '../base.ts'
import { said } from '../../texts/message.ts'

/** A batch that a repair was made in; null id: the batch was removed. */
export const repairOrigin = z.object({
  batch: z.number().nullable(),
  name: z.string(),
  cells: z.number(),
  /** When the last of them was edited; milliseconds since 1970. */
  at: z.number(),
})

export const repairOffer = z.object({
  id: z.string(),
  /** Key for forgetting it: a repair of a value and that of a cell count as one. */
  repair: z.string(),
  /** value: for every cell of the column with that value; cell: for the same rows of the same accounts. */
  kind: z.enum(['value', 'cell']),
  before: z.string(),
  after: z.string(),
  /** Where it fits in this batch: the sheet's position, the zero-based column, its name, and the number of cells. */
  columns: z.array(z.object({ sheet: z.number(), column: z.number(), name: z.string(), cells: z.number() })),
  /** The fields that these columns feed; empty where they feed none. */
  fields: z.array(z.string()),
  /** Cells of this batch that it would change now. */
  cells: z.number(),
  /**
   * The number of cells repaired in this way, over all batches, and their batches: at most five, those with most
   * cells first.
   */
  seen: z.number(),
  origins: z.array(repairOrigin),
  at: z.number(),
  /** The user typed it into a cell. */
  typed: z.boolean(),
  /** Cells with the same text that were left unchanged. */
  stayed: z.number(),
  /** Other results for the same old text; each is an offer of its own. */
  otherwise: z.array(z.object({ after: z.string(), cells: z.number() })),
  /** The reason for the offer; `other_customer` is only shown and cannot be chosen. */
  basis: z.enum(offerBases),
  /** Nothing contradicts it, so it is preselected. */
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
  /** All certain ones or none; the named ones are inverted. */
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
  /** No longer offered. */
  forgotten: z.boolean(),
})
export type RememberedRepair = z.infer<typeof rememberedRepair>

export const memoryCalls = {
  /** The number of repairs that fit this batch, and their main source; null: the user dismissed them. */
  waiting: base
    .input(z.object({ batch: batchId }))
    .output(z.object({ ...offerCounts, origins: z.array(repairOrigin) }).nullable()),
  /** Dismisses them: `waiting` no longer reports them. */
  dismiss: base.input(z.object({ batch: batchId })).output(z.void()),
  /**
   * Those that fit, by column, most cells first, followed by those of other customers; `text` is searched in the
   * column's name and both texts.
   */
  offers: base
    .input(z.object({ batch: batchId, ...page, text: z.string().optional() }))
    .output(z.object({ ...offerCounts, total: z.number(), offers: z.array(repairOffer) })),
  /** As for fixes: first the cells, then the effect on their accounts as it is computed. */
  preview: base.input(z.object({ batch: batchId, chosen })).output(
    eventIterator(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('cells'),
          cells: z.number(),
          accounts: z.number(),
          /** It changes the cells that link rows to accounts: the whole batch is rebuilt. */
          keys: z.boolean(),
          /** The reason why it cannot be applied; null when it can. */
          refusal: z.object({ code: z.string(), message: said }).nullable(),
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
    .input(z.object({ batch: batchId, chosen }))
    .output(z.object({ edit: z.number(), cells: z.number(), accounts: z.number() })),
  /** Never offered again, until they are recalled. */
  forget: base.input(z.object({ repairs: z.array(z.string()).min(1).max(50_000) })).output(z.void()),
  recall: base.input(z.object({ repairs: z.array(z.string()).min(1).max(50_000) })).output(z.void()),
  /** All remembered repairs, newest first. */
  list: base.input(z.object({ ...page, text: z.string().optional() })).output(
    z.object({
      total: z.number(),
      /** Repairs of removed batches, cell by cell, which exist only in this memory. */
      kept: z.number(),
      /** Days that those are kept. */
      days: z.number(),
      repairs: z.array(rememberedRepair),
    }),
  ),
  /** Deletes what is kept of removed batches. */
  removeKept: base.output(z.object({ removed: z.number() })),
  /** How long the repairs of a removed batch are kept; 0: not at all. */
  keepFor: base.input(z.object({ days: z.number().int().min(0).max(3650) })).output(z.void()),
}
