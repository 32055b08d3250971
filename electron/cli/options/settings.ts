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
import { innermostIssues, issueFault } from '../../../shared/texts/issues.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { refuse } from '../terminal/exit.ts'
import { proxyChoice } from './network.ts'
import { concurrencyNumber, positiveNumber, wholeNumberAboveZero } from './numbers.ts'
import { age } from './plan.ts'
import { quietHoursFrom } from './quiet-hours.ts'
import { helpTexts } from '../texts/help.ts'
import { settingsTexts } from '../texts/settings.ts'

/** Given options, by their names in code. */
export type GivenSettings = Readonly<Record<string, unknown>>

export type SettingOption = {
  /** Paths of the settings that the option sets, such as `limits.rate`; usually one. */
  readonly paths: readonly string[]
  /** Another one each time it is read, with its description in the current language. */
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
  if (said !== 'on' && said !== 'off') throw new InvalidArgumentError(helpTexts.invalid.onOff)
  return said === 'on'
}

function length(text: string): number {
  const value = age(text)
  if (value === null) throw new InvalidArgumentError(helpTexts.invalid.length)
  return value
}

/** Text, or `@file` for the content of a file. */
function textOrFile(text: string): string {
  if (!text.startsWith('@')) return text
  try {
    return readFileSync(text.slice(1), 'utf8').trim()
  } catch {
    throw new InvalidArgumentError(helpTexts.invalid.fileNotReadable({ file: text.slice(1) }))
  }
}

type Note = { readonly code: string; readonly note: string }

/** `CODE=description`; a repeated code replaces the earlier one. */
function supplierNotes(text: string, before: readonly Note[] | undefined): readonly Note[] {
  const at = text.indexOf('=')
  const code = text.slice(0, at).trim()
  if (at < 1 || code === '') throw new InvalidArgumentError(helpTexts.invalid.supplierNote)
  return [...(before ?? []).filter((one) => one.code !== code), { code, note: text.slice(at + 1).trim() }]
}

function path(text: string): string {
  if (!text.startsWith('/')) throw new InvalidArgumentError(helpTexts.invalid.path)
  return text
}

function setting(
  paths: string | readonly string[],
  flags: string,
  help: () => string,
  parse: (text: string, before: never) => unknown = asItIs,
): SettingOption {
  // The option parser takes null for "not given" and would make it an empty text.
  const said = (text: string, before: unknown): unknown =>
    (parse as (text: string, before: unknown) => unknown)(text, before) ?? nothing
  return {
    paths: typeof paths === 'string' ? [paths] : paths,
    get option() {
      return new Option(flags, help()).argParser(said)
    },
  }
}

function choice(path: string, flags: string, help: () => string, choices: readonly string[]): SettingOption {
  return {
    paths: [path],
    get option() {
      return new Option(flags, help()).choices(choices)
    },
  }
}

const fileAt = (text: string): string => resolve(text)

function listed(text: string): readonly string[] {
  const all = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  return all.length === 1 && all[0]?.toLowerCase() === 'none' ? [] : all
}

const words = settingsTexts

export const settingOptions: readonly SettingOption[] = [
  setting('baseUrl', '--base-url <url>', () => words.baseUrl),
  setting('tokenUrl', '--token-url <url>', () => words.tokenUrl),
  choice('environment', '--environment <what>', () => words.environment, ['test', 'production']),
  setting('catalogue', '--catalogue <file>', () => words.catalogue),
  setting('headerTemplate', '--header-template <text>', () =>
    words.headerTemplate({ placeholder: '{token}' }),
  ),
  setting(
    'statusPath',
    '--status-path <template>',
    () => words.statusPath({ placeholder: '{payload.path}' }),
    orNone(path),
  ),
  setting('tokenMutation', '--token-mutation <document>', () => words.tokenMutation, textOrFile),
  setting('tokenKeyField', '--token-key-field <name>', () => words.tokenKeyField),
  setting('tokenAnswer', '--token-answer <name>', () => words.tokenAnswer),
  setting('tokenField', '--token-field <name>', () => words.tokenField),
  setting('tokenLifeMs', '--token-life <time>', () => words.tokenLife, length),
  setting(
    'tokenRenewAfterPercent',
    '--token-renew-after <percent>',
    () => words.tokenRenewAfter,
    wholeNumberAboveZero,
  ),
  setting('attrPrefix', '--attr-prefix <text>', () => words.attrPrefix),
  setting(
    'phoneRegion',
    '--phone-country <code>',
    () => words.phoneCountry,
    orNone((text) => text.toUpperCase()),
  ),
  setting(
    'operator',
    '--operator <name>',
    () => words.operator,
    orNone((text) => text),
  ),
  setting('suppliers', '--supplier-note <code=note>', () => words.supplierNote, supplierNotes),
  setting('answers.pausedCodes', '--paused-codes <codes>', () => words.pausedCodes, listed),
  setting('answers.completeCodes', '--complete-codes <codes>', () => words.completeCodes, listed),
  setting('answers.closedCodes', '--closed-codes <codes>', () => words.closedCodes, listed),
  setting(
    'answers.closedStatuses',
    '--closed-statuses <statuses>',
    () => words.closedStatuses,
    (text) => listed(text).map(wholeNumberAboveZero),
  ),
  setting('answers.closedDomains', '--closed-domains <domains>', () => words.closedDomains, listed),
  setting('answers.signInCodes', '--sign-in-codes <codes>', () => words.signInCodes, listed),
  setting(
    'answers.refusalsInARow',
    '--refusals-in-a-row <n>',
    () => words.refusalsInARow,
    wholeNumberAboveZero,
  ),
  setting(
    'answers.sameProblemInARow',
    '--same-problem-in-a-row <n>',
    () => words.sameProblemInARow,
    orNone(wholeNumberAboveZero),
  ),
  setting(
    ['network.proxy', 'network.proxyUrl', 'network.pacUrl'],
    '--proxy <where>',
    () => words.proxy,
    proxyChoice,
  ),
  setting('network.proxyUser', '--proxy-user <name>', () => words.proxyUser),
  setting('network.proxyBypass', '--proxy-bypass <hosts>', () => words.proxyBypass, listed),
  choice(
    'network.certificateAuthorities',
    '--certificate-authorities <whose>',
    () => words.certificateAuthorities,
    ['bundled', 'system', 'both'],
  ),
  setting('network.caFile', '--ca-file <file>', () => words.caFile, orNone(fileAt)),
  setting(
    'network.clientCertificate',
    '--client-certificate <file>',
    () => words.clientCertificate,
    orNone(fileAt),
  ),
  setting('network.clientKey', '--client-key <file>', () => words.clientKey, orNone(fileAt)),
  setting('limits.concurrency', '--concurrency <n>', () => words.concurrency, concurrencyNumber),
  setting('limits.rate', '--rate <n>', () => words.rate, orNone(positiveNumber)),
  setting('limits.connectTimeoutMs', '--connect-timeout <seconds>', () => words.connectTimeout, seconds),
  setting(
    ['limits.validateTimeoutMs', 'limits.createTimeoutMs'],
    '--timeout <seconds>',
    () => words.timeout,
    seconds,
  ),
  setting('limits.validateTimeoutMs', '--validate-timeout <seconds>', () => words.validateTimeout, seconds),
  setting('limits.createTimeoutMs', '--create-timeout <seconds>', () => words.createTimeout, seconds),
  setting('limits.statusTimeoutMs', '--status-timeout <seconds>', () => words.statusTimeout, seconds),
  setting('limits.pollFirstMs', '--poll <seconds>', () => words.poll, seconds),
  setting('limits.pollLongestMs', '--poll-longest <seconds>', () => words.pollLongest, seconds),
  setting('limits.quietMs', '--quiet <seconds>', () => words.quiet, orNone(seconds)),
  setting(
    'limits.validateEditedPerMinute',
    '--validate-edited <n>',
    () => words.validateEdited,
    wholeNumberAboveZero,
  ),
  setting('limits.adaptive', '--adaptive <on|off>', () => words.adaptive, onOff),
  setting(
    'limits.readsPerMinute',
    '--reads-per-minute <n>',
    () => words.readsPerMinute,
    orNone(wholeNumberAboveZero),
  ),
  setting('limits.bodyBytes', '--body-bytes <n>', () => words.bodyBytes, orNone(wholeNumberAboveZero)),
  setting('limits.validationMaxAgeMs', '--max-validation-age <age>', () => words.maxValidationAge, age),
  setting('limits.quietHours', '--quiet-hours <hours>', () => words.quietHours, quietHoursFrom),
  setting(
    'limits.stuckAfterMs.unconfirmed',
    '--stuck-unconfirmed <time>',
    () => words.stuckUnconfirmed,
    length,
  ),
  setting(
    'limits.stuckAfterMs.notVisible',
    '--stuck-not-visible <time>',
    () => words.stuckNotVisible,
    length,
  ),
  setting('limits.stuckAfterMs.pending', '--stuck-pending <time>', () => words.stuckPending, length),
  setting(
    'limits.stuckAfterMs.inProgress',
    '--stuck-in-progress <time>',
    () => words.stuckInProgress,
    length,
  ),
  setting('limits.stuckAfterMs.otherWord', '--stuck-other-word <time>', () => words.stuckOtherWord, length),
  setting('limits.recheckMs', '--recheck <time>', () => words.recheck, age),
  setting('limits.resumeAfterCrash', '--resume-after-crash <on|off>', () => words.resumeAfterCrash, onOff),
]

/** Settings that a run cannot override, because they belong to the connection. */
export const fixedForRuns: readonly string[] = ['baseUrl', 'environment', 'catalogue', 'operator']

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

/** Each fault once; that of an address derived from another only for the given one. */
function wordsOf(error: z.ZodError, said: SettingChanges): readonly string[] {
  const wrong = error.issues
    .flatMap((issue) => innermostIssues(issue))
    .map((issue) => ({ at: issue.path.join('.'), fault: sentenceOf(issueFault(issue)) }))
  const shown = wrong.filter(
    ({ at }) => at !== 'tokenUrl' || said['tokenUrl'] !== undefined || wrong.length === 1,
  )
  const faults = shown.map(({ at, fault }) => helpTexts.invalid.option({ option: optionOf(at), fault }))
  return [...new Set(faults)]
}

/** `--rate` for `limits.rate`, and for values below it. */
export function optionOf(at: string): string {
  const found = settingOptions.find(({ paths }) =>
    paths.some((one) => at === one || at.startsWith(`${one}.`)),
  )
  return found?.option.long ?? at
}
