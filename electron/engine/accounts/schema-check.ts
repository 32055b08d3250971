// Checks a payload against the catalogue before anything is sent: the schema compiled once, every error reported, in
// the service's own codes. A clean payload here may still be refused: rules across fields are the service's.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { Catalogue } from '../../../shared/catalogue/catalogue.ts'
import type { Problem } from '../../../shared/payload/problems.ts'
import { schemaProblems } from '../../../shared/catalogue/schema-problems.ts'
import { formatsFor } from './formats.ts'

export type SchemaCheck = (payload: unknown) => Problem[]
export type SchemaCheckResult =
  | { readonly ok: true; readonly check: SchemaCheck }
  | {
      readonly ok: false
      readonly failure: { readonly code: 'catalogue_not_usable'; readonly message: string }
    }

export type SchemaCheckOptions = {
  /** Milliseconds since 1970; “in the future” is validated by the day, or the moment, in UTC. */
  readonly now: () => number
  /** Two-letter country for numbers without `+`; where it is not known, only the shape of those is checked. */
  readonly phoneRegion?: string | null
}

/** A compiled schema, and the clock of whoever validates by it at the moment. */
type Compiled = { readonly validate: ValidateFunction; now: () => number }

/** By catalogue and phone region: the Map step asks with every change, and would wait for the compiling each time. */
const known = new WeakMap<Catalogue, Map<string | null, Compiled>>()

/** Compiles the catalogue's schema once; fails with a sentence where it is no valid JSON Schema (2020-12). */
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
    const reason = error instanceof Error ? error.message : String(error)
    const message = `The catalogue is no valid JSON Schema (2020-12): ${reason}.`
    return { ok: false, failure: { code: 'catalogue_not_usable', message } }
  }
}

function compiledOnce(catalogue: Catalogue, phoneRegion: string | null): Compiled {
  const regions = known.get(catalogue) ?? new Map<string | null, Compiled>()
  known.set(catalogue, regions)
  const compiled = regions.get(phoneRegion) ?? compile(catalogue, phoneRegion)
  regions.set(phoneRegion, compiled)
  return compiled
}

/** Whether a schema is one at all: the schema of schemas takes ten times as long to compile as a catalogue, so once for all. */
const ofSchemas = new Ajv2020({ strict: false, logger: false, addUsedSchema: false })

/** Data comes along with each error (`verbose`), so that codes can tell blank from short and null from wrong. */
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
