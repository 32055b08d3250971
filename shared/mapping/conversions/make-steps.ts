// Compiles a conversion's rules into steps for one field: a join, text steps, the value step, a fallback. Rules in
// the wrong order, or that cannot feed the field, are refused here, before any cell is read.
import { assertNever } from '../../contract/assert-never.ts'
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import type { Conversion, ConversionStep } from '../file.ts'
import { fieldStep } from './by-field.ts'
import { faulty, isValueField, made } from './converted.ts'
import type { ConversionFault, ConverterTools, MadeStep, Scalar, ValueStep } from './converted.ts'
import { compilePattern } from './dates/date-patterns.ts'
import { anyDate } from './dates/any-date.ts'
import { asDate, asZonedTime } from './dates/dates.ts'
import { documentPathStep } from './document-paths.ts'
import { decimalStep, integers } from './numbers.ts'
import { phoneStep } from './phones.ts'
import { canEmpty, cleanStep, joinStep, nameStep, severalStep, splitStep } from './texts.ts'
import type { TextStep } from './texts.ts'
import { booleanStep, choiceStep } from './words.ts'
import { findZone } from './dates/zones.ts'
import { message, type Message, type Said } from '../../texts/create-message.ts'

export type Steps = {
  readonly texts: readonly TextStep[]
  /** Null: the text is the value, blanks and all. */
  readonly last: ValueStep | null
  /** Columns of the same sheet that are joined to this one. */
  readonly joins: readonly string[]
  readonly fallback: Scalar | null
  /** A filled cell can give no data. */
  readonly empties: boolean
  /** Outer blanks of the cell are kept. */
  readonly keepsBlanks: boolean
}
type Result = { readonly ok: true; readonly steps: Steps } | ConversionFault

type TextRule = Extract<ConversionStep, { kind: 'text' | 'split' | 'join' | 'name' | 'several' }>
type FallbackRule = Extract<ConversionStep, { kind: 'fallback' }>
type ValueRule = Exclude<ConversionStep, TextRule | FallbackRule>

export function makeSteps(
  conversion: Conversion | null,
  field: CatalogueField,
  tools: ConverterTools,
): Result {
  const rules = conversion === null ? [] : conversion.kind === 'steps' ? conversion.steps : [conversion]
  const sorted = sortRules(rules)
  if (!sorted.ok) return sorted
  const { texts, maker, fallback } = sorted
  const alone = rules.length === 1 ? rules[0] : undefined
  const misfit = [maker, alone].find((rule) => rule !== undefined && !fits(rule.kind, field))
  if (misfit !== undefined) {
    const { label, path } = field
    const values = { kind: misfit.kind, label, path, wanted: describe(field) }
    return {
      ok: false,
      code: 'conversion_does_not_fit',
      message: message('conversions.does_not_fit', values),
    }
  }
  const rawText = maker === undefined && texts.length > 0 && field.kind === 'text'
  const last = maker === undefined ? made(fieldStep(field)) : valueStep(maker, field, tools)
  if (!last.ok) return last
  const filler = fallback === undefined ? null : fallbackValue(fallback.value, field)
  if (filler !== null && !filler.ok) return filler
  const [first] = texts
  const steps: Steps = {
    texts: texts.map(textStep),
    last: rawText ? null : last.convert,
    joins: first?.kind === 'join' ? first.with : [],
    fallback: filler?.value ?? null,
    empties: texts.some(canEmptyRule),
    keepsBlanks: first?.kind === 'text' && !first.trim,
  }
  return { ok: true, steps }
}

type Sorted = {
  readonly ok: true
  readonly texts: readonly TextRule[]
  readonly maker: ValueRule | undefined
  readonly fallback: FallbackRule | undefined
}

function sortRules(rules: readonly ConversionStep[]): Sorted | ConversionFault {
  const texts: TextRule[] = []
  let maker: ValueRule | undefined
  let fallback: FallbackRule | undefined
  for (const [at, rule] of rules.entries()) {
    if (fallback !== undefined) return faulty(message('conversions.fallback_not_last'))
    if (rule.kind === 'fallback') fallback = rule
    else if (maker !== undefined)
      return faulty(message('conversions.step_after_value', { step: rule.kind, maker: maker.kind }))
    else if (rule.kind === 'join' && at > 0) return faulty(message('conversions.join_not_first'))
    else if (isTextRule(rule)) texts.push(rule)
    else maker = rule
  }
  return { ok: true, texts, maker, fallback }
}

function isTextRule(rule: ValueRule | TextRule): rule is TextRule {
  return ['text', 'split', 'join', 'name', 'several'].includes(rule.kind)
}

/** Whether a conversion of that kind, alone or as the value step, can feed the field. */
function fits(kind: ConversionStep['kind'], field: CatalogueField): boolean {
  const text = field.kind === 'text'
  switch (kind) {
    case 'choice':
    case 'several':
    case 'split':
    case 'join':
    case 'fallback':
      return isValueField(field)
    case 'text':
    case 'name':
    case 'phone':
      return text
    case 'document_path':
      return text && (field.format === null || field.format === 'document-path')
    case 'date':
    case 'any_date':
      return text && field.format !== 'date-time'
    case 'datetime':
      return text && field.format !== 'date'
    case 'decimal':
      return text || field.kind === 'number'
    case 'integer':
      return text || field.kind === 'number' || field.kind === 'integer'
    case 'boolean':
      return field.kind === 'boolean'
    default:
      return assertNever(kind)
  }
}

function describe({ kind, format }: CatalogueField): Message {
  if (kind === 'text')
    return format === null
      ? message('conversions.wants_text')
      : message('conversions.wants_format', { format })
  return kind === 'boolean'
    ? message('conversions.wants_yes_or_no')
    : message('conversions.wants_kind', { kind })
}

function textStep(rule: TextRule): TextStep {
  switch (rule.kind) {
    case 'text':
      return cleanStep(rule)
    case 'split':
      return splitStep(rule)
    case 'join':
      return joinStep(rule)
    case 'name':
      return nameStep(rule)
    case 'several':
      return severalStep(rule)
    default:
      return assertNever(rule)
  }
}

function canEmptyRule(rule: TextRule): boolean {
  if (rule.kind === 'join') return false
  if (rule.kind === 'name' || rule.kind === 'several') return true
  return rule.kind === 'text' ? canEmpty(rule) : rule.missing === 'empty'
}

function valueStep(rule: ValueRule, field: CatalogueField, tools: ConverterTools): MadeStep {
  switch (rule.kind) {
    case 'date': {
      const compiled = compilePattern(rule.pattern, 'date')
      return compiled.ok
        ? made((text, kept) => asDate(text, kept, compiled.pattern))
        : faulty(compiled.message)
    }
    case 'any_date': {
      const pattern = anyDate(rule.order, rule.firstYear)
      return made((text, kept) => asDate(text, kept, pattern))
    }
    case 'datetime':
      return datetimeStep(rule.pattern, rule.zone)
    case 'decimal':
      return decimalStep(
        {
          decimal: rule.decimalSign,
          thousands: rule.thousandsSign ?? null,
          brackets: rule.brackets === true,
        },
        field,
      )
    case 'integer':
      return made(integers(rule.thousandsSign ?? null, field, rule.brackets === true))
    case 'boolean':
      return booleanStep(rule.yes, rule.no)
    case 'choice':
      return choiceStep(rule.values, field)
    case 'phone':
      return phoneStep(rule, tools)
    case 'document_path':
      return documentPathStep(rule.prefix)
    default:
      return assertNever(rule)
  }
}

function datetimeStep(pattern: string, zoneName: string): MadeStep {
  const compiled = compilePattern(pattern, 'datetime')
  if (!compiled.ok) return faulty(compiled.message)
  const zone = findZone(zoneName)
  if (zone === null) return faulty(message('conversions.no_such_zone', { zone: zoneName }))
  return made((text, kept) => asZonedTime(text, kept, compiled.pattern, zone))
}

/** A fallback is written as the field expects it, like a fixed value, and checked before any cell is read. */
function fallbackValue(
  given: Scalar,
  field: CatalogueField,
): { readonly ok: true; readonly value: Scalar } | ConversionFault {
  const wanted = field.kind === 'text' ? 'string' : field.kind === 'boolean' ? 'boolean' : 'number'
  const { label, path } = field
  const wrong = (fault: Said): ConversionFault =>
    faulty(message('conversions.fallback_fault', { value: String(given), label, path, fault }))
  if (typeof given !== wanted) return wrong(message('conversions.fallback_must_be', { wanted }))
  if (field.kind === 'integer' && !Number.isSafeInteger(given))
    return wrong(message('conversions.fallback_not_whole'))
  let value: Scalar = given
  if (typeof given === 'string') {
    if (given.trim() === '') return wrong(message('conversions.fallback_blank'))
    const read = fieldStep(field)(given.trim(), null)
    if (!read.ok) return wrong(read.message)
    value = read.value ?? given
  }
  if (field.choices !== null && !field.choices.includes(value))
    return wrong(message('conversions.fallback_no_choice', { choices: field.choices.join(', ') }))
  return { ok: true, value }
}
