// Reads the catalogue: a JSON Schema (2020-12) with annotations that documents the service's fields. Field names
// exist only there and never in code. List items are written as `*` in a path (`customers.*.landline`). A catalogue
// with a name that cannot be used in a payload or an attr path is rejected when it is read.
import { anyIndex, isSafePart, joinAttr } from '../payload/attr-path.ts'
import { message, type Message, type Said } from '../texts/create-message.ts'

export type FieldKind = 'text' | 'integer' | 'number' | 'boolean' | 'object' | 'list'

export type CatalogueField = {
  /** Payload path with `*` for the items of a list. */
  readonly path: string
  /** The last part of the path; `*` for an item. */
  readonly name: string
  /** Position in the catalogue: payloads are written in this order. */
  readonly order: number
  readonly kind: FieldKind
  readonly format: string | null
  readonly title: string | null
  /** The title in each language that the catalogue has it in, or the name in plain words. */
  readonly label: Said
  readonly aliases: readonly string[]
  readonly requiredInParent: boolean
  readonly choices: readonly (string | number | boolean)[] | null
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly minimum: number | null
  readonly maximum: number | null
  /** Personal data that the window masks and messages do not repeat; inherited from the field's parents. */
  readonly sensitive: boolean
  readonly notInFuture: boolean
}

export type Catalogue = {
  /** The JSON Schema as it was given. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly title: Said
  /** Depth first, in the schema's order; the root itself is not a field. */
  readonly fields: readonly CatalogueField[]
  /** The field at a payload path; indexes and `*` both stand for a list's items. */
  fieldAt(path: string): CatalogueField | null
}

export type CatalogueFailure = {
  readonly code:
    | 'catalogue_not_a_schema'
    | 'catalogue_unsafe_name'
    | 'catalogue_reference'
    | 'catalogue_cycle'
    | 'catalogue_unknown_kind'
    | 'catalogue_too_large'
  readonly message: Message
}
export type CatalogueResult =
  | { readonly ok: true; readonly catalogue: Catalogue }
  | { readonly ok: false; readonly failure: CatalogueFailure }

type Schema = Readonly<Record<string, unknown>>

/** Limit, because shared definitions can multiply without end; a real catalogue has some hundreds of fields. */
const mostFields = 5_000

class CatalogueError extends Error {
  readonly failure: CatalogueFailure
  constructor(code: CatalogueFailure['code'], fault: Message) {
    super(fault.key)
    this.failure = { code, message: fault }
  }
}

/** Reads a JSON Schema whose root is an object. `json` is the parsed file, of unknown shape. */
export function readCatalogue(json: unknown): CatalogueResult {
  if (!isSchema(json)) return refused('catalogue_not_a_schema', message('mapping.catalogue_no_object'))
  const walk: Walk = { root: json, fields: [] }
  try {
    const root = resolve(json, walk, [], placeOf(''))
    if (kindOf(root.schema, placeOf('')) !== 'object')
      return refused('catalogue_not_a_schema', message('mapping.catalogue_describes_no_object'))
    addProperties(root.schema, walk, { path: '', sensitive: false, references: root.references })
  } catch (error) {
    if (error instanceof CatalogueError) return { ok: false, failure: error.failure }
    throw error
  }
  return { ok: true, catalogue: catalogueOf(json, walk.fields) }
}

function catalogueOf(schema: Schema, fields: readonly CatalogueField[]): Catalogue {
  const byPath = new Map(fields.map((field) => [field.path, field]))
  return {
    schema,
    title: titleIn(schema, textOf(schema['title']) ?? 'Catalogue'),
    fields,
    fieldAt: (path) => byPath.get(generalPath(path)) ?? null,
  }
}

const indexes = new RegExp(anyIndex, 'g')

/** `customers.1.landline` → `customers.*.landline`. */
export function generalPath(path: string): string {
  return path.replace(indexes, '$1*')
}

type Walk = { readonly root: Schema; readonly fields: CatalogueField[] }
type Parent = { readonly path: string; readonly sensitive: boolean; readonly references: readonly string[] }

function addProperties(schema: Schema, walk: Walk, parent: Parent): void {
  const properties = schema['properties']
  if (properties === undefined) return
  if (!isSchema(properties))
    throw new CatalogueError(
      'catalogue_not_a_schema',
      message('mapping.properties_no_object', { place: placeOf(parent.path) }),
    )
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  for (const [name, property] of Object.entries(properties)) {
    refuseUnsafe(name, parent.path)
    addField(property, walk, parent, name, required.has(name))
  }
}

function addField(given: unknown, walk: Walk, parent: Parent, name: string, required: boolean): void {
  const path = joinAttr(parent.path, name)
  if (!isSchema(given))
    throw new CatalogueError(
      'catalogue_not_a_schema',
      message('mapping.not_described', { place: placeOf(path) }),
    )
  const { schema, references } = resolve(given, walk, parent.references, placeOf(path))
  const kind = kindOf(schema, placeOf(path))
  const sensitive = parent.sensitive || schema['x-sensitive'] === true
  if (walk.fields.length >= mostFields) {
    throw new CatalogueError(
      'catalogue_too_large',
      message('mapping.catalogue_too_large', { most: mostFields }),
    )
  }
  walk.fields.push(fieldOf(schema, { path, name, order: walk.fields.length, kind, required, sensitive }))
  const inner: Parent = { path, sensitive, references }
  if (kind === 'object') addProperties(schema, walk, inner)
  if (kind === 'list' && schema['items'] !== undefined) addField(schema['items'], walk, inner, '*', false)
}

type Facts = Pick<CatalogueField, 'path' | 'name' | 'order' | 'kind' | 'sensitive'> & {
  readonly required: boolean
}

function fieldOf(schema: Schema, facts: Facts): CatalogueField {
  const { required, ...known } = facts
  const title = textOf(schema['title'])
  const aliases = schema['x-aliases']
  return {
    ...known,
    format: textOf(schema['format']),
    title,
    label: titleIn(schema, title ?? plainName(facts.path)),
    aliases: Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [],
    requiredInParent: required,
    choices: choicesOf(schema),
    minLength: numberOf(schema['minLength']),
    maxLength: numberOf(schema['maxLength']),
    minimum: numberOf(schema['minimum']),
    maximum: numberOf(schema['maximum']),
    notInFuture: schema['x-not-in-future'] === true,
  }
}

/** The annotation `x-titles` holds the title in further languages: `{ "de": "Nachname" }`. */
function titleIn(schema: Schema, english: string): Said {
  const titles = schema['x-titles']
  const german = isSchema(titles) ? textOf(titles['de']) : null
  return german === null ? english : message('mapping.title_of', { en: english, de: german })
}

function plainName(path: string): string {
  const words = (path.split('.').findLast((part) => part !== '*') ?? path).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function choicesOf(schema: Schema): CatalogueField['choices'] {
  const given = Array.isArray(schema['enum'])
    ? schema['enum']
    : Object.hasOwn(schema, 'const')
      ? [schema['const']]
      : null
  if (given === null) return null
  return given.filter(
    (choice) => typeof choice === 'string' || typeof choice === 'number' || typeof choice === 'boolean',
  )
}

/** Follows local references and merges them with sibling keywords, `allOf`, and the one branch that is not null. */
function resolve(
  given: Schema,
  walk: Walk,
  references: readonly string[],
  place: Message,
): { schema: Schema; references: readonly string[] } {
  let trail = references
  let merged: Schema = given
  const reference = given['$ref']
  if (reference !== undefined) {
    if (typeof reference !== 'string')
      throw new CatalogueError('catalogue_reference', message('mapping.reference_no_text', { place }))
    if (references.includes(reference)) {
      throw new CatalogueError('catalogue_cycle', message('mapping.reference_cycle', { place, reference }))
    }
    const found = resolve(referred(walk.root, reference, place), walk, [...references, reference], place)
    trail = found.references
    merged = merge(found.schema, given)
  }
  for (const part of arrayOf(given['allOf'])) {
    if (!isSchema(part)) continue
    const found = resolve(part, walk, trail, place)
    trail = found.references
    merged = merge(found.schema, merged)
  }
  const branches = [...arrayOf(given['anyOf']), ...arrayOf(given['oneOf'])].filter(
    (branch) => isSchema(branch) && branch['type'] !== 'null',
  )
  const only = branches[0]
  if (branches.length === 1 && isSchema(only)) {
    const found = resolve(only, walk, trail, place)
    trail = found.references
    merged = merge(found.schema, merged)
  }
  return { schema: merged, references: trail }
}

function merge(under: Schema, over: Schema): Schema {
  const properties = {
    ...(isSchema(under['properties']) ? under['properties'] : {}),
    ...(isSchema(over['properties']) ? over['properties'] : {}),
  }
  const required = [...arrayOf(under['required']), ...arrayOf(over['required'])]
  const { 'x-titles': titles, ...untitled } = under
  return {
    ...untitled,
    // A title of its own replaces the other one in every language.
    ...(titles === undefined || over['title'] !== undefined ? {} : { 'x-titles': titles }),
    ...over,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

function referred(root: Schema, reference: string, place: Message): Schema {
  if (!reference.startsWith('#')) {
    throw new CatalogueError(
      'catalogue_reference',
      message('mapping.reference_outside', { place, reference }),
    )
  }
  let value: unknown = root
  for (const piece of reference.split('/').slice(1)) {
    const name = decodePointer(piece)
    value =
      (isSchema(value) || Array.isArray(value)) && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined
  }
  if (!isSchema(value))
    throw new CatalogueError(
      'catalogue_reference',
      message('mapping.reference_missing', { place, reference }),
    )
  return value
}

/** One step of a JSON pointer, as text (RFC 6901). */
export function decodePointer(piece: string): string {
  return piece.replaceAll('~1', '/').replaceAll('~0', '~')
}

function kindOf(schema: Schema, place: Message): FieldKind {
  const types = arrayOf(schema['type']).filter((type) => type !== 'null')
  const type = types.length === 1 ? types[0] : types.length === 0 ? impliedType(schema) : undefined
  switch (type) {
    case 'string':
      return 'text'
    case 'array':
      return 'list'
    case 'integer':
    case 'number':
    case 'boolean':
    case 'object':
      return type
    default:
      throw new CatalogueError('catalogue_unknown_kind', message('mapping.no_single_type', { place }))
  }
}

function impliedType(schema: Schema): string | undefined {
  if (schema['properties'] !== undefined) return 'object'
  if (schema['items'] !== undefined) return 'array'
  const choices = choicesOf(schema) ?? []
  if (choices.length > 0 && choices.every((choice) => typeof choice === 'string')) return 'string'
  return undefined
}

/** Names that an attr path cannot express, or that could reach an object's prototype. */
function refuseUnsafe(name: string, parent: string): void {
  const sayable =
    name !== '' && name !== '*' && !name.includes('.') && !/^\d+$/.test(name) && name !== 'non_field_errors'
  if (sayable && isSafePart(name)) return
  throw new CatalogueError(
    'catalogue_unsafe_name',
    message('mapping.unsafe_name', { place: placeOf(parent), name }),
  )
}

function placeOf(path: string): Message {
  return path === '' ? message('mapping.catalogue_root') : message('mapping.catalogue_field', { path })
}

function refused(code: CatalogueFailure['code'], fault: Message): CatalogueResult {
  return { ok: false, failure: { code, message: fault } }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
function arrayOf(value: unknown): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
