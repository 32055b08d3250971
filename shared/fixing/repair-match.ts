// Fix memory: which repairs of other batches fit a batch, and which of them are certain. A repair is a cell's text as it
// was read and the text that stands there now. It is remembered twice: for its value (wherever that column says it) and
// for its cell (the same row of the same account). What was done for the very account goes before what was done for the
// value. Pure: who reads rows and counts is elsewhere.
import { parseAttr } from '../payload/attr-path.ts'
import { fedColumns } from '../mapping/fed-columns.ts'
import { isSameValue } from './rules/same-value.ts'
import { isPersonal, type ValueKind } from './rules/value-kind.ts'
import type { Conversion, ConversionStep, Mapping } from '../mapping/file.ts'
import type { SheetInfo } from '../sheet/sheet.ts'

/** A column and what its texts mean: columns of two files are the same where these are equal. */
export type ColumnMeaning = {
  /** The sheet's position and the zero-based column. */
  readonly sheet: number
  readonly col: number
  readonly sheetName: string
  readonly name: string
  /** The field that it feeds with `*` for every index, or its name where it feeds none. */
  readonly feeds: string
  /** The same to the place: `customers.1.landline`, or the sheet and the name. */
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

/** The fields of `feeds`, for people; empty for a column that feeds none. */
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

/** The same text is another day or another amount where it is read by another pattern. */
function writtenAs(conversion: Conversion | undefined): string {
  const steps: readonly ConversionStep[] =
    conversion === undefined ? [] : conversion.kind === 'steps' ? conversion.steps : [conversion]
  const patterns = steps.flatMap((step) => {
    if (step.kind === 'date' || step.kind === 'datetime') return [step.pattern]
    return step.kind === 'decimal' ? [`decimal ${step.decimalSign}`] : []
  })
  return patterns.map((pattern) => ` as ${pattern}`).join('')
}

/**
 * How an edit came to a cell. typed: the edit changed this cell alone; many: it changed others too; row: it gave each
 * cell what is right for its own row (filled down, taken from another column, answered), which says nothing about others.
 */
export type RepairWay = 'typed' | 'many' | 'row'

/** One text that the same old text was made into, over all cells that were repaired so. */
export type ValueWay = { readonly after: string; readonly cells: number; readonly typed: boolean }

/** A text that became more different ones than this was repaired by what its account is, not by what it says. */
export const mostWays = 5

/** Whether repairs of this text may be offered wherever it stands again; several ways are a conflict, and shown as one. */
export function isValueRepair(before: string, ways: readonly ValueWay[]): boolean {
  return (
    before.trim() !== '' && ways.length <= mostWays && ways.some(({ cells, typed }) => typed || cells > 1)
  )
}

/**
 * Why a repair is offered. account: it was made for this very account; choice: the column feeds a closed list; format:
 * the new text says the same as the old one; value: made for other accounts, and nobody knows whether it is right for
 * these; other_customer: it is a value of another customer, shown but not to be taken over.
 */
export const offerBases = ['account', 'choice', 'format', 'value', 'other_customer'] as const
export type OfferBasis = (typeof offerBases)[number]

/** `shared`: several accounts were given this very text. Clearing a cell gives nobody another one's value. */
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
 * Whether it is chosen without a person: it is right for whoever says so, or was made for this very account; one way
 * only, forgotten ones too, and no cell that said the same stayed so.
 */
export function isSure(basis: OfferBasis, ways: number, stayed: number): boolean {
  if (basis === 'account') return true
  return (basis === 'choice' || basis === 'format') && ways === 1 && stayed === 0
}

/** Which offers a person chose: all that are sure or none, but for those named, which are the other way round. */
export type ChosenOffers = { readonly sure: boolean; readonly but: readonly string[] }

/** Values of other customers are never among them, whoever names them. */
export function chosenOf<
  T extends { readonly id: string; readonly sure: boolean; readonly basis: OfferBasis },
>(offers: readonly T[], { sure, but }: ChosenOffers): T[] {
  const named = new Set(but)
  return offers.filter(
    (offer) => offer.basis !== 'other_customer' && (sure && offer.sure) !== named.has(offer.id),
  )
}
