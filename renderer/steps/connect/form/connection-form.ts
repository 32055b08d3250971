// Schema of the connection form. Converts what a person types (text, seconds) to connection settings and back. Pure
// functions.
import { z } from 'zod'
import {
  connectionSettings,
  type ConnectionSettings,
  type ConnectionSettingsInput,
  defaultTokenUrl,
} from '../../../../shared/sending/connection.ts'
import { paths } from '../../../../shared/sending/service.ts'
import { networkForm, networkFormOf, networkOf } from '../network/network-form.ts'
import { answerFields, answersOfForm, answersToForm } from './answers-form.ts'
import { connectTexts } from '../../../texts/connect/connect.ts'
import { durationIn, durationText } from '../../../components/fields/duration-text.ts'
import { issueFault } from '../../../../shared/texts/issues.ts'
import { message, sentenceOf } from '../../../../shared/texts/message.ts'

const { errors } = connectTexts
/** As in the settings' own rule. */
const mostASecond = 10_000
const mostAMinute = 6000
const mostReads = 600_000
const mostBytes = 1_000_000_000
/** A length of time with its unit, as milliseconds. */
const duration = z
  .string()
  .refine((text) => durationIn(text) !== null, { error: () => errors.duration })
  .transform((text) => durationIn(text) ?? 0)
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => errors.timeOfDay })
const quiet = z.object({
  days: z.array(z.number().int().min(1).max(7)).min(1, { error: () => errors.days }),
  from: timeOfDay,
  to: timeOfDay,
})
const seconds = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, { error: () => errors.number })
  .transform((text) => Math.round(Number(text) * 1_000))
  .pipe(z.number().positive({ error: () => errors.number }))
// Not a union: its error message would describe the wrong alternative.
const orNull = (schema: z.ZodType<number, string>) =>
  z
    .string()
    .transform((text) => (text.trim() === '' ? null : text))
    .pipe(schema.nullable())

/** A whole number in a range, with the rule as its error message. */
function whole(least: number, most: number) {
  const error = (): string => errors.whole({ least, most })
  return z
    .string()
    .trim()
    .regex(/^\d{1,10}$/, { error })
    .transform(Number)
    .pipe(z.number().min(least, { error }).max(most, { error }))
}

/** The settings' own rule as a validation message. */
function address(rule: z.ZodType<string>, mayBeEmpty = false) {
  const left = (text: string): boolean => mayBeEmpty && text.trim() === ''
  return z
    .string()
    .refine((text) => left(text) || rule.safeParse(text).success, { error: () => errors.address })
    .transform((text) => (left(text) ? '' : rule.parse(text)))
}

/** For each row that repeats a code, the index of the first row with it; rows without a code repeat nothing. */
function repeated(codes: readonly string[]): readonly number[] {
  return codes.flatMap((code, index) => (code !== '' && codes.indexOf(code) < index ? [index] : []))
}

const suppliers = z
  .array(
    z.object({
      code: z
        .string()
        .trim()
        .min(1, { error: () => errors.supplierCode }),
      note: z.string().trim(),
    }),
  )
  .superRefine((all, context) => {
    for (const index of repeated(all.map(({ code }) => code))) {
      const message = errors.supplierTwice({ code: all[index]?.code ?? '' })
      context.addIssue({ code: 'custom', path: [index, 'code'], message })
    }
  })

export const connectionForm = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => errors.name }),
  baseUrl: address(connectionSettings.shape.baseUrl),
  /** Empty: the usual place below the base URL. */
  tokenUrl: address(connectionSettings.shape.tokenUrl, true),
  headerTemplate: z.string().includes('{token}', { error: () => errors.token({ placeholder: '{token}' }) }),
  statusPath: z.union([
    z.literal(''),
    z.string().startsWith('/', { error: () => errors.path({ placeholder: '{placeholders}' }) }),
  ]),
  environment: connectionSettings.shape.environment.unwrap(),
  /** Its number or name; empty: not chosen yet. */
  catalogue: z.string(),
  /** Empty: the workspace's. */
  operator: z.string().trim().max(100),
  suppliers,
  tokenMutation: z
    .string()
    .trim()
    .min(1, { error: () => errors.given }),
  tokenKeyField: z
    .string()
    .trim()
    .min(1, { error: () => errors.given }),
  tokenAnswer: z
    .string()
    .trim()
    .min(1, { error: () => errors.given }),
  tokenField: z
    .string()
    .trim()
    .min(1, { error: () => errors.given }),
  tokenLife: duration,
  tokenRenewAfter: whole(10, 99),
  attrPrefix: z.string().trim(),
  phoneRegion: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .regex(/^[A-Za-z]{2}$/, { error: () => errors.region }),
  ]),
  ...answerFields,
  concurrency: whole(1, 64),
  validateEdited: whole(1, mostAMinute),
  rate: orNull(
    z
      .string()
      .trim()
      .regex(/^\d{1,5}(\.\d{1,3})?$/, { error: () => errors.number })
      .transform(Number)
      .pipe(
        z
          .number()
          .positive({ error: () => errors.number })
          .max(mostASecond, { error: () => errors.rate({ most: mostASecond }) }),
      ),
  ),
  connectTimeout: seconds,
  validateTimeout: seconds,
  createTimeout: seconds,
  statusTimeout: seconds,
  pollFirst: seconds,
  pollLongest: seconds,
  quiet: orNull(seconds),
  adaptive: z.boolean(),
  readsAMinute: orNull(whole(1, mostReads)),
  bodyBytes: orNull(whole(100, mostBytes)),
  validationAge: orNull(duration),
  quietHours: z.array(quiet).max(20),
  recheck: orNull(duration),
  stuckUnconfirmed: duration,
  stuckNotVisible: duration,
  stuckPending: duration,
  stuckInProgress: duration,
  stuckOtherWord: duration,
  resumeAfterCrash: z.boolean(),
  network: networkForm,
})

/** The text of a field whose rule has none of its own. */
export function faultText(issue: z.core.$ZodRawIssue): string {
  return sentenceOf(message('issues.it', { fault: issueFault(issue) }))
}

export type FormInput = z.input<typeof connectionForm>
export type FormOutput = z.output<typeof connectionForm>
/** The fields that are one line of text. */
export type TextName = Exclude<
  keyof FormInput,
  'environment' | 'catalogue' | 'suppliers' | 'adaptive' | 'quietHours' | 'resumeAfterCrash' | 'network'
>

export function formOf(name: string, settings: ConnectionSettings): FormInput {
  const { limits } = settings
  const inSeconds = (milliseconds: number): string => String(milliseconds / 1_000)
  return {
    name,
    baseUrl: settings.baseUrl,
    tokenUrl: settings.tokenUrl,
    headerTemplate: settings.headerTemplate,
    statusPath: settings.statusPath ?? '',
    environment: settings.environment,
    catalogue: settings.catalogue ?? '',
    operator: settings.operator ?? '',
    suppliers: settings.suppliers.map(({ code, note }) => ({ code, note })),
    tokenMutation: settings.tokenMutation,
    tokenKeyField: settings.tokenKeyField,
    tokenAnswer: settings.tokenAnswer,
    tokenField: settings.tokenField,
    tokenLife: durationText(settings.tokenLifeMs),
    tokenRenewAfter: String(settings.tokenRenewAfterPercent),
    attrPrefix: settings.attrPrefix,
    phoneRegion: settings.phoneRegion ?? '',
    ...answersToForm(settings.answers),
    concurrency: String(limits.concurrency),
    validateEdited: String(limits.validateEditedPerMinute),
    rate: limits.rate === null ? '' : String(limits.rate),
    connectTimeout: inSeconds(limits.connectTimeoutMs),
    validateTimeout: inSeconds(limits.validateTimeoutMs),
    createTimeout: inSeconds(limits.createTimeoutMs),
    statusTimeout: inSeconds(limits.statusTimeoutMs),
    pollFirst: inSeconds(limits.pollFirstMs),
    pollLongest: inSeconds(limits.pollLongestMs),
    quiet: limits.quietMs === null ? '' : inSeconds(limits.quietMs),
    adaptive: limits.adaptive,
    readsAMinute: limits.readsPerMinute === null ? '' : String(limits.readsPerMinute),
    bodyBytes: limits.bodyBytes === null ? '' : String(limits.bodyBytes),
    validationAge: limits.validationMaxAgeMs === null ? '' : durationText(limits.validationMaxAgeMs),
    quietHours: limits.quietHours.map(({ days, from, to }) => ({ days: [...days], from, to })),
    recheck: limits.recheckMs === null ? '' : durationText(limits.recheckMs),
    stuckUnconfirmed: durationText(limits.stuckAfterMs.unconfirmed),
    stuckNotVisible: durationText(limits.stuckAfterMs.notVisible),
    stuckPending: durationText(limits.stuckAfterMs.pending),
    stuckInProgress: durationText(limits.stuckAfterMs.inProgress),
    stuckOtherWord: durationText(limits.stuckAfterMs.otherWord),
    resumeAfterCrash: limits.resumeAfterCrash,
    network: networkFormOf(settings.network),
  }
}

export function emptyForm(): FormInput {
  const settings = connectionSettings.parse({
    baseUrl: 'https://example.org',
    tokenUrl: 'https://example.org',
  })
  return { ...formOf('', settings), baseUrl: '', tokenUrl: '' }
}

export function settingsOf(form: FormOutput): ConnectionSettingsInput {
  return {
    baseUrl: form.baseUrl,
    tokenUrl: form.tokenUrl === '' ? defaultTokenUrl(form.baseUrl) : form.tokenUrl,
    headerTemplate: form.headerTemplate,
    statusPath: form.statusPath === '' ? null : form.statusPath,
    environment: form.environment,
    catalogue: form.catalogue === '' ? null : form.catalogue,
    operator: form.operator === '' ? null : form.operator,
    suppliers: form.suppliers,
    tokenMutation: form.tokenMutation,
    tokenKeyField: form.tokenKeyField,
    tokenAnswer: form.tokenAnswer,
    tokenField: form.tokenField,
    tokenLifeMs: form.tokenLife,
    tokenRenewAfterPercent: form.tokenRenewAfter,
    attrPrefix: form.attrPrefix,
    phoneRegion: form.phoneRegion === '' ? null : form.phoneRegion.toUpperCase(),
    network: networkOf(form.network),
    answers: answersOfForm(form),
    limits: {
      concurrency: form.concurrency,
      rate: form.rate,
      connectTimeoutMs: form.connectTimeout,
      validateTimeoutMs: form.validateTimeout,
      createTimeoutMs: form.createTimeout,
      statusTimeoutMs: form.statusTimeout,
      pollFirstMs: form.pollFirst,
      pollLongestMs: form.pollLongest,
      quietMs: form.quiet,
      validateEditedPerMinute: form.validateEdited,
      adaptive: form.adaptive,
      readsPerMinute: form.readsAMinute,
      bodyBytes: form.bodyBytes,
      validationMaxAgeMs: form.validationAge,
      quietHours: form.quietHours,
      recheckMs: form.recheck,
      stuckAfterMs: {
        unconfirmed: form.stuckUnconfirmed,
        notVisible: form.stuckNotVisible,
        pending: form.stuckPending,
        inProgress: form.stuckInProgress,
        otherWord: form.stuckOtherWord,
      },
      resumeAfterCrash: form.resumeAfterCrash,
    },
  }
}

const examples: Readonly<Record<string, string>> = {
  import_supplier: 'ACME 2026',
  external_account_number: 'NW-004117',
}

/** The address that a template gives for one account, each value percent-encoded once. */
export function exampleStatusAddress(baseUrl: string, template: string): string {
  const filled = template.replaceAll(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(Object.hasOwn(examples, name) ? (examples[name] ?? '') : `${name} 1`),
  )
  return `${baseUrl.trim().replace(/\/+$/, '')}${filled}`
}

export const usualStatusPath = paths.status

/** The form as a test of it needs it: what the service does not hear of may still be missing. */
export function parseTyped(values: FormInput): z.ZodSafeParseResult<FormOutput> {
  return connectionForm.safeParse({ ...values, name: 'new', suppliers: [] })
}

/** Settings as they are typed; null where a value that a test needs is wrong. */
export function typedSettings(values: FormInput): ConnectionSettings | null {
  const parsed = parseTyped(values)
  return parsed.success ? connectionSettings.parse(settingsOf(parsed.data)) : null
}
