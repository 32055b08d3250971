// Table of the command-line options for every setting of a connection: setting path, option, description.
// `connections set`, `run`, `validate` and `resume` take their options from it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import { changedWith, type SettingChanges } from '../../../shared/sending/connection-changes.ts'
import {
  type ConnectionSettings,
  connectionSettings,
  defaultTokenUrl,
} from '../../../shared/sending/connection.ts'
import { refuse } from '../terminal/exit.ts'
import { proxyChoice } from './network.ts'
import { concurrencyNumber, positiveNumber, wholeNumberAboveZero } from './numbers.ts'
import { age } from './plan.ts'
import { quietHoursFrom } from './quiet-hours.ts'

/** Given options, by their names in code. */
export type GivenSettings = Readonly<Record<string, unknown>>

export type SettingOption = {
  /** Paths of the settings that the option sets, such as `limits.rate`; usually one. */
  readonly paths: readonly string[]
  readonly option: Option
}

/** Represents null among the given options. */
export const nothing = Symbol('none')

const seconds = (text: string): number => Math.ceil(positiveNumber(text) * 1000)
const orNone =
  <T>(parse: (text: string) => T) =>
  (text: string): T | null =>
    text.trim().toLowerCase() === 'none' ? null : parse(text)
const asItIs = (text: string): string => text

function onOff(text: string): boolean {
  const said = text.trim().toLowerCase()
  if (said !== 'on' && said !== 'off') throw new InvalidArgumentError('It must be "on" or "off".')
  return said === 'on'
}

function length(text: string): number {
  const value = age(text)
  if (value === null) throw new InvalidArgumentError('It must be a time such as 30min, 24h or 2d.')
  return value
}

/** Text, or `@file` for the content of a file. */
function textOrFile(text: string): string {
  if (!text.startsWith('@')) return text
  try {
    return readFileSync(text.slice(1), 'utf8').trim()
  } catch {
    throw new InvalidArgumentError(`The file ${text.slice(1)} cannot be read.`)
  }
}

type Note = { readonly code: string; readonly note: string }

/** `CODE=description`; a repeated code replaces the earlier one. */
function supplierNotes(text: string, before: readonly Note[] | undefined): readonly Note[] {
  const at = text.indexOf('=')
  const code = text.slice(0, at).trim()
  if (at < 1 || code === '')
    throw new InvalidArgumentError('It must be a code and what it does: "ACME=sends a letter".')
  return [...(before ?? []).filter((one) => one.code !== code), { code, note: text.slice(at + 1).trim() }]
}

function path(text: string): string {
  if (!text.startsWith('/'))
    throw new InvalidArgumentError('It must begin with a slash, or be "none" where the path is not known.')
  return text
}

function setting(
  paths: string | readonly string[],
  flags: string,
  help: string,
  parse: (text: string, before: never) => unknown = asItIs,
): SettingOption {
  // The option parser takes null for "not given" and would make it an empty text.
  const said = (text: string, before: unknown): unknown =>
    (parse as (text: string, before: unknown) => unknown)(text, before) ?? nothing
  return {
    paths: typeof paths === 'string' ? [paths] : paths,
    option: new Option(flags, help).argParser(said),
  }
}

function choice(path: string, flags: string, help: string, words: readonly string[]): SettingOption {
  return { paths: [path], option: new Option(flags, help).choices(words) }
}

const fileAt = (text: string): string => resolve(text)

function listed(text: string): readonly string[] {
  const all = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return all.length === 1 && all[0]?.toLowerCase() === 'none' ? [] : all
}

export const settingOptions: readonly SettingOption[] = [
  setting('baseUrl', '--base-url <url>', 'the data-import service'),
  setting(
    'tokenUrl',
    '--token-url <url>',
    'where a token is had (default: the base address with /v1/graphql/)',
  ),
  choice('environment', '--environment <what>', 'what answers at the address', ['test', 'production']),
  setting(
    'catalogue',
    '--catalogue <file>',
    'JSON Schema of the service\'s fields; "documented", or "example" for the illustrative one on purpose',
  ),
  setting('headerTemplate', '--header-template <text>', 'the Authorization header, with {token}'),
  setting(
    'statusPath',
    '--status-path <template>',
    'path of an account\'s status, with {payload.path} placeholders; "none" if unknown',
    orNone(path),
  ),
  setting(
    'tokenMutation',
    '--token-mutation <document>',
    'GraphQL document that grants a token; @file reads it',
    textOrFile,
  ),
  setting('tokenKeyField', '--token-key-field <name>', "name of the key in the mutation's input"),
  setting('tokenAnswer', '--token-answer <name>', "name of the mutation's answer"),
  setting('tokenField', '--token-field <name>', 'name of the token in the answer'),
  setting(
    'tokenLifeMs',
    '--token-life <time>',
    'how long a token lives where its answer does not say (default: 1h)',
    length,
  ),
  setting(
    'tokenRenewAfterPercent',
    '--token-renew-after <percent>',
    'the part of its life after which a token is renewed, 10 to 99 (default: 90)',
    wholeNumberAboveZero,
  ),
  setting('attrPrefix', '--attr-prefix <text>', "taken off the front of every path in the service's errors"),
  setting(
    'phoneRegion',
    '--phone-country <code>',
    'two letters, for telephone numbers without +; "none" leaves them to the service',
    orNone((text) => text.toUpperCase()),
  ),
  setting(
    'suppliers',
    '--supplier-note <code=note>',
    'what an import supplier does to customers; may be repeated',
    supplierNotes,
  ),
  setting(
    'answers.pausedCodes',
    '--paused-codes <codes>',
    'the supplier is paused; with commas, "none"',
    listed,
  ),
  setting(
    'answers.completeCodes',
    '--complete-codes <codes>',
    'the supplier is complete; with commas, "none"',
    listed,
  ),
  setting(
    'answers.closedCodes',
    '--closed-codes <codes>',
    'the supplier is paused or complete, and the code does not say which; with commas, "none"',
    listed,
  ),
  setting(
    'answers.closedStatuses',
    '--closed-statuses <statuses>',
    'HTTP statuses under which those codes count, with commas (default: 400)',
    (text) => listed(text).map(wholeNumberAboveZero),
  ),
  setting(
    'answers.closedDomains',
    '--closed-domains <domains>',
    'domains with which they count; "none": any',
    listed,
  ),
  setting(
    'answers.signInCodes',
    '--sign-in-codes <codes>',
    'of a 403 that is a failed sign-in; with commas, "none"',
    listed,
  ),
  setting(
    'answers.refusalsInARow',
    '--refusals-in-a-row <n>',
    'the same refusal of so many accounts in a row pauses their supplier (default: 3)',
    wholeNumberAboveZero,
  ),
  setting(
    'answers.sameProblemInARow',
    '--same-problem-in-a-row <n>',
    'the same problem at no field of so many in a row pauses their supplier; "none": never (default: 50)',
    orNone(wholeNumberAboveZero),
  ),
  setting(
    ['network.proxy', 'network.proxyUrl', 'network.pacUrl'],
    '--proxy <where>',
    '"system" (default), "none", an address such as http://proxy:8080, or pac:ADDRESS of a proxy script',
    proxyChoice,
  ),
  setting('network.proxyUser', '--proxy-user <name>', 'user name for the proxy; "" for none'),
  setting(
    'network.proxyBypass',
    '--proxy-bypass <hosts>',
    'hosts that are asked directly, with commas; "none": every host goes through the manual proxy',
    listed,
  ),
  choice(
    'network.certificateAuthorities',
    '--certificate-authorities <whose>',
    'whose certificates are believed (default: both)',
    ['bundled', 'system', 'both'],
  ),
  setting(
    'network.caFile',
    '--ca-file <file>',
    'further certificate authorities; "none" takes it away',
    orNone(fileAt),
  ),
  setting(
    'network.clientCertificate',
    '--client-certificate <file>',
    'our certificate: PEM or PKCS #12; "none" takes it away',
    orNone(fileAt),
  ),
  setting(
    'network.clientKey',
    '--client-key <file>',
    'its key, where it is not in the same file; "none"',
    orNone(fileAt),
  ),
  setting(
    'limits.concurrency',
    '--concurrency <n>',
    'requests under way at once, 1 to 64 (default: 4)',
    concurrencyNumber,
  ),
  setting('limits.rate', '--rate <n>', 'requests a second at most; "none" (default)', orNone(positiveNumber)),
  setting(
    'limits.connectTimeoutMs',
    '--connect-timeout <seconds>',
    'how long connecting may take (default: 10)',
    seconds,
  ),
  setting(
    ['limits.validateTimeoutMs', 'limits.createTimeoutMs'],
    '--timeout <seconds>',
    'how long validate and create may take (default: 60)',
    seconds,
  ),
  setting('limits.validateTimeoutMs', '--validate-timeout <seconds>', 'how long validate may take', seconds),
  setting('limits.createTimeoutMs', '--create-timeout <seconds>', 'how long create may take', seconds),
  setting(
    'limits.statusTimeoutMs',
    '--status-timeout <seconds>',
    'how long reading a status may take (default: 30)',
    seconds,
  ),
  setting(
    'limits.pollFirstMs',
    '--poll <seconds>',
    'first look at a scheduled account; the interval grows to --poll-longest (default: 15)',
    seconds,
  ),
  setting(
    'limits.pollLongestMs',
    '--poll-longest <seconds>',
    'longest interval between two looks (default: 300)',
    seconds,
  ),
  setting(
    'limits.quietMs',
    '--quiet <seconds>',
    'rest between two "not found" before an unconfirmed account is sent again; "none": twice the time-out, at least 60',
    orNone(seconds),
  ),
  setting(
    'limits.validateEditedPerMinute',
    '--validate-edited <n>',
    'validations a minute of what was just edited (default: 60)',
    wholeNumberAboveZero,
  ),
  setting(
    'limits.adaptive',
    '--adaptive <on|off>',
    'goes slower by itself, and faster again (default: on)',
    onOff,
  ),
  setting(
    'limits.readsPerMinute',
    '--reads-per-minute <n>',
    'status reads a minute; "none": no limit of their own (default: 600)',
    orNone(wholeNumberAboveZero),
  ),
  setting(
    'limits.bodyBytes',
    '--body-bytes <n>',
    'of the largest account that is sent; "none": any (default: 2621440)',
    orNone(wholeNumberAboveZero),
  ),
  setting(
    'limits.validationMaxAgeMs',
    '--max-validation-age <age>',
    'have accounts revalidated just before creation when that is older: 30min, 24h, "never" (default: 24h)',
    age,
  ),
  setting(
    'limits.quietHours',
    '--quiet-hours <hours>',
    'when no account is created, by this machine\'s time: "22:00-06:00", "Sat,Sun 00:00-12:00"; may be repeated; "none"',
    quietHoursFrom,
  ),
  setting(
    'limits.stuckAfterMs.unconfirmed',
    '--stuck-unconfirmed <time>',
    'unconfirmed for longer needs a look (default: 30min)',
    length,
  ),
  setting(
    'limits.stuckAfterMs.notVisible',
    '--stuck-not-visible <time>',
    'accepted and not visible (default: 30min)',
    length,
  ),
  setting('limits.stuckAfterMs.pending', '--stuck-pending <time>', 'PENDING (default: 4d)', length),
  setting(
    'limits.stuckAfterMs.inProgress',
    '--stuck-in-progress <time>',
    'IN_PROGRESS (default: 1d)',
    length,
  ),
  setting(
    'limits.stuckAfterMs.otherWord',
    '--stuck-other-word <time>',
    'a word that nobody listed (default: 1d)',
    length,
  ),
  setting(
    'limits.recheckMs',
    '--recheck <time>',
    'look at failed accounts once more after this; "never" (default: 1d)',
    age,
  ),
  setting(
    'limits.resumeAfterCrash',
    '--resume-after-crash <on|off>',
    'go on by itself after an end that was not in order (default: off)',
    onOff,
  ),
]

/** Settings that a run cannot override, because it has its own address and catalogue. */
export const fixedForRuns: readonly string[] = ['baseUrl', 'environment', 'catalogue']

/** For an option that sets several settings: the part for one path. Any other value is the whole setting. */
function partFor(path: string, value: unknown): unknown {
  const name = path.split('.').at(-1) ?? ''
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : value
}

/** Settings that these options name, by path. The catalogue is left out, because only the engine knows its number. */
export function changesFrom(given: GivenSettings): SettingChanges {
  const changes: Record<string, unknown> = {}
  for (const { paths, option } of settingOptions) {
    const value = given[option.attributeName()]
    if (value === undefined || paths.includes('catalogue')) continue
    for (const path of paths) changes[path] = partFor(path, value === nothing ? null : value)
  }
  return changes
}

/** Settings with the given options, or new ones. Refuses an invalid value by the name of its option. */
export function settingsFrom(before: ConnectionSettings | null, given: GivenSettings): ConnectionSettings {
  const changes = { ...changesFrom(given) }
  const { baseUrl } = changes
  const follows = before === null || before.tokenUrl === defaultTokenUrl(before.baseUrl)
  if (typeof baseUrl === 'string' && changes['tokenUrl'] === undefined && follows)
    changes['tokenUrl'] = defaultTokenUrl(baseUrl)
  const first = changes['limits.pollFirstMs']
  const longest = before?.limits.pollLongestMs ?? 300_000
  if (typeof first === 'number' && changes['limits.pollLongestMs'] === undefined && first > longest)
    changes['limits.pollLongestMs'] = first
  const notes = changes['suppliers'] as readonly Note[] | undefined
  if (notes !== undefined)
    changes['suppliers'] = [
      ...(before?.suppliers ?? []).filter(({ code }) => notes.every((one) => one.code !== code)),
      ...notes,
    ]
  const made = connectionSettings.safeParse(changedWith(before ?? {}, changes))
  return made.success ? made.data : refuse(wordsOf(made.error, changesFrom(given)))
}

/** An error of an address derived from another is reported once, for the given one. */
function wordsOf(error: z.ZodError, said: SettingChanges): readonly string[] {
  const wrong = error.issues.map((issue) => ({ ...issue, at: issue.path.join('.') }))
  const shown = wrong.filter(
    ({ at }) => at !== 'tokenUrl' || said['tokenUrl'] !== undefined || wrong.length === 1,
  )
  return shown.map(({ at, message }) => `${optionOf(at)}: ${message}.`)
}

/** `--rate` for `limits.rate`, and for values below it. */
export function optionOf(at: string): string {
  const found = settingOptions.find(({ paths }) =>
    paths.some((one) => at === one || at.startsWith(`${one}.`)),
  )
  return found?.option.long ?? at
}
