// Detects that the service rejects every account for the same value that comes from no cell (such as the import
// supplier's code). No change to the file can fix that, so it is reported as one refusal instead of a thousand.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { exitCodes, Refusal } from '../terminal/exit.ts'
import type { Client } from '../data-folder/session.ts'
import { sentenceOf, type Said } from '../../../shared/texts/message.ts'
import { runTexts } from '../texts/run.ts'

/** The refusal, or null if the accounts were rejected for their own reasons. Called when no account was validated. */
export async function refusedAlike(client: Client, view: BatchView): Promise<Refusal | null> {
  if (view.states.rejected === 0) return null
  let shared: { readonly attr: string; readonly code: string | null; readonly message: Said } | null = null
  for (let after = -1; ; ) {
    const page = await client.batches.payloads({ batch: view.id, after, limit: 200 })
    for (const { problems, origins } of page) {
      const validated = problems.filter(({ source }) => source === 'validate')
      if (validated.length === 0) continue
      const fixed = validated.find(({ attr }) => {
        const origin = attr === null ? undefined : origins[attr]
        return origin !== undefined && 'fixed' in origin
      })
      if (fixed === undefined || fixed.attr === null) return null
      if (shared !== null && (shared.attr !== fixed.attr || shared.code !== fixed.code)) return null
      shared = { attr: fixed.attr, code: fixed.code, message: fixed.message }
    }
    const last = page.at(-1)
    if (last === undefined) break
    after = last.position
  }
  if (shared === null) return null
  return new Refusal(
    runTexts.ends.refusedAlike({
      attr: shared.attr,
      code: shared.code ?? runTexts.ends.noCode,
      why: sentenceOf(shared.message),
    }),
    exitCodes.service,
  )
}
