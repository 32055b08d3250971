// Stores API keys with the operating system's encryption, as ciphertext in one file (0600) of the data folder. If
// the system has no real encryption, keys stay in the memory of this process and a person is informed. A key is
// never written in a form that others can read.
import { messageOf } from '../../engine/system/failure.ts'
import type { DataKey } from '../../engine/store/database/data-key.ts'
import { createMemoryKeyStore, type KeyStore } from '../../engine/system/key-store.ts'
import type { ElectronParts } from '../electron-parts.ts'
import { desktopTexts } from '../texts/desktop.ts'
import { readDataKeyFile, writeDataKeyFile } from './data-key-file.ts'
import { createKeysFile, type KeysFile } from './keys-file.ts'

export type DesktopKeyStore = KeyStore & {
  readonly kind: 'system' | 'memory'
  /** The key of this connection is new at each start (the practice service): it stays in memory, without a notice. */
  passing(id: number): void
  /** The key with which the data folder is encrypted; null where there is none, or the system cannot decrypt it. */
  dataKey(): Promise<DataKey | null>
  /** Only in the system's key store; a store in memory keeps none, so it is asked for at each start. */
  keepDataKey(key: DataKey): Promise<void>
  /** Connections with a readable key. */
  ids(): Promise<readonly number[]>
  /** Deletes keys of removed connections, so that no later connection inherits them. */
  keepOnly(ids: readonly number[]): Promise<void>
}

type SafeStorage = Pick<
  ElectronParts['safeStorage'],
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

export type KeyStoreOptions = {
  readonly safeStorage: SafeStorage
  readonly platform: NodeJS.Platform
  /** The data folder. */
  readonly folder: string
  /** Shows a notice to the person at the window. */
  readonly notice: (message: string) => void
}

/** Queries the system after `ready`; never throws. */
export async function createDesktopKeyStore(options: KeyStoreOptions): Promise<DesktopKeyStore> {
  const why = await whyMemoryOnly(options)
  return withPassing(why === null ? systemKeyStore(options) : memoryKeyStore(options, why))
}

type LastingKeyStore = Omit<DesktopKeyStore, 'passing'>

function withPassing(lasting: LastingKeyStore): DesktopKeyStore {
  const memory = createMemoryKeyStore()
  const passing = new Set<number>()
  const safeOf = (id: number): KeyStore => (passing.has(id) ? memory : lasting)
  return {
    ...lasting,
    passing: (id) => void passing.add(id),
    get: (id) => safeOf(id).get(id),
    set: (id, key) => safeOf(id).set(id, key),
    has: (id) => safeOf(id).has(id),
    secret: (id, name) => safeOf(id).secret(id, name),
    setSecret: (id, name, value) => safeOf(id).setSecret(id, name, value),
    async forget(id) {
      await memory.forget(id)
      await lasting.forget(id)
    },
  }
}

const linuxBackEnds = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6']
const probeText = 'Carryover asks whether this can be read back'

/** The end of a sentence, in the language of the moment. */
type Why = () => string

/** Null if the system's encryption is real. */
async function whyMemoryOnly({ safeStorage, platform }: KeyStoreOptions): Promise<Why | null> {
  const words = desktopTexts.keyStore.why
  try {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return () => words.none
    if (platform === 'linux') {
      const backEnd = safeStorage.getSelectedStorageBackend()
      if (!linuxBackEnds.includes(backEnd)) return () => words.noKeyring({ found: backEnd })
    }
    const probe = await safeStorage.encryptStringAsync(probeText)
    // On Linux `v10` means a password from Chromium's source code.
    if (platform === 'linux' && probe.subarray(0, 3).toString('latin1') === 'v10') return () => words.unused
    const back = await safeStorage.decryptStringAsync(probe)
    return back.result === probeText ? null : () => words.changed
  } catch (error) {
    return () => words.silent({ error: messageOf(error) })
  }
}

function memoryKeyStore({ notice }: KeyStoreOptions, why: Why): LastingKeyStore {
  const memory = createMemoryKeyStore()
  const known = new Set<number>()
  return {
    ...memory,
    kind: 'memory',
    async set(id, key) {
      await memory.set(id, key)
      if (key === null) return void known.delete(id)
      known.add(id)
      notice(desktopTexts.keyStore.keyInMemory({ why: why() }))
    },
    async setSecret(id, name, value) {
      await memory.setSecret(id, name, value)
      if (value !== null) notice(desktopTexts.keyStore.secretInMemory[name]({ why: why() }))
    },
    dataKey: () => Promise.resolve(null),
    keepDataKey: () => Promise.resolve(),
    ids: () => Promise.resolve([...known]),
    keepOnly: () => Promise.resolve(),
  }
}

function systemKeyStore({ safeStorage, folder, notice }: KeyStoreOptions): LastingKeyStore {
  const entries = encryptedEntries(createKeysFile(folder), safeStorage, notice)
  const { get, put, keep } = entries
  return {
    kind: 'system',
    async dataKey() {
      const ciphertext = await readDataKeyFile(folder)
      if (ciphertext === null) return null
      try {
        return (await safeStorage.decryptStringAsync(ciphertext)).result as DataKey
      } catch {
        return null
      }
    },
    keepDataKey: async (key) => writeDataKeyFile(folder, await safeStorage.encryptStringAsync(key)),
    get: (id) => get(String(id)),
    set: (id, key) => (key === null ? keep((entry) => entry !== String(id)) : put(String(id), key)),
    has: async (id) => (await get(String(id))) !== null,
    secret: (id, name) => get(`${id} ${name}`),
    async setSecret(id, name, value) {
      const entry = `${id} ${name}`
      return value === null ? keep((one) => one !== entry) : put(entry, value)
    },
    forget: (id) => keep((entry) => connectionOf(entry) !== id),
    teamSecret: (name) => get(`${teamEntry}${name}`),
    async setTeamSecret(name, value) {
      const entry = `${teamEntry}${name}`
      return value === null ? keep((one) => one !== entry) : put(entry, value)
    },
    async ids() {
      const kept = (await entries.names()).filter((entry) => !entry.includes(' '))
      const readable: number[] = []
      for (const entry of kept) if ((await get(entry)) !== null) readable.push(Number(entry))
      return readable
    },
    keepOnly: (ids) => keep((entry) => entry.startsWith(teamEntry) || ids.includes(connectionOf(entry))),
  }
}

/** How entries of the team's secrets begin; those of a connection begin with its number. */
const teamEntry = 'team '

function connectionOf(entry: string): number {
  return Number(entry.split(' ')[0])
}

/** Keys and other secrets by the name of their entry in the file. */
function encryptedEntries(file: KeysFile, safeStorage: SafeStorage, notice: KeyStoreOptions['notice']) {
  const reported = new Set<string>()

  async function put(entry: string, key: string): Promise<void> {
    const ciphertext = (await safeStorage.encryptStringAsync(key)).toString('base64')
    await file.change((keys) => ({ ...keys, [entry]: ciphertext }))
  }

  /** Null without the entry, and if the system cannot decrypt it, about which a person is informed once. */
  async function get(entry: string): Promise<string | null> {
    const ciphertext = (await file.read())[entry]
    if (ciphertext === undefined) return null
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
        Buffer.from(ciphertext, 'base64'),
      )
      if (shouldReEncrypt) await put(entry, result)
      return result
    } catch {
      if (!reported.has(entry)) notice(desktopTexts.keyStore.unreadable)
      reported.add(entry)
      return null
    }
  }

  /** Deletes the other entries; without any the file is not written. */
  async function keep(isKept: (entry: string) => boolean): Promise<void> {
    if (Object.keys(await file.read()).every(isKept)) return
    await file.change((keys) => Object.fromEntries(Object.entries(keys).filter(([entry]) => isKept(entry))))
  }

  return { names: async () => Object.keys(await file.read()), get, put, keep }
}
