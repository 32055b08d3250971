// Stores API keys with the operating system's encryption, as ciphertext in one file (0600) of the data folder. If
// the system has no real encryption, keys stay in the memory of this process and a person is informed. A key is
// never written in a form that others can read (reliability.md section 5).
import { chmod, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../../engine/system/failure.ts'
import { createMemoryKeyStore, type KeyStore } from '../../engine/system/key-store.ts'
import type { ElectronParts } from '../electron-parts.ts'
import { desktopTexts } from '../texts/desktop.ts'

export const keysFileName = 'keys.json'

export type DesktopKeyStore = KeyStore & {
  readonly kind: 'system' | 'memory'
  /** The key of this connection is new at each start (the practice service): it stays in memory, without a notice. */
  passing(id: number): void
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
    ids: () => Promise.resolve([...known]),
    keepOnly: () => Promise.resolve(),
  }
}

const keysFile = z.strictObject({
  version: z.literal(1),
  /** Connection number, or number with the name of another secret → ciphertext in base 64. */
  keys: z.record(z.string().regex(/^[1-9]\d{0,15}( (proxy_password|client_passphrase))?$/), z.base64()),
})
type Keys = z.infer<typeof keysFile>['keys']

function connectionOf(entry: string): number {
  return Number(entry.split(' ')[0])
}

function systemKeyStore({ safeStorage, folder, notice }: KeyStoreOptions): LastingKeyStore {
  const path = join(folder, keysFileName)
  // Changes of the file run one after the other.
  let last: Promise<unknown> = Promise.resolve()
  const reported = new Set<string>()

  function change(edit: (keys: Keys) => Keys): Promise<void> {
    const done = last.then(async () => writeKeys(path, edit(await readKeys(path))))
    last = done.catch(() => undefined)
    return done
  }

  async function put(entry: string, key: string): Promise<void> {
    const ciphertext = (await safeStorage.encryptStringAsync(key)).toString('base64')
    await change((keys) => ({ ...keys, [entry]: ciphertext }))
  }

  async function get(entry: string): Promise<string | null> {
    await last
    const ciphertext = (await readKeys(path))[entry]
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
    await last
    if (Object.keys(await readKeys(path)).every(isKept)) return
    await change((keys) => Object.fromEntries(Object.entries(keys).filter(([entry]) => isKept(entry))))
  }

  return {
    kind: 'system',
    get: (id) => get(String(id)),
    set: (id, key) => (key === null ? keep((entry) => entry !== String(id)) : put(String(id), key)),
    has: async (id) => (await get(String(id))) !== null,
    secret: (id, name) => get(`${id} ${name}`),
    async setSecret(id, name, value) {
      const entry = `${id} ${name}`
      return value === null ? keep((one) => one !== entry) : put(entry, value)
    },
    forget: (id) => keep((entry) => connectionOf(entry) !== id),
    async ids() {
      await last
      const kept = Object.keys(await readKeys(path)).filter((entry) => !entry.includes(' '))
      const readable: number[] = []
      for (const entry of kept) if ((await get(entry)) !== null) readable.push(Number(entry))
      return readable
    },
    keepOnly: (ids) => keep((entry) => ids.includes(connectionOf(entry))),
  }
}

/** A file that is missing or invalid holds no keys: they have to be entered again. */
async function readKeys(path: string): Promise<Keys> {
  try {
    return keysFile.parse(JSON.parse(await readFile(path, 'utf8'))).keys
  } catch {
    return {}
  }
}

/** Atomic, and never readable by others, not even briefly. */
async function writeKeys(path: string, keys: Keys): Promise<void> {
  const draft = `${path}.new`
  await rm(draft, { force: true })
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(JSON.stringify({ version: 1, keys } satisfies z.infer<typeof keysFile>))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await chmod(path, 0o600)
}
