// Checks that accounts may be deleted (to be read or built again, or with their batch): only if none was sent and none
// can be sent meanwhile. A create of a deleted account would be unknown, and the account could be created twice.
import { failed, type Result, success } from '../system/failure.ts'
import type { Store } from '../store/store.ts'

/** `sent`: how it is refused once a request left. Whoever goes on acts without an await in between. */
export function mayForget(
  { history }: Pick<Store, 'history'>,
  batch: number,
  sent: { readonly code: string; readonly message: string },
): Result<void> {
  if (history.attemptsInBatch(batch) > 0) return failed('input', sent.code, sent.message)
  if (history.isReleased(batch))
    return failed(
      'input',
      'batch_is_released',
      `Accounts of batch ${batch} are released, and would be sent meanwhile. Cancel what is queued, in Submit, and wait until the rest is done.`,
    )
  return success(undefined)
}
