// Checks a payload against the catalogue before anything is sent: the schema compiled once, every error reported, in
// the service's own codes. A clean payload here may still be refused: rules across fields are the service's.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { Catalogue } from '../../../shared/catalogue.ts'
import type { Problem } from '../../../shared/problems.ts'
import { schemaProblems } from '../../../shared/schema-problems.ts'
import { formatsFor } from './formats.ts'

export type SchemaCheck = (payload: unknown) => Problem[]
export type SchemaCheckResult =
  | { readonly ok: true; readonly check: SchemaCheck }
  | {
      readonly ok: false
      readonly failure: { readonly code: 'catalogue_not_usable'; readonly message: string }
    }

export type SchemaCheckOptions = {
  /** Milliseconds since 1970; “in the future” is judged by the day, or the moment, in UTC. */
  readonly now: () => number
  /** Two-letter country for numbers without `+`; where it is not known, only the shape of those is checked. */
  readonly phoneRegion?: string | null
}

/** Compiles the catalogue's schema once; fails with a sentence where it is no valid JSON Schema (2020-12). */
export function createSchemaCheck(catalogue: Catalogue, options: SchemaCheckOptions): SchemaCheckResult {
  try {
    const validate = compile(catalogue, options)
    return {
      ok: true,
      check: (payload) => (validate(payload) ? [] : schemaProblems(validate.errors ?? [], catalogue)),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = `The catalogue is no valid JSON Schema (2020-12): ${reason}.`
    return { ok: false, failure: { code: 'catalogue_not_usable', message } }
  }
}

/** Data comes along with each error (`verbose`), so that codes can tell blank from short and null from wrong. */
function compile(catalogue: Catalogue, options: SchemaCheckOptions): ValidateFunction {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    verbose: true,
    logger: false,
    addUsedSchema: false,
  })
  for (const [name, format] of formatsFor(options.phoneRegion ?? null)) ajv.addFormat(name, format)
  ajv.addKeyword({
    keyword: 'x-not-in-future',
    type: 'string',
    schemaType: 'boolean',
    validate: (wanted: boolean, text: string) => !wanted || !isFuture(text, options.now()),
  })
  return ajv.compile(catalogue.schema)
}

function isFuture(text: string, now: number): boolean {
  const today = new Date(now).toISOString()
  return text.length === 10 ? text > today.slice(0, 10) : text > `${today.slice(0, 19)}Z`
}
