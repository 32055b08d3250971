// Evidence from earlier decisions: single ones (a column's name and its field) and saved templates, where each
// column counts as one decision. Only the same name, numbers included, counts. Its weight depends on how often and
// how unanimously the field was chosen.
import { generalPath } from '../../catalogue/catalogue.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { fedColumns } from '../fed-columns.ts'
import { headerWords } from '../header-words.ts'
import type { Conversion, Mapping } from '../file.ts'
import { isSingle } from './words-of-fields.ts'
import { message, type Message, type Said } from '../../texts/create-message.ts'

export type Decision = {
  /** The column's name, as it was then. */
  readonly column: string
  /** The full payload path, with indexes or with `*` for the items that rows became. */
  readonly field: string
  /** The number of such decisions. */
  readonly count: number
  readonly conversion?: Conversion | undefined
}
/** `name`: a person’s own, or a message where the mapping is that of an earlier version. */
export type NamedTemplate = { readonly name: Said; readonly mapping: Mapping }

export type Verdict = {
  /** Relative to the base; items that rows became have index 0. */
  readonly field: string
  readonly conversion: Conversion | undefined
  readonly certainty: 'certain' | 'likely' | 'possible'
  readonly reason: Message
}
export type Evidence = { about(column: string, base: string): readonly Verdict[] }

type Fact = Omit<Decision, 'column'> & { readonly template: Said | null }

export function collectEvidence(
  decisions: readonly Decision[],
  templates: readonly NamedTemplate[],
  catalogue: Catalogue,
): Evidence {
  const facts = new Map<string, Fact[]>()
  const add = (column: string, fact: Fact): void => {
    const field = catalogue.fieldAt(generalPath(fact.field))
    if (field === null || !isSingle(field) || fact.count <= 0) return
    const id = identityOf(column)
    facts.set(id, [...(facts.get(id) ?? []), fact])
  }
  for (const { column, ...decision } of decisions) add(column, { ...decision, template: null })
  for (const { name, mapping } of templates) {
    for (const { column, field, conversion } of fedColumns(mapping))
      add(column, { field, conversion, count: 1, template: name })
  }
  return { about: (column, base) => verdicts(facts.get(identityOf(column)) ?? [], base) }
}

function identityOf(column: string): string {
  const { plain, numbers } = headerWords(column)
  return JSON.stringify([plain, ...numbers.map(({ number }) => number)])
}

function verdicts(facts: readonly Fact[], base: string): Verdict[] {
  const usable = facts.flatMap((fact) => {
    const field = relativeTo(base, fact.field)
    return field === null ? [] : [{ ...fact, field }]
  })
  // Decisions for other bases count against those for this one.
  const total = facts.reduce((sum, fact) => sum + fact.count, 0)
  const groups = [...Map.groupBy(usable, (fact) => fact.field)].map(([field, same]) => {
    const count = same.reduce((sum, fact) => sum + fact.count, 0)
    const conversion = same.findLast((fact) => fact.conversion !== undefined)?.conversion
    const share = count / total
    const certainty: Verdict['certainty'] =
      share === 1 && count >= 2 ? 'certain' : share >= 0.8 ? 'likely' : 'possible'
    return { count, verdict: { field, conversion, certainty, reason: reasonOf(same, count, total) } }
  })
  return groups.toSorted((a, b) => b.count - a.count).map((group) => group.verdict)
}

function reasonOf(same: readonly Fact[], count: number, total: number): Message {
  const [only] = same
  if (same.length === 1 && only !== undefined && only.template !== null)
    return message('mapping.from_template', { template: only.template })
  return count < total
    ? message('mapping.mapped_before_of', { n: count, total })
    : message('mapping.mapped_before', { n: count })
}

/** The rest of a full path below a base such as `customers.*`; null when it is elsewhere. */
function relativeTo(base: string, full: string): string | null {
  const parts = full.split('.')
  const above = base === '' ? [] : base.split('.')
  const inside =
    parts.length > above.length && generalPath(parts.slice(0, above.length).join('.')) === generalPath(base)
  if (!inside) return null
  return parts
    .slice(above.length)
    .map((part) => (part === '*' ? '0' : part))
    .join('.')
}
