// Sample values of a column for proposals: filled cells without error cells, which no conversion reads. Proposals
// are never applied automatically, and their sentences repeat no value of a masked field.
import { type CellText, cut } from '../converted.ts'
import { message, type Message, type Said } from '../../../texts/create-message.ts'
import { commaList, quoted } from '../../../texts/join.ts'

/** certain: nothing else fits; likely: a usual reading with a reason; possible: only a hint. */
export type Certainty = 'certain' | 'likely' | 'possible'
/** The text alone, or with the sheet's stored value. */
export type Sample = string | CellText

export type SampleCells = {
  /** Filled cells, trimmed, with repeats. */
  readonly cells: readonly CellText[]
  /** The same without repeats. */
  readonly distinct: readonly CellText[]
}

export function sampleCells(values: readonly Sample[]): SampleCells {
  const cells = values
    .map((value) => (typeof value === 'string' ? { text: value, kept: null } : value))
    .map(({ text, kept }) => ({ text: text.trim(), kept }))
    .filter(({ text, kept }) => text !== '' && kept?.kind !== 'error')
  const distinct = new Map(cells.map((cell) => [JSON.stringify([cell.text, cell.kept]), cell]))
  return { cells, distinct: [...distinct.values()] }
}

/** Prints values in sentences: quoted, or as “a value” when the field is masked. */
export type Quote = (text: string) => Message
export function quoter(sensitive: boolean): Quote {
  return sensitive ? () => message('conversions.some_value') : (text) => quoted(cut(text))
}

/** `“a”, “b” and 3 more`. */
export function listed(texts: readonly string[], quote: Quote, most = 3): Said {
  const shown = new Map(texts.slice(0, most).map((text) => [JSON.stringify(quote(text)), quote(text)]))
  const list = commaList([...shown.values()])
  return texts.length > most ? message('join.and_more', { list, more: texts.length - most }) : list
}
