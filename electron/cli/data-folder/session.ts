// Engine session of one command: one engine and a client of its contract. The command line has no other access to
// the engine.
import { existsSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRouterClient, type RouterClient } from '@orpc/server'
import packageFile from '../../../package.json' with { type: 'json' }
import { createEngine, type Engine } from '../../engine/engine.ts'
import { type Failure, type Result, success } from '../../engine/system/failure.ts'
import {
  createMemoryKeyStore,
  type KeyStore,
  type TeamSecret,
  teamSecrets,
} from '../../engine/system/key-store.ts'
import { createProcessReader } from '../../engine/import/process/process-reader.ts'
import { createTransport } from '../../engine/sending/service-client/transport.ts'
import {
  dataFolderIn,
  makePassingFolder,
  removeLeftFolders,
} from '../../engine/store/database/folder/data-folder.ts'
import { type DataKey, readRecoveryKey } from '../../engine/store/database/data-key.ts'
import { type FolderKey, isNewFolder, unlockFolder } from '../../engine/store/database/folder/encryption.ts'
import { databaseName } from '../../engine/store/database/database-file.ts'
import { exitCodes, Refusal, refuse } from '../terminal/exit.ts'
import type { Environment, Invocation } from '../terminal/invocation.ts'
import { say } from '../terminal/terminal.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { dataTexts } from '../texts/data.ts'

export const version = packageFile.version

export type Client = RouterClient<Engine['router']>

export type Session = {
  readonly client: Client
  /** For a host that serves the same calls to a window. */
  readonly router: Engine['router']
  readonly folder: string
  /** The call that this session serves. */
  readonly invocation: Invocation
  /** For a sandbox that this process starts. */
  readonly practice: Engine['practice']
  /** Ends the engine in order: requests under way are waited for. */
  close(): Promise<void>
}

/** The data folder: the named one, or one of ours inside it if it holds other files or is open to other users. */
export function dataFolder(named: string | undefined, env: Environment): string {
  return dataFolderIn(resolve(named ?? usualFolder(env)))
}

/** The system's folder for application data. */
function usualFolder(env: Environment): string {
  if (env['CARRYOVER_DATA_DIR'] !== undefined) return resolve(env['CARRYOVER_DATA_DIR'])
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Carryover')
  if (process.platform === 'win32')
    return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Carryover')
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'carryover')
}

/**
 * The key of an encrypted data folder, from the environment. A new folder is encrypted with it. Ends with a refusal if it
 * is no recovery key.
 */
export function folderKeyIn(env: Environment): FolderKey {
  const text = env['CARRYOVER_RECOVERY_KEY']?.trim() ?? ''
  if (text === '') return 'no_key_given'
  return readRecoveryKey(text) ?? refuse(dataTexts.folder.badKey)
}

/** For a command that works on the files of a folder without an engine. */
export function unlock(folder: string, env: Environment): void {
  const refused = unlockFolder(folder, folderKeyIn(env))
  if (refused !== null) refuse(sentenceOf(refused.failure.message))
}

export type SessionOptions = {
  /** The key that a person gave; otherwise the environment's counts. */
  readonly given?: DataKey
  /** The sample that a window offers to a new user. */
  readonly samplePath?: string
  /** Of the team's database, where a person typed it; otherwise the environment's counts. */
  readonly team?: TeamSecretsGiven
  /** Only reads statuses: nothing is validated, released or sent. */
  readonly readsOnly?: true
  /**
   * Called if the data folder turns out to be damaged; then the session must be closed. If given, opening does not
   * wait for the check. Otherwise it waits, and nothing is sent before the check ends.
   */
  readonly damaged?: (failure: Failure) => void
  /** The folder is removed when the command ends. */
  readonly isPassing?: true
}

export type TeamSecretsGiven = { readonly [Name in TeamSecret]?: string | null }

/** Names of the variables that hold the secrets of the team's database. */
const teamVariables: Readonly<Record<TeamSecret, string>> = {
  password: 'CARRYOVER_TEAM_PASSWORD',
  passphrase: 'CARRYOVER_TEAM_KEY_PASSPHRASE',
  copies: 'CARRYOVER_TEAM_COPIES_PASSPHRASE',
}

/** Null where the variable is missing or empty. */
export function teamSecretIn(env: Environment, name: TeamSecret): string | null {
  return env[teamVariables[name]] || null
}

async function keyStoreWith(env: Environment, given: TeamSecretsGiven): Promise<KeyStore> {
  const keyStore = createMemoryKeyStore()
  for (const name of teamSecrets) await keyStore.setTeamSecret(name, given[name] ?? teamSecretIn(env, name))
  return keyStore
}

/** Milliseconds after which the wait is reported. */
const longCheck = 1000

/** Ends with a refusal if the folder cannot be opened. */
export async function openSession(
  folder: string,
  invocation: Invocation,
  options: SessionOptions = {},
): Promise<Session> {
  const opened = await tryOpenSession(folder, invocation, options)
  if (!opened.ok) throw new Refusal(sentenceOf(opened.failure.message), exitCodes.input)
  return opened.value
}

/** A failure if the folder cannot be opened. */
export async function tryOpenSession(
  folder: string,
  invocation: Invocation,
  { given, team = {}, isPassing, ...options }: SessionOptions = {},
): Promise<Result<Session>> {
  removeLeftFolders()
  const isNew = isPassing === undefined && isNewFolder(resolve(folder))
  const transport = createTransport()
  const engine = await createEngine({
    folder: resolve(folder),
    // Compile cache of the reader, so that a file's first rows come sooner. If we have such a folder, the reader uses
    // it.
    reader: createProcessReader({
      cacheFolder: invocation.env['NODE_COMPILE_CACHE'] ?? join(resolve(folder), 'reader-cache'),
    }),
    transport: transport.send,
    afterSleep: transport.afterSleep,
    keyStore: await keyStoreWith(invocation.env, team),
    folderKey: given ?? folderKeyIn(invocation.env),
    version,
    ...options,
  })
  if (!engine.ok) {
    await transport.close()
    return engine
  }
  let closing: Promise<void> | null = null
  const close = (): Promise<void> => (closing ??= engine.value.close().then(transport.close))
  if (options.damaged === undefined) await untilKnown(engine.value, invocation, close)
  const client = createRouterClient(engine.value.router)
  if (isNew) await sayIfReadable(client, invocation)
  return success({
    client,
    router: engine.value.router,
    folder: resolve(folder),
    invocation,
    practice: engine.value.practice,
    close,
  })
}

/** Says on stderr that the data folder is not encrypted, if so. */
export async function sayIfReadable(client: Client, invocation: Invocation): Promise<void> {
  const { encryption, folder } = await client.workspace.status()
  if (encryption !== 'on') say(invocation, dataTexts.folder.notEncrypted({ folder }))
}

async function untilKnown(engine: Engine, invocation: Invocation, close: () => Promise<void>): Promise<void> {
  const telling = setTimeout(() => say(invocation, dataTexts.folder.checking), longCheck)
  const known = await engine.known
  clearTimeout(telling)
  if (known.ok) return
  await close()
  throw new Refusal(sentenceOf(known.failure.message), exitCodes.input)
}

/** Runs a command on its own engine and always closes that engine. */
export async function withSession<T>(
  folder: string,
  invocation: Invocation,
  command: (session: Session) => Promise<T>,
  options: SessionOptions = {},
): Promise<T> {
  const session = await openSession(folder, invocation, options)
  try {
    return await command(session)
  } finally {
    await session.close()
  }
}

/** True if data was ever stored in this data folder; creates nothing. */
export function holdsData(folder: string): boolean {
  return existsSync(join(folder, databaseName))
}

/** The named folder. Creates none, so that a mistyped name is reported. */
export function existingFolder(named: string | undefined, env: Environment): string {
  const folder = dataFolder(named, env)
  return holdsData(folder) ? folder : refuse(dataTexts.folder.noData({ folder }))
}

/** A temporary data folder for a command that keeps nothing. */
export async function withPassingSession<T>(
  invocation: Invocation,
  command: (session: Session) => Promise<T>,
  options: SessionOptions = {},
): Promise<T> {
  const folder = makePassingFolder()
  try {
    return await withSession(folder, invocation, command, { ...options, isPassing: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
