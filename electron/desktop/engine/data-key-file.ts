// The file of the data folder (0600) that holds the folder's data key as ciphertext of the system's key store. It is
// written once, before anything else is in the folder, and never replaced by a key that does not open the folder.
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const content = z.strictObject({ version: z.literal(1), key: z.base64() })

const pathIn = (folder: string): string => join(folder, 'data-key.json')

/** The ciphertext; null without a readable file. */
export async function readDataKeyFile(folder: string): Promise<Buffer | null> {
  try {
    const { key } = content.parse(JSON.parse(await readFile(pathIn(folder), 'utf8')))
    return Buffer.from(key, 'base64')
  } catch {
    return null
  }
}

export async function writeDataKeyFile(folder: string, ciphertext: Buffer): Promise<void> {
  const part = `${pathIn(folder)}.part`
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ version: 1, key: ciphertext.toString('base64') })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, pathIn(folder))
}
