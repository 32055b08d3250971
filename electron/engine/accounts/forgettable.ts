// Rule for deleting accounts (to read or build them again, or with their batch): allowed only if none was sent and
// none can be sent meanwhile. Otherwise a sent account would be unknown and could be created twice.
import { failed, type Result, success } from '../system/failure.ts'
import type { Store } from '../store/store.ts'
import { message, type Said } from '../../../shared/texts/message.ts'

/** `sent`: the refusal once a request has left. The caller continues without an await in between. */
export function mayForget(
  { history }: Pick<Store, 'history'>,
  batch: number,
  sent: { readonly code: string; readonly message: Said },
): Result<void> {
  if (history.attemptsInBatch(batch) > 0) return failed('input', sent.code, sent.message)
  if (history.isReleased(batch))
    return failed('input', 'batch_is_released', message('accounts.released', { batch }))
  return success(undefined)
}
