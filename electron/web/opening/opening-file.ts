// Passes the address with its one-time code to a browser in a file that only its owner can read, because every user
// of this machine can read the arguments of a program. The file is deleted when the code is used, and after a
// minute at the latest.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentFormat } from '../../../shared/texts/current.ts'
import { webTexts } from '../texts/web.ts'
import { openPage, type Opener } from './browser.ts'
import type { WebHost } from '../server.ts'

const folderBegins = 'carryover-open-'
/** No older file is needed: its code is valid for a minute. */
const staleMs = 10 * 60_000

/**
 * Folders to try. A browser from a Snap package reads neither hidden folders of the home nor the temporary folder, so
 * on Linux the file is in the home itself; elsewhere the temporary folder belongs to the user.
 */
export function openingFolders(platform: NodeJS.Platform): readonly string[] {
  return platform === 'linux' ? [homedir(), tmpdir()] : [tmpdir()]
}

/** Resolves with true if the system accepted the file; otherwise the file is removed. */
export async function openByFile(
  host: Pick<WebHost, 'openByFile'>,
  opener: Opener,
  folders: readonly string[],
): Promise<boolean> {
  const folder = await privateFolder(folders)
  if (folder === null) return false
  const path = join(folder, 'Carryover.html')
  const opening = host.openByFile(() => rm(folder, { recursive: true, force: true }).catch(() => undefined))
  try {
    await writeFile(path, pageTo(opening.url), { mode: 0o600, flag: 'wx' })
  } catch {
    await opening.end()
    return false
  }
  const opened = await openPage(opener, path)
  if (!opened) await opening.end()
  return opened
}

/** A new folder that only its owner can enter; null if none of these allows one. */
async function privateFolder(folders: readonly string[]): Promise<string | null> {
  for (const parent of folders) {
    try {
      await removeStale(parent)
      const folder = await mkdtemp(join(parent, folderBegins))
      return folder
    } catch {
      // Try the next one.
    }
  }
  return null
}

/** Removes leftovers of a killed start. */
async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(folderBegins)) continue
    const folder = join(parent, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > staleMs)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** `url` is ours and contains no HTML characters. */
function pageTo(url: string): string {
  return `<!doctype html>
<html lang="${currentFormat().language}">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}">
<title>Carryover</title>
<p><a href="${url}">${webTexts.open}</a></p>
`
}
