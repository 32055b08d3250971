// Builds of the window (dist/renderer) and of the desktop program (dist/desktop), and the check whether a build is
// older than its sources.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { environmentOfChild } from '../engine/system/environment.ts'

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
  return isOlderThan(join(built, 'index.html'), [join(root, 'renderer'), join(root, 'shared')])
}

/** True where a built file is not there, or older than anything in these folders. */
export function isOlderThan(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return true
  const builtAt = statSync(built).mtimeMs
  return sources.some((folder) => newestIn(folder) > builtAt)
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
  const config = join(root, 'renderer', 'vite.config.ts')
  const words = ['--config', config, '--outDir', built, '--emptyOutDir']
  return (
    (await build(root, words, signal)) ?? (existsSync(join(built, 'index.html')) ? null : 'It made no page.')
  )
}

/** The window and the desktop program, into dist/; answers as buildWindow does. */
export async function buildDesktop(root: string, signal: AbortSignal): Promise<string | null> {
  const failure = await buildWindow(windowOf(root), signal)
  if (failure !== null) return failure
  return build(root, ['--app', '--config', join(root, 'electron', 'desktop', 'vite.config.ts')], signal)
}

async function build(root: string, words: readonly string[], signal: AbortSignal): Promise<string | null> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = words[words.indexOf('--config') + 1] ?? ''
  if (!existsSync(vite)) return 'The build tool is not installed: run "npm ci".'
  if (!existsSync(config)) return 'Its sources are not here.'
  const child = spawn(process.execPath, [vite, 'build', ...words, '--logLevel', 'warn'], {
    cwd: dirname(config),
    // Tests run with NODE_ENV=test; the window is always what people get, never React's development build.
    env: { ...environmentOfChild(process.env), NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  const said: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => said.push(piece))
  child.stderr.on('data', (piece: Buffer) => said.push(piece))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return null
  const lines = Buffer.concat(said).toString('utf8').split('\n')
  return lines
    .filter((line) => /\S/.test(line) && !/^\s+at /.test(line))
    .slice(-12)
    .join('\n')
}
