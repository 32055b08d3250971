// Sentence about a decision that was moved or dropped. The window and the command line show the same text.
import { assertNever } from '../contract/assert-never.ts'
import type { DecisionChange } from '../contract/fixing/decisions.ts'

export function decisionSentence(change: DecisionChange): string {
  const { what, key, rows, reason, now } = change
  const who = `${nameOf(key)}${rowsText(rows)}`
  const was = what === 'exclude' ? 'excluded' : 'held'
  if (now === null)
    return `${who} was ${was} (${reason}) and is not any more: ${whyDropped(change.why)} Decide again.`
  const to = now.key === key ? 'The account' : nameOf(now.key)
  return `${who} was ${was} (${reason}). ${to}${rowsText(now.rows)} is ${was} now: ${whyMoved(change.why)}`
}

function nameOf(key: string): string {
  return key === '' ? 'An account without a number' : key
}

function rowsText(rows: readonly number[]): string {
  if (rows.length === 0) return ''
  const some = rows.slice(0, 5).join(', ')
  const more = rows.length > 5 ? ` and ${rows.length - 5} more` : ''
  return ` (${rows.length === 1 ? 'row' : 'rows'} ${some}${more})`
}

function whyMoved(why: DecisionChange['why']): string {
  switch (why) {
    case 'key_changed':
      return 'the same row has another number.'
    case 'fewer_rows':
      return 'some of its rows are another account’s now.'
    case 'file_changed':
      return 'the file was read again and has it there.'
    case 'version':
      return 'the newer version of the file has it there.'
    default:
      return 'the rows are others.'
  }
}

function whyDropped(why: DecisionChange['why']): string {
  switch (why) {
    case 'rows_joined':
      return 'its rows are one account with other rows now.'
    case 'rows_apart':
      return 'its rows are several accounts now.'
    case 'same_key':
      return 'several accounts have its number, and which of them it was cannot be reported.'
    case 'version':
      return 'in the newer version of the file its account cannot be identified.'
    case 'gone':
      return 'no account has its number and its rows.'
    case 'key_changed':
    case 'fewer_rows':
    case 'file_changed':
      return 'the rows are others.'
    default:
      return assertNever(why)
  }
}
