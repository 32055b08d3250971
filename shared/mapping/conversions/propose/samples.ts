// Sample values of a column for proposals: filled cells without error cells, which no conversion reads. Proposals
// are never applied automatically, and their sentences repeat no value of a masked field.
import { type CellText, cut } from '../converted.ts'

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
export function quoter(sensitive: boolean): (text: string) => string {
  return sensitive ? () => 'a value' : (text) => `“${cut(text)}”`
}

/** `“a”, “b” and 3 more`. */
export function listed(texts: readonly string[], quote: (text: string) => string, most = 3): string {
  const shown = [...new Set(texts.slice(0, most).map(quote))].join(', ')
  return texts.length > most ? `${shown} and ${texts.length - most} more` : shown
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
