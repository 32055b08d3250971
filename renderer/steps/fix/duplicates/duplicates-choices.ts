// Choices of the duplicates view: new numbers, merged texts and owners of linked rows. Pure functions.
import type { DuplicateSide, LinkedRowView } from '../../../../shared/contract/fixing/duplicates.ts'

export type SideText = { readonly account: number; readonly text: string }

/** Indexes of columns in which these differ; an absent cell is an empty one. */
export function differingColumns(
  columns: readonly { readonly index: number }[],
  sides: readonly Pick<DuplicateSide, 'cells'>[],
): ReadonlySet<number> {
  const differs = ({ index }: { readonly index: number }): boolean =>
    new Set(sides.map(({ cells }) => cells[index] ?? '')).size > 1
  return new Set(columns.filter(differs).map(({ index }) => index))
}

/** The numbers typed by the user or proposed, where they differ from the current ones. */
export function newNumbers(
  sides: readonly Pick<DuplicateSide, 'account' | 'key' | 'proposed'>[],
  typed: ReadonlyMap<number, string>,
): {
  readonly numbers: readonly { readonly account: number; readonly key: string }[]
  readonly isWhole: boolean
} {
  const all = sides.map((side) => ({
    account: side.account,
    key: (typed.get(side.account) ?? side.proposed ?? side.key).trim(),
    before: side.key,
  }))
  const isWhole = all.every(({ key }) => key !== '') && new Set(all.map(({ key }) => key)).size === all.length
  const numbers = all.flatMap(({ account, key, before }) => (key === before ? [] : [{ account, key }]))
  return { numbers, isWhole: isWhole && numbers.length > 0 }
}

/** The merged text of each differing column: from the chosen side, else the kept one, else any non-empty one. */
export function mergedTexts(
  differing: ReadonlySet<number>,
  sides: readonly Pick<DuplicateSide, 'account' | 'cells'>[],
  keep: number,
  chosen: ReadonlyMap<number, number>,
): readonly { readonly column: number; readonly text: string; readonly from: number }[] {
  const kept = sides.find(({ account }) => account === keep)
  return [...differing].map((column) => {
    const textOf = (side: Pick<DuplicateSide, 'cells'> | undefined): string => side?.cells[column] ?? ''
    const picked = sides.find(({ account }) => account === chosen.get(column))
    const from = picked ?? (textOf(kept) === '' ? (sides.find((side) => textOf(side) !== '') ?? kept) : kept)
    return { column, text: textOf(from), from: from?.account ?? keep }
  })
}

/** Owners of the rows of other sheets: one for all, and exceptions by sheet and row. */
export type LinkedDraft = {
  readonly rest: number | null
  readonly rows: ReadonlyMap<string, number>
}

/** The account that keeps its number while the others get new ones; null if there is none or more than one. */
export function keepsNumber(
  sides: readonly Pick<DuplicateSide, 'account'>[],
  numbers: readonly { readonly account: number }[],
): number | null {
  const kept = sides.filter(({ account }) => !numbers.some((one) => one.account === account))
  return kept.length === 1 ? (kept[0]?.account ?? null) : null
}

/** In the engine's format; null while a row has no owner. */
export function linkedChoice(
  rows: readonly LinkedRowView[],
  more: number,
  { rest, rows: said }: LinkedDraft,
): {
  readonly rest: number | null
  readonly rows: { readonly sheet: number; readonly row: number; readonly account: number }[]
} | null {
  const chosen = rows.map(({ sheet, row }) => ({ sheet, row, account: said.get(`${sheet} ${row}`) ?? rest }))
  const known = chosen.flatMap(({ account, ...place }) => (account === null ? [] : [{ ...place, account }]))
  return known.length < rows.length || (more > 0 && rest === null) ? null : { rest, rows: known }
}
