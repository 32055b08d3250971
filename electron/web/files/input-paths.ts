// Finds the paths of this machine in the input of a call and checks them, for both hosts. A page may only name
// paths that a person chose; each host defines that itself. The check goes by the field names for paths in
// contract.ts, not by call, so a new call is covered.
import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { changedWith } from '../../../shared/sending/connection-changes.ts'
import type { ConnectionSettings } from '../../../shared/sending/connection.ts'
import { type NetworkFile, networkFiles } from '../../../shared/sending/network-settings.ts'
import type { Failure } from '../../engine/system/failure.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

/** Field names under which inputs contain paths of this machine. */
export const pathNames: readonly string[] = [
  'path',
  'also.path',
  'source.path',
  'catalogue.path',
  'folder',
  ...networkFiles.map((name) => `settings.network.${name}`),
  // Of the team's database.
  ...networkFiles,
]

export type SavedConnection = {
  readonly id: number
  readonly name: string
  readonly settings: ConnectionSettings
}

/** Paths that a host lets its page name. */
export type PathRule = {
  /** True if a person chose this file. */
  readonly mayRead: (path: string) => Promise<boolean> | boolean
  /** True if a person chose this folder for a report. */
  readonly mayWrite: (folder: string) => boolean
  /** A saved certificate file stays allowed in its own field: it was chosen before, or set outside a page. */
  readonly connections: () => Promise<readonly SavedConnection[]>
  /** The same for the files of the team's database; null: there is no team. */
  readonly team: () => Promise<Readonly<Record<NetworkFile, string | null>> | null>
  readonly fileRefusal: Failure
  readonly folderRefusal: Failure
}

const named = z.looseObject({
  path: z.unknown().optional(),
  also: z.unknown().optional(),
  source: z.unknown().optional(),
  folder: z.unknown().optional(),
  catalogue: z.unknown().optional(),
  id: z.unknown().optional(),
  name: z.unknown().optional(),
  settings: z.unknown().optional(),
  changes: z.unknown().optional(),
})
type Named = z.infer<typeof named>

/** Throws the contract's REFUSED if the input of a call names a forbidden path. */
export async function checkPaths(input: unknown, rule: PathRule): Promise<void> {
  const parsed = named.safeParse(input)
  if (!parsed.success) return
  const { path, also, source, folder, catalogue } = parsed.data
  if (isGiven(folder) && !(typeof folder === 'string' && rule.mayWrite(folder)))
    throw refused(rule.folderRefusal)
  const further = Array.isArray(also) ? also.map((file: unknown) => memberOf(file, 'path')) : []
  const inParts = [memberOf(source, 'path'), memberOf(catalogue, 'path')]
  for (const one of [path, ...further, ...inParts, ...(await newTeamFiles(input, rule))])
    if (isGiven(one) && !(typeof one === 'string' && (await rule.mayRead(one))))
      throw refused(rule.fileRefusal)
  await checkNetworkFiles(parsed.data, rule)
}

/** Files of the team's database in an input, but for those that are saved in their fields. */
async function newTeamFiles(input: unknown, rule: PathRule): Promise<unknown[]> {
  const given = networkFiles.filter((name) => isGiven(memberOf(input, name)))
  const saved = given.length === 0 ? null : await rule.team()
  return given
    .map((name) => memberOf(input, name))
    .filter((path, at) => path !== saved?.[given[at] ?? 'caFile'])
}

async function checkNetworkFiles(input: Named, rule: PathRule): Promise<void> {
  for (const network of [memberOf(input.settings, 'network'), changedNetwork(input.changes)])
    for (const file of networkFiles) {
      const path = memberOf(network, file)
      if (!isGiven(path)) continue
      if (typeof path !== 'string') throw refused(rule.fileRefusal)
      if (!(await isSaved(input, file, path, rule)) && !(await rule.mayRead(path)))
        throw refused(rule.fileRefusal)
    }
}

/** `connections.save` uses the name, `connections.forRun` the number. */
async function isSaved(input: Named, file: NetworkFile, path: string, rule: PathRule): Promise<boolean> {
  const saved = (await rule.connections()).find(({ id, name }) =>
    input.changes === undefined ? name === input.name : id === input.id,
  )
  return saved?.settings.network[file] === path
}

/** The network section that path changes (`network.caFile`) would create from an empty one. */
function changedNetwork(changes: unknown): unknown {
  const parsed = z.record(z.string(), z.unknown()).safeParse(changes)
  if (!parsed.success) return undefined
  const ofNetwork = Object.entries(parsed.data).filter(([at]) => at.split('.')[0] === 'network')
  return memberOf(changedWith({}, Object.fromEntries(ofNetwork)), 'network')
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function refused(failure: Failure): ORPCError<'REFUSED', Failure> {
  return new ORPCError('REFUSED', { defined: true, message: inEnglish(failure.message), data: failure })
}
