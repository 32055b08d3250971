// Checks whether the installed packages match the lock file. It compares contents: npm records the installed
// packages in a lock file of its own, while file times mean nothing in a clone or a copy.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The reason why the installed packages differ from the lock file, or null. */
export function whyStale(folder) {
  const installedLock = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installedLock)) return 'no dependencies are installed'
  let installed
  let wanted
  try {
    installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages
    wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages
  } catch {
    return 'the record of what is installed cannot be read'
  }
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue
    const there = installed[path]
    // Packages for other platforms are listed and not installed.
    if (there === undefined && (entry.optional || entry.devOptional || entry.peer)) continue
    if (there === undefined) return `${path} is missing`
    if (there.version !== entry.version || there.integrity !== entry.integrity)
      return `${path} is another version`
    if (!existsSync(join(folder, path))) return `${path} is missing`
  }
  return null
}
