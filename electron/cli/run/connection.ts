// Connection of a run. A saved connection is used unchanged: options of a run apply only to that run, and
// `connections set` changes the connection. A new address is saved after a person has confirmed what answers there.
// The options about how to talk to the service are saved with it; pace and patience are not.
import { type SettingChanges, settingsOfRun } from '../../../shared/sending/connection-changes.ts'
import {
  type ConnectionSettings,
  connectionSettings,
  type Environment,
  serviceAt,
} from '../../../shared/sending/connection.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { canAsk } from '../terminal/ask.ts'
import { refuse } from '../terminal/exit.ts'
import { type CatalogueChoice, catalogueFrom } from '../options/common.ts'
import type { Client, Session } from '../data-folder/session.ts'
import { changesFrom, fixedForRuns, type GivenSettings, settingsFrom } from '../options/settings.ts'
import { quoted } from '../terminal/words.ts'
import { commaList, quoted as inQuotes } from '../../../shared/texts/join.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { runTexts } from '../texts/run.ts'

const words = runTexts.connection

export type Naming = {
  readonly baseUrl?: string
  readonly environment?: 'test' | 'production'
  readonly catalogue?: string
  /** Name of a connection that is saved or to be saved. */
  readonly connection?: string
  /** Name of the connection, typed by the person who sends to production. */
  readonly confirm?: string
}

export type RunConnection = {
  readonly id: number
  readonly name: string
  readonly environment: Environment
  /** Settings of this run: the saved ones with the given options. */
  readonly settings: ConnectionSettings
  readonly changes: SettingChanges
  readonly catalogue: CatalogueChoice
}

/** `sends`: accounts are created. `canAsk`: there is a person to ask. */
type Given = {
  readonly options: GivenSettings & Naming
  readonly sends: boolean
  readonly canAsk: boolean
}

/** `sends`: accounts are created, so production requires its name. Refuses with a sentence of advice. */
export async function connectionForRun(
  session: Session,
  options: GivenSettings & Naming,
  sends: boolean,
): Promise<RunConnection> {
  const saved = savedFor(await session.client.connections.list(), options)
  const naming = { options, sends, canAsk: canAsk(session.invocation) }
  return saved === null ? newConnection(session, naming) : knownConnection(saved, naming)
}

/** Reports contradictory or empty options before any folder is opened. */
export function checkNaming(options: GivenSettings & Naming): void {
  if (options.baseUrl !== undefined) settingsFrom(null, options)
  else if (options.connection === undefined) refuse(words.nowhere)
}

function savedFor(all: readonly ConnectionView[], options: Naming): ConnectionView | null {
  const { connection: name, baseUrl } = options
  const named = all.find((one) => one.name === name)
  if (named !== undefined) {
    if (baseUrl !== undefined && !isAt(named, baseUrl))
      refuse(
        words.elsewhere({
          name: named.name,
          url: named.settings.baseUrl,
          quoted: quoted(named.name),
          given: baseUrl,
        }),
      )
    return named
  }
  if (baseUrl === undefined) return refuse(name === undefined ? words.nowhere : words.unknown({ name }))
  if (name !== undefined) return null
  const there = all.filter((one) => isAt(one, baseUrl))
  if (there.length > 1)
    refuse(
      words.ambiguous({
        n: there.length,
        url: baseUrl,
        names: sentenceOf(commaList(there.map((one) => inQuotes(one.name)))),
      }),
    )
  return there[0] ?? null
}

function isAt({ settings }: ConnectionView, baseUrl: string): boolean {
  return URL.canParse(baseUrl) && serviceAt(settings.baseUrl) === serviceAt(baseUrl)
}

function knownConnection(
  { id, name, environment, settings: saved }: ConnectionView,
  { options, sends, canAsk: asks }: Given,
): RunConnection {
  if (options.environment !== undefined && options.environment !== environment)
    refuse(
      environment === 'practice'
        ? words.isPractice({ name })
        : words.savedAs({ name, environment, quoted: quoted(name), given: options.environment }),
    )
  if (environment === 'production' && sends) confirmed(name, options, asks)
  const catalogue =
    options.catalogue !== undefined
      ? catalogueFrom(options.catalogue)
      : (savedCatalogue(saved) ?? (environment === 'practice' ? illustrative : noCatalogue(name)))
  const changes = changesOfRun(saved, options)
  return { id, name, environment, settings: settingsOfRun(saved, changes) ?? saved, changes, catalogue }
}

async function newConnection(
  { client, practice }: Session,
  { options, sends, canAsk: asks }: Given,
): Promise<RunConnection> {
  const settings = settingsFrom(null, options)
  const name = options.connection ?? settings.baseUrl
  const isPractice = practice.isAt(settings.baseUrl)
  if (!isPractice && options.environment === undefined)
    refuse(words.environmentUnknown({ url: settings.baseUrl, quoted: quoted(name) }))
  if (options.environment === 'production' && sends) confirmed(name, options, asks)
  if (!isPractice && options.catalogue === undefined) noCatalogue(name)
  const catalogue = options.catalogue === undefined ? null : await catalogueIdFor(client, options.catalogue)
  const saved = connectionSettings.parse({ ...settings, catalogue, limits: {} })
  const { id } = await client.connections.save({ name, settings: saved, environmentSaid: true })
  const changes = Object.fromEntries(
    Object.entries(changesOfRun(saved, options)).filter(([path]) => path.startsWith('limits.')),
  )
  return {
    id,
    name,
    environment: isPractice ? 'practice' : settings.environment,
    settings: settingsOfRun(saved, changes) ?? saved,
    changes,
    catalogue: catalogue === null ? illustrative : { id: catalogue },
  }
}

const illustrative: CatalogueChoice = { shipped: 'example' }

/** --yes is not enough. Without a terminal the name must be on the command line. */
function confirmed(name: string, { confirm }: Naming, asks: boolean): void {
  if (confirm === undefined && !asks) refuse(runTexts.consent.production({ name, quoted: quoted(name) }))
  if (confirm !== undefined && confirm !== name) refuse(runTexts.consent.otherName({ given: confirm, name }))
}

function noCatalogue(name: string): never {
  return refuse(words.noCatalogue({ name, quoted: quoted(name) }))
}

function savedCatalogue({ catalogue }: ConnectionSettings): CatalogueChoice | null {
  return catalogue === null ? null : { id: catalogue }
}

/** Number of a catalogue that is saved from now on, or the name of one that ships. */
export async function catalogueIdFor(client: Client, named: string): Promise<string> {
  const choice = catalogueFrom(named)
  if ('shipped' in choice) return choice.shipped
  return 'id' in choice ? choice.id : (await client.catalogues.add(choice)).id
}

/** Changes of single settings by these options, with their consequences. */
export function changesOfRun(saved: ConnectionSettings, options: GivenSettings): SettingChanges {
  const { baseUrl: _, environment: __, catalogue: ___, ...rest } = options
  const made = settingsFrom(saved, rest)
  const paths = Object.keys(changesFrom(rest)).filter((path) => !fixedForRuns.includes(path))
  if (paths.includes('limits.pollFirstMs')) paths.push('limits.pollLongestMs')
  return Object.fromEntries(paths.map((path) => [path, valueAt(made, path)]))
}

/** Value at a path such as `limits.rate`. */
export function valueAt(settings: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
      settings,
    )
}
