// The file of the data folder (0600) that holds the keys as ciphertext. Its changes run one after the other, are
// atomic, and no other user can read it, not even briefly. A file that is missing or invalid holds no keys: they have
// to be entered again.
import { chmod, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const keysFileName = 'keys.json'

const keysFile = z.strictObject({
  version: z.literal(1),
  /** Connection number, or number with the name of another secret → ciphertext in base 64. */
  keys: z.record(z.string().regex(/^[1-9]\d{0,15}( (proxy_password|client_passphrase))?$/), z.base64()),
})
type Keys = z.infer<typeof keysFile>['keys']

export type KeysFile = ReturnType<typeof createKeysFile>

/** `folder`: the data folder. The file is written by the first change. */
export function createKeysFile(folder: string) {
  const path = join(folder, keysFileName)
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** After the changes that were asked for before. */
    async read(): Promise<Keys> {
      await last
      return readKeys(path)
    },
    change(edit: (keys: Keys) => Keys): Promise<void> {
      const done = last.then(async () => writeKeys(path, edit(await readKeys(path))))
      last = done.catch(() => undefined)
      return done
    },
  }
}

async function readKeys(path: string): Promise<Keys> {
  try {
    return keysFile.parse(JSON.parse(await readFile(path, 'utf8'))).keys
  } catch {
    return {}
  }
}

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
