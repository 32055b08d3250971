// Field rules: walks a payload with its catalogue, breadth first, and reports every error with the codes of the
// framework family. Indexes are zero-based. Values below a value of the wrong type are
// not checked.
import type { CountryCode } from 'libphonenumber-js/max'
import { joinAttr } from '../../../shared/payload/attr-path.ts'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import type { Field, ListField, NumberField, ObjectField, TextField } from './catalogue.ts'
import { formatCode } from './formats.ts'

export type FieldError = { readonly attr: string; readonly code: string; readonly detail: string }

export type WalkSettings = {
  readonly refuseUndocumented: boolean
  readonly numbersAsText: boolean
  readonly wholeErrorsAt: 'input' | 'non_field_errors'
  readonly region: CountryCode
  /** Today in UTC, `2026-03-04`. */
  readonly today: string
}

const missing = Symbol('missing')
const undocumented = Symbol('undocumented')

type Step = {
  readonly field: Field | null
  readonly value: unknown
  readonly attr: string
  readonly name: string
}

/**
 * Every error of the payload's own fields; the first item is the shallowest. An empty list means that all fields
 * pass.
 */
export function fieldErrors(root: ObjectField, payload: unknown, settings: WalkSettings): FieldError[] {
  const errors: FieldError[] = []
  const queue: Step[] = [{ field: root, value: payload, attr: '', name: '' }]
  // The queue grows during the walk: this makes the walk breadth first.
  for (const step of queue) visit(step, queue, errors, settings)
  return errors
}

function visit(step: Step, queue: Step[], errors: FieldError[], settings: WalkSettings): void {
  const { field, value, attr } = step
  if (value === undocumented) errors.push(fieldError(attr, 'undocumented_field'))
  else if (value === missing) errors.push(fieldError(attr, 'required'))
  else if (field === null || (value === null && field.nullable)) return
  else if (value === null) errors.push(fieldError(attr === '' ? 'non_field_errors' : attr, 'null'))
  else {
    switch (field.kind) {
      case 'object':
        visitObject(field, step, queue, errors, settings)
        return
      case 'list':
        visitList(field, step, queue, errors, settings)
        return
      case 'text':
        for (const error of textErrors(field, step, settings)) errors.push(error)
        return
      case 'number':
        for (const error of numberErrors(field, step)) errors.push(error)
        return
      case 'boolean':
        if (typeof value !== 'boolean') errors.push(fieldError(attr, 'invalid', 'Must be a valid boolean.'))
        return
      default:
        assertNever(field)
    }
  }
}

function visitObject(
  field: ObjectField,
  step: Step,
  queue: Step[],
  errors: FieldError[],
  settings: WalkSettings,
): void {
  const { value, attr } = step
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    errors.push(fieldError(wholeAttr(attr, settings), 'not_a_dict'))
    return
  }
  const own = new Map<string, unknown>(Object.entries(value))
  for (const { name, required, field: member } of field.members) {
    if (own.has(name)) queue.push({ field: member, value: own.get(name), attr: joinAttr(attr, name), name })
    else if (required) queue.push({ field: member, value: missing, attr: joinAttr(attr, name), name })
  }
  if (field.open || !settings.refuseUndocumented) return
  for (const name of own.keys()) {
    if (!field.names.has(name))
      queue.push({ field: null, value: undocumented, attr: joinAttr(attr, name), name })
  }
}

function visitList(
  field: ListField,
  step: Step,
  queue: Step[],
  errors: FieldError[],
  settings: WalkSettings,
): void {
  const { value, attr, name } = step
  const whole = wholeAttr(attr, settings)
  if (!Array.isArray(value)) {
    errors.push(fieldError(whole, 'not_a_list'))
    return
  }
  if (value.length === 0 && field.minItems > 0) errors.push(fieldError(whole, 'empty'))
  else if (value.length < field.minItems) {
    errors.push(fieldError(whole, 'min_length', `Ensure this field has at least ${field.minItems} elements.`))
  }
  if (value.length > field.maxItems) {
    errors.push(
      fieldError(whole, 'max_length', `Ensure this field has no more than ${field.maxItems} elements.`),
    )
  }
  value.forEach((item: unknown, index) => {
    queue.push({ field: field.items, value: item, attr: joinAttr(attr, index), name })
  })
}

/** Text of a value, with outer blanks trimmed as the framework does; null if it is no text. */
export function textOf(value: unknown, numbersAsText: boolean): string | null {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' && numbersAsText ? String(value) : null
}

function textErrors(field: TextField, step: Step, settings: WalkSettings): FieldError[] {
  const { attr, name } = step
  const text = textOf(step.value, settings.numbersAsText)
  if (field.choices !== null) {
    const chosen = typeof step.value === 'string' && field.choices.has(step.value)
    return chosen ? [] : [fieldError(attr, 'invalid_choice', `"${shown(step.value)}" is not a valid choice.`)]
  }
  if (text === null) return [fieldError(attr, 'invalid', 'Not a valid string.')]
  if (text === '') return [fieldError(attr, 'blank')]
  // The framework counts characters, not code units.
  const length = /[\ud800-\udfff]/.test(text) ? [...text].length : text.length
  const errors: FieldError[] = []
  if (length > field.maxLength) {
    errors.push(
      fieldError(attr, 'max_length', `Ensure this field has no more than ${field.maxLength} characters.`),
    )
  }
  if (length < field.minLength) {
    errors.push(
      fieldError(attr, 'min_length', `Ensure this field has at least ${field.minLength} characters.`),
    )
  }
  if (field.pattern !== null && !field.pattern.test(text)) errors.push(fieldError(attr, 'invalid'))
  if (field.format !== null) {
    const code = formatCode(field.format, text, { region: settings.region, name })
    if (code !== null) errors.push(fieldError(attr, code))
    else if (field.notInFuture && text.slice(0, 10) > settings.today)
      errors.push(fieldError(attr, 'date_in_future'))
  }
  return errors
}

function numberErrors(field: NumberField, { attr, value }: Step): FieldError[] {
  if (typeof value !== 'number' || (field.whole && !Number.isInteger(value))) {
    return [
      fieldError(
        attr,
        'invalid',
        field.whole ? 'A valid integer is required.' : 'A valid number is required.',
      ),
    ]
  }
  if (value < field.minimum) {
    return [fieldError(attr, 'min_value', `Ensure this value is greater than or equal to ${field.minimum}.`)]
  }
  if (value > field.maximum) {
    return [fieldError(attr, 'max_value', `Ensure this value is less than or equal to ${field.maximum}.`)]
  }
  return []
}

function wholeAttr(attr: string, settings: WalkSettings): string {
  if (attr === '') return 'non_field_errors'
  return settings.wholeErrorsAt === 'input' ? attr : joinAttr(attr, 'non_field_errors')
}

function shown(value: unknown): string {
  // Only scalars are written out: a deeply nested value would overflow the stack.
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}

const details: Readonly<Record<string, string>> = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  invalid: 'This value is not in the expected format.',
  not_a_list: 'Expected a list of items.',
  not_a_dict: 'Expected a dictionary of items.',
  empty: 'This list may not be empty.',
  invalid_phone_number: 'The phone number entered is not valid.',
  possible_test_email_address: 'This looks like a test email address.',
  date_in_future: 'This date may not be in the future.',
  undocumented_field: 'This field is not documented.',
}

export function fieldError(attr: string, code: string, detail = details[code] ?? code): FieldError {
  return { attr, code, detail }
}
