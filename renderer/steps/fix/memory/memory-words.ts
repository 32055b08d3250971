// Words of remembered repairs: texts as they are quoted, and where a repair was made.
import type { RepairOffer } from '../../../../shared/contract/fixing/memory.ts'
import { memoryTexts as words } from '../../../texts/fix/memory.ts'
import { type FieldTitles, titleOf } from '../../../accounts/field-titles.ts'
import { shortened } from '../../../accounts/typed/shortened.ts'

/** The fields that a column fills, by their names. */
export function fieldWords(fields: readonly string[], titles: FieldTitles): string {
  if (fields.length === 0) return words.feedsNothing
  return [...new Set(fields.map((path) => titleOf(path, titles)))].join(', ')
}

export function quoted(text: string): string {
  return text === '' ? words.empty : words.quoted({ text: shortened(text) })
}

/** How many repairs fit how many cells, and where they were made. */
export function stripWords({
  all,
  origins,
}: {
  readonly all: { readonly offers: number; readonly cells: number }
  readonly origins: RepairOffer['origins']
}): string {
  return words.strip({ repairs: all.offers, fits: all.cells, origins: originWords(origins) })
}

/** The batch, and how many others. */
export function originWords(origins: RepairOffer['origins']): string {
  const [first, ...others] = origins
  if (first === undefined) return ''
  const { name } = first
  return others.length === 0 ? words.inBatch({ name }) : words.inBatches({ name, others: others.length })
}

/** What the same text became elsewhere. */
export function conflictWords(otherwise: RepairOffer['otherwise']): string {
  const others = otherwise.map(({ after, cells }) => words.conflictOne({ after: quoted(after), n: cells }))
  return words.conflict({ others: others.join(', ') })
}
