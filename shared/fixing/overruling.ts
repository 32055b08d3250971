// Lists which local checks a user may overrule with "let the service decide". A check that goes beyond the
// service's specification can be overruled, because the service decides such cases. Checks that the specification
// requires, checks that prevent duplicate accounts, and payloads that cannot be sent at all cannot be overruled.
// Pure.
import { generalPath } from '../catalogue/catalogue.ts'
import type { ConversionCode } from '../mapping/conversions/converted.ts'
import { identityFields } from '../payload/identity.ts'
import type { FieldCode } from '../catalogue/schema-problems.ts'
import { supplierField } from '../sending/service.ts'

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
  /** A sentence for the user: the reason why it may be overruled, or why not. */
  readonly why: string
}
const ours = (why: string): Ruling => ({ overrulable: true, why })
const stays = (why: string): Ruling => ({ overrulable: false, why })

const beyond = 'Carryover’s own check, by the loaded catalogue; the specification does not have it.'
const guessed = 'Carryover guesses from the row’s words that it is no customer; a person knows.'
const omission = 'The specification says so: a field without data is left out (section 2.1, rule 1).'
const noValue = 'No value could be made of the cell, so there is nothing that the service could decide about.'

/** All codes of local checks. A code that is not listed cannot be overruled. */
export const rulings: Readonly<Record<LocalCode, Ruling>> = {
  required: ours(beyond),
  invalid: ours(beyond),
  invalid_choice: ours(beyond),
  max_length: ours(beyond),
  min_length: ours(beyond),
  max_value: ours(beyond),
  min_value: ours(beyond),
  invalid_phone_number: ours('The service validates numbers itself, by a numbering plan that may be newer.'),
  possible_test_email_address: ours('Carryover guesses that the service refuses such addresses.'),
  date_in_future: ours(beyond),
  null: stays(omission),
  blank: stays(omission),
  empty: stays(omission),
  not_a_list: stays('The payload cannot be built so.'),
  not_a_dict: stays('The payload cannot be built so.'),
  undocumented_field: stays(
    'The specification says so: only documented fields are sent (section 2.1, rule 4).',
  ),
  unsafe_document_path: stays(
    'The specification says what a document path is (section 2.1), and an unsafe one may name another’s document.',
  ),
  two_digit_year: stays(noValue),
  no_such_date: stays(noValue),
  no_such_time: stays(noValue),
  ambiguous_time: stays(noValue),
  phone_not_read_here: stays(noValue),
  error_cell: stays(noValue),
  digits_lost: stays(noValue),
  zone_missing: stays(noValue),
  part_missing: stays(noValue),
  key_missing: stays(
    'Without its key the account cannot be distinguished from another, so it could be created twice.',
  ),
  conflicting_values: stays('The service would see one of the values only, and the others would be lost.'),
  identity_missing: stays(
    'Without it the account could be created and never be found again, or be created twice.',
  ),
  identity_unsafe: stays('Its status could not be read back, so it could be created twice.'),
  payload_too_large: stays('The connection says that the service takes no request of this size.'),
  duplicate_account: stays('Sent twice, one account could be created twice.'),
  only_a_key: stays('Nothing but its key was found, so there is nothing to create an account of.'),
  looks_like_total: ours(guessed),
  looks_like_note: ours(guessed),
  looks_like_header: ours(guessed),
  looks_like_section: ours(guessed),
  looks_like_separator: ours(guessed),
  on_its_way_elsewhere: stays('Sent here as well, it could be created twice.'),
}

/** The reason why a check goes beyond the specification, as a sentence; null for one that cannot be overruled. */
export function whyOurs(code: string): string | null {
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
 * The reason why a local problem cannot be overruled, as a sentence; null when it can. `statusPath`: the
 * connection's template.
 */
export function overrulingFault(problem: Overrulable, statusPath: string | null): string | null {
  const { code, field } = problem
  const ruling = code !== null && Object.hasOwn(rulings, code) ? rulings[code as LocalCode] : null
  if (ruling === null) return 'This is not one of the checks that can be left to the service.'
  if (!ruling.overrulable) return ruling.why
  if (problem.noValue === true) return noValue
  if (field === supplierField)
    return 'The specification requires the import supplier in every payload (section 2.1).'
  if (field !== null && statusPath !== null && identityFields(statusPath).map(generalPath).includes(field))
    return 'This is what the service knows the account by: it must be right before anything is sent.'
  return null
}

export const overrulingScopes = ['problem', 'cause', 'kind'] as const
export type OverrulingScope = (typeof overrulingScopes)[number]
