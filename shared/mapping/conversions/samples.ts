// Sample values of a column, as proposals look at them: filled cells, error cells left aside (no conversion reads them).
// A proposal is never applied by itself, and its sentences repeat no value of a masked field.
import { type CellText, cut } from './converted.ts'

/** certain: nothing else fits; likely: a usual reading with a reason; possible: worth a look, no more. */
export type Certainty = 'certain' | 'likely' | 'possible'
/** The text alone, or with what the sheet keeps beside it. */
export type Sample = string | CellText

export type SampleCells = {
  /** Filled cells, trimmed, as often as they occur. */
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

/** How sentences show values: quoted, or as “a value” where the field is masked. */
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
