// Classifies a field's values by the catalogue: shared by everybody (a choice from a closed list) or personal (a
// telephone number). It uses the field's type, format and annotations first, then the words of its name. An
// unrecognised field is `unknown` and treated as personal wherever that is safer. Pure.
import { type Catalogue, type CatalogueField, generalPath } from '../../catalogue/catalogue.ts'

export const valueKinds = [
  'choice',
  'telephone',
  'email',
  'identifier',
  'name',
  'date',
  'address',
  'sensitive',
  'number',
  'unknown',
] as const
export type ValueKind = (typeof valueKinds)[number]

const formats: Readonly<Record<string, ValueKind>> = {
  phone: 'telephone',
  email: 'email',
  date: 'date',
  'date-time': 'date',
  decimal: 'number',
  'document-path': 'identifier',
}

/** In the order of tests: an e-mail address is not a postal address, an account's name not an account number. */
const words: readonly (readonly [kind: ValueKind, pattern: RegExp])[] = [
  ['telephone', /\b(?:phone|telephone|tel|mobile|cell|landline|fax|handy|telefon)\b/],
  ['email', /\b(?:e mail|email|mail)\b/],
  ['date', /\b(?:date|birthday|dob|birth)\b/],
  [
    'address',
    /\b(?:address|street|road|house|building|flat|postal|postcode|zip|town|city|locality|county|region|administrative area|country)\b/,
  ],
  [
    'identifier',
    /\b(?:id|identifier|number|no|reference|ref|serial|key|code|iban|bic|sort code|mpan|mprn|uprn|token|card|account|path|passport|licence)\b/,
  ],
  ['name', /\b(?:name|surname|forename|firstname|lastname|initials|title|occupier|payer|contact)\b/],
]

/** The kind of value that a field holds. */
export function valueKindOf(field: CatalogueField): ValueKind {
  if (field.choices !== null || field.kind === 'boolean') return 'choice'
  if (field.sensitive) return 'sensitive'
  const byFormat = field.format === null ? undefined : formats[field.format]
  if (byFormat !== undefined) return byFormat
  if (field.kind === 'number') return 'number'
  for (const text of [
    field.name === '*' ? '' : field.name,
    field.title ?? '',
    ...field.aliases,
    field.path,
  ]) {
    const plain = text.replace(/[^\p{L}\p{N}]+/gu, ' ').toLowerCase()
    const found = words.find(([, pattern]) => pattern.test(plain))
    if (found !== undefined) return found[0]
  }
  return field.kind === 'integer' ? 'number' : 'unknown'
}

/** Of several kinds, the most sensitive: a column that feeds a choice and a name holds a name. */
function mostPersonal(kinds: readonly ValueKind[]): ValueKind {
  const [only] = kinds
  if (only !== undefined && kinds.every((kind) => kind === only)) return only
  return kinds.find((kind) => isPersonal(kind)) ?? 'unknown'
}

/** The kind of value of a column that feeds these paths; `unknown` where it feeds none. */
export function valueKindOfPaths(paths: readonly string[], catalogue: Catalogue | null): ValueKind {
  const fields = paths.map((path) => catalogue?.fieldAt(generalPath(path)) ?? null)
  return mostPersonal(fields.map((field) => (field === null ? 'unknown' : valueKindOf(field))))
}

/** Personal values, of one person or account. Numbers and unknown kinds may or may not be. */
export function isPersonal(kind: ValueKind): boolean {
  return kind !== 'choice' && kind !== 'number' && kind !== 'unknown'
}
