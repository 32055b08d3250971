// Lists which local checks a user may overrule with "let the service decide". A check that goes beyond the
// service's specification can be overruled, because the service decides such cases. Checks that the specification
// requires, checks that prevent duplicate accounts, and payloads that cannot be sent at all cannot be overruled.
// Pure.
import { generalPath } from '../catalogue/catalogue.ts'
import type { ConversionCode } from '../mapping/conversions/converted.ts'
import { identityFields } from '../payload/identity.ts'
import type { FieldCode } from '../catalogue/schema-problems.ts'
import { supplierField } from '../sending/service.ts'
import { message, type Message } from '../texts/create-message.ts'

/** Codes of local problems that are neither the catalogue's nor a conversion's. */
export const accountCodes = [
  'key_missing',
  'conflicting_values',
  'identity_missing',
  'identity_unsafe',
  'payload_too_large',
  'duplicate_account',
  'on_its_way_elsewhere',
  'only_a_key',
  'looks_like_total',
  'looks_like_note',
  'looks_like_header',
  'looks_like_section',
  'looks_like_separator',
] as const
export type LocalCode = FieldCode | ConversionCode | (typeof accountCodes)[number]

type Ruling = {
  readonly overrulable: boolean
  /** For the user: the reason why it may be overruled, or why not. */
  readonly why: Message
}
const ours = (why: Message): Ruling => ({ overrulable: true, why })
const stays = (why: Message): Ruling => ({ overrulable: false, why })

const beyond = message('fixing.our_own_check')
const guessed = message('fixing.guessed_row')
const omission = message('fixing.left_out_by_specification')
const noValue = message('fixing.no_value_made')

/** All codes of local checks. A code that is not listed cannot be overruled. */
export const rulings: Readonly<Record<LocalCode, Ruling>> = {
  required: ours(beyond),
  invalid: ours(beyond),
  invalid_choice: ours(beyond),
  max_length: ours(beyond),
  min_length: ours(beyond),
  max_value: ours(beyond),
  min_value: ours(beyond),
  invalid_phone_number: ours(message('fixing.service_validates_numbers')),
  possible_test_email_address: ours(message('fixing.guessed_address')),
  date_in_future: ours(beyond),
  null: stays(omission),
  blank: stays(omission),
  empty: stays(omission),
  not_a_list: stays(message('fixing.payload_not_built')),
  not_a_dict: stays(message('fixing.payload_not_built')),
  undocumented_field: stays(message('fixing.only_documented_fields')),
  unsafe_document_path: stays(message('fixing.document_path_specified')),
  two_digit_year: stays(noValue),
  no_such_date: stays(noValue),
  no_such_time: stays(noValue),
  ambiguous_time: stays(noValue),
  phone_not_read_here: stays(noValue),
  error_cell: stays(noValue),
  withheld_text: stays(noValue),
  digits_lost: stays(noValue),
  zone_missing: stays(noValue),
  part_missing: stays(noValue),
  key_missing: stays(message('fixing.key_needed')),
  conflicting_values: stays(message('fixing.values_would_be_lost')),
  identity_missing: stays(message('fixing.identity_needed')),
  identity_unsafe: stays(message('fixing.status_not_read_back')),
  payload_too_large: stays(message('fixing.request_too_large')),
  duplicate_account: stays(message('fixing.sent_twice')),
  only_a_key: stays(message('fixing.nothing_to_create')),
  looks_like_total: ours(guessed),
  looks_like_note: ours(guessed),
  looks_like_header: ours(guessed),
  looks_like_section: ours(guessed),
  looks_like_separator: ours(guessed),
  on_its_way_elsewhere: stays(message('fixing.sent_here_as_well')),
}

/** The reason why a check goes beyond the specification, as a message; null for one that cannot be overruled. */
export function whyOurs(code: string): Message | null {
  const ruling = Object.hasOwn(rulings, code) ? rulings[code as LocalCode] : null
  return ruling?.overrulable === true ? ruling.why : null
}

export type Overrulable = {
  readonly code: string | null
  /** The catalogue's path, `*` for indexes; null for the whole account. */
  readonly field: string | null
  /** The cell gave no value, so the payload lacks it. */
  readonly noValue?: boolean
}

/**
 * The reason why a local problem cannot be overruled, as a message; null when it can. `statusPath`: the
 * connection's template.
 */
export function overrulingFault(problem: Overrulable, statusPath: string | null): Message | null {
  const { code, field } = problem
  const ruling = code !== null && Object.hasOwn(rulings, code) ? rulings[code as LocalCode] : null
  if (ruling === null) return message('fixing.not_overrulable')
  if (!ruling.overrulable) return ruling.why
  if (problem.noValue === true) return noValue
  if (field === supplierField) return message('fixing.supplier_required')
  if (field !== null && statusPath !== null && identityFields(statusPath).map(generalPath).includes(field))
    return message('fixing.service_knows_it_by')
  return null
}

export const overrulingScopes = ['problem', 'cause', 'kind'] as const
export type OverrulingScope = (typeof overrulingScopes)[number]
