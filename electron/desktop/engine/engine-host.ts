// Engine of the desktop program and its start on a data folder: resumes unfinished loading, starts connections with
// their stored keys, and runs the practice service as a connection that is ready to use.
import { mkdirSync } from 'node:fs'
import { createRouterClient, type RouterClient } from '@orpc/server'
import { removeLeftFolders } from '../../engine/store/database/folder/data-folder.ts'
import { createEngine, type Engine, type EngineOptions } from '../../engine/engine.ts'
import { createProcessReader } from '../../engine/import/process/process-reader.ts'
import { type Failure, type Result, success } from '../../engine/system/failure.ts'
import { type DataKey, newDataKey } from '../../engine/store/database/data-key.ts'
import { type FolderKey, isNewFolder } from '../../engine/store/database/folder/encryption.ts'
import {
  connectPractice,
  practiceStorage,
  type PracticeStorage,
} from '../../engine/sending/connections/sandbox-connection.ts'
import { createTransport } from '../../engine/sending/service-client/transport.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import type { ElectronParts } from '../electron-parts.ts'
import { endInOrder } from '../system/quit.ts'
import { createDesktopKeyStore, type DesktopKeyStore } from './key-store.ts'
import { utilityReaderChild } from './reader-process.ts'

type Client = RouterClient<Engine['router']>

export type HostedEngine = {
  readonly router: Engine['router']
  readonly client: Client
  readonly notice: Engine['notice']
  readonly machine: Engine['machine']
  readonly practice: Engine['practice']
  /** Waits for requests and writes their answers. */
  close(): Promise<void>
}

export type EngineFactory = (
  options: Omit<EngineOptions, 'transport' | 'version'>,
) => Promise<Result<HostedEngine>>

/** `resolveProxy`: the system's proxy for an address, in proxy script syntax ("PROXY host:port; DIRECT"). */
export function engineFactory(
  version: string,
  resolveProxy?: (url: string) => Promise<string>,
): EngineFactory {
  return async (options) => {
    const transport = createTransport({ resolveProxy })
    removeLeftFolders()
    const engine = await createEngine({
      ...options,
      transport: transport.send,
      afterSleep: transport.afterSleep,
      version,
    })
    if (!engine.ok) {
      await transport.close()
      return engine
    }
    const { router, notice, machine, practice, close } = engine.value
    return success({
      router,
      client: createRouterClient(router),
      notice,
      machine,
      practice,
      close: endInOrder([close, transport.close]),
    })
  }
}

export type HostOptions = {
  readonly electron: Pick<ElectronParts, 'safeStorage' | 'utilityProcess'>
  readonly platform: NodeJS.Platform
  readonly engineFactory: EngineFactory
  /** Runs the practice service next to the engine; its storage is in the data folder. */
  readonly withPractice: boolean
  readonly readerMain: string
  readonly samplePath?: string
  readonly say: (line: string) => void
}

/**
 * The key for the folder. A new folder gets one where the system has a key store, which keeps it before anything is
 * written.
 */
async function folderKeyFor(
  keyStore: DesktopKeyStore,
  folder: string,
  given: DataKey | null,
): Promise<FolderKey> {
  const known = given ?? (await keyStore.dataKey())
  if (known !== null) return known
  if (keyStore.kind === 'memory') return 'no_key_store'
  if (!isNewFolder(folder)) return 'made_without'
  const key = newDataKey()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await keyStore.keepDataKey(key)
  return key
}

/**
 * `damaged`: the data folder turned out to be damaged while open. `given`: the key that a person gave for an encrypted
 * folder.
 */
export async function startEngine(
  options: HostOptions,
  folder: string,
  damaged: (failure: Failure) => void,
  given: DataKey | null = null,
): Promise<Result<HostedEngine>> {
  const { electron, engineFactory, platform, samplePath } = options
  // Notices of the key store cannot be shown before the engine runs; none are sent before.
  let notice: (message: string) => void = options.say
  const keyStore = await createDesktopKeyStore({
    safeStorage: electron.safeStorage,
    platform,
    folder,
    notice: (message) => notice(message),
  })
  const started = await engineFactory({
    folder,
    folderKey: await folderKeyFor(keyStore, folder, given),
    keyStore,
    reader: createProcessReader({
      mainPath: options.readerMain,
      startChild: utilityReaderChild(electron.utilityProcess),
    }),
    ...(samplePath === undefined ? {} : { samplePath }),
    damaged,
  })
  if (!started.ok) return started
  const engine = started.value
  notice = (message) => engine.notice('warning', message)
  try {
    if (given !== null) await keyStore.keepDataKey(given)
    await takeUpUnfinished(engine.client, keyStore)
    const endPractice = options.withPractice
      ? await startPractice(engine, keyStore, practiceStorage(folder))
      : async () => {}
    return success({ ...engine, close: endInOrder([engine.close, endPractice]) })
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** Resumes reading and building that a restart interrupted, and starts connections with a stored key. */
async function takeUpUnfinished(client: Client, keyStore: DesktopKeyStore): Promise<void> {
  const connections = await client.connections.list()
  await keyStore.keepOnly(connections.map(({ id }) => id))
  for (const id of await keyStore.ids()) {
    const key = await keyStore.get(id)
    // Setting the key starts a connection; pauses stay.
    if (key !== null) await client.connections.setKey({ id, key })
  }
}

/** Starts it next to the engine. Returns a function that stops it. */
async function startPractice(
  engine: Pick<HostedEngine, 'client' | 'practice'>,
  keyStore: DesktopKeyStore,
  storage: PracticeStorage,
): Promise<() => Promise<void>> {
  const sandbox = await createSandbox(storage)
  const id = await connectPractice(engine, sandbox)
  keyStore.passing(id)
  await engine.client.connections.setKey({ id, key: sandbox.apiKey })
  return sandbox.close
}
