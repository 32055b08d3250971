// Options that several commands share: the data folder and other sources.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Option } from 'commander'
import { identityFields } from '../../../shared/payload/identity.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import { readMappingFile } from '../../../shared/mapping/read.ts'
import { exitCodes, Refusal, refuse } from '../terminal/exit.ts'
import type { Environment } from '../terminal/invocation.ts'
import type { filesFrom } from './reading.ts'
import { readSecretFile } from './secret-file.ts'
import type { Client } from '../data-folder/session.ts'
import { commaList } from '../../../shared/texts/join.ts'
import { type Said, sentenceOf } from '../../../shared/texts/message.ts'
import { helpTexts } from '../texts/help.ts'
import { languageSetting } from '../../../shared/texts/language.ts'
import { dataTexts } from '../texts/data.ts'

export const dataDirOption = (): Option => new Option('--data-dir <folder>', helpTexts.options.dataDir)
export const keyFileOption = (): Option => new Option('--api-key-file <file>', helpTexts.options.apiKeyFile)
export const catalogueOption = (): Option =>
  new Option('--catalogue <file>', helpTexts.options.catalogue).default('example')
export const mappingOption = (): Option => new Option('--mapping <file>', helpTexts.options.mapping)
export const supplierOption = (): Option => new Option('--supplier <code>', helpTexts.options.supplier)

export const connectionOption = (): Option => new Option('--connection <name>', helpTexts.options.connection)
export const confirmOption = (): Option => new Option('--confirm <name>', helpTexts.options.confirm)

export const outOption = (): Option => new Option('--out <folder>', helpTexts.options.out)
export const jsonOption = (): Option => new Option('--json', helpTexts.options.json)
export const yesOption = (): Option => new Option('--yes', helpTexts.options.yes)

/** On every command; it is read before the commands are declared (terminal/language.ts). */
export const languageOption = (): Option =>
  new Option('--language <language>', helpTexts.options.language).choices(languageSetting.options)

/** For `run` and `resume`. */
export function untilOption(): Option {
  return new Option('--until <stage>', helpTexts.options.until).choices(['scheduled', 'done']).default('done')
}

/**
 * Reads the key from a file or the environment; never from an argument, which other users of the machine could read.
 */
export async function readKey(file: string | undefined, env: Environment): Promise<string> {
  if (file !== undefined) {
    const text = await readSecretFile(file, 'key_file')
    const key = text.trim()
    if (key === '') refuse(dataTexts.files.empty({ what: 'key_file', file }))
    return key
  }
  const key = env['CARRYOVER_API_KEY']?.trim() ?? ''
  if (key === '') throw new Refusal(dataTexts.files.noKey, exitCodes.service)
  return key
}

export type CatalogueChoice =
  | { readonly shipped: 'documented' | 'example' }
  | { readonly path: string }
  | { readonly id: string }

export function catalogueFrom(name: string): CatalogueChoice {
  return name === 'documented' || name === 'example' ? { shipped: name } : { path: resolve(name) }
}

async function readMappingJson(file: string): Promise<unknown> {
  const words = dataTexts.files
  const what = 'mapping_file'
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuse(
      error.code === 'ENOENT'
        ? words.missing({ what, file })
        : words.notReadable({ what, file, why: error.code ?? error.message }),
    ),
  )
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    return refuse(words.notJson({ what, file, why: error instanceof Error ? error.message : String(error) }))
  }
}

export async function readMapping(file: string): Promise<Mapping> {
  const read = readMappingFile(await readMappingJson(file))
  if (!read.ok) refuse(read.problems.map((problem) => sentenceOf(problem.message)))
  return read.mapping
}

/** One suggested field, with its reason. */
export function suggestionLine({
  sheet,
  column,
  field,
  certainty,
  reason,
}: {
  readonly sheet: string
  readonly column: string
  readonly field: string
  readonly certainty: string
  readonly reason: Said
}): string {
  const words = dataTexts.mapping
  const sure = words.certainty({ certainty })
  return words.suggested({ sheet, column, field, certainty: sure, reason: sentenceOf(reason) })
}

export type MappingRequest = {
  /** With the options for reading them. */
  readonly files: ReturnType<typeof filesFrom>
  readonly mapping: string | undefined
  readonly catalogue: CatalogueChoice
  readonly supplier: string | null
  readonly statusPath: string | null
}

/** The mapping of a batch's files, or the one suggested by its headers. Columns without a suggestion are refused by name. */
export async function mappingFor(
  client: Client,
  request: MappingRequest,
  say: (line: string) => void,
): Promise<Mapping> {
  if (request.mapping !== undefined) return readMapping(request.mapping)
  const suggested = await client.files.suggestMapping({
    ...request.files,
    catalogue: request.catalogue,
    supplier: request.supplier,
    identityFields: request.statusPath === null ? [] : identityFields(request.statusPath),
  })
  if (suggested.unmapped.length > 0) {
    const { columnsFitNone, columnOfSheet } = dataTexts.mapping
    const names = sentenceOf(commaList(suggested.unmapped.map(columnOfSheet)))
    refuse(columnsFitNone({ columns: suggested.unmapped.length, names }))
  }
  for (const one of suggested.reasons) say(suggestionLine(one))
  return suggested.mapping
}
