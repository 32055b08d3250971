// Commands `connections list`, `show`, `set` and `remove`: the saved connections. `set` adds a connection or
// changes single settings and prints the changes; `remove` deletes a connection that no batch uses.
import type { ConnectionSettings } from '../../../shared/sending/connection.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { catalogueIdFor, valueAt } from '../run/connection.ts'
import { type Client, dataFolder, existingFolder, withSession } from './session.ts'
import { type GivenSettings, settingOptions, settingsFrom } from '../options/settings.ts'
import { print, say } from '../terminal/terminal.ts'
import { dataTexts } from '../texts/data.ts'

export type ConnectionOptions = { readonly dataDir?: string; readonly json?: true }
export type SetOptions = ConnectionOptions &
  GivenSettings & { readonly catalogue?: string; readonly environment?: string }

const words = dataTexts.connections
/** As the options take it. */
const unset = 'none'

export async function listConnections(options: ConnectionOptions, invocation: Invocation): Promise<void> {
  await withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const all = await client.connections.list()
    if (all.length === 0) say(invocation, words.none)
    for (const one of all)
      await print(invocation, options.json === true ? `${JSON.stringify(shown(one))}\n` : `${line(one)}\n`)
  })
}

export async function showConnection(
  name: string,
  options: ConnectionOptions,
  invocation: Invocation,
): Promise<void> {
  await withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const found = await named(client, name)
    if (found === null) refuse(words.unknown({ name }))
    if (options.json === true) return print(invocation, `${JSON.stringify(shown(found))}\n`)
    const settings = settingPaths.map(
      ({ path, long }) => `  ${long.padEnd(24)} ${text(valueAt(found.settings, path))}`,
    )
    return print(invocation, `${line(found)}\n${settings.join('\n')}\n`)
  })
}

export async function setConnection(
  name: string,
  options: SetOptions,
  invocation: Invocation,
): Promise<void> {
  await withSession(dataFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const before = await named(client, name)
    if (before === null && options['baseUrl'] === undefined) refuse(words.notYet({ name }))
    const made = settingsFrom(before?.settings ?? null, options)
    const { catalogue } = options
    const settings =
      catalogue === undefined ? made : { ...made, catalogue: await catalogueIdFor(client, catalogue) }
    const environmentSaid = options.environment !== undefined
    const { fellBack } = await client.connections.save({ name, settings, environmentSaid })
    const after = await named(client, name)
    if (after === null) throw new Error('The connection was saved and is not there.')
    await print(invocation, changeWords(before, after, options.json === true))
    if (fellBack) say(invocation, words.fellBack)
    else if (before === null && !environmentSaid) say(invocation, words.isProduction)
    if (after.settings.catalogue === null && after.environment !== 'practice')
      say(invocation, words.noCatalogue)
  })
}

export async function removeConnection(
  name: string,
  options: ConnectionOptions,
  invocation: Invocation,
): Promise<void> {
  await withSession(existingFolder(options.dataDir, invocation.env), invocation, async ({ client }) => {
    const found = await named(client, name)
    if (found === null) refuse(words.unknown({ name }))
    await client.connections.remove({ id: found.id })
    return print(
      invocation,
      options.json === true ? `${JSON.stringify({ removed: name })}\n` : `${words.removed({ name })}\n`,
    )
  })
}

function changeWords(before: ConnectionView | null, after: ConnectionView, json: boolean): string {
  const changed = settingPaths.flatMap(({ path, long }) => {
    const [old, now] = [
      before === null ? null : text(valueAt(before.settings, path)),
      text(valueAt(after.settings, path)),
    ]
    return old === now ? [] : [{ setting: path, option: long, before: old, after: now }]
  })
  if (json) return `${JSON.stringify({ ...shown(after), created: before === null, changed })}\n`
  if (before === null) return `${words.saved({ name: after.name, line: line(after) })}\n`
  const lines = changed.map((one) => `  ${one.option}: ${one.before ?? ''} → ${one.after}`)
  return lines.length === 0
    ? `${words.unchanged({ name: after.name })}\n`
    : `${words.changed({ name: after.name })}\n${lines.join('\n')}\n`
}

/** Each setting once, under the option that gives it alone where there is one. */
const settingPaths: readonly { readonly path: string; readonly long: string }[] = [
  ...new Map(
    settingOptions
      .toSorted((one, other) => other.paths.length - one.paths.length)
      .flatMap(({ paths, option }) => paths.map((path) => [path, option.long ?? path] as const)),
  ),
].map(([path, long]) => ({ path, long }))

async function named(client: Client, name: string): Promise<ConnectionView | null> {
  return (await client.connections.list()).find((one) => one.name === name) ?? null
}

function shown({ name, environment, settings }: ConnectionView): {
  readonly name: string
  readonly environment: ConnectionView['environment']
  readonly settings: ConnectionSettings
} {
  return { name, environment, settings }
}

function line({ name, environment, settings }: ConnectionView): string {
  const codes = settings.suppliers.map(({ code }) => code).join(', ')
  const mark = words.environment({ environment })
  const catalogue = words.catalogue({ catalogue: settings.catalogue ?? unset })
  return [name, mark, settings.baseUrl, catalogue, codes].filter((part) => part !== '').join('  ')
}

function text(value: unknown): string {
  if (value === null || value === undefined) return unset
  return typeof value === 'string' ? value : JSON.stringify(value)
}
