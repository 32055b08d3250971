// Conversion as the list of steps that the dialog edits, whether the mapping file stores one rule or several.
// Computes which kinds can be added for a field, where a step belongs, and what makes the list incomplete. Pure
// functions.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { usualFirstYear } from '../../../../shared/mapping/conversions/dates/any-date.ts'
import { createConverter } from '../../../../shared/mapping/conversions/conversions.ts'
import type { ConverterTools } from '../../../../shared/mapping/conversions/converted.ts'
import { type Conversion, type ConversionStep, conversion } from '../../../../shared/mapping/file.ts'
import type { FieldView } from '../../../../shared/contract/views.ts'
import { asCatalogueField } from './catalogue-field.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { firstFault } from '../../../../shared/texts/issues.ts'
import { message, sentenceOf } from '../../../../shared/texts/message.ts'

export type StepKind = ConversionStep['kind']
export type Steps = readonly ConversionStep[]

const textKinds: readonly StepKind[] = ['text', 'split', 'join', 'name', 'several']
const valueKinds: readonly StepKind[] = [
  'any_date',
  'date',
  'datetime',
  'decimal',
  'integer',
  'boolean',
  'choice',
  'phone',
  'document_path',
]
/** As in the mapping file's own limit. */
const mostSteps = 12

export function stepsOf(given: Conversion | null): Steps {
  if (given === null) return []
  return given.kind === 'steps' ? given.steps : [given]
}

/** No step is no conversion, one step is that rule alone. */
export function conversionOf(steps: Steps): Conversion | null {
  const [first, second] = steps
  if (first === undefined) return null
  return second === undefined ? first : { kind: 'steps', steps: [...steps] }
}

/** A new step's details: nothing is taken from the values. */
export function freshStep(kind: StepKind, field: FieldView): ConversionStep {
  switch (kind) {
    case 'text':
      return { kind, trim: true }
    case 'split':
      return { kind, separator: ' ', part: 1 }
    case 'join':
      return { kind, with: [], separator: ' ' }
    case 'name':
      return { kind, part: 'given' }
    case 'several':
      return { kind, part: 1 }
    case 'any_date':
      return { kind, order: 'day', firstYear: usualFirstYear }
    case 'date':
      return { kind, pattern: 'yyyy-MM-dd' }
    case 'datetime':
      return { kind, pattern: 'yyyy-MM-dd HH:mm:ss', zone: '' }
    case 'decimal':
      return { kind, decimalSign: '.' }
    case 'integer':
      return { kind }
    case 'boolean':
      return { kind, yes: ['yes', 'y', 'true', '1'], no: ['no', 'n', 'false', '0'] }
    case 'choice':
      return { kind, values: {} }
    case 'phone':
      return { kind, to: 'e164' }
    case 'document_path':
      return { kind }
    case 'fallback':
      return { kind, value: field.kind === 'boolean' ? false : '' }
    default:
      return assertNever(kind)
  }
}

/** Whether a step of that kind could have a place in a conversion for the field. */
function fits(kind: StepKind, field: FieldView): boolean {
  if (textKinds.includes(kind) && kind !== 'name') return true
  const made = createConverter(freshStep(kind, field), asCatalogueField(field))
  return made.ok || made.code !== 'conversion_does_not_fit'
}

/** Kinds that a step may be added of: one that makes the value, one fallback, one join. */
export function kindsToAdd(steps: Steps, field: FieldView): readonly StepKind[] {
  if (steps.length >= mostSteps) return []
  const has = (kinds: readonly StepKind[]): boolean => steps.some((step) => kinds.includes(step.kind))
  return [
    'text' as const,
    'split' as const,
    ...(has(['join']) ? [] : (['join'] as const)),
    ...(has(['name']) ? [] : (['name'] as const)),
    ...(has(['several']) ? [] : (['several'] as const)),
    ...(has(valueKinds) ? [] : valueKinds),
    ...(has(['fallback']) ? [] : (['fallback'] as const)),
  ].filter((kind) => fits(kind, field))
}

/** Kinds that the step at this place may become, its own among them. */
export function kindsAt(steps: Steps, at: number, field: FieldView): readonly StepKind[] {
  const own = steps[at]?.kind
  const others = kindsToAdd(
    steps.filter((_, index) => index !== at),
    field,
  )
  return own === undefined || others.includes(own) ? others : [own, ...others]
}

/** A join reads whole cells, so it is first; what makes the value comes after the text steps; a fallback is last. */
export function withStep(steps: Steps, step: ConversionStep): Steps {
  const rank = ({ kind }: ConversionStep): number =>
    kind === 'join' ? 0 : textKinds.includes(kind) ? 1 : kind === 'fallback' ? 3 : 2
  const at = steps.findIndex((one) => rank(one) > rank(step))
  return at === -1 ? [...steps, step] : steps.toSpliced(at, 0, step)
}

/** The step one place earlier (-1) or later (1); the same list where there is no such place. */
export function movedStep(steps: Steps, at: number, by: -1 | 1): Steps {
  const step = steps[at]
  if (step === undefined || steps[at + by] === undefined) return steps
  return steps.toSpliced(at, 1).toSpliced(at + by, 0, step)
}

/** Why these steps cannot be used, as a message; null if they can. */
export function faultOf(steps: Steps, field: FieldView, tools?: ConverterTools): string | null {
  const faults = steps.map(stepFault).filter((fault) => fault !== null)
  if (faults[0] !== undefined) return faults[0]
  const whole = conversionOf(steps)
  if (whole === null) return null
  const read = conversion.safeParse(whole)
  if (!read.success) return sentenceOf(message('issues.it', { fault: firstFault(read.error) }))
  const made = createConverter(whole, asCatalogueField(field), tools)
  return made.ok ? null : sentenceOf(made.message)
}

/** Missing details, each as an instruction. */
function stepFault(step: ConversionStep): string | null {
  const faults = words.steps.faults
  if (step.kind === 'join' && step.with.length === 0) return faults.join
  if (step.kind === 'split' && step.separator === '') return faults.separator
  if (step.kind === 'text' && step.replace?.some((pair) => pair.find === '') === true) return faults.replace
  if (step.kind === 'boolean' && (step.yes.length === 0 || step.no.length === 0)) return faults.boolean
  if (step.kind === 'phone' && step.region !== undefined && !/^[A-Z]{2}$/.test(step.region))
    return faults.region
  if (step.kind === 'datetime' && step.zone === '') return faults.zone
  if (step.kind === 'fallback' && step.value === '') return faults.fallback
  if (step.kind === 'choice' && Object.values(step.values).includes('')) return faults.choice
  return null
}

/** Short name of a conversion; a date's pattern distinguishes it from others. */
export function shortConversionWords(given: Conversion): string {
  const last = makerOf(given)
  if (last === null) return words.shortConversions.steps
  if (last.kind === 'name') return words.nameParts[last.part]
  return last.kind === 'date' ? last.pattern : words.shortConversions[last.kind]
}

/** The most significant step: the one that makes the value, or the only one; null if several only change the text. */
function makerOf(given: Conversion): ConversionStep | null {
  if (given.kind !== 'steps') return given
  return given.steps.findLast((step) => valueKinds.includes(step.kind)) ?? null
}

/** Name of a conversion that distinguishes it from others of its kind. */
export function conversionWords(given: Conversion): string {
  const last = makerOf(given)
  if (last === null) return words.conversions.steps
  if (last.kind === 'any_date') return words.anyDateNames[last.order]
  if (last.kind === 'name') return words.nameParts[last.part]
  return 'pattern' in last ? last.pattern : words.conversions[last.kind]
}

/** Other columns of the same sheet that a conversion reads. */
export function joinedColumns(given: Conversion | null): readonly string[] {
  return stepsOf(given).flatMap((step) => (step.kind === 'join' ? step.with : []))
}
