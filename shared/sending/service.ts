// Wire format of the data-import service: zod schemas of its requests and replies (service-spec.md sections 2 to 7,
// and the looser shapes that services of its kind answer with). The client parses with them; the sandbox builds its
// replies with them.
import { z } from 'zod'
import { cutMessage } from '../payload/problems.ts'

export const paths = {
  validate: '/v2/data-import/accounts/validate/',
  create: '/v2/data-import/accounts/',
  /** Default status path template: each placeholder names a payload path. */
  status: '/v2/data-import/accounts/{import_supplier}/{external_account_number}/',
  token: '/v1/graphql/',
} as const

export const codes = {
  accountFailedValidation: 'account_failed_validation',
  importFailedValidation: 'import_process_failed_validation',
  alreadyImported: 'account_import_process_already_imported',
  supplierNotOngoing: 'import_supplier_migration_not_ongoing',
  notFound: 'not_found',
  parseError: 'parse_error',
} as const

export const importDomain = 'import_process'

/** The one payload field that the specification itself names as required (service-spec.md section 2.1). */
export const supplierField = 'import_supplier'

/** service-spec.md section 3. */
export const processStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'PROCESSED',
  'CANCELLED',
  'DRY_RUN_SUCCEEDED',
  'ERRORED',
  'DRY_RUN_ERRORED',
] as const
export type ProcessStatus = (typeof processStatuses)[number]

/** service-spec.md section 6. */
export const events = {
  created: 'EVENT_ACCOUNT_IMPORT_PROCESS_CREATED',
  processed: 'EVENT_ACCOUNT_IMPORT_PROCESS_PROCESSED',
  errored: 'EVENT_ACCOUNT_IMPORT_PROCESS_ERRORED',
} as const

/** Text; a number becomes its digits (`parseExactJson` keeps those that a number cannot hold). */
const text = z.union([z.string(), z.number().transform(String)])
/** Text for display and storage: an excessive length is cut, with a mark. */
const word = text.transform((whole) => cutMessage(whole))
const count = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?(e\+?\d{1,3})?$/i)
    .transform(Number),
])

/** Texts for display: a value that is not text is ignored, without affecting the code next to it. */
const words = word.nullish().catch(null)

/** Success of validate and create: an empty JSON object (later versions may add members; they are ignored). */
export const emptyReply = z.looseObject({})

/** Every error reply of the service that carries a code. */
export const codedReply = z.looseObject({
  code: word,
  detail: words,
  domain: words,
})

/** service-spec.md section 7.1; the envelope `{type, errors}` of the same family is also accepted. */
export const validationErrorItem = z.looseObject({
  detail: words,
  code: word.nullish(),
  attr: word.nullish(),
})
export const validationErrorReply = z.looseObject({
  detail: words,
  code: word.nullish(),
  errors: z.array(validationErrorItem),
})
export type ValidationErrorItem = z.infer<typeof validationErrorItem>

/** service-spec.md section 7.3. */
export const alreadyImportedReply = z.looseObject({
  non_field_errors: z.looseObject({ code: z.literal(codes.alreadyImported), detail: words }),
  account_id: word.nullish(),
})

/** service-spec.md section 2.3; each member may be null. */
export const importError = z.looseObject({
  code: word.nullish(),
  detail: words,
  domain: words,
})

type ImportError = z.infer<typeof importError>

const latestEvent = z.looseObject({
  event: word.nullish(),
  occurred_at: text.nullish(),
  data: importError.nullish(),
})
type LatestEvent = z.infer<typeof latestEvent>

/** Where an object was expected, a bare text is used as its code or sentence. */
export const statusRecord = z.looseObject({
  status: word,
  platform_identifier: word.nullish(),
  created_at: text.nullish(),
  modified_at: text.nullish(),
  latest_event: z.union([latestEvent, word.transform((event): LatestEvent => ({ event }))]).nullish(),
  latest_error: z.union([importError, word.transform((detail): ImportError => ({ detail }))]).nullish(),
})
export type StatusRecord = z.infer<typeof statusRecord>

const tokenErrors = z
  .array(
    z.looseObject({
      message: z
        .string()
        .transform((whole) => cutMessage(whole))
        .nullish(),
      extensions: z
        .looseObject({
          errorType: z.string().nullish(),
          errorCode: z.string().nullish(),
          errorDescription: z.string().nullish(),
        })
        .nullish(),
    }),
  )
  .nullish()

/** The token mutation's reply; errors come with HTTP 200. */
export const tokenReply = z.looseObject({
  data: z
    .looseObject({
      obtainPlatformToken: z
        .looseObject({
          token: z.string().min(1),
          payload: z.looseObject({ exp: count.nullish() }).nullish(),
          refreshToken: z.string().nullish(),
          refreshExpiresIn: count.nullish(),
        })
        .nullish(),
    })
    .nullish(),
  errors: tokenErrors,
})

/** The same reply, with configurable names for the mutation's result and the token in it. */
export const namedTokenReply = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: tokenErrors,
})

/** The granted token and its expiry in seconds since 1970; null when the reply contains none. */
export function grantIn(
  reply: z.infer<typeof namedTokenReply>,
  names: { readonly tokenAnswer: string; readonly tokenField: string },
): { readonly token: string; readonly expires: number | null } | null {
  const answer = z.record(z.string(), z.unknown()).safeParse(reply.data?.[names.tokenAnswer])
  if (!answer.success) return null
  const token = z.string().min(1).safeParse(answer.data[names.tokenField])
  const payload = z.looseObject({ exp: count.nullish() }).nullish().safeParse(answer.data['payload'])
  return token.success && payload.success ? { token: token.data, expires: payload.data?.exp ?? null } : null
}
