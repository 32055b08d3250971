// Harness of the desktop program: a fresh data folder, a simulated Electron, the program's real start and engine,
// and a page with the built preload. Everything is closed after each test.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll } from 'vitest'
import { type DesktopOptions, startDesktop } from '../../electron/desktop/desktop.ts'
import { engineFactory, type HostedEngine } from '../../electron/desktop/engine/engine-host.ts'
import { readRendererFiles } from '../../electron/web/files/renderer-files.ts'
import { type Bridge, buildPreload, runPreload } from './built-preload.ts'
import {
  createFakeElectron,
  type Fake,
  fakeIpcRenderer,
  type FakeOptions,
  type FakeWindow,
} from './fake-electron.ts'
import { type Client, clientOver } from './page-client.ts'

export const root = join(import.meta.dirname, '..', '..')
export const samples = join(root, 'test', 'files', 'samples')

const open = new Set<() => Promise<void>>()
let preload = ''

beforeAll(async () => {
  preload = await buildPreload()
})

afterEach(async () => {
  const all = [...open].reverse()
  open.clear()
  for (const close of all) await close()
})

export function atTheEnd(close: () => Promise<void>): void {
  open.add(close)
}

/** A folder that is removed after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-desktop-'))
  open.add(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export type StartOptions = FakeOptions &
  Partial<Pick<DesktopOptions, 'argv' | 'platform' | 'engineFactory' | 'readPage'>> & {
    readonly folder?: string
    readonly practice?: boolean
    readonly environment?: Readonly<Record<string, string>>
  }

export type Program = Awaited<ReturnType<typeof startProgram>>

/** Starts the program; `windows[0]` is its window, if it got that far. */
export async function startProgram(options: StartOptions = {}) {
  const { folder = join(freshFolder(), 'data'), practice = false } = options
  const fake = createFakeElectron(options)
  const said: string[] = []
  const bugs: unknown[] = []
  const engines: HostedEngine[] = []
  let isClosed = false
  const make = options.engineFactory ?? engineFactory('0.0.0-test')
  await startDesktop({
    electron: fake.electron,
    engineFactory: async (parts) => {
      const made = await make(parts)
      if (!made.ok) return made
      let closing: Promise<void> | null = null
      const close = (): Promise<void> => {
        isClosed = true
        return (closing ??= made.value.close())
      }
      engines.push(made.value)
      open.add(close)
      return { ok: true, value: { ...made.value, close } }
    },
    platform: options.platform ?? 'linux',
    argv: options.argv ?? [],
    environment: options.environment ?? {},
    folder,
    withPractice: practice,
    readPage: options.readPage ?? (() => readRendererFiles(builtPage())),
    preload: 'preload.cjs',
    readerMain: join(root, 'electron', 'desktop', 'engine', 'reader-child.ts'),
    samplePath: join(samples, 'linked-500.xlsx'),
    onBug: (error) => void bugs.push(error),
    say: (line) => void said.push(line),
  })
  return {
    fake,
    folder,
    said,
    bugs,
    engine: () => engines[0],
    closed: () => isClosed,
    window: (): FakeWindow => {
      const window = fake.windows.at(-1)
      if (window === undefined) throw new Error(`There is no window: ${JSON.stringify(fake.errors)}`)
      return window
    },
  }
}

/** A minimal built window. */
export function builtPage(): string {
  const folder = freshFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Carryover</title>')
  writeFileSync(join(folder, 'assets', 'main.js'), 'document.title')
  writeFileSync(join(folder, 'secret.key'), 'not of the window')
  return folder
}

/** The page of a window: its preload has run, and it calls the engine as the renderer does. */
export function openPage(
  fake: Fake,
  window: FakeWindow,
): { bridge: Bridge; client: Client; closed: Promise<void> } {
  const { bridge } = runPreload(preload, fakeIpcRenderer(fake, window.webContents))
  const page = bridge()
  const closed = new Promise<void>((resolve) => page.onClose(resolve))
  return { bridge: page, client: clientOver(page), closed }
}

export function builtPreload(): string {
  return preload
}
