// Switches for every point that the specification leaves open, with defaults. With
// the defaults the sandbox contradicts no sentence of service-spec.md; some other positions do so on purpose, for
// practice.
import { z } from 'zod'
import { codes, importDomain, paths } from '../../shared/sending/service.ts'

const seconds = z.number().nonnegative()
const graphqlName = z.string().regex(/^(?!__)[A-Za-z_]\w*$/, 'is not a GraphQL name')
const path = z.string().regex(/^\/[^?#]*\/$/, 'must begin and end with a slash')
const supplierPlace = '{import_supplier}'

/** True if each of the two placeholders occurs once, with a slash between them. */
function tellsBoth(template: string): boolean {
  const places = template.match(/\{[^{}]*\}/g) ?? []
  return (
    places.length === 2 &&
    places.includes(supplierPlace) &&
    new Set(places).size === 2 &&
    /\}.*\/.*\{/.test(template)
  )
}

export const switches = z.strictObject({
  /** Path of a status: `{import_supplier}` and, in braces, the payload field that identifies an account. */
  statusPath: path
    .refine(tellsBoth, `must hold ${supplierPlace} and one other {field}, with a slash between them`)
    .default(paths.status),
  tokenPath: path.default(paths.token),
  /** Routes on which a Paused or Complete supplier is rejected. */
  closedOn: z.enum(['both', 'create']).default('both'),
  /**
   * Answer under a Paused and a Complete supplier; the same code for both if the service does not distinguish them.
   */
  pausedCode: z.string().min(1).default(codes.supplierNotOngoing),
  completeCode: z.string().min(1).default(codes.supplierNotOngoing),
  closedStatus: z.number().int().min(400).max(499).default(400),
  /** Null: the member is omitted. */
  closedDomain: z.string().nullable().default(importDomain),
  /** As a separate error in the form of section 7.3, or as a validation error without a field. */
  closedShape: z.enum(['coded', 'non_field_errors', 'validation_error']).default('coded'),
  /** Status records write identifiers, error codes and instants (Unix seconds) as JSON numbers. */
  recordNumbers: z.boolean().default(false),
  /** A failed sign-in includes its code. */
  authFailureCoded: z.boolean().default(true),
  /**
   * A create while its process is PENDING or IN_PROGRESS: 201 with the same process, 400 already imported, or a
   * second process.
   */
  whileRunning: z.enum(['same', 'refuse', 'second']).default('same'),
  /** A create after PROCESSED: 400 already imported, or a second process, like a service that does not check it. */
  afterProcessed: z.enum(['refuse', 'second']).default('refuse'),
  /** An unknown supplier: a validation error at its field, or a separate error. */
  unknownSupplierShape: z.enum(['field', 'coded']).default('field'),
  unknownSupplierCode: z.string().min(1).default('invalid_choice'),
  /** Status of the separate error. */
  unknownSupplierStatus: z.number().int().min(400).max(499).default(400),
  refuseUndocumented: z.boolean().default(true),
  /** A JSON number in a text field is accepted silently, as in the framework family. */
  numbersAsText: z.boolean().default(true),
  /** Errors of a whole list, object or item: at its own path, or with `.non_field_errors` after it. */
  wholeErrorsAt: z.enum(['input', 'non_field_errors']).default('input'),
  /** Prefix of every attr, for services that wrap the body: `payload.`. */
  attrPrefix: z.string().default(''),
  validationShape: z.enum(['documented', 'nested', 'envelope']).default('documented'),
  /** Leave `platform_identifier` and `latest_error` out of the status record instead of sending null. */
  omitNulls: z.boolean().default(false),
  /** Delay before a PROCESSED process shows its identifier. */
  identifierDelaySeconds: seconds.default(0),
  authFailureStatus: z.union([z.literal(401), z.literal(403)]).default(401),
  headerTemplate: z.string().includes('{token}').default('Token {token}'),
  /** Input type of the token mutation; null accepts any name in the document, because none is documented. */
  tokenInputName: z.string().min(1).nullable().default(null),
  /** Names of the key in the mutation's input, of the mutation's answer, and of the token in it. */
  tokenKeyField: graphqlName.default('APIKey'),
  tokenAnswer: graphqlName.default('obtainPlatformToken'),
  tokenField: graphqlName
    .refine(
      (name) => !['payload', 'refreshToken', 'refreshExpiresIn'].includes(name),
      'is taken by another field',
    )
    .default('token'),
  /** The answer contains the expiry of its token. */
  tokenExpiryGiven: z.boolean().default(true),
  /**
   * A rejected sign-in: GraphQL `errors` under HTTP 200 or 400, or `{detail, code}` under 400 or 401 as elsewhere.
   */
  tokenErrors: z.enum(['graphql_200', 'graphql_400', 'detail_400', 'detail_401']).default('graphql_200'),
  tooLarge: z.enum(['json_413', 'html_400']).default('json_413'),
  /** Bytes. */
  bodyLimit: z.number().int().positive().default(2_621_440),
  /** Share of processes that end with `account_creation_failed`, chosen by seed and key. */
  failShare: z.number().min(0).max(1).default(0),
  /** At speed 1; each process draws its own by seed and key. */
  pendingSeconds: z.tuple([seconds, seconds]).default([0.3, 1.2]),
  inProgressSeconds: z.tuple([seconds, seconds]).default([0.3, 1.5]),
})
export type Switches = z.infer<typeof switches>
export type SwitchesInput = z.input<typeof switches>
