// Contract calls that show and hide the cells of sensitive fields of a batch. Until they are shown, the engine sends a
// mask in place of their text.
import { z } from 'zod'
import { base, batchId } from './base.ts'

/** Has a fixed width, so it does not tell how long the text is. */
export const maskText = '••••'

const privacyState = z.object({
  /** The batch's columns that fill a sensitive field, each with the path of that field. */
  columns: z.array(z.object({ sheet: z.string(), column: z.string(), field: z.string() })),
  /** When the fields that are shown are masked again; null: none is shown. */
  shownUntil: z.number().nullable(),
})
export type PrivacyState = z.infer<typeof privacyState>

export const privacyCalls = {
  state: base.input(z.object({ batch: batchId })).output(privacyState),
  /** Shows these fields of the batch for a quarter of an hour; the audit log notes who, and which fields. */
  show: base
    .input(z.object({ batch: batchId, fields: z.array(z.string().min(1).max(500)).min(1).max(500) }))
    .output(privacyState),
  hide: base.input(z.object({ batch: batchId })).output(privacyState),
}
