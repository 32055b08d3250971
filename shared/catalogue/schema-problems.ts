// Converts JSON Schema errors to problems: the path in attr notation, an error code of the service's family
// (field-notes.md section 8) and a sentence that names the field. Pure: works with any validator whose errors have
// ajv's shape.
import { assertNever } from '../contract/assert-never.ts'
import { joinAttr } from '../payload/attr-path.ts'
import { decodePointer } from './catalogue.ts'
import type { Catalogue, CatalogueField } from './catalogue.ts'
import { documentPathFault } from './document-path.ts'
import type { Problem } from '../payload/problems.ts'

export type SchemaError = {
  /** JSON pointer into the payload. */
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** The value at that place, if the validator reports it. */
  readonly data?: unknown
}

export type FieldCode =
  | 'required'
  | 'null'
  | 'blank'
  | 'invalid'
  | 'invalid_choice'
  | 'max_length'
  | 'min_length'
  | 'max_value'
  | 'min_value'
  | 'not_a_list'
  | 'not_a_dict'
  | 'empty'
  | 'invalid_phone_number'
  | 'possible_test_email_address'
  | 'date_in_future'
  | 'undocumented_field'
  | 'unsafe_document_path'

/** Keywords that only repeat the errors below them. */
const wrappers: ReadonlySet<string> = new Set([
  'anyOf',
  'oneOf',
  'allOf',
  'if',
  'then',
  'else',
  '$ref',
  'propertyNames',
])

/**
 * Returns one problem per attr and code; wrappers are dropped when a more exact problem exists at or below their
 * place.
 */
export function schemaProblems(errors: readonly SchemaError[], catalogue: Catalogue): Problem[] {
  const exact = errors.filter((error) => !wrappers.has(error.keyword))
  const bare = errors.filter(
    (error) =>
      wrappers.has(error.keyword) &&
      !exact.some((other) => `${other.instancePath}/`.startsWith(`${error.instancePath}/`)),
  )
  const problems = new Map<string, Problem>()
  for (const error of [...exact, ...bare]) {
    const found = schemaProblem(error, catalogue)
    const id = JSON.stringify([found.attr, found.code])
    if (!problems.has(id)) problems.set(id, found)
  }
  return [...problems.values()]
}

function schemaProblem(error: SchemaError, catalogue: Catalogue): Problem {
  const attr = attrOf(error)
  const field = catalogue.fieldAt(attr)
  const code = codeOf(error, field)
  return { source: 'local', attr, code, message: sentence(code, error, field, attr) }
}

/** A missing or unknown property is placed below the object that lacks or has it. */
function attrOf({ instancePath, params }: SchemaError): string {
  const place = instancePath.split('/').slice(1).map(decodePointer).join('.')
  const named = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  return typeof named === 'string' ? joinAttr(place, named) : place
}

function codeOf(error: SchemaError, field: CatalogueField | null): FieldCode {
  const { keyword, params, data } = error
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'required'
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'undocumented_field'
    case 'enum':
    case 'const':
      return data === null ? 'null' : 'invalid_choice'
    case 'maxLength':
    case 'maxItems':
      return 'max_length'
    case 'minLength':
      return data === '' ? 'blank' : 'min_length'
    case 'minItems':
      return (Array.isArray(data) && data.length === 0) || params['limit'] === 1 ? 'empty' : 'min_length'
    case 'maximum':
    case 'exclusiveMaximum':
      return 'max_value'
    case 'minimum':
    case 'exclusiveMinimum':
      return 'min_value'
    case 'type':
      if (data === null) return 'null'
      if (field?.kind === 'list') return 'not_a_list'
      return field === null || field.kind === 'object' ? 'not_a_dict' : 'invalid'
    case 'format':
      if (params['format'] === 'phone') return 'invalid_phone_number'
      if (params['format'] === 'document-path') return 'unsafe_document_path'
      return params['format'] === 'email' && isTestAddress(data) ? 'possible_test_email_address' : 'invalid'
    case 'x-not-in-future':
      return 'date_in_future'
    default:
      return 'invalid'
  }
}

function sentence(code: FieldCode, error: SchemaError, field: CatalogueField | null, attr: string): string {
  const name = field === null ? `“${attr === '' ? 'The account' : attr}”` : field.label
  const limit = typeof error.params['limit'] === 'number' ? String(error.params['limit']) : ''
  const value = shown(error.data, field)
  switch (code) {
    case 'required':
      return `${name} is missing: the service requires it${attr.includes('.') ? ' here' : ''}.`
    case 'null':
      return `${name} is empty (null): leave the field out or give it a value.`
    case 'blank':
      return `${name} is blank: leave the field out or give it a value.`
    case 'invalid_choice':
      return `${name}${value} is not one of the choices: ${(field?.choices ?? []).join(', ')}.`
    case 'max_length':
      return `${name} is too long: at most ${limit} ${error.keyword === 'maxItems' ? 'items' : 'characters'}.`
    case 'min_length':
      return `${name} is too short: at least ${limit} ${error.keyword === 'minItems' ? 'items' : 'characters'}.`
    case 'max_value':
      return `${name}${value} is too large: the limit is ${limit}.`
    case 'min_value':
      return `${name}${value} is too small: the limit is ${limit}.`
    case 'not_a_list':
      return `${name} must be a list.`
    case 'not_a_dict':
      return `${name} must be a group of fields.`
    case 'empty':
      return `${name} has no items: leave the list out or give it one.`
    case 'invalid_phone_number':
      return `${name}${value} is not a valid phone number.`
    case 'possible_test_email_address':
      return `${name}${value} looks like an address for tests, which the service refuses.`
    case 'date_in_future':
      return `${name}${value} is in the future.`
    case 'undocumented_field':
      return `${name} is not a documented field: it must not be sent.`
    case 'unsafe_document_path':
      return `${name}${value} is not a document path: it ${(typeof error.data === 'string' ? documentPathFault(error.data) : null) ?? 'must be text'}.`
    case 'invalid':
      return `${name}${value} ${invalidBecause(error, field)}.`
    default:
      return assertNever(code)
  }
}

function invalidBecause({ keyword, params }: SchemaError, field: CatalogueField | null): string {
  if (keyword === 'type')
    return `is not ${field === null ? 'of the right kind' : `of the kind ${field.kind}`}`
  if (keyword === 'pattern') return 'is not in the form that the service takes'
  switch (params['format']) {
    case 'date':
      return 'is not a date that exists, written YYYY-MM-DD'
    case 'date-time':
      return 'is not a date and time in UTC, written YYYY-MM-DDTHH:MM:SSZ'
    case 'email':
      return 'is not an e-mail address'
    case 'decimal':
      return 'is not a decimal number'
    default:
      return 'is not valid'
  }
}

/** ` “value”`, cut; empty for masked personal data and for anything that is not a single value. */
function shown(data: unknown, field: CatalogueField | null): string {
  if (field === null || field.sensitive || (typeof data !== 'string' && typeof data !== 'number')) return ''
  const text = String(data)
  return ` “${text.length <= 60 ? text : `${text.slice(0, 59)}…`}”`
}

/** Addresses that services of this family reject as tests (field-notes.md section 7). */
export function isTestAddress(value: unknown): boolean {
  return typeof value === 'string' && /^test@|@test\.com$/i.test(value)
}

/**
 * The local problems of a built account: those found while building, and those of the checked payload that do not
 * merely repeat them. A cell that could not be converted is missing from the payload and must not be reported
 * twice.
 */
export function joinLocalProblems(built: readonly Problem[], checked: readonly Problem[]): Problem[] {
  const reported = new Set(built.map((problem) => problem.attr))
  return [...built, ...checked.filter((problem) => !reported.has(problem.attr))]
}
