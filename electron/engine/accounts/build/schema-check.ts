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
export type SchemaCheckResult =
  | { readonly ok: true; readonly check: SchemaCheck }
  | {
      readonly ok: false
      readonly failure: { readonly code: 'catalogue_not_usable'; readonly message: Said }
    }

export type SchemaCheckOptions = {
  /** Milliseconds since 1970; “in the future” is checked by the day, or the moment, in UTC. */
  readonly now: () => number
  /** Two-letter country for numbers without `+`; if unknown, only their shape is checked. */
  readonly phoneRegion?: string | null
}

/** A compiled schema, and the clock of its current caller. */
type Compiled = { readonly validate: ValidateFunction; now: () => number }

/**
 * Cache by catalogue and phone region: the Map step asks at each change and would otherwise wait for the compiler.
 */
const known = new WeakMap<Catalogue, Map<string | null, Compiled>>()

/** Compiles the catalogue's schema once; fails with a sentence if it is no valid JSON Schema (2020-12). */
export function createSchemaCheck(catalogue: Catalogue, options: SchemaCheckOptions): SchemaCheckResult {
  try {
    const compiled = compiledOnce(catalogue, options.phoneRegion ?? null)
    const { validate } = compiled
    return {
      ok: true,
      check: (payload) => {
        compiled.now = options.now
        return validate(payload) ? [] : schemaProblems(validate.errors ?? [], catalogue)
      },
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const failure = {
      code: 'catalogue_not_usable',
      message: message('accounts.catalogue_no_schema', { why }),
    } as const
    return { ok: false, failure }
  }
}

function compiledOnce(catalogue: Catalogue, phoneRegion: string | null): Compiled {
  const regions = known.get(catalogue) ?? new Map<string | null, Compiled>()
  known.set(catalogue, regions)
  const compiled = regions.get(phoneRegion) ?? compile(catalogue, phoneRegion)
  regions.set(phoneRegion, compiled)
  return compiled
}

/**
 * Check that a schema is valid: the meta-schema takes ten times as long to compile as a catalogue, so it is compiled
 * once.
 */
const ofSchemas = new Ajv2020({ strict: false, logger: false, addUsedSchema: false })

/** Errors include their data (`verbose`), so that codes can distinguish blank from short and null from wrong. */
function compile(catalogue: Catalogue, phoneRegion: string | null): Compiled {
  void ofSchemas.validateSchema(catalogue.schema, true)
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
    validate: (wanted: boolean, text: string) => !wanted || !isFuture(text, compiled.now()),
  })
  const compiled: Compiled = { validate: ajv.compile(catalogue.schema), now: Date.now }
  return compiled
}

function isFuture(text: string, now: number): boolean {
  const today = new Date(now).toISOString()
  return text.length === 10 ? text > today.slice(0, 10) : text > `${today.slice(0, 19)}Z`
}
