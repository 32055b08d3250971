// Converts JSON Schema errors to problems: the path in attr notation, an error code of the service's family and a
// message (key and values) that names the field. Pure: works with any validator whose errors have ajv's shape.
import { assertNever } from '../contract/assert-never.ts'
import { joinAttr } from '../payload/attr-path.ts'
import { decodePointer } from './catalogue.ts'
import type { Catalogue, CatalogueField } from './catalogue.ts'
import { documentPathFault } from './document-path.ts'
import type { Problem } from '../payload/problems.ts'
import { message, type Message, type Said } from '../texts/create-message.ts'
import { quoted } from '../texts/join.ts'

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
  return { source: 'local', attr, code, message: wordsOf(code, error, field, attr) }
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

function wordsOf(code: FieldCode, error: SchemaError, field: CatalogueField | null, attr: string): Message {
  const name = nameOf(field, attr)
  const limit = typeof error.params['limit'] === 'number' ? String(error.params['limit']) : ''
  const withValue = { name: subject(name, error.data, field) }
  switch (code) {
    case 'required':
      return message(attr.includes('.') ? 'mapping.required_here' : 'mapping.required', { name })
    case 'null':
      return message('mapping.is_null', { name })
    case 'blank':
      return message('mapping.is_blank', { name })
    case 'invalid_choice':
      return message('mapping.no_choice', { ...withValue, choices: (field?.choices ?? []).join(', ') })
    case 'max_length':
      return message('mapping.too_long', { name, limit, of: measured(error) })
    case 'min_length':
      return message('mapping.too_short', { name, limit, of: measured(error) })
    case 'max_value':
      return message('mapping.too_large', { ...withValue, limit })
    case 'min_value':
      return message('mapping.too_small', { ...withValue, limit })
    case 'not_a_list':
      return message('mapping.not_a_list', { name })
    case 'not_a_dict':
      return message('mapping.not_a_group', { name })
    case 'empty':
      return message('mapping.no_items', { name })
    case 'invalid_phone_number':
      return message('mapping.no_phone_number', withValue)
    case 'possible_test_email_address':
      return message('mapping.test_address', withValue)
    case 'date_in_future':
      return message('mapping.in_future', withValue)
    case 'undocumented_field':
      return message('mapping.undocumented', { name })
    case 'unsafe_document_path': {
      const fault = typeof error.data === 'string' ? documentPathFault(error.data) : null
      return message('mapping.no_document_path', {
        ...withValue,
        fault: fault ?? message('conversions.path_not_text'),
      })
    }
    case 'invalid':
      return invalidBecause(error, field, withValue)
    default:
      return assertNever(code)
  }
}

function nameOf(field: CatalogueField | null, attr: string): Said {
  if (field !== null) return field.label
  return attr === '' ? message('mapping.the_account') : quoted(attr)
}

function measured({ keyword }: SchemaError): 'items' | 'characters' {
  return keyword === 'maxItems' || keyword === 'minItems' ? 'items' : 'characters'
}

function invalidBecause(
  { keyword, params }: SchemaError,
  field: CatalogueField | null,
  withValue: { readonly name: Said },
): Message {
  if (keyword === 'type')
    return field === null
      ? message('mapping.wrong_kind', withValue)
      : message('mapping.not_of_kind', { ...withValue, kind: field.kind })
  if (keyword === 'pattern') return message('mapping.wrong_form', withValue)
  switch (params['format']) {
    case 'date':
      return message('mapping.no_date', withValue)
    case 'date-time':
      return message('mapping.no_utc_time', withValue)
    case 'email':
      return message('mapping.no_email', withValue)
    case 'decimal':
      return message('mapping.no_decimal', withValue)
    default:
      return message('mapping.not_valid', withValue)
  }
}

/** The field with its value, cut; the field alone for masked personal data and for anything that is not a single value. */
function subject(name: Said, data: unknown, field: CatalogueField | null): Said {
  if (field === null || field.sensitive || (typeof data !== 'string' && typeof data !== 'number')) return name
  const text = String(data)
  const value = text.length <= 60 ? text : `${text.slice(0, 59)}…`
  return message('mapping.with_value', { name, value })
}

/** Addresses that services of this family reject as tests. */
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
