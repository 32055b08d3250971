// Compiles a catalogue (JSON Schema 2020-12) into a tree of fields for the validator. An unknown keyword is refused
// at start: without its rule, practice runs would accept accounts that the service rejects.
import { z } from 'zod'
import { isFormat, type Format } from './formats.ts'

type Shared = { readonly nullable: boolean }
export type TextField = Shared & {
  readonly kind: 'text'
  readonly choices: ReadonlySet<string> | null
  readonly minLength: number
  readonly maxLength: number
  readonly pattern: RegExp | null
  readonly format: Format | null
  readonly notInFuture: boolean
}
export type NumberField = Shared & {
  readonly kind: 'number'
  readonly whole: boolean
  readonly minimum: number
  readonly maximum: number
}
export type BooleanField = Shared & { readonly kind: 'boolean' }
export type ListField = Shared & {
  readonly kind: 'list'
  readonly items: Field
  readonly minItems: number
  readonly maxItems: number
}
export type ObjectField = Shared & {
  readonly kind: 'object'
  readonly open: boolean
  readonly members: readonly Member[]
  readonly names: ReadonlySet<string>
}
export type Member = { readonly name: string; readonly required: boolean; readonly field: Field }
export type Field = TextField | NumberField | BooleanField | ListField | ObjectField

const annotations = new Set(['title', 'description', 'examples', 'default', 'deprecated', '$comment'])
const rootKeywords = new Set(['$schema', '$id', '$defs'])
const keywords = {
  string: ['enum', 'minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
} as const satisfies Record<string, readonly string[]>
type TypeName = keyof typeof keywords

const schemaObject = z.record(z.string(), z.unknown())
type Schema = z.infer<typeof schemaObject>

/** Throws with a sentence that names the place if the catalogue uses a keyword that the sandbox cannot check. */
export function compileCatalogue(catalogue: unknown): ObjectField {
  const root = schemaObject.safeParse(catalogue)
  if (!root.success) throw new Error('The catalogue is not a JSON Schema: it must be a JSON object.')
  const definitions = schemaObject.optional().parse(root.data['$defs']) ?? {}
  const field = compile(root.data, '#', { definitions, open: [] })
  if (field.kind !== 'object') throw new Error('The catalogue must describe an object at its root.')
  return field
}

type Scope = { readonly definitions: Schema; readonly open: readonly string[] }

function compile(schema: unknown, place: string, scope: Scope): Field {
  const parsed = schemaObject.safeParse(schema)
  if (!parsed.success) throw refusal(place, 'is not a schema object')
  const reference = parsed.data['$ref']
  if (reference !== undefined) return compileReference(parsed.data, reference, place, scope)
  const { type, nullable } = typeOf(parsed.data, place)
  const known: readonly string[] = keywords[type]
  for (const keyword of Object.keys(parsed.data)) {
    const fine =
      keyword === 'type' ||
      known.includes(keyword) ||
      annotations.has(keyword) ||
      keyword.startsWith('x-') ||
      (place === '#' && rootKeywords.has(keyword))
    if (!fine)
      throw refusal(
        place,
        `uses the keyword "${keyword}", which the sandbox does not know for type "${type}"`,
      )
  }
  return { ...compileType(type, parsed.data, place, scope), nullable }
}

function compileReference(schema: Schema, reference: unknown, place: string, scope: Scope): Field {
  const others = Object.keys(schema).filter(
    (key) => key !== '$ref' && !annotations.has(key) && !key.startsWith('x-'),
  )
  if (others.length > 0) throw refusal(place, `has "${others.join('", "')}" beside "$ref"`)
  const name = typeof reference === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1] : undefined
  if (name === undefined || !Object.hasOwn(scope.definitions, name)) {
    throw refusal(
      place,
      `refers to ${JSON.stringify(reference)}; only "#/$defs/NAME" of the same catalogue is known`,
    )
  }
  if (scope.open.includes(name)) throw refusal(place, `refers to "${name}", which contains itself`)
  return compile(scope.definitions[name], place, { ...scope, open: [...scope.open, name] })
}

function typeOf(schema: Schema, place: string): { type: TypeName; nullable: boolean } {
  const types = z
    .union([z.string().transform((type) => [type]), z.array(z.string())])
    .safeParse(schema['type'])
  const named = types.success ? types.data.filter((type) => type !== 'null') : []
  const [type] = named
  if (!types.success || type === undefined || named.length !== 1 || !Object.hasOwn(keywords, type)) {
    throw refusal(place, 'needs a "type" that is one of string, number, integer, boolean, array, object')
  }
  return { type: type as TypeName, nullable: types.data.length > 1 }
}

function compileType(type: TypeName, schema: Schema, place: string, scope: Scope): Field {
  const read = <T>(keyword: string, shape: z.ZodType<T>, otherwise: T): T => {
    if (schema[keyword] === undefined) return otherwise
    const value = shape.safeParse(schema[keyword])
    if (!value.success) throw refusal(place, `has a value of "${keyword}" that is not understood`)
    return value.data
  }
  const nullable = false
  switch (type) {
    case 'string':
      return compileText(schema, place, read)
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        nullable,
        whole: type === 'integer',
        minimum: read('minimum', z.number(), -Infinity),
        maximum: read('maximum', z.number(), Infinity),
      }
    case 'boolean':
      return { kind: 'boolean', nullable }
    case 'array':
      return {
        kind: 'list',
        nullable,
        minItems: read('minItems', z.number(), 0),
        maxItems: read('maxItems', z.number(), Infinity),
        items: compile(schema['items'], `${place}/items`, scope),
      }
    case 'object': {
      const properties = Object.entries(read('properties', schemaObject, {}))
      const required = new Set(read('required', z.array(z.string()), []))
      const names = new Set(properties.map(([name]) => name))
      for (const name of required) {
        if (!names.has(name)) throw refusal(place, `requires "${name}", which it does not describe`)
      }
      return {
        kind: 'object',
        nullable,
        open: read('additionalProperties', z.boolean(), true),
        names,
        members: properties.map(([name, schema]) => ({
          name,
          required: required.has(name),
          field: compile(schema, `${place}/properties/${name}`, scope),
        })),
      }
    }
  }
}

type Read = <T>(keyword: string, shape: z.ZodType<T>, otherwise: T) => T

function compileText(schema: Schema, place: string, read: Read): TextField {
  const format = read('format', z.string().nullable(), null)
  if (format !== null && !isFormat(format))
    throw refusal(place, `uses the format "${format}", which the sandbox does not know`)
  const choices = read('enum', z.array(z.string()).nullable(), null)
  const pattern = read('pattern', z.string().nullable(), null)
  return {
    kind: 'text',
    nullable: false,
    choices: choices === null ? null : new Set(choices),
    minLength: read('minLength', z.number(), 0),
    maxLength: read('maxLength', z.number(), Infinity),
    pattern: pattern === null ? null : new RegExp(pattern, 'u'),
    format,
    notInFuture: read('x-not-in-future', z.boolean(), false),
  }
}

function refusal(place: string, reason: string): Error {
  return new Error(`The catalogue cannot be used by the sandbox: ${place} ${reason}.`)
}
