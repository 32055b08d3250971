// State of an item: what follows from the item here, the newest version of the team, and the version in which both were in step last. Pure.
//
//   here = newest               in step
//   here = base                 the newest version is used here
//   newest = base               the item here becomes the next version
//   both differ from base       conflict: a person decides
import type { SharedState } from '../../../../shared/contract/team/knowledge.ts'
import { type Message, message } from '../../../../shared/texts/message.ts'
import type { SharedRow } from '../../store/team/shared-items.ts'
import type { Kind } from './kinds/kind.ts'

export type ItemState = {
  readonly state: SharedState
  readonly why: Message | null
  /** In the kind's own form; null: there is none, or it is not understood. */
  readonly here: string | null
  readonly newest: string | null
}

export function stateOf(row: SharedRow, kind: Kind): ItemState {
  const { key, version, baseVersion, removed, withdrawn } = row
  const base = kind.parse(key, row.baseContent)
  const here = kind.read(key, base)
  const state = (name: SharedState, newest: string | null, why: Message | null = null): ItemState => ({
    state: name,
    why,
    here,
    newest,
  })
  if (withdrawn || removed) return state('ended', null)
  // The team does not have it yet, or not again.
  if (row.content === null) return state(here === null ? 'absent' : 'changed_here', null)
  const newest = kind.parse(key, row.content)
  if (newest === null) return state('refused', null, message('knowledge.not_understood'))
  if (here === newest) return state('in_step', newest)
  if (here === null) return state(baseVersion === 0 ? 'waits' : 'absent', newest)
  if (here === base && version !== baseVersion) {
    const asks = kind.asks(key, here, newest)
    return asks === null ? state('waits', newest) : state('asks', newest, asks)
  }
  if (base !== null && version === baseVersion) return state('changed_here', newest)
  return state('conflict', newest)
}
