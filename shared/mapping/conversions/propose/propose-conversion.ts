// Proposes the conversion that a column needs to feed a field, or the question to answer first, or nothing. A wrong
// proposal that looks certain is worse than none, so each is tested with the converters that build accounts.
import type { CatalogueField } from '../../../catalogue/catalogue.ts'
import { createConverter } from '../conversions.ts'
import type { Conversion } from '../../file.ts'
import { type CellText, cut, folded, type ConverterTools } from '../converted.ts'
import { usualFirstYear } from '../dates/any-date.ts'
import { holdsSeveral } from '../several.ts'
import { type ChoiceProposal, proposeChoices } from './propose-choices.ts'
import { type DatePatterns, proposeDatePatterns } from './propose-dates.ts'
import { proposeNumbers } from './propose-numbers.ts'
import { type Certainty, listed, type Quote, quoter, type Sample, sampleCells } from './samples.ts'
import { message, type Message, type Said } from '../../../texts/create-message.ts'
import { sentences } from '../../../texts/join.ts'

export type ConversionProposal =
  /** Every value fits without a conversion, or there are no values. */
  | { readonly kind: 'fits'; readonly values: number }
  | {
      readonly kind: 'proposed'
      readonly conversion: Conversion
      readonly certainty: Certainty
      readonly reason: Said
    }
  /** Several conversions read every value, but differently: the user chooses. */
  | {
      readonly kind: 'ask'
      readonly question: Said
      readonly alternatives: readonly { readonly conversion: Conversion; readonly meaning: Said }[]
    }
  /** Values that are not choices of the field: a table of the clear ones, proposals for the others. */
  | {
      readonly kind: 'table'
      readonly conversion: Conversion
      readonly unknown: readonly ChoiceProposal[]
      readonly reason: Said
    }
  | { readonly kind: 'none'; readonly reason: Said; readonly dates: DatePatterns | null }

export type ProposeOptions = {
  /** The time zone, if known (from an earlier answer); without it the user is asked. */
  readonly zone?: string
  readonly tools?: ConverterTools
}

/** For up to some hundred values of one column. Every `proposed` conversion reads every one of them. */
export function proposeConversion(
  field: CatalogueField,
  values: readonly Sample[],
  options: ProposeOptions = {},
): ConversionProposal {
  const { cells, distinct } = sampleCells(values)
  const misses = missesOf(null, field, distinct, options)
  const several = severalValues(field, cells)
  if (several !== null) return several
  if (misses.length === 0) {
    // `1.234` is a valid number, but a thousand times as much if points group the thousands.
    const grouped = isDecimal(field) ? numbers(field, distinct) : null
    return grouped?.kind === 'ask' ? grouped : { kind: 'fits', values: cells.length }
  }
  const [damaged] = misses.filter((one) => one.code === 'digits_lost')
  if (damaged !== undefined) return none(message('conversions.lost_already', { why: damaged.message }))
  const proposal = proposalFor(field, cells, distinct, options)
  // The converter decides: a conversion that it refuses is not proposed.
  if (proposal.kind === 'proposed') {
    const [refused] = missesOf(proposal.conversion, field, distinct, options)
    if (refused !== undefined)
      return none(message('conversions.values_misfit_because', { why: refused.message }))
  }
  return proposal
}

/** Telephone numbers or e-mail addresses of which some cells hold more than one: the first is only proposed. */
function severalValues(field: CatalogueField, cells: readonly CellText[]): ConversionProposal | null {
  const { format } = field
  if (format !== 'phone' && format !== 'email') return null
  const n = cells.filter(({ text }) => holdsSeveral(text, format)).length
  if (n === 0) return null
  const conversion: Conversion = { kind: 'several', part: 1 }
  const reason = message('conversions.several_values', { n, cells: cells.length })
  return { kind: 'proposed', conversion, certainty: 'possible', reason }
}

function proposalFor(
  field: CatalogueField,
  cells: readonly CellText[],
  distinct: readonly CellText[],
  options: ProposeOptions,
): ConversionProposal {
  const quote = quoter(field.sensitive)
  if (field.kind === 'boolean') return yesOrNo(distinct, quote)
  if (field.choices !== null) return choices(field, field.choices, distinct, quote)
  if (field.format === 'date') return dates(field, cells)
  if (field.format === 'date-time') return moments(field, cells, options)
  return isDecimal(field) || field.kind === 'integer'
    ? numbers(field, distinct)
    : none(message('conversions.values_misfit'))
}

function isDecimal(field: CatalogueField): boolean {
  return field.kind === 'number' || (field.kind === 'text' && field.format === 'decimal')
}

type Miss = { readonly code: string; readonly message: Said }

/** The values that the conversion refuses; a value outside the field's choices is refused too. */
function missesOf(
  conversion: Conversion | null,
  field: CatalogueField,
  distinct: readonly CellText[],
  options: ProposeOptions,
): Miss[] {
  const made = createConverter(conversion, field, options.tools)
  if (!made.ok) return [made]
  return distinct.flatMap(({ text, kept }): Miss[] => {
    const result = made.convert(text, kept)
    if (!result.ok) return [result]
    const outside = field.choices !== null && result.value !== null && !field.choices.includes(result.value)
    return outside ? [{ code: 'invalid_choice', message: message('conversions.value_no_choice') }] : []
  })
}

function dates(field: CatalogueField, cells: readonly CellText[]): ConversionProposal {
  const found = proposeDatePatterns(cells, { kind: 'date', sensitive: field.sensitive })
  const [only] = found.fits
  if (only === undefined)
    return anyDates(field, cells, found.nearest?.reads ?? 0) ?? { ...none(found.evidence), dates: found }
  if (found.question !== null) {
    const alternatives = found.fits.map((fit) => ({
      conversion: { kind: 'date', pattern: fit.pattern } as const,
      meaning:
        fit.example === null
          ? message('conversions.order', { order: fit.order })
          : message('conversions.order_reads', { order: fit.order, ...fit.example }),
    }))
    return { kind: 'ask', question: found.question, alternatives }
  }
  const reason = found.warning === null ? found.evidence : sentences(found.evidence, found.warning)
  const conversion: Conversion = { kind: 'date', pattern: only.pattern }
  return { kind: 'proposed', conversion, certainty: found.certainty ?? 'likely', reason }
}

/** Usual dates in several spellings: one order is proposed only if it reads every cell and the other does not. */
function anyDates(
  field: CatalogueField,
  cells: readonly CellText[],
  byPattern: number,
): ConversionProposal | null {
  const readings = (['day', 'month'] as const).map((order) => {
    const conversion: Conversion = { kind: 'any_date', order, firstYear: usualFirstYear }
    const made = createConverter(conversion, field)
    const read = cells.map(({ text, kept }) => (made.ok ? made.convert(text, kept) : made))
    const values = read.map((one) => (one.ok && 'value' in one ? one.value : null))
    return { order, conversion, values, read: values.filter((value) => value !== null).length }
  })
  const [best, other] = readings.toSorted((one, two) => two.read - one.read)
  if (best === undefined || other === undefined || best.read * 2 < cells.length) return null
  // One pattern reads as many: the rest is no date in any spelling.
  const real = cells.filter(({ kept }) => kept?.iso !== undefined).length
  if (best.read - real <= byPattern) return null
  const same = best.values.every((value, at) => value === other.values[at])
  const n = cells.length
  if (best.read === n && (same || other.read < n)) {
    const reason = message('conversions.any_date_reads', { order: best.order, n, other: other.read })
    const sole = same ? message('conversions.any_date_same', { n }) : reason
    return { kind: 'proposed', conversion: best.conversion, certainty: 'likely', reason: sole }
  }
  const alternatives = [best, other].map(({ order, conversion, read }) => ({
    conversion,
    meaning: message('conversions.any_date_counts', { order, read, n }),
  }))
  return { kind: 'ask', question: message('conversions.any_date_which', { n }), alternatives }
}

function moments(
  field: CatalogueField,
  cells: readonly CellText[],
  options: ProposeOptions,
): ConversionProposal {
  const found = proposeDatePatterns(cells, { kind: 'datetime', sensitive: field.sensitive })
  const { zone } = options
  const patterns = found.fits.length > 0 ? found.fits.map((fit) => fit.pattern) : []
  // Real datetime cells carry day and time themselves; only their zone is missing.
  if (patterns.length === 0 && found.cells === 0) patterns.push('yyyy-MM-dd HH:mm:ss')
  const [only] = patterns
  if (only === undefined) return { ...none(found.evidence), dates: found }
  const evidence = found.question ?? found.evidence
  if (zone !== undefined && patterns.length === 1) {
    const conversion: Conversion = { kind: 'datetime', pattern: only, zone }
    const certainty = found.certainty === 'possible' ? 'possible' : 'likely'
    const reason = sentences(found.evidence, message('conversions.times_of', { zone }))
    return {
      kind: 'proposed',
      conversion,
      certainty,
      reason: found.warning === null ? reason : sentences(reason, found.warning),
    }
  }
  const question = zone === undefined ? message('conversions.which_zone', { evidence }) : evidence
  const alternatives = patterns.map((pattern) => ({
    conversion: { kind: 'datetime', pattern, zone: zone ?? 'UTC' } as const,
    meaning: message('conversions.pattern_in_zone', { pattern, zone: zone ?? 'UTC' }),
  }))
  return { kind: 'ask', question, alternatives }
}

function numbers(field: CatalogueField, distinct: readonly CellText[]): ConversionProposal {
  const found = proposeNumbers(distinct, field)
  const [only] = found?.fits ?? []
  if (found === null || only === undefined) return none(message('conversions.numbers_not_read'))
  if (found.fits.length === 1)
    return { kind: 'proposed', conversion: only.conversion, certainty: found.certainty, reason: found.reason }
  const meanings = found.fits.map(({ conversion, example }) => ({
    conversion,
    meaning: field.sensitive
      ? signsOf(conversion)
      : message('conversions.reads_as', { text: cut(example.text), reads: example.reads }),
  }))
  const question = message('conversions.which_decimal_sign', { reason: found.reason })
  return { kind: 'ask', question, alternatives: meanings }
}

function signsOf(conversion: Conversion): Message {
  const last = conversion.kind === 'steps' ? conversion.steps.at(-1) : conversion
  return last?.kind === 'decimal'
    ? message('conversions.decimal_sign_is', { sign: last.decimalSign })
    : message('conversions.thousands_grouped')
}

const yesWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    yes: 'no',
    y: 'n',
    true: 'false',
    t: 'f',
    1: '0',
    on: 'off',
    ja: 'nein',
    oui: 'non',
    si: 'no',
    sí: 'no',
  }),
)
const noWords: ReadonlyMap<string, string> = new Map(
  Object.entries({ no: 'yes', n: 'y', false: 'true', f: 't', 0: '1', off: 'on', nein: 'ja', non: 'oui' }),
)

/** Only usual words, and never more than likely: the meaning of yes for the field depends on the column. */
function yesOrNo(distinct: readonly CellText[], quote: Quote): ConversionProposal {
  const words = [...new Set(distinct.map((cell) => folded(cell.text)))]
  const strange = words.filter((word) => !yesWords.has(word) && !noWords.has(word))
  if (strange.length > 0)
    return none(message('conversions.words_not_usual', { words: listed(strange, quote), n: strange.length }))
  const yes = words.filter((word) => yesWords.has(word))
  const no = words.filter((word) => noWords.has(word))
  const both = yes.length > 0 && no.length > 0
  const partners = (of: readonly string[], map: ReadonlyMap<string, string>): string[] =>
    of.flatMap((word) => map.get(word) ?? [])
  const conversion: Conversion = {
    kind: 'boolean',
    yes: [...new Set([...yes, ...partners(no, noWords)])],
    no: [...new Set([...no, ...partners(yes, yesWords)])],
  }
  const shown = { words: listed(words, quote, 6) }
  const reason = both ? message('conversions.words_only', shown) : message('conversions.word_only', shown)
  return { kind: 'proposed', conversion, certainty: both ? 'likely' : 'possible', reason }
}

/**
 * Values equal to a choice except for case and blanks form a table; the others are proposed one by one for
 * confirmation.
 */
function choices(
  field: CatalogueField,
  words: NonNullable<CatalogueField['choices']>,
  distinct: readonly CellText[],
  quote: Quote,
): ConversionProposal {
  const values: Record<string, string> = {}
  for (const word of words) set(values, String(word), String(word))
  const known = new Set(words.map((word) => folded(String(word))))
  const texts = [...new Map(distinct.map(({ text }) => [folded(text), text])).values()]
  const proposals = proposeChoices(
    texts.filter((text) => !known.has(folded(text))),
    words,
  )
  const clear = proposals.filter((one) => one.choice !== null && one.certainty === 'certain')
  for (const { value, choice } of clear) if (choice !== null) set(values, value, choice)
  const unknown = proposals.filter((one) => !clear.includes(one))
  const conversion: Conversion = { kind: 'choice', values }
  if (unknown.length === 0) {
    const reason = message('conversions.choices_but_for_case')
    return { kind: 'proposed', conversion, certainty: 'certain', reason }
  }
  const strange = listed(
    unknown.map((one) => one.value),
    quote,
  )
  const reason = message('conversions.words_no_choice', {
    n: unknown.length,
    label: field.label,
    words: strange,
  })
  return { kind: 'table', conversion, unknown, reason }
}

/** A word may be `__proto__`: it is set as an own property all the same. */
function set(table: Record<string, string>, word: string, choice: string): void {
  Object.defineProperty(table, word, { value: choice, enumerable: true, configurable: true, writable: true })
}

function none(reason: Said): Extract<ConversionProposal, { kind: 'none' }> {
  return { kind: 'none', reason, dates: null }
}
