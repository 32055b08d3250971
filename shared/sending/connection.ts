// A connection: where the service is and how to talk to it. Its key is held by a key store, never here. Everything the
// specification leaves open is a setting with the default of field-notes.md section 1.
import { z } from 'zod'
import { networkSettings } from './network-settings.ts'
import { quietHours } from './quiet-hours.ts'
import { paths } from './service.ts'
import { serviceAnswers } from './service-answers.ts'

const addressWords = 'must be an http or https address without user name, query or fragment'
const httpUrl = z
  .string()
  .trim()
  .pipe(
    z.url({ protocol: /^https?$/, error: addressWords }).refine((text) => !/[?#@]/.test(text), addressWords),
  )
const clearWords =
  'must begin with https: over http everybody on the way can read the key. http is for this machine only (127.0.0.1, localhost), such as the end of a tunnel'
const thisMachine = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/i
/** Of what gets a key or a token. */
const serviceUrl = httpUrl.refine((text) => !/^http:/i.test(text) || thisMachine.test(text), clearWords)
/** Paths are put behind it, so slashes at its end are dropped. */
const baseAddress = serviceUrl.transform((text) => text.replace(/\/+$/, ''))

/** The example catalogue's country; a setting of each connection. */
export const defaultPhoneRegion = 'GB'
/** Of the framework that such services are built on (field-notes.md section 1). */
export const defaultBodyBytes = 2_621_440

/**
 * What stands behind an address. practice: the sandbox that this very program started, which nobody can say of an address;
 * test: a person said so; production: all the rest, also on this machine (it may be a tunnel's end).
 */
export const environments = ['practice', 'test', 'production'] as const
export type Environment = (typeof environments)[number]

const milliseconds = z.number().int().positive()
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** After how long in one state an account needs a look; nothing else follows from it. PENDING may last four days (field-notes.md section 1). */
export const stuckAfterMs = z.strictObject({
  unconfirmed: milliseconds.default(30 * minute),
  /** Accepted, but its status is not there yet. */
  notVisible: milliseconds.default(30 * minute),
  pending: milliseconds.default(4 * day),
  inProgress: milliseconds.default(day),
  /** Words that nobody listed. */
  otherWord: milliseconds.default(day),
})
export type StuckAfter = z.infer<typeof stuckAfterMs>

/** Connections to one service address share its places, its rate and its reads, under the strictest of their limits. */
export const limits = z.strictObject({
  /** Requests under way at once. */
  concurrency: z.number().int().min(1).max(64).default(4),
  /** Requests a second, or null for no fixed rate. */
  rate: z.number().positive().max(10_000).nullable().default(null),
  connectTimeoutMs: milliseconds.default(10_000),
  validateTimeoutMs: milliseconds.default(60_000),
  createTimeoutMs: milliseconds.default(60_000),
  statusTimeoutMs: milliseconds.default(30_000),
  /** First look at a scheduled account; the interval grows to the longest. */
  pollFirstMs: milliseconds.default(15_000),
  pollLongestMs: milliseconds.default(300_000),
  /** How long an account that the service does not know stays unconfirmed before it is asked again; null: max(2 × time-out, 60 s). */
  quietMs: milliseconds.nullable().default(null),
  /** Validations a minute of what was just edited, in the background, beside what a person asks for. */
  validateEditedPerMinute: z.number().int().min(1).max(6000).default(60),
  /** Goes slower by itself when the service asks for it or answers more slowly, and faster again up to these limits. */
  adaptive: z.boolean().default(true),
  /** Bytes of the largest payload that the service takes: a larger account is not sent. Null: whatever its size. */
  bodyBytes: z.number().int().min(100).max(1_000_000_000).nullable().default(defaultBodyBytes),
  /**
   * Status reads a minute of all accounts together, or null for no other limit than those above. Ten a second: about what
   * creating itself asks of a service, so that watching a large batch for days is never the heavier load.
   */
  readsPerMinute: z.number().int().min(1).max(600_000).nullable().default(600),
  /** A validation older than this is repeated just before the create; null: never. */
  validationMaxAgeMs: milliseconds.nullable().default(day),
  /** When nothing is sent; validating and reading go on. */
  quietHours: z.array(quietHours).max(20).default([]),
  stuckAfterMs: stuckAfterMs.prefault({}),
  /** Accounts that failed or were cancelled are looked at once more after this time; null: never. */
  recheckMs: milliseconds.nullable().default(day),
  /** After an end that was not in order, sending goes on by itself. */
  resumeAfterCrash: z.boolean().default(false),
})
export type Limits = z.infer<typeof limits>

/** A supplier code that this connection is used with, and what a person must know before accounts are created under it. */
export const supplierNote = z.strictObject({
  code: z.string().trim().min(1),
  /** What this supplier does to customers: e-mails, letters, payments (service-spec.md section 2.1). */
  note: z.string().trim().default(''),
})
export type SupplierNote = z.infer<typeof supplierNote>

export const connectionSettings = z.strictObject({
  baseUrl: baseAddress,
  tokenUrl: serviceUrl,
  /** `{token}` stands for the access token (service-spec.md section 5). */
  headerTemplate: z.string().includes('{token}').default('Token {token}'),
  /** Each placeholder names a payload path; null where the status path is not known. */
  statusPath: z.string().startsWith('/').nullable().default(paths.status),
  /** The token mutation's document and the name of the key in its input. */
  tokenMutation: z
    .string()
    .default(
      'mutation ObtainPlatformToken($input: ObtainJSONWebTokenInput!) { obtainPlatformToken(input: $input) { token payload refreshToken refreshExpiresIn } }',
    ),
  tokenKeyField: z.string().min(1).default('APIKey'),
  /** The name of the mutation's answer, and of the token in it. */
  tokenAnswer: z.string().min(1).default('obtainPlatformToken'),
  tokenField: z.string().min(1).default('token'),
  /** How long a token lives where its answer does not say when it expires. */
  tokenLifeMs: milliseconds.default(hour),
  /** The part of its life, in per cent, after which a token is renewed. */
  tokenRenewAfterPercent: z.number().int().min(10).max(99).default(90),
  /** Taken off the front of every `attr` of the service (field-notes.md section 4). */
  attrPrefix: z.string().default(''),
  /** Two-letter country by which telephone numbers without `+` are checked, or null to leave them to the service. */
  phoneRegion: z.string().length(2).nullable().default(defaultPhoneRegion),
  /** What a person said of this address; nothing said is production. Practice is never said: see `environments`. */
  environment: z.enum(['test', 'production']).default('production'),
  /** The catalogue that a person chose for this service: one that ships, by name, or the number of an imported one; null: none yet. */
  catalogue: z.string().min(1).nullable().default(null),
  /** Supplier codes in use; each once. Another code may still be used, and has no note. */
  suppliers: z
    .array(supplierNote)
    .refine((all) => new Set(all.map(({ code }) => code)).size === all.length, 'each supplier code once')
    .default([]),
  /** What refusals mean that the specification leaves open. */
  answers: serviceAnswers.prefault({}),
  limits: limits.prefault({}),
  /** How it is reached through a company's network. */
  network: networkSettings.prefault({}),
})
export type ConnectionSettings = z.infer<typeof connectionSettings>
export type ConnectionSettingsInput = z.input<typeof connectionSettings>

/** The token endpoint of a base address when none is given. */
export function defaultTokenUrl(baseUrl: string): string {
  return `${baseUrl.trim().replace(/\/+$/, '')}${paths.token}`
}

const normalUrl = z.url({ normalize: true })
/** The same for addresses that mean one place: host in any case, default port, slashes at the end. */
export function serviceAt(baseUrl: string): string {
  return normalUrl.parse(baseUrl).replace(/\/+$/, '')
}

/** Of several, the one that asks for the most care. */
export function gravest(all: readonly Environment[]): Environment | null {
  return environments.findLast((one) => all.includes(one)) ?? null
}

/**
 * What was said of an address is not said of another one: settings whose address changed are production, unless a person
 * said otherwise of the new one.
 */
export function atNewAddress(
  before: Pick<ConnectionSettings, 'baseUrl'> | null,
  next: ConnectionSettings,
  said: boolean,
): ConnectionSettings {
  const moved = before !== null && serviceAt(before.baseUrl) !== serviceAt(next.baseUrl)
  return moved && !said ? { ...next, environment: 'production' } : next
}

/** Scheme, host and port, the last only where it is not the usual one. */
function originOf(address: string): string {
  return /^https?:\/\/[^/]+/.exec(normalUrl.parse(address))?.[0] ?? ''
}

/** Whoever is at these addresses gets the key, or the token that it was exchanged for. */
export function keyGoesTo(settings: Pick<ConnectionSettings, 'baseUrl' | 'tokenUrl'>): string {
  return [settings.tokenUrl, settings.baseUrl].map(originOf).join(' ')
}

/** How long an unconfirmed account rests between two "not found" answers before it may be sent again (reliability.md section 2). */
export function quietTime(settings: Limits): number {
  return settings.quietMs ?? Math.max(2 * settings.createTimeoutMs, 60_000)
}

export const pauseReasons = [
  'person',
  'after_crash',
  'sign_in',
  'supplier_closed',
  'supplier_paused',
  'supplier_complete',
  'odd_answers',
  'same_refusals',
  'not_permitted',
  'not_this_service',
  'fault',
] as const

/** Why nothing is sent for now, on a whole connection or for one supplier. */
export const pause = z.strictObject({
  connectionId: z.number().int(),
  /** Empty: the whole connection. */
  supplier: z.string(),
  reason: z.enum(pauseReasons),
  code: z.string().nullable(),
  message: z.string(),
  since: z.number(),
})
export type Pause = z.infer<typeof pause>
