// Fix memory: finds the repairs from other batches that fit this batch, and which of them are certain. A repair is
// the cell's original text and its present text. It is stored for the value (anywhere in that column) and for the
// cell (the same row of the same account); a match on the account takes precedence over a match on the value. Pure:
// reading and counting rows is done elsewhere.
import { parseAttr } from '../payload/attr-path.ts'
import { fedColumns } from '../mapping/fed-columns.ts'
import { isSameValue } from './rules/same-value.ts'
import { isPersonal, type ValueKind } from './rules/value-kind.ts'
import type { Conversion, ConversionStep, Mapping } from '../mapping/file.ts'
import type { SheetInfo } from '../sheet/sheet.ts'

/** A column and its meaning: columns of two files match when their meanings are equal. */
export type ColumnMeaning = {
  /** The sheet's position and the zero-based column. */
  readonly sheet: number
  readonly col: number
  readonly sheetName: string
  readonly name: string
  /** The field that it feeds with `*` for every index, or its name where it feeds none. */
  readonly feeds: string
  /** The same with exact indexes: `customers.1.landline`, or the sheet and the name. */
  readonly place: string
}

export function columnMeanings(
  mapping: Mapping | null,
  sheets: readonly { readonly position: number; readonly info: SheetInfo }[],
): ColumnMeaning[] {
  const main = mapping?.sheet ?? sheets[0]?.info.name ?? ''
  const fed = Map.groupBy(mapping === null ? [] : fedColumns(mapping, main), ({ sheet, column }) =>
    JSON.stringify([sheet, column]),
  )
  return sheets.flatMap(({ position, info }) =>
    info.columns.map(({ index, name }) => {
      const fields = fed.get(JSON.stringify([info.name, name])) ?? []
      const at = (path: (field: string) => string): string =>
        [...new Set(fields.map(({ field, conversion }) => path(field) + writtenAs(conversion)))]
          .toSorted()
          .join('\n')
      const folded = name.trim().toLowerCase()
      const where = info.name === main ? '' : info.name
      return {
        sheet: position,
        col: index,
        sheetName: info.name,
        name,
        feeds: fields.length > 0 ? `field ${at(withoutIndexes)}` : `column ${folded}`,
        place: fields.length > 0 ? `field ${at((field) => field)}` : `column ${where}\n${folded}`,
      }
    }),
  )
}

/** The fields of `feeds`, for display; empty for a column that feeds none. */
export function fieldsOf(feeds: string): string[] {
  if (!feeds.startsWith('field ')) return []
  const paths = feeds
    .slice('field '.length)
    .split('\n')
    .map((one) => one.split(' as ')[0] ?? one)
  return [...new Set(paths)]
}

function withoutIndexes(path: string): string {
  return parseAttr(path)
    .map((part) => (typeof part === 'number' ? '*' : part))
    .join('.')
}

/** The same text is a different day or amount when it is parsed with another pattern. */
function writtenAs(conversion: Conversion | undefined): string {
  const steps: readonly ConversionStep[] =
    conversion === undefined ? [] : conversion.kind === 'steps' ? conversion.steps : [conversion]
  const patterns = steps.flatMap((step) => {
    if (step.kind === 'date' || step.kind === 'datetime') return [step.pattern]
    if (step.kind === 'any_date') return [`any date ${step.order} ${step.firstYear}`]
    if (step.kind === 'name' || step.kind === 'several') return [`${step.kind} ${step.part}`]
    return step.kind === 'decimal' ? [`decimal ${step.decimalSign}`] : []
  })
  return patterns.map((pattern) => ` as ${pattern}`).join('')
}

/**
 * The origin of an edit. typed: it changed this cell alone; many: it changed other cells too; row: each cell got
 * the value for its own row (filled down, taken from another column, answered), which is no evidence for other
 * rows.
 */
export type RepairWay = 'typed' | 'many' | 'row'

/** One new text for the same old text, over all cells that were repaired in this way. */
export type ValueWay = { readonly after: string; readonly cells: number; readonly typed: boolean }

/** A text with more different repairs than this was repaired by account, not by value. */
export const mostWays = 5

/**
 * Whether repairs of this text may be offered for every occurrence; different repairs are a conflict and shown as
 * one.
 */
export function isValueRepair(before: string, ways: readonly ValueWay[]): boolean {
  return (
    before.trim() !== '' && ways.length <= mostWays && ways.some(({ cells, typed }) => typed || cells > 1)
  )
}

/**
 * The reason for an offer. account: made for this very account; choice: the column feeds a closed list; format: old
 * and new text have the same value; value: made for other accounts, so uncertain here; other_customer: a value of
 * another customer, which is shown but cannot be applied.
 */
export const offerBases = ['account', 'choice', 'format', 'value', 'other_customer'] as const
export type OfferBasis = (typeof offerBases)[number]

/** `shared`: several accounts were given this very text. Clearing a cell transfers no value between customers. */
export function basisOf(
  kind: ValueKind,
  { before, after, shared }: { readonly before: string; readonly after: string; readonly shared: boolean },
): OfferBasis {
  if (kind === 'choice') return 'choice'
  if (isSameValue(before, after, kind)) return 'format'
  if (after.trim() === '' || !isPersonal(kind)) return 'value'
  const isUnique = kind === 'telephone' || kind === 'email' || kind === 'identifier' || kind === 'sensitive'
  return isUnique || !shared ? 'other_customer' : 'value'
}

/**
 * Whether it is preselected: the value is right for everybody or was made for this very account, there is only one
 * repair, forgotten ones included, and no cell with the same text was left unchanged.
 */
export function isSure(basis: OfferBasis, ways: number, stayed: number): boolean {
  if (basis === 'account') return true
  return (basis === 'choice' || basis === 'format') && ways === 1 && stayed === 0
}

/** The chosen offers: all certain ones or none; the named ones are inverted. */
export type ChosenOffers = { readonly sure: boolean; readonly but: readonly string[] }

/** Values of other customers are never included, even if named. */
export function chosenOf<
  T extends { readonly id: string; readonly sure: boolean; readonly basis: OfferBasis },
>(offers: readonly T[], { sure, but }: ChosenOffers): T[] {
  const named = new Set(but)
  return offers.filter(
    (offer) => offer.basis !== 'other_customer' && (sure && offer.sure) !== named.has(offer.id),
  )
}
