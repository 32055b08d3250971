// Files of a data folder that hold texts of cells and belong to no batch: copies that were set aside when a backup was
// restored, and uploads that no batch uses. A purge deletes them, since nothing says whose texts they hold.
import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { networkFiles } from '../../../../shared/sending/network-settings.ts'
import { restoredFile } from '../../store/database/backup/set-aside.ts'
import { pathsOf } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import { uploadsIn } from '../batch-removal.ts'

const setAsideName = /^damaged-(\d+)$/

/** Folders of copies that were set aside before a time, which is in their names. */
export async function setAsideIn(folder: string, before = Number.MAX_SAFE_INTEGER): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => Number(setAsideName.exec(name)?.[1] ?? Number.NaN) < before)
    .map((name) => join(folder, name))
}

export async function deleteSetAside(folder: string): Promise<void> {
  const restored = restoredFile(folder)
  for (const path of [...(await setAsideIn(folder)), restored, `${restored}.part`])
    await rm(path, { recursive: true, force: true })
}

/**
 * Folders of uploads that neither a batch nor a connection uses and that were complete before a time. One that is still
 * coming in is not among them.
 */
export async function unusedUploads(
  store: Pick<Store, 'batches' | 'connections'>,
  folder: string,
  before: number,
): Promise<string[]> {
  const uploads = uploadsIn(folder)
  const used = [
    ...store.batches.all().flatMap(pathsOf),
    ...store.connections.all().flatMap(({ saved }) => networkFiles.map((file) => saved.network[file] ?? '')),
  ]
  const stay = new Set(used.map((path) => relative(uploads, path).split(sep)[0]))
  const unused: string[] = []
  for (const entry of await readdir(uploads).catch(() => [])) {
    const upload = join(uploads, entry)
    if (!stay.has(entry) && (await isCompleteBefore(upload, before))) unused.push(upload)
  }
  return unused
}

export async function deleteUnusedUploads(store: Store, folder: string, before: number): Promise<void> {
  for (const upload of await unusedUploads(store, folder, before))
    await rm(upload, { recursive: true, force: true })
}

async function isCompleteBefore(upload: string, before: number): Promise<boolean> {
  const names = await readdir(upload).catch(() => [])
  if (names.some((name) => name.endsWith('.part'))) return false
  const times = await Promise.all(
    [upload, ...names.map((name) => join(upload, name))].map((path) => stat(path).catch(() => null)),
  )
  return times.every((one) => one === null || one.mtimeMs < before)
}
