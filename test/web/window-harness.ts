// Fixtures of the window's tests: the real engine, sandbox and web host with the built window, in a fresh folder,
// and a Chromium that opens it. Every error that the page logs is collected and fails the test at the end. The key
// store outlives the engine, as the system's does.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient, type RouterClient } from '@orpc/server'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { createEngine, type Engine } from '../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../electron/engine/system/key-store.ts'
import type { Reader } from '../../electron/engine/import/reader.ts'
import type { DataKey } from '../../electron/engine/store/database/data-key.ts'
import { createTransport } from '../../electron/engine/sending/service-client/transport.ts'
import type { SandboxOptions } from '../../electron/sandbox/options.ts'
import { createSandbox } from '../../electron/sandbox/sandbox.ts'
import { windowOf } from '../../electron/web/opening/built-window.ts'
import { createWebHost } from '../../electron/web/server.ts'
import { chromiumArguments, chromiumPath } from '../chromium.ts'
import { sentenceOf } from '../../shared/texts/message.ts'
import { readWired } from '../support/read-wired.ts'
import { letRepliesWait } from './page-that-waits.ts'

export const root = join(import.meta.dirname, '..', '..')
export const samples = join(root, 'test', 'files', 'samples')

export type Theme = 'light' | 'dark'
export type Size = { readonly width: number; readonly height: number }
export type Client = RouterClient<Engine['router']>
export type Batch = Awaited<ReturnType<Client['batches']['get']>>

export const smallSize: Size = { width: 1280, height: 800 }
export const largeSize: Size = { width: 1600, height: 1000 }

function launchBrowser(...flags: readonly string[]): Promise<Browser> {
  const quiet = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync']
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArguments, ...quiet, ...flags],
  })
}

/** Pages left for the next test, also of another file. */
const leftPages = Symbol.for('carryover.tests.leftPages')

/** Of such a page: the errors of the harness that left it. */
const leftBy = Symbol.for('carryover.tests.leftBy')

/** Marks contexts that a test of another file may go on with: English, and nothing of the browser changed. */
const isUsual = Symbol.for('carryover.tests.usualContext')

function pagesLeftIn(browser: Browser): Page[] {
  const known = Reflect.get(browser, leftPages) as Page[] | undefined
  const left = known ?? []
  if (known === undefined) Reflect.set(browser, leftPages, left)
  return left
}

/** Takes a page that is left away from its host, which is about to close. */
async function rest(page: Page): Promise<void> {
  await page.goto('about:blank')
  for (const event of ['pageerror', 'console'] as const) page.removeAllListeners(event)
}

/** Leaves the batch, as a person does who goes on with another one, and closes what still says something. */
async function goHome(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.location.assign('#/'))
  await page.getByRole('button', { name: /^Open a file/ }).waitFor()
  await page.waitForFunction(() => {
    const dialogs = [...document.querySelectorAll('[role="dialog"]')]
    for (const dialog of dialogs) dialog.querySelector<HTMLElement>('[aria-label="Close"]')?.click()
    return dialogs.length === 0
  })
}

const sharedBrowser = Symbol.for('carryover.tests.browser')

/**
 * A browser. In tests, one for all files of a worker process, which takes 3 seconds of processor time to start: `close`
 * does nothing, and the browser ends with the process. Pages of tests live too briefly for optimised code to pay.
 */
export async function openBrowser(): Promise<Browser> {
  if (process.env['VITEST'] === undefined) return launchBrowser()
  const known = Reflect.get(globalThis, sharedBrowser) as Browser | undefined
  if (known?.isConnected() === true) return known
  const browser = await launchBrowser('--js-flags=--no-opt')
  // The harness has closed its pages.
  browser.close = async () => undefined
  Reflect.set(globalThis, sharedBrowser, browser)
  return browser
}

export type WindowHarness = Awaited<ReturnType<typeof openWindowHarness>>

export type HarnessOptions = {
  /** The file that "or open the sample of 500 accounts" opens. */
  readonly samplePath?: string
  readonly sandbox?: SandboxOptions
  /** False: the engine does not know that the sandbox is ours, as if another program had started it. @default true */
  readonly practice?: boolean
  /**
   * Enables animations, as for most people. Elsewhere pages ask for reduced motion, because drawing every frame of
   * an animated dialog costs time. @default false
   */
  readonly motion?: boolean
  /** In this process if left out. */
  readonly reader?: Reader
  /** Of the host, for a page's first message. */
  readonly socketPatienceMs?: number
  /** Encrypts the data folder. */
  readonly folderKey?: DataKey
}

/** `close` throws when a page or the host logged an error. */
export async function openWindowHarness(browser: Browser, options: HarnessOptions = {}) {
  const { samplePath = join(samples, 'linked-500.xlsx') } = options
  const folder = mkdtempSync(join(tmpdir(), 'carryover-window-'))
  const dataFolder = join(folder, 'data')
  const sandbox = await createSandbox({ seed: 1, speed: 50, ...options.sandbox })
  const keyStore = createMemoryKeyStore()
  const complaints: string[] = []
  const start = async () => {
    const transport = createTransport()
    const engine = await createEngine({
      folder: dataFolder,
      reader: options.reader ?? readWired,
      transport: transport.send,
      keyStore,
      samplePath,
      version: 'test',
      ...(options.folderKey !== undefined && { folderKey: options.folderKey }),
    })
    if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
    if (options.practice !== false) engine.value.practice.begun(sandbox.baseUrl)
    const { router } = engine.value
    const host = await createWebHost({
      router,
      rendererFolder: windowOf(root).built,
      dataFolder,
      samplesFolder: samples,
      ...(options.socketPatienceMs === undefined ? {} : { socketPatienceMs: options.socketPatienceMs }),
      onBug: (error) => complaints.push(`host: ${String(error)}`),
    })
    const client: Client = createRouterClient(router)
    // As the desktop program does at its start: setting a stored key again starts its connection.
    for (const { id } of await client.connections.list()) {
      const key = await keyStore.get(id)
      if (key !== null) await client.connections.setKey({ id, key })
    }
    return {
      client,
      openUrl: () => host.openUrl(),
      async close(): Promise<void> {
        await host.close()
        await engine.value.close()
        await transport.close()
      },
    }
  }
  let running = await start()
  // The account is there in a small window too, as in a large one.
  await running.client.display.set({ choices: JSON.stringify({ accountOver: true }) })
  const left = pagesLeftIn(browser)
  const reducedMotion = options.motion === true ? 'no-preference' : 'reduce'

  async function newPage(colorScheme: Theme, viewport: Size, within?: BrowserContext): Promise<Page> {
    const place = { locale: 'en-GB', timezoneId: 'Europe/London', acceptDownloads: true }
    const context = within ?? (await browser.newContext({ ...place, colorScheme, reducedMotion, viewport }))
    if (within === undefined) {
      Reflect.set(context, isUsual, true)
      await letRepliesWait(context)
    }
    const page = await context.newPage()
    // A context that another file left may have been opened for another size.
    if (within !== undefined) await page.setViewportSize(viewport)
    page.setDefaultTimeout(60_000)
    listen(page, complaints)
    await page.goto(running.openUrl())
    return page
  }

  async function usedOn(page: Page, colorScheme: Theme, viewport: Size): Promise<Page> {
    await page.mouse.move(0, 0)
    await page.emulateMedia({ colorScheme, reducedMotion })
    await page.setViewportSize(viewport)
    if (page.url() === 'about:blank') {
      listen(page, complaints)
      await page.goto(running.openUrl())
    } else await goHome(page)
    return page
  }

  return {
    browser,
    sandbox,
    folder,
    complaints,
    /** The engine itself, behind the window; another one after a restart. */
    engine: (): Client => running.client,
    /** Follows the engine's events until the batch satisfies the condition; returns it. */
    async reached(batch: number, wanted: (now: Batch) => boolean): Promise<Batch> {
      const { client } = running
      const events = await client.events()
      const before = await client.batches.get({ batch })
      if (wanted(before)) return before
      for await (const event of events) {
        if (event.kind !== 'batch') continue
        const now = await client.batches.get({ batch })
        if (wanted(now)) return now
      }
      throw new Error('The engine ended before the batch was as wanted.')
    },
    /** Closes engine and host in order and restarts them on the same folder. */
    async restart(): Promise<void> {
      await Promise.all(left.map(rest))
      await running.close()
      running = await start()
    },
    /**
     * The window's start page; `within`: a page of its own in the same browser. A page left over goes on: loading it
     * again would cost a second of processor time and show the same, as the window stores nothing in the browser.
     */
    async openPage(
      theme: Theme = 'light',
      viewport: Size = smallSize,
      within?: BrowserContext,
    ): Promise<Page> {
      const again = within === undefined ? left.pop() : undefined
      // A page of another harness of the same file is still at that one's host.
      if (again !== undefined && Reflect.get(again, leftBy) !== complaints) await rest(again)
      const page = await (again === undefined
        ? newPage(theme, viewport, within)
        : usedOn(again, theme, viewport))
      await page.locator('main').waitFor()
      return page
    },
    /** Loads the window again in the same page, so that none of its code is there yet. */
    async loadAgain(page: Page): Promise<void> {
      await page.evaluate((url) => history.replaceState(null, '', url), running.openUrl())
      await page.reload()
      await page.locator('main').waitFor()
    },
    /**
     * For the next `openPage`, which then takes a tenth of the time, also in another file. Nothing of the browser itself
     * may be changed, such as what a route answers. Throws if the page was opened `within` a context of its own.
     */
    leave(page: Page): void {
      if (!Reflect.has(page.context(), isUsual))
        throw new Error(
          'Close this page: its context is its own, and the next test would find its language in it.',
        )
      Reflect.set(page, leftBy, complaints)
      left.push(page)
    },
    async close(): Promise<void> {
      await Promise.all(left.map(rest))
      for (const context of browser.contexts())
        if (!left.some((page) => page.context() === context)) await context.close()
      await running.close()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
      if (complaints.length > 0) throw new Error(`The window complained:\n${complaints.join('\n')}`)
    },
  }
}

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    complaints.push(`${message.type()}: ${message.text()}`)
  })
}
