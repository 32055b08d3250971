// Hook that applies the previewed change as one edit and reports it in the status line with undo. An error stays in
// the dialog, next to the request that caused it.
import { useState } from 'react'
import { type FailureMessage, failureOf } from '../../../components/failure.ts'
import { toast } from '../../../components/toast.tsx'
import type { Edits } from '../use-edits.ts'
import { bulkTexts } from '../../../texts/bulk.ts'
import type { BulkCause } from './use-bulk.ts'
import type { FixRequest } from './use-preview.ts'

/** `of`: the request, as JSON. */
type Refused = { readonly of: string; readonly failure: FailureMessage }

/** `onClose` is called once the change is made. */
export function useApply(
  onClose: () => void,
  edits: Edits,
): {
  readonly apply: (request: FixRequest, words: string, cause: BulkCause | null) => Promise<void>
  readonly applying: boolean
  readonly refused: Refused | null
} {
  const [applying, setApplying] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  async function apply(request: FixRequest, words: string, cause: BulkCause | null): Promise<void> {
    setRefused(null)
    setApplying(true)
    try {
      const { fix, scope } = request
      const made = await edits.fix({
        fix,
        scope,
        words,
        ...(cause === null ? {} : { cause: { code: cause.code, field: cause.field } }),
      })
      // The user keeps the undone edits: the fix stays as entered.
      if (made === null) return
      const { edit, cells, locked } = made
      toast.done(bulkTexts.note(words, cells, locked), {
        label: bulkTexts.undo,
        run: () => void edits.undoIfNewest(edit),
      })
      onClose()
    } catch (error) {
      setRefused({ of: JSON.stringify(request), failure: failureOf(error) })
    } finally {
      setApplying(false)
    }
  }
  return { apply, applying, refused }
}
