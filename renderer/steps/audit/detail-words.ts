// Says the details of an audit line in words: connections by their names, counts with their unit, choices by what they
// mean. A detail that has no words here is shown by its name.
import type { AuditLine } from '../../../shared/audit/audit-seal.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { auditTexts } from '../../texts/audit.ts'
import { texts } from '../../texts/common.ts'
import { format } from '../../texts/format.ts'

type Details = AuditLine['details']

/** `connections`: those that are there, for their names. */
export function detailWords(
  details: Details,
  connections: readonly Pick<ConnectionView, 'id' | 'name'>[],
): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => wordsOf(name, value, connections))
    .join(' · ')
}

function wordsOf(name: string, value: unknown, connections: Parameters<typeof detailWords>[1]): string {
  const words = auditTexts.details
  if (typeof value === 'number') {
    if (name === 'connection') {
      const found = connections.find(({ id }) => id === value)
      return found === undefined ? words.connectionGone({ id: String(value) }) : found.name
    }
    if (name === 'until') return words.until({ day: format.day(value) })
    if (isCounted(name)) return words.counts[name]({ n: value })
  }
  if (typeof value === 'boolean' && isYesOrNo(name)) return words.choices[name][value ? 'yes' : 'no']
  if (typeof value === 'string') {
    if (name === 'supplier') return words.supplier({ supplier: value })
    if (name === 'environment') return environmentWords(value)
    if (name === 'name' || name === 'address' || name === 'code') return value
  }
  return `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`
}

function environmentWords(value: string): string {
  const { environments } = texts.frame
  return value in environments ? environments[value as keyof typeof environments] : value
}

function isCounted(name: string): name is keyof typeof auditTexts.details.counts {
  return name in auditTexts.details.counts
}

function isYesOrNo(name: string): name is keyof typeof auditTexts.details.choices {
  return name in auditTexts.details.choices
}
