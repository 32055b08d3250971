// Contract calls about rows that do not look like customers: totals, notes, section titles, separator lines and
// repeated headers.
import { z } from 'zod'
import { oddChoices, oddKinds } from '../../sheet/odd-rows.ts'
import { base, batchId } from '../base.ts'

const kind = z.enum(oddKinds)
const count = z.object({ found: z.number(), leftOut: z.number(), customers: z.number() })

export const oddRowView = z.object({
  /** The sheet's position, and its name. */
  sheet: z.number(),
  sheetName: z.string(),
  row: z.number(),
  kind,
  /** Original cells; long ones are cut, and those after the twelfth omitted. */
  cells: z.array(z.string()),
  choice: z.enum(oddChoices).nullable(),
})
export type OddRowView = z.infer<typeof oddRowView>

export const oddRowsCalls = {
  /** Sheet by sheet in the order of the rows, with the counts of all kinds. */
  list: base
    .input(
      z.object({
        batch: batchId,
        kind: kind.optional(),
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ counts: z.record(kind, count), rows: z.array(oddRowView) })),
  /**
   * Leaves rows out, marks them as customers, or reverts either decision (null): of a kind, of all (null), or of
   * the given rows. By kind, rows that a person has decided about stay as decided. Accounts that are already built are rebuilt. Refused while the batch is being loaded, and once
   * anything was sent.
   */
  decide: base
    .input(
      z.object({
        batch: batchId,
        meant: z.union([
          z.strictObject({ kind: kind.nullable() }),
          z.strictObject({
            rows: z
              .array(z.strictObject({ sheet: z.number(), row: z.number() }))
              .min(1)
              .max(10_000),
          }),
        ]),
        choice: z.enum(oddChoices).nullable(),
      }),
    )
    .output(z.object({ rows: z.number() })),
}
