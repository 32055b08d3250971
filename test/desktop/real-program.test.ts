// Tests the real program in real Electron, driven by Playwright. It needs Electron's binary, which npm does not
// install here, and on Linux a display. Without them every test is skipped with the reason.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { createSandbox } from '../../electron/sandbox/sandbox.ts'
import { windowOf } from '../../electron/web/opening/built-window.ts'
import { generateAccounts } from '../files/generate.ts'
import { need, whyMissing } from '../tools.ts'
import { wholeWay } from '../web/journey.ts'
import { freshFolder, root } from './desktop-harness.ts'
import { nativeUser } from './native-user.ts'

const run = promisify(execFile)
const missing = whyMissing('electron') ?? whyMissing('display')
let folder = ''
let program: ElectronApplication | null = null

beforeAll(async () => {
  if (missing !== null) return
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'desktop-real-'))
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = join(root, 'electron', 'desktop', 'vite.config.ts')
  const words = [vite, 'build', '--app', '--config', config, '--outDir', join(folder, 'desktop')]
  cpSync(windowOf(root).built, join(folder, 'renderer'), { recursive: true })
  await run(process.execPath, [...words, '--emptyOutDir'], { cwd: root })
})

afterAll(async () => {
  await program?.close()
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
})

/** The window of the program, which is started once. Skips where that is impossible. */
async function theWindow(context: TestContext): Promise<Page> {
  const binary = need(context, 'electron')
  need(context, 'display')
  program ??= await _electron.launch({
    executablePath: binary,
    args: [join(folder, 'desktop', 'main.js'), `--user-data-dir=${freshFolder()}`],
    env: { ...process.env, CARRYOVER_DATA_DIR: mkdtempSync(join(folder, 'data-')) },
  })
  return program.firstWindow()
}

/** Runs in the program itself: its dialogs return this path from now on. */
async function answerDialog(path: string): Promise<void> {
  await program?.evaluate(({ dialog }, answer) => {
    Reflect.set(dialog, 'showOpenDialog', () => Promise.resolve({ canceled: false, filePaths: [answer] }))
  }, path)
}

test('the window shows the page at our address, with one object and no Node', async (context) => {
  const page = await theWindow(context)
  await page.waitForLoadState('load')
  expect(page.url()).toMatch(/^app:\/\/carryover\/(?:#|$)/)
  expect(await page.evaluate(() => Object.keys(Reflect.get(globalThis, 'carryover')).sort())).toEqual([
    'onClose',
    'onMessage',
    'pathOf',
    'pickFile',
    'pickFiles',
    'pickFolder',
    'postMessage',
    'setLanguage',
    'showFile',
  ])
  const found = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
      (name) => name in globalThis,
    ),
  )
  expect(found).toEqual([])
})

test('the page cannot evaluate text, write HTML, reach another address or navigate away', async (context) => {
  const page = await theWindow(context)
  const tried = await page.evaluate(async () => {
    const outcome = async (attempt: () => unknown): Promise<string> => {
      try {
        await attempt()
        return 'done'
      } catch {
        return 'refused'
      }
    }
    return {
      evaluated: await outcome(() => Reflect.get(globalThis, 'eval')('1')),
      html: await outcome(() => {
        document.createElement('div').innerHTML = '<b>x</b>'
      }),
      fetched: await outcome(() => fetch('https://example.com/')),
      opened: window.open('https://example.com/') === null ? 'refused' : 'done',
    }
  })
  expect(tried).toEqual({ evaluated: 'refused', html: 'refused', fetched: 'refused', opened: 'refused' })
  await page.evaluate(() => {
    window.location.href = 'https://example.com/'
  })
  expect(page.url()).toMatch(/^app:\/\/carryover\//)
})

test('the engine answers: the practice service exists, and the sample can be opened', async (context) => {
  const page = await theWindow(context)
  await page.getByText('Practice service').first().waitFor()
  const count = await program?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  expect(count).toBe(1)
})

test('a notice opens its place in the page without a reload', async (context) => {
  const page = await theWindow(context)
  await page.evaluate(() => Reflect.set(globalThis, 'stays', 'here'))
  await program?.evaluate(async ({ BrowserWindow }) => {
    await BrowserWindow.getAllWindows()[0]?.loadURL('app://carryover/#/connect')
  })
  await page.waitForURL('app://carryover/#/connect')
  expect(await page.evaluate(() => Reflect.get(globalThis, 'stays'))).toBe('here')
})

test('the page’s process is sandboxed and its session is in memory', async (context) => {
  await theWindow(context)
  const seen = await program?.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const { session } = window?.webContents ?? {}
    return { persistent: session?.isPersistent(), path: session?.storagePath ?? null }
  })
  expect(seen).toEqual({ persistent: false, path: null })
})

test('the complete journey works in the real program as in a browser', async (context) => {
  const page = await theWindow(context)
  const sandbox = await createSandbox({ seed: 1, speed: 50 })
  try {
    const home = freshFolder()
    const options = {
      seed: 5,
      count: 60,
      shape: 'linked',
      damage: 0.3,
      format: 'xlsx',
      folder: home,
    } as const
    const sample = await generateAccounts(options)
    const totals = await wholeWay(nativeUser(page, answerDialog, home), sandbox, sample.file)
    expect(totals['All accounts']).toBe(60)
    expect(totals['Ready to send, not released']).toBe(0)
    expect(readdirSync(home)).toContain('results.csv')
  } finally {
    await sandbox.close()
  }
})
