// Compiles a conversion's rules into steps for one field: a join, text steps, the value step, a fallback. Rules in
// the wrong order, or that cannot feed the field, are refused here, before any cell is read.
import { assertNever } from '../../contract/assert-never.ts'
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import type { Conversion, ConversionStep } from '../file.ts'
import { fieldStep } from './by-field.ts'
import { faulty, isValueField, made } from './converted.ts'
import type { ConversionFault, ConverterTools, MadeStep, Scalar, ValueStep } from './converted.ts'
import { compilePattern } from './dates/date-patterns.ts'
import { asDate, asZonedTime } from './dates/dates.ts'
import { documentPathStep } from './document-paths.ts'
import { decimalStep, integers } from './numbers.ts'
import { phoneStep } from './phones.ts'
import { canEmpty, cleanStep, joinStep, splitStep } from './texts.ts'
import type { TextStep } from './texts.ts'
import { booleanStep, choiceStep } from './words.ts'
import { findZone } from './dates/zones.ts'

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

type TextRule = Extract<ConversionStep, { kind: 'text' | 'split' | 'join' }>
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
    const message = `The conversion “${misfit.kind}” cannot feed ${field.label} (${field.path}), which takes ${describe(field)}.`
    return { ok: false, code: 'conversion_does_not_fit', message }
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
    if (fallback !== undefined) return faulty('A fallback is the last step: nothing can follow it.')
    if (rule.kind === 'fallback') fallback = rule
    else if (maker !== undefined)
      return faulty(`The step “${rule.kind}” cannot follow “${maker.kind}”, which makes the value already.`)
    else if (rule.kind === 'join' && at > 0)
      return faulty('A join reads whole cells: it can only be the first step.')
    else if (isTextRule(rule)) texts.push(rule)
    else maker = rule
  }
  return { ok: true, texts, maker, fallback }
}

function isTextRule(rule: ValueRule | TextRule): rule is TextRule {
  return rule.kind === 'text' || rule.kind === 'split' || rule.kind === 'join'
}

/** Whether a conversion of that kind, alone or as the value step, can feed the field. */
function fits(kind: ConversionStep['kind'], field: CatalogueField): boolean {
  const text = field.kind === 'text'
  switch (kind) {
    case 'choice':
    case 'split':
    case 'join':
    case 'fallback':
      return isValueField(field)
    case 'text':
    case 'phone':
      return text
    case 'document_path':
      return text && (field.format === null || field.format === 'document-path')
    case 'date':
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

function describe(field: CatalogueField): string {
  if (field.kind === 'text') return field.format === null ? 'text' : `text in the format ${field.format}`
  return field.kind === 'boolean' ? 'yes or no' : `a value of the kind ${field.kind}`
}

function textStep(rule: TextRule): TextStep {
  switch (rule.kind) {
    case 'text':
      return cleanStep(rule)
    case 'split':
      return splitStep(rule)
    case 'join':
      return joinStep(rule)
    default:
      return assertNever(rule)
  }
}

function canEmptyRule(rule: TextRule): boolean {
  if (rule.kind === 'join') return false
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
    case 'datetime':
      return datetimeStep(rule.pattern, rule.zone)
    case 'decimal':
      return decimalStep({ decimal: rule.decimalSign, thousands: rule.thousandsSign ?? null }, field)
    case 'integer':
      return made(integers(rule.thousandsSign ?? null, field))
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
  if (zone === null)
    return faulty(`There is no time zone “${zoneName}”: use a name such as Europe/London or UTC.`)
  return made((text, kept) => asZonedTime(text, kept, compiled.pattern, zone))
}

/** A fallback is written as the field expects it, like a fixed value, and checked before any cell is read. */
function fallbackValue(
  given: Scalar,
  field: CatalogueField,
): { readonly ok: true; readonly value: Scalar } | ConversionFault {
  const wanted = field.kind === 'text' ? 'string' : field.kind === 'boolean' ? 'boolean' : 'number'
  const about = `The fallback “${String(given)}” for ${field.label} (${field.path})`
  if (typeof given !== wanted)
    return faulty(
      `${about} must be ${wanted === 'string' ? 'text, in quotes' : `a ${wanted}, without quotes`}.`,
    )
  if (field.kind === 'integer' && !Number.isSafeInteger(given))
    return faulty(`${about} must be a whole number.`)
  let value: Scalar = given
  if (typeof given === 'string') {
    if (given.trim() === '') return faulty(`${about} is blank.`)
    const read = fieldStep(field)(given.trim(), null)
    if (!read.ok) return faulty(`${about} ${read.message}.`)
    value = read.value ?? given
  }
  if (field.choices !== null && !field.choices.includes(value))
    return faulty(`${about} is not one of its choices: ${field.choices.join(', ')}.`)
  return { ok: true, value }
}
