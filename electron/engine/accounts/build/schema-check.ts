// Checks a payload against the catalogue before it is sent. The schema is compiled once, and every error is
// reported with the service's own codes. A payload without errors may still be rejected: rules across fields belong
// to the service.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { Catalogue } from '../../../../shared/catalogue/catalogue.ts'
import type { Problem } from '../../../../shared/payload/problems.ts'
import { schemaProblems } from '../../../../shared/catalogue/schema-problems.ts'
import { formatsFor } from './formats.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

export type SchemaCheck = (payload: unknown) => Problem[]
export type SchemaFailure = { readonly code: 'catalogue_not_usable'; readonly message: Said }

export type SchemaCheckOptions = {
  /** Milliseconds since 1970; “in the future” is checked by the day, or the moment, in UTC. */
  readonly now: () => number
  /** Two-letter country for numbers without `+`; if unknown, only their shape is checked. */
  readonly phoneRegion?: string | null
}

/** A compiled schema, and the clock of its current caller. */
type Compiled = { readonly validate: ValidateFunction; now: () => number }

/** Schemas that stay compiled: the Map step asks at each change, and every load builds with one. */
const compiledKept = 8
const compiled = new Map<string, Compiled>()

/** Compiles the catalogue's schema once. Throws if it is no valid JSON Schema, which its import has refused. */
export function createSchemaCheck(catalogue: Catalogue, options: SchemaCheckOptions): SchemaCheck {
  const schema = compiledOnce(catalogue, options.phoneRegion ?? null)
  const { validate } = schema
  return (payload) => {
    schema.now = options.now
    return validate(payload) ? [] : schemaProblems(validate.errors ?? [], catalogue)
  }
}

/**
 * Why a catalogue cannot be used: it is no valid JSON Schema (2020-12). Asked once, when a catalogue is imported: the
 * meta-schema takes ten times as long to compile as a catalogue.
 */
export function schemaFailure(catalogue: Catalogue): SchemaFailure | null {
  try {
    void new Ajv2020({ strict: false, logger: false }).validateSchema(catalogue.schema, true)
    compiledOnce(catalogue, null)
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { code: 'catalogue_not_usable', message: message('accounts.catalogue_no_schema', { why }) }
  }
}

function compiledOnce(catalogue: Catalogue, phoneRegion: string | null): Compiled {
  const name = JSON.stringify([catalogue.schema, phoneRegion])
  const known = compiled.get(name) ?? compile(catalogue, phoneRegion)
  compiled.delete(name)
  compiled.set(name, known)
  const [oldest] = compiled.keys()
  if (compiled.size > compiledKept && oldest !== undefined) compiled.delete(oldest)
  return known
}

/** Errors include their data (`verbose`), so that codes can distinguish blank from short and null from wrong. */
function compile(catalogue: Catalogue, phoneRegion: string | null): Compiled {
  const ajv = new Ajv2020({
    validateSchema: false,
    allErrors: true,
    strict: false,
    verbose: true,
    logger: false,
    addUsedSchema: false,
  })
  for (const [name, format] of formatsFor(phoneRegion)) ajv.addFormat(name, format)
  ajv.addKeyword({
    keyword: 'x-not-in-future',
    type: 'string',
    schemaType: 'boolean',
    validate: (wanted: boolean, text: string) => !wanted || !isFuture(text, schema.now()),
  })
  const schema: Compiled = { validate: ajv.compile(catalogue.schema), now: Date.now }
  return schema
}

function isFuture(text: string, now: number): boolean {
  const today = new Date(now).toISOString()
  return text.length === 10 ? text > today.slice(0, 10) : text > `${today.slice(0, 19)}Z`
}
