// API keys in the operating system's safe: encrypted by it, kept as ciphertext in one file (0600) of the data folder.
// Where the system has no real safe, keys live in this process's memory and a person is told so; there is no fallback
// that writes a key in a form that others can read (reliability.md section 5).
import { chmod, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { messageOf } from '../engine/failure.ts'
import { createMemoryKeySafe, type KeySafe } from '../engine/key-safe.ts'
import type { ElectronParts } from './electron-parts.ts'

export const keysFileName = 'keys.json'

export type DesktopKeySafe = KeySafe & {
  readonly kind: 'system' | 'memory'
  /** The key of this connection is new at each start (the practice service): it is held in memory and nothing is said. */
  passing(id: number): void
  /** Connections with a key that can be read now. */
  ids(): Promise<readonly number[]>
  /** Forgets keys of connections that are no more, so that no later one inherits them. */
  keepOnly(ids: readonly number[]): Promise<void>
}

type SafeStorage = Pick<
  ElectronParts['safeStorage'],
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

export type KeySafeOptions = {
  readonly safeStorage: SafeStorage
  readonly platform: NodeJS.Platform
  /** The data folder. */
  readonly folder: string
  /** Says something to the person at the window. */
  readonly notice: (message: string) => void
}

/** Asks the system after `ready`; never throws. */
export async function createDesktopKeySafe(options: KeySafeOptions): Promise<DesktopKeySafe> {
  const why = await whyMemoryOnly(options)
  return withPassing(why === null ? systemKeySafe(options) : memoryKeySafe(options, why))
}

type LastingKeySafe = Omit<DesktopKeySafe, 'passing'>

function withPassing(lasting: LastingKeySafe): DesktopKeySafe {
  const memory = createMemoryKeySafe()
  const passing = new Set<number>()
  const safeOf = (id: number): KeySafe => (passing.has(id) ? memory : lasting)
  return {
    ...lasting,
    passing: (id) => void passing.add(id),
    get: (id) => safeOf(id).get(id),
    set: (id, key) => safeOf(id).set(id, key),
    has: (id) => safeOf(id).has(id),
  }
}

const linuxBackEnds = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6']
const probeText = 'Carryover asks whether this can be read back'

/** Null where the system's safe is one. */
async function whyMemoryOnly({ safeStorage, platform }: KeySafeOptions): Promise<string | null> {
  try {
    if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'this system offers no safe for keys'
    if (platform === 'linux') {
      const backEnd = safeStorage.getSelectedStorageBackend()
      if (!linuxBackEnds.includes(backEnd)) return `this desktop has no keyring (${backEnd})`
    }
    const probe = await safeStorage.encryptStringAsync(probeText)
    // On Linux `v10` means a password that is written in Chromium's source.
    if (platform === 'linux' && probe.subarray(0, 3).toString('latin1') === 'v10')
      return 'this desktop’s keyring is not in use'
    const back = await safeStorage.decryptStringAsync(probe)
    return back.result === probeText ? null : 'this system’s safe does not give back what it took'
  } catch (error) {
    return `this system’s safe does not answer (${messageOf(error)})`
  }
}

function memoryKeySafe({ notice }: KeySafeOptions, why: string): LastingKeySafe {
  const memory = createMemoryKeySafe()
  const known = new Set<number>()
  return {
    ...memory,
    kind: 'memory',
    async set(id, key) {
      await memory.set(id, key)
      known.add(id)
      notice(
        `The key is kept in memory only and must be entered again after a restart, because ${why}. It is written nowhere.`,
      )
    },
    ids: () => Promise.resolve([...known]),
    keepOnly: () => Promise.resolve(),
  }
}

const keysFile = z.strictObject({
  version: z.literal(1),
  /** Connection by its number → ciphertext in base 64. */
  keys: z.record(z.string().regex(/^[1-9]\d{0,15}$/), z.base64()),
})
type Keys = z.infer<typeof keysFile>['keys']

function systemKeySafe({ safeStorage, folder, notice }: KeySafeOptions): LastingKeySafe {
  const path = join(folder, keysFileName)
  // One change of the file after the other.
  let last: Promise<unknown> = Promise.resolve()
  const told = new Set<number>()

  function change(edit: (keys: Keys) => Keys): Promise<void> {
    const done = last.then(async () => writeKeys(path, edit(await readKeys(path))))
    last = done.catch(() => undefined)
    return done
  }

  async function put(id: number, key: string): Promise<void> {
    const ciphertext = (await safeStorage.encryptStringAsync(key)).toString('base64')
    await change((keys) => ({ ...keys, [id]: ciphertext }))
  }

  async function get(id: number): Promise<string | null> {
    await last
    const ciphertext = (await readKeys(path))[String(id)]
    if (ciphertext === undefined) return null
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
        Buffer.from(ciphertext, 'base64'),
      )
      if (shouldReEncrypt) await put(id, result)
      return result
    } catch {
      if (!told.has(id))
        notice(
          'A kept key cannot be opened by this system’s safe any more. Enter it again at its connection.',
        )
      told.add(id)
      return null
    }
  }

  return {
    kind: 'system',
    get,
    set: put,
    has: async (id) => (await get(id)) !== null,
    async ids() {
      await last
      const kept = Object.keys(await readKeys(path)).map(Number)
      const readable: number[] = []
      for (const id of kept) if ((await get(id)) !== null) readable.push(id)
      return readable
    },
    async keepOnly(ids) {
      await last
      const kept = Object.keys(await readKeys(path))
      if (kept.every((id) => ids.includes(Number(id)))) return
      await change((keys) =>
        Object.fromEntries(Object.entries(keys).filter(([id]) => ids.includes(Number(id)))),
      )
    },
  }
}

/** A file that is missing, or no list of ours, holds no keys: they are entered again. */
async function readKeys(path: string): Promise<Keys> {
  try {
    return keysFile.parse(JSON.parse(await readFile(path, 'utf8'))).keys
  } catch {
    return {}
  }
}

/** Whole or not at all, and never readable by others, not for a moment. */
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
