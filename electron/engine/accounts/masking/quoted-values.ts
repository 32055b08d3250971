// Hides the sensitive values of one account in a text that is seen without the account: the reason of a pause, a notice of
// the system. Whatever is shown on purpose now stays hidden there, because such a text is kept longer.
import type { Store } from '../../store/store.ts'
import { type Hide, hideNothing } from './mask-values.ts'
import { hideOf } from './masks.ts'
import { sensitiveColumns } from './sensitive-columns.ts'

/** @param account whose request was answered by the text */
export function hideQuoted(
  store: Pick<Store, 'accounts' | 'batches' | 'rows' | 'editHistory' | 'history'>,
  account: number,
): Hide {
  const batch = store.batches.get(store.accounts.get(account).batch_id)
  if (batch === null || batch.mapped === null) return hideNothing
  return hideOf(store, batch, sensitiveColumns(store, batch.id, batch.mapped), account)
}
