// What the tests of purging share: a batch whose cells hold a text to search for, everything else that holds it, and what
// is left of it in the data folder.
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'vitest'
import type { PurgedBatch } from '../../../shared/contract/purge.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { copyStored, readStored } from '../../../electron/engine/system/files/stored-file.ts'
import { saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import { filesBelow, type Harness, inDatabase, type Loadable } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import type { Client } from '../api/waiting.ts'
import { fileHolds } from '../store/plain-bytes.ts'

export const secret = 'Zwiebelfisch'

/** As the web host stores an uploaded file. */
export async function uploadAccounts(
  { folder, data }: Pick<Harness, 'folder' | 'data'>,
  count: number,
  prefix: string,
  text = secret,
): Promise<Loadable> {
  const accounts = numbered(count, prefix).map((account) => ({ ...account, surname: text }))
  const plain = await plainAccounts(folder, accounts, `file-${prefix}`)
  const upload = join(data, 'uploads', `upload-${prefix}`)
  mkdirSync(upload, { recursive: true })
  const file = join(upload, basename(plain.file))
  await copyStored(plain.file, file)
  rmSync(plain.file)
  return { ...plain, file }
}

/** Data of a practice service that is not encrypted. */
const isPractice = (file: string): boolean => basename(file).startsWith('sandbox.sqlite')

export const filesHolding = (data: string, text = secret): string[] =>
  filesBelow(data)
    .filter((file) => (isPractice(file) ? readFileSync(file).includes(text) : fileHolds(file, text)))
    .map((file) => file.slice(data.length + 1))

/** Files below the folder whose name, bytes or content, read with the folder's key, hold the text. */
export async function everyFileHolding(data: string, text: string): Promise<string[]> {
  const holding: string[] = []
  for (const file of filesBelow(data)) {
    const contents = [Buffer.from(file), readFileSync(file), await readStored(file)]
    if (contents.some((content) => content.includes(text)) || fileHolds(file, text))
      holding.push(file.slice(data.length + 1))
  }
  return holding
}

/** A verified backup, and a copy as restoring a backup sets it aside. */
export async function copies(data: string): Promise<void> {
  const database = openDatabaseFile(join(data, 'carryover.sqlite'), { readonly: true })
  await saveBackup(database, data, Date.now()).finally(() => database.close())
  const aside = join(data, 'damaged-1700000000000')
  mkdirSync(aside)
  for (const suffix of ['', '-wal'])
    copyFileSync(join(data, `carryover.sqlite${suffix}`), join(aside, `carryover.sqlite${suffix}`))
}

/** Waits until nothing of any purge is under way. */
export async function purgedBatches(client: Client): Promise<PurgedBatch[]> {
  await expect
    .poll(async () => (await client.purge.purged()).filter(({ purgedAt }) => purgedAt === null), {
      timeout: 40_000,
    })
    .toEqual([])
  return client.purge.purged()
}

export const freePages = (data: string): unknown =>
  inDatabase(data, (look) => look.pragma('freelist_count', { simple: true }))

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
