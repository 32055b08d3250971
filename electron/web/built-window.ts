// The built window in dist/renderer: whether it is older than its sources, and the build. Nothing else of Carryover is
// built to run.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Window = {
  /** The project's folder. */
  readonly root: string
  /** Where the build puts index.html and what belongs to it. */
  readonly built: string
}

export function windowOf(root: string): Window {
  return { root, built: join(root, 'dist', 'renderer') }
}

/** True where there is no build, or where a source of the window is newer than it. */
export function isStale({ root, built }: Window): boolean {
  const index = join(built, 'index.html')
  if (!existsSync(index)) return true
  const builtAt = statSync(index).mtimeMs
  return ['renderer', 'shared'].some((area) => newestIn(join(root, area)) > builtAt)
}

function newestIn(folder: string): number {
  if (!existsSync(folder)) return 0
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  // A folder's own time tells of files that were taken away.
  return entries.reduce(
    (newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs),
    statSync(folder).mtimeMs,
  )
}

/** Null when it was built; otherwise the last lines of what the build said. An abort ends it and rejects. */
export async function buildWindow({ root, built }: Window, signal: AbortSignal): Promise<string | null> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = join(root, 'renderer', 'vite.config.ts')
  if (!existsSync(vite)) return 'The build tool is not installed: run "npm ci".'
  if (!existsSync(config)) return 'Its sources are not here.'
  const child = spawn(
    process.execPath,
    [vite, 'build', '--config', config, '--outDir', built, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: join(root, 'renderer'), stdio: ['ignore', 'pipe', 'pipe'], signal },
  )
  const said: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => said.push(piece))
  child.stderr.on('data', (piece: Buffer) => said.push(piece))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0 && existsSync(join(built, 'index.html'))) return null
  const lines = Buffer.concat(said).toString('utf8').split('\n')
  return lines
    .filter((line) => /\S/.test(line) && !/^\s+at /.test(line))
    .slice(-12)
    .join('\n')
}
