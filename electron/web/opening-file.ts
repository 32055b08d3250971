// Hands the address with its one-time code to a browser: by a file that only its owner can read, since every user of this
// machine can read the arguments of a program. The file is gone as soon as the code was used, and after a minute anyway.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPage, type Opener } from './browser.ts'
import type { WebHost } from './server.ts'

const folderBegins = 'carryover-open-'
/** Nothing needs a file that is older: the code in it is good for a minute. */
const staleMs = 10 * 60_000

/**
 * The folders to try. A browser from a Snap package reads neither hidden folders of the home nor the folder for temporary
 * files, so on Linux the file is in the home itself; elsewhere the folder for temporary files is the person's own.
 */
export function openingFolders(platform: NodeJS.Platform): readonly string[] {
  return platform === 'linux' ? [homedir(), tmpdir()] : [tmpdir()]
}

/** Resolves to whether the system took the file; where it did not, nothing of it is left. */
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

/** A new folder that only its owner can enter; null where none of these takes one. */
async function privateFolder(folders: readonly string[]): Promise<string | null> {
  for (const parent of folders) {
    try {
      await removeStale(parent)
      const folder = await mkdtemp(join(parent, folderBegins))
      return folder
    } catch {
      // The next one.
    }
  }
  return null
}

/** What a start left that was killed. */
async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(folderBegins)) continue
    const folder = join(parent, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > staleMs)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** `url` is ours: nothing in it means anything to HTML. */
function pageTo(url: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}">
<title>Carryover</title>
<p><a href="${url}">Open Carryover</a></p>
`
}
