// Sentence about a decision that was moved or dropped. The window and the command line show the same text.
import { assertNever } from '../contract/assert-never.ts'
import type { DecisionChange } from '../contract/fixing/decisions.ts'
import { type Message, message } from '../texts/message.ts'

const rowsNamed = 5

export function decisionMessage(change: DecisionChange): Message {
  const { what, key, rows, reason, now } = change
  const decided = { who: withRows(nameOf(key), rows), excluded: what === 'exclude' ? 'yes' : 'no', reason }
  if (now === null) return message('accounts.decision_dropped', { ...decided, why: whyDropped(change.why) })
  const to = now.key === key ? message('accounts.decision_the_account') : nameOf(now.key)
  return message('accounts.decision_moved', {
    ...decided,
    to: withRows(to, now.rows),
    why: whyMoved(change.why),
  })
}

function nameOf(key: string): string | Message {
  return key === '' ? message('accounts.decision_without_number') : key
}

function withRows(name: string | Message, rows: readonly number[]): string | Message {
  if (rows.length === 0) return name
  return message('accounts.decision_with_rows', {
    name,
    n: rows.length,
    rows: rows.slice(0, rowsNamed).join(', '),
    more: Math.max(0, rows.length - rowsNamed),
  })
}

function whyMoved(why: DecisionChange['why']): Message {
  switch (why) {
    case 'key_changed':
      return message('accounts.decision_moved_with_its_row')
    case 'fewer_rows':
      return message('accounts.decision_moved_with_fewer_rows')
    case 'file_changed':
      return message('accounts.decision_moved_in_file')
    case 'version':
      return message('accounts.decision_moved_in_version')
    default:
      return message('accounts.decision_moved_rows')
  }
}

function whyDropped(why: DecisionChange['why']): Message {
  switch (why) {
    case 'rows_joined':
      return message('accounts.decision_dropped_when_joined')
    case 'rows_apart':
      return message('accounts.decision_dropped_when_parted')
    case 'same_key':
      return message('accounts.decision_dropped_as_same_key')
    case 'version':
      return message('accounts.decision_dropped_in_version')
    case 'gone':
      return message('accounts.decision_dropped_as_gone')
    case 'key_changed':
    case 'fewer_rows':
    case 'file_changed':
      return message('accounts.decision_moved_rows')
    default:
      return assertNever(why)
  }
}
