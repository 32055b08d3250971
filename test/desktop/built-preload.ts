// Builds the preload into one file with its own configuration, and runs it as a sandboxed preload: with only
// `require('electron')` and the page's globals.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { createBuilder } from 'vite'
import { crossed } from './fake-electron.ts'

const root = join(import.meta.dirname, '..', '..')

/** The built file's text. */
export async function buildPreload(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-preload-'))
  try {
    const configFile = join(root, 'electron', 'desktop', 'vite.config.ts')
    const builder = await createBuilder({ configFile, build: { outDir: folder }, logLevel: 'error' })
    const { preload } = builder.environments
    if (preload === undefined) throw new Error('The configuration builds no preload')
    await builder.build(preload)
    return readFileSync(join(folder, 'preload.cjs'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The type of `window.carryover` in renderer/app/host/desktop-bridge.ts, by hand: tests do not compile the window. */
export type Bridge = {
  readonly postMessage: (message: unknown) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly onClose: (listener: () => void) => void
  readonly pickFile: (kind: 'spreadsheet' | 'catalogue' | 'certificate') => Promise<string | null>
  readonly pickFiles: (kind: 'spreadsheet' | 'catalogue' | 'certificate') => Promise<string[]>
  readonly pickFolder: () => Promise<string | null>
  readonly pathOf: (file: unknown) => string
  readonly showFile: (path: string) => Promise<void>
  readonly setLanguage: (language: string) => Promise<void>
}

type IpcRenderer = {
  readonly postMessage: (channel: string, message: unknown, ports?: never) => void
  readonly invoke: (channel: string, ...args: unknown[]) => Promise<unknown>
  readonly sendSync: (channel: string, ...args: unknown[]) => unknown
}

/** Runs the preload; returns what the page's world received, by name, and the modules it required. */
export function runPreload(code: string, ipcRenderer: IpcRenderer) {
  const world: Record<string, unknown> = {}
  const required: string[] = []
  const electron = {
    ipcRenderer,
    contextBridge: {
      exposeInMainWorld: (name: string, api: Record<string, unknown>) => void (world[name] = intoPage(api)),
    },
    // A fake page file is identified by its path.
    webUtils: { getPathForFile: (file: { readonly at?: string }) => file.at ?? '' },
  }
  const load = (name: string): unknown => {
    required.push(name)
    if (name !== 'electron') throw new Error(`A sandboxed preload cannot load ${name}`)
    return electron
  }
  compileFunction(code, ['require', 'module', 'exports'])(load, { exports: {} }, {})
  return { world, required, bridge: () => world['carryover'] as Bridge }
}

/** Like `contextBridge`: functions are wrapped, and their arguments and results are copied. */
function intoPage(api: Record<string, unknown>): Record<string, unknown> {
  return Object.freeze(
    Object.fromEntries(
      Object.entries(api).map(([name, member]) => [
        name,
        typeof member === 'function'
          ? wrapped(member as (...args: unknown[]) => unknown)
          : crossed(member).value,
      ]),
    ),
  )
}

function wrapped(call: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  return (...args) => {
    const given = args.map((arg) =>
      typeof arg === 'function' ? wrapped(arg as (...args: unknown[]) => unknown) : crossed(arg).value,
    )
    const answer = call(...given)
    return answer instanceof Promise ? answer.then((value) => crossed(value).value) : crossed(answer).value
  }
}
