// Texts of problem causes. No other module translates codes; an unknown code is shown as plain words.

/** By problem code, phrased for the field's title. */
const causes: Readonly<Record<string, (title: string) => string>> = {
  required: (title) => `${title} missing`,
  blank: (title) => `${title} empty`,
  null: (title) => `${title} missing`,
  empty: (title) => `${title} has no items`,
  invalid: (title) => `${title} not valid`,
  invalid_choice: (title) => `${title} not one of the choices`,
  max_length: (title) => `${title} too long`,
  min_length: (title) => `${title} too short`,
  max_value: (title) => `${title} too large`,
  min_value: (title) => `${title} too small`,
  invalid_phone_number: (title) => `${title} not a phone number`,
  possible_test_email_address: (title) => `${title} looks like a test address`,
  date_in_future: (title) => `${title} in the future`,
  undocumented_field: (title) => `${title} not documented`,
  conflicting_values: (title) => `${title} differs between rows`,
}
const wholeCauses: Readonly<Record<string, string>> = {
  duplicate_account: 'The same account twice',
  identity_missing: 'Account number missing',
  identity_unsafe: 'Account number cannot be used',
  payload_too_large: 'Too large to send',
  key_missing: 'Key missing',
  looks_like_total: 'Looks like a total',
  looks_like_note: 'Looks like a note',
  looks_like_header: 'Looks like a header',
  looks_like_section: 'Looks like a section title',
  looks_like_separator: 'Looks like a separator',
  account_creation_failed: 'Could not be created',
  account_import_process_already_imported: 'Already there, not ours',
  import_process_failed_validation: 'Rejected when sent',
  import_supplier_migration_not_ongoing: 'Supplier not accepting accounts',
}

export function spelled(code: string): string {
  const words = code.replace(/[_.]+/g, ' ').trim()
  return words === '' ? code : capitalised(words)
}

export function causeOf(code: string | null, title: string | null): string {
  if (code === null) return title === null ? 'No code given' : `${title}: no code given`
  if (Object.hasOwn(wholeCauses, code)) return wholeCauses[code] ?? code
  const words = Object.hasOwn(causes, code) ? causes[code] : undefined
  if (words !== undefined && title !== null) return words(title)
  return title === null ? spelled(code) : `${title}: ${spelled(code).toLowerCase()}`
}

/** A kind of check for any field; with a path, for the field at its end. */
export function checkWords(code: string, path: string | null): string {
  const field = path?.split('.').findLast((part) => !/^(\*|\d+)$/.test(part))
  if (field !== undefined) return causeOf(code, spelled(field))
  return Object.hasOwn(causes, code) ? capitalised(causes[code]?.('').trim() ?? code) : causeOf(code, null)
}

function capitalised(words: string): string {
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}
