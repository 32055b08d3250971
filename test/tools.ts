// External programs that some tests need: a browser, LibreOffice, Electron's binary, a display. A test asks for a
// tool by name. When the tool is missing the test is skipped with the reason, but fails if CARRYOVER_REQUIRED_TOOLS
// lists the tool (comma-separated). CI lists every tool that it installs.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'vitest'

const root = join(import.meta.dirname, '..')
const notedChromium = join(root, 'node_modules', '.cache', 'chromium-path')

export type Tool = 'chromium' | 'libreoffice' | 'electron' | 'display'

/** A key of globalThis, set by test/chromium.ts when it is loaded; each test file has its own process. */
export const opensBrowser = Symbol.for('carryover.opens-browser')

type Place = { readonly find: () => string | null; readonly missing: string }

const tools: Readonly<Record<Tool, Place>> = {
  chromium: {
    find: () => [process.env['CARRYOVER_CHROMIUM'], noted()].find(isThere) ?? null,
    missing:
      'because no Chromium was found: install Chromium or Chrome, or run "npx playwright install chromium", or name one in CARRYOVER_CHROMIUM',
  },
  libreoffice: {
    find: () => onPath('soffice') ?? onPath('libreoffice'),
    missing: 'because LibreOffice is not installed',
  },
  electron: {
    find: electronBinary,
    missing:
      'because Electron’s binary is not installed: run "npx install-electron" where it may be downloaded',
  },
  display: {
    find: () =>
      process.platform === 'linux'
        ? (process.env['WAYLAND_DISPLAY'] ?? process.env['DISPLAY'] ?? null)
        : process.platform,
    missing: 'because Electron needs a display and there is none',
  },
}

function isThere(path: string | undefined): path is string {
  return path !== undefined && path !== '' && existsSync(path)
}

function noted(): string {
  return existsSync(notedChromium) ? readFileSync(notedChromium, 'utf8').trim() : ''
}

function onPath(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return (
    folders
      .filter((folder) => folder !== '')
      .map((folder) => join(folder, name))
      .find(existsSync) ?? null
  )
}

function electronBinary(): string | null {
  const home = join(root, 'node_modules', 'electron')
  const note = join(home, 'path.txt')
  if (!existsSync(note)) return null
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(home, 'dist')
  const path = join(dist, readFileSync(note, 'utf8').trim())
  return existsSync(path) ? path : null
}

/** The reason why a test that needs the tool cannot run here, or null when it can. */
export function whyMissing(tool: Tool): string | null {
  return tools[tool].find() === null ? tools[tool].missing : null
}

/** True where CARRYOVER_REQUIRED_TOOLS names the tool: its tests must not be skipped. */
export function isRequired(tool: Tool): boolean {
  return (process.env['CARRYOVER_REQUIRED_TOOLS'] ?? '').split(',').some((name) => name.trim() === tool)
}

/** The tool's path. Throws with the reason when there is none. */
export function pathOf(tool: Tool): string {
  const path = tools[tool].find()
  if (path === null) throw new Error(`This test cannot run, ${tools[tool].missing}.`)
  return path
}

/** The tool's path. Without one, the test is skipped with the reason, or fails if the tool is required. */
export function need(context: TestContext, tool: Tool): string {
  const why = whyMissing(tool)
  if (why !== null && !isRequired(tool)) context.skip(why)
  return pathOf(tool)
}
