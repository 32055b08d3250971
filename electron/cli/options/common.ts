// Options that several commands share: the data folder and other sources.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Option } from 'commander'
import { identityFields } from '../../../shared/payload/identity.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import { readMappingFile } from '../../../shared/mapping/read.ts'
import { exitCodes, Refusal, refuse } from '../terminal/exit.ts'
import type { readChoicesOf } from './reading.ts'
import { readSecretFile } from './secret-file.ts'
import type { Client } from '../data-folder/session.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

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

export const connectionOption = new Option(
  '--connection <name>',
  'a saved connection (default: the one that leads to the address)',
)
export const confirmOption = new Option(
  '--confirm <name>',
  'the name of a production connection: without it nothing is sent there',
)

export const outOption = new Option('--out <folder>', 'write the report files into this folder')
export const jsonOption = new Option('--json', 'print the summary as JSON on stdout')
export const yesOption = new Option('--yes', 'send without asking; to production only --confirm does')

/** For `run` and `resume`. */
export function untilOption(): Option {
  return new Option('--until <stage>', 'where to stop').choices(['scheduled', 'done']).default('done')
}

/**
 * Reads the key from a file or the environment; never from an argument, which other users of the machine could read.
 */
export async function readKey(file: string | undefined): Promise<string> {
  if (file !== undefined) {
    const text = await readSecretFile(file, 'key file')
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

export type CatalogueChoice =
  | { readonly shipped: 'documented' | 'example' }
  | { readonly path: string }
  | { readonly id: string }

export function catalogueFrom(name: string): CatalogueChoice {
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
  if (!read.ok) refuse(read.problems.map((problem) => problem.message))
  return read.mapping
}

export type MappingRequest = {
  readonly path: string
  /** Options for reading the file. */
  readonly reading: ReturnType<typeof readChoicesOf>
  readonly mapping: string | undefined
  readonly catalogue: CatalogueChoice
  readonly supplier: string | null
  readonly statusPath: string | null
}

/** The mapping of a file, or the one suggested by its headers. Columns without a suggestion are refused by name. */
export async function mappingFor(
  client: Client,
  request: MappingRequest,
  say: (line: string) => void,
): Promise<Mapping> {
  if (request.mapping !== undefined) return readMapping(request.mapping)
  const suggested = await client.files.suggestMapping({
    path: request.path,
    ...request.reading,
    catalogue: request.catalogue,
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
    say(`${sheet} · ${column} → ${field} (${certainty}: ${sentenceOf(reason)})`)
  return suggested.mapping
}
