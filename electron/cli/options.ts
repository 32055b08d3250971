// What commands share in options: parsing with sentences, and where things come from.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import { type ConnectionSettings, connectionSettings, defaultTokenUrl } from '../../shared/connection.ts'
import { identityFields } from '../../shared/identity.ts'
import type { Mapping } from '../../shared/mapping-file.ts'
import { readMappingFile } from '../../shared/read-mapping.ts'
import { exitCodes, Refusal, refuse } from './exit.ts'
import { type NetworkOptions, networkFrom, networkOptionNames, networkOptions } from './network-options.ts'
import { type LimitOptions, limitsFrom } from './plan-options.ts'
import type { readChoicesOf } from './reading-options.ts'
import type { Client } from './session.ts'

export type ServiceOptions = LimitOptions &
  NetworkOptions & {
    readonly baseUrl: string
    readonly tokenUrl?: string
    readonly statusPath?: string
    readonly timeout?: number
    readonly poll?: number
    readonly quiet?: number
    readonly environment?: 'test' | 'production'
  }

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

export function wholeNumberAboveZero(text: string): number {
  const value = wholeNumber(text)
  if (value === 0) throw new InvalidArgumentError('It must be a whole number from 1.')
  return value
}

export function portNumber(text: string): number {
  const value = wholeNumber(text)
  if (value > 65_535)
    throw new InvalidArgumentError('It must be a port from 1 to 65535, or 0 for a free one.')
  return value
}

function concurrencyNumber(text: string): number {
  const value = wholeNumber(text)
  if (value < 1 || value > 64) throw new InvalidArgumentError('It must be a whole number from 1 to 64.')
  return value
}

export function positiveNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It must be a number above 0.')
  return value
}

/** Limits that may be changed while a batch is on its way. */
export const paceOptions: readonly Option[] = [
  new Option('--concurrency <n>', 'requests under way at once from now on').argParser(concurrencyNumber),
  new Option('--rate <n>', 'requests a second at most from now on').argParser(positiveNumber),
]

export const serviceOptions: readonly Option[] = [
  new Option('--base-url <url>', 'the data-import service').makeOptionMandatory(),
  new Option('--token-url <url>', 'where a token is had (default: the base address with /v1/graphql/)'),
  new Option(
    '--status-path <template>',
    'path of an account\'s status, with {payload.path} placeholders; "none" if unknown',
  ),
  new Option('--concurrency <n>', 'requests under way at once, 1 to 64 (default: 4)').argParser(
    concurrencyNumber,
  ),
  new Option('--rate <n>', 'requests a second at most (default: no fixed rate)').argParser(positiveNumber),
  new Option('--timeout <seconds>', 'how long validate and create may take (default: 60)').argParser(
    positiveNumber,
  ),
  new Option(
    '--poll <seconds>',
    'first look at a scheduled account; the interval grows to 5 min (default: 15)',
  ).argParser(positiveNumber),
  new Option(
    '--quiet <seconds>',
    'rest between two "not found" before an unconfirmed account is sent again (default: twice the time-out, at least 60)',
  ).argParser(positiveNumber),
  new Option('--environment <what>', 'what answers at the address').choices(['test', 'production']),
  ...networkOptions,
]

export const dataDirOption = new Option(
  '--data-dir <folder>',
  'folder of the database (default: your application data)',
)
export const keyFileOption = new Option(
  '--api-key-file <file>',
  'file that holds the API key (otherwise CARRYOVER_API_KEY is used)',
)
export const catalogueOption = new Option(
  '--catalogue <file>',
  'JSON Schema of the service\'s fields, or "documented" or "example"',
).default('example')
export const mappingOption = new Option(
  '--mapping <file>',
  'mapping file (default: suggested from the headers)',
)
export const supplierOption = new Option(
  '--supplier <code>',
  'import supplier code, where the mapping does not give it',
)

export function settingsFrom(options: ServiceOptions): ConnectionSettings {
  if (
    options.statusPath !== undefined &&
    options.statusPath !== 'none' &&
    !options.statusPath.startsWith('/')
  )
    refuse(
      `--status-path: the path ${options.statusPath} must begin with a slash, or be "none" where it is not known.`,
    )
  const timeout =
    options.timeout === undefined
      ? {}
      : {
          validateTimeoutMs: Math.ceil(options.timeout * 1000),
          createTimeoutMs: Math.ceil(options.timeout * 1000),
        }
  const parsed = connectionSettings.safeParse({
    baseUrl: options.baseUrl,
    tokenUrl: options.tokenUrl ?? defaultTokenUrl(options.baseUrl),
    ...(options.statusPath === undefined
      ? {}
      : { statusPath: options.statusPath === 'none' ? null : options.statusPath }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    network: networkFrom(options),
    limits: {
      ...timeout,
      ...limitsFrom(options),
      ...(options.poll === undefined
        ? {}
        : {
            pollFirstMs: Math.ceil(options.poll * 1000),
            pollLongestMs: Math.max(300_000, Math.ceil(options.poll * 1000)),
          }),
      ...(options.quiet === undefined ? {} : { quietMs: Math.ceil(options.quiet * 1000) }),
    },
  })
  if (!parsed.success) refuse(wordsOf(parsed.error, options))
  return parsed.data
}

const optionNames: Readonly<Record<string, string>> = {
  baseUrl: '--base-url',
  tokenUrl: '--token-url',
  statusPath: '--status-path',
  'limits.validateTimeoutMs': '--timeout',
  'limits.pollFirstMs': '--poll',
  'limits.quietMs': '--quiet',
  'limits.concurrency': '--concurrency',
  'limits.rate': '--rate',
  ...networkOptionNames,
}

/** What is wrong with an address that was derived from another is said once, for the one that was given. */
function wordsOf(error: z.ZodError, options: ServiceOptions): string {
  const wrong = error.issues.map((issue) => ({ ...issue, at: issue.path.join('.') }))
  const said = wrong.filter(
    ({ at }) => at !== 'tokenUrl' || options.tokenUrl !== undefined || wrong.length === 1,
  )
  return said.map(({ at, message }) => `${optionNames[at] ?? at}: ${message}.`).join('\n')
}

/** The key from a file or the environment; never from an argument, which other users of the machine could read. */
export async function readKey(file: string | undefined): Promise<string> {
  if (file !== undefined) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
      refuse(
        error.code === 'ENOENT'
          ? `There is no key file ${file}.`
          : `The key file ${file} cannot be read (${error.code ?? error.message}).`,
      ),
    )
    const key = text.trim()
    if (key === '') refuse(`The key file ${file} is empty.`)
    return key
  }
  const key = process.env['CARRYOVER_API_KEY']?.trim() ?? ''
  if (key === '')
    throw new Refusal(
      'There is no API key. Put it in CARRYOVER_API_KEY, or name a file with --api-key-file.',
      exitCodes.service,
    )
  return key
}

export function catalogueFrom(name: string): { shipped: 'documented' | 'example' } | { path: string } {
  return name === 'documented' || name === 'example' ? { shipped: name } : { path: resolve(name) }
}

async function readJson(file: string, what: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuse(
      error.code === 'ENOENT'
        ? `There is no ${what} ${file}.`
        : `The ${what} ${file} cannot be read (${error.code ?? error.message}).`,
    ),
  )
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    return refuse(
      `The ${what} ${file} is not JSON: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

export async function readMapping(file: string): Promise<Mapping> {
  const read = readMappingFile(await readJson(file, 'mapping file'))
  if (!read.ok) refuse(read.problems.map((problem) => problem.message).join('\n'))
  return read.mapping
}

export type MappingRequest = {
  readonly path: string
  /** How the file is to be read. */
  readonly reading: ReturnType<typeof readChoicesOf>
  readonly mapping: string | undefined
  readonly catalogue: string
  readonly supplier: string | null
  readonly statusPath: string | null
}

/** The mapping of a file, or the one suggested by its headers; columns that nothing fits are refused by name. */
export async function mappingFor(
  client: Client,
  request: MappingRequest,
  say: (line: string) => void,
): Promise<Mapping> {
  if (request.mapping !== undefined) return readMapping(request.mapping)
  const suggested = await client.files.suggestMapping({
    path: request.path,
    ...request.reading,
    catalogue: catalogueFrom(request.catalogue),
    supplier: request.supplier,
    identityFields: request.statusPath === null ? [] : identityFields(request.statusPath),
  })
  if (suggested.unmapped.length > 0) {
    const names = suggested.unmapped.map(({ sheet, column }) => `“${column}” (${sheet})`).join(', ')
    refuse(
      `No field of the catalogue fits ${suggested.unmapped.length === 1 ? 'the column' : 'the columns'} ${names}. Print the suggestion with "carryover suggest", complete it (map or ignore each column), and give it with --mapping.`,
    )
  }
  for (const { sheet, column, field, certainty, reason } of suggested.reasons)
    say(`${sheet} · ${column} → ${field} (${certainty}: ${reason})`)
  return suggested.mapping
}
