// Builds the window into dist/renderer and, for Electron, the desktop program into dist/desktop. Also checks if a
// build is older than its sources.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { environmentOfChild } from '../../engine/system/environment.ts'
import { webTexts } from '../texts/web.ts'

export type Window = {
  /** The project's folder. */
  readonly root: string
  /** Output folder of the build, with index.html. */
  readonly built: string
}

export function windowOf(root: string): Window {
  return { root, built: join(root, 'dist', 'renderer') }
}

/** True if there is no build, or if a source of the window is newer than it. */
export function isStale({ root, built }: Window): boolean {
  return isOlderThan(join(built, 'index.html'), [join(root, 'renderer'), join(root, 'shared')])
}

/** True if a built file is missing, or older than any file in these folders. */
export function isOlderThan(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return true
  const builtAt = statSync(built).mtimeMs
  return sources.some((folder) => newestIn(folder) > builtAt)
}

function newestIn(folder: string): number {
  if (!existsSync(folder)) return 0
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  // A folder's own time shows deleted files.
  return entries.reduce(
    (newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs),
    statSync(folder).mtimeMs,
  )
}

/** Null if the build succeeded; otherwise the last lines of its output. An abort stops it and rejects. */
export async function buildWindow({ root, built }: Window, signal: AbortSignal): Promise<string | null> {
  const config = join(root, 'renderer', 'vite.config.ts')
  const words = ['--config', config, '--outDir', built, '--emptyOutDir']
  return (
    (await build(root, words, signal)) ??
    (existsSync(join(built, 'index.html')) ? null : webTexts.build.noPage)
  )
}

/** Builds the window and the desktop program into dist/; returns the same as buildWindow. */
export async function buildDesktop(root: string, signal: AbortSignal): Promise<string | null> {
  const failure = await buildWindow(windowOf(root), signal)
  if (failure !== null) return failure
  return build(root, ['--app', '--config', join(root, 'electron', 'desktop', 'vite.config.ts')], signal)
}

async function build(root: string, words: readonly string[], signal: AbortSignal): Promise<string | null> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = words[words.indexOf('--config') + 1] ?? ''
  if (!existsSync(vite)) return webTexts.build.noTool
  if (!existsSync(config)) return webTexts.build.noSources
  const child = spawn(process.execPath, [vite, 'build', ...words, '--logLevel', 'warn'], {
    cwd: dirname(config),
    // Tests run with NODE_ENV=test; the window is always the production build, never React's development build.
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
