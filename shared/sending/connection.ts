// A connection: the service's address and the settings for talking to it. Its API key is in a key store, never
// here. Everything that the specification leaves open is a setting with a default.
import { z } from 'zod'
import { networkSettings } from './network-settings.ts'
import { quietHours } from './quiet-hours.ts'
import { paths } from './service.ts'
import { type ClosedState, serviceAnswers } from './service-answers.ts'
import { ruleKey } from '../texts/issues.ts'
import { said } from '../texts/message.ts'

const addressRule = ruleKey('rules.address')
const httpUrl = z
  .string()
  .trim()
  .pipe(
    z.url({ protocol: /^https?$/, error: addressRule }).refine((text) => !/[?#@]/.test(text), addressRule),
  )
const thisMachine = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/i
/** Addresses that receive a key or a token. */
const serviceUrl = httpUrl.refine(
  (text) => !/^http:/i.test(text) || thisMachine.test(text),
  ruleKey('rules.address_unencrypted'),
)
/** Paths are appended to it, so trailing slashes are removed. */
const baseAddress = serviceUrl.transform((text) => text.replace(/\/+$/, ''))

/** The example catalogue's country; a setting of each connection. */
export const defaultPhoneRegion = 'GB'
/** Default limit of the framework that such services use. */
export const defaultBodyBytes = 2_621_440

/**
 * Environment of an address. practice: the sandbox started by this program, which cannot be set by hand; test: the
 * user said so; production: everything else, also on this machine (it may be the end of a tunnel).
 */
export const environments = ['practice', 'test', 'production'] as const
export type Environment = (typeof environments)[number]

const milliseconds = z.number().int().positive()
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Age in one state after which an account is marked as slow; it has no other effect. PENDING may last four days.
 */
export const stuckAfterMs = z.strictObject({
  unconfirmed: milliseconds.default(30 * minute),
  /** Accepted, but without a status yet. */
  notVisible: milliseconds.default(30 * minute),
  pending: milliseconds.default(4 * day),
  inProgress: milliseconds.default(day),
  /** Unknown status texts. */
  otherWord: milliseconds.default(day),
})
export type StuckAfter = z.infer<typeof stuckAfterMs>

/**
 * Connections to one service address share their request slots, rate and status reads, under the strictest of their
 * limits.
 */
export const limits = z.strictObject({
  /** Maximum of requests in flight. */
  concurrency: z.number().int().min(1).max(64).default(4),
  /** Requests a second, or null for no fixed rate. */
  rate: z.number().positive().max(10_000).nullable().default(null),
  connectTimeoutMs: milliseconds.default(10_000),
  validateTimeoutMs: milliseconds.default(60_000),
  createTimeoutMs: milliseconds.default(60_000),
  statusTimeoutMs: milliseconds.default(30_000),
  /** First poll of a scheduled account; the interval grows up to the longest. */
  pollFirstMs: milliseconds.default(15_000),
  pollLongestMs: milliseconds.default(300_000),
  /**
   * How long an account unknown to the service stays unconfirmed before it is polled again; null: max(2 × time-out,
   * 60 s).
   */
  quietMs: milliseconds.nullable().default(null),
  /** Background validations per minute of edited accounts, in addition to those that the user requests. */
  validateEditedPerMinute: z.number().int().min(1).max(6000).default(60),
  /**
   * Slows down automatically when the service asks for it or replies more slowly, and speeds up again to these
   * limits.
   */
  adaptive: z.boolean().default(true),
  /** Maximum size of a payload in bytes: a larger account is not sent. Null: no limit. */
  bodyBytes: z.number().int().min(100).max(1_000_000_000).nullable().default(defaultBodyBytes),
  /**
   * Status reads per minute of all accounts together, or null for no limit beyond those above. The default, ten per
   * second, is about the rate of creating, so that polling a large batch for days is never the heavier load.
   */
  readsPerMinute: z.number().int().min(1).max(600_000).nullable().default(600),
  /** A validation older than this is repeated just before the create; null: never. */
  validationMaxAgeMs: milliseconds.nullable().default(day),
  /** Times in which nothing is sent; validating and reading continue. */
  quietHours: z.array(quietHours).max(20).default([]),
  stuckAfterMs: stuckAfterMs.prefault({}),
  /** Accounts that failed or were cancelled are polled once more after this time; null: never. */
  recheckMs: milliseconds.nullable().default(day),
  /** After a crash, sending continues automatically. */
  resumeAfterCrash: z.boolean().default(false),
})
export type Limits = z.infer<typeof limits>

/** A person's name, as it is written to what they do. */
export const operatorName = z.string().trim().min(1).max(100)

/** A supplier code used with this connection, and a note to read before accounts are created under it. */
export const supplierNote = z.strictObject({
  code: z.string().trim().min(1),
  /** The supplier's actions towards customers: e-mails, letters, payments (service-spec.md section 2.1). */
  note: z.string().trim().default(''),
})
export type SupplierNote = z.infer<typeof supplierNote>

export const connectionSettings = z.strictObject({
  baseUrl: baseAddress,
  tokenUrl: serviceUrl,
  /** `{token}` is replaced by the access token (service-spec.md section 5). */
  headerTemplate: z.string().includes('{token}').default('Token {token}'),
  /** Each placeholder is a payload path; null when the status path is unknown. */
  statusPath: z.string().startsWith('/').nullable().default(paths.status),
  /** The token mutation's document and the name of the key in its input. */
  tokenMutation: z
    .string()
    .default(
      'mutation ObtainPlatformToken($input: ObtainJSONWebTokenInput!) { obtainPlatformToken(input: $input) { token payload refreshToken refreshExpiresIn } }',
    ),
  tokenKeyField: z.string().min(1).default('APIKey'),
  /** The name of the mutation's result, and of the token in it. */
  tokenAnswer: z.string().min(1).default('obtainPlatformToken'),
  tokenField: z.string().min(1).default('token'),
  /** Lifetime of a token whose reply contains no expiry time. */
  tokenLifeMs: milliseconds.default(hour),
  /** The percentage of its lifetime after which a token is renewed. */
  tokenRenewAfterPercent: z.number().int().min(10).max(99).default(90),
  /** Prefix removed from every `attr` of the service. */
  attrPrefix: z.string().default(''),
  /** Two-letter country for checking telephone numbers without `+`, or null to leave them to the service. */
  phoneRegion: z.string().length(2).nullable().default(defaultPhoneRegion),
  /**
   * The environment that the user gave for this address; the default is production. Practice cannot be given: see
   * `environments`.
   */
  environment: z.enum(['test', 'production']).default('production'),
  /**
   * The catalogue chosen for this service: a shipped one by name, or the number of an imported one; null: none yet.
   */
  catalogue: z.string().min(1).nullable().default(null),
  /** Supplier codes in use, without repeats. Other codes are allowed, but have no note. */
  suppliers: z
    .array(supplierNote)
    .refine(
      (all) => new Set(all.map(({ code }) => code)).size === all.length,
      ruleKey('rules.supplier_repeated'),
    )
    .default([]),
  /** Who works with this connection, where that is another name than the workspace's; null: the same. */
  operator: operatorName.nullable().default(null),
  /** The meaning of rejections that the specification leaves open. */
  answers: serviceAnswers.prefault({}),
  limits: limits.prefault({}),
  /** Network settings for a company's network. */
  network: networkSettings.prefault({}),
})
export type ConnectionSettings = z.infer<typeof connectionSettings>
export type ConnectionSettingsInput = z.input<typeof connectionSettings>

/** The token endpoint of a base address when none is given. */
export function defaultTokenUrl(baseUrl: string): string {
  return `${baseUrl.trim().replace(/\/+$/, '')}${paths.token}`
}

const normalUrl = z.url({ normalize: true })
/** Normalises addresses so that equal places compare equal: host case, default port, trailing slashes. */
export function serviceAt(baseUrl: string): string {
  return normalUrl.parse(baseUrl).replace(/\/+$/, '')
}

/** Of several environments, the strictest. */
export function gravest(all: readonly Environment[]): Environment | null {
  return environments.findLast((one) => all.includes(one)) ?? null
}

/**
 * An environment applies only to its address: settings with a new address become production, unless the user gave
 * an environment for the new one.
 */
export function atNewAddress(
  before: Pick<ConnectionSettings, 'baseUrl'> | null,
  next: ConnectionSettings,
  said: boolean,
): ConnectionSettings {
  const moved = before !== null && serviceAt(before.baseUrl) !== serviceAt(next.baseUrl)
  return moved && !said ? { ...next, environment: 'production' } : next
}

/** Scheme, host and port, the port only if it is not the default. */
function originOf(address: string): string {
  return /^https?:\/\/[^/]+/.exec(normalUrl.parse(address))?.[0] ?? ''
}

/** The addresses that receive the key, or the token obtained with it. */
export function keyGoesTo(settings: Pick<ConnectionSettings, 'baseUrl' | 'tokenUrl'>): string {
  return [settings.tokenUrl, settings.baseUrl].map(originOf).join(' ')
}

/**
 * How long an unconfirmed account waits between two "not found" replies before it may be sent again.
 */
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
  'team',
] as const

/** Reasons that the service gives: it takes no accounts of a supplier, and as far as it says, its state. */
export const closedReasons = {
  supplier_closed: 'closed',
  supplier_paused: 'paused',
  supplier_complete: 'complete',
} as const satisfies Partial<Record<(typeof pauseReasons)[number], ClosedState>>

/** The reason why sending is paused, for a whole connection or for one supplier. */
export const pause = z.strictObject({
  connectionId: z.number().int(),
  /** Empty: the whole connection. */
  supplier: z.string(),
  reason: z.enum(pauseReasons),
  code: z.string().nullable(),
  message: said,
  since: z.number(),
  /** It holds for every desktop of the team, and ends for all. */
  forAll: z.boolean().optional(),
})
export type Pause = z.infer<typeof pause>
