// Measures the cost of the window: the bytes of its first page and of all steps, the time from pressing Enter in
// the address bar to a usable page, and the memory of both sides with a large batch. The built window runs in
// Chromium over the web host; engine and host have their own process, the service and the test file are made in
// this one.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { createSandbox } from '../../electron/sandbox/sandbox.ts'
import { buildWindow, isStale, windowOf } from '../../electron/web/opening/built-window.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { generateAccounts } from '../files/generate.ts'
import { openBrowser, root, smallSize } from '../web/window-harness.ts'
import type { Line } from './measure.ts'
import type { Order } from './window-process.ts'

const kilobyte = 1_000
const megabyte = 1_000_000

type Host = {
  readonly ask: (order: Order) => Promise<unknown>
  readonly stop: () => Promise<void>
}

export async function startHost(dataFolder: string): Promise<Host> {
  const child = fork(fileURLToPath(new URL('window-process.ts', import.meta.url)), [dataFolder, root])
  await once(child, 'message')
  return {
    async ask(order) {
      const answered = once(child, 'message')
      child.send(order)
      const [answer] = (await answered) as [unknown]
      return answer
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

function gzippedBytes(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).byteLength, 0)
}

function isCode(path: string): boolean {
  return ['.js', '.css'].includes(extname(path))
}

type Look = {
  /** Milliseconds to the first usable frame. */
  readonly home: number
  readonly load: number
  readonly fix: number
  /** Bytes of JavaScript heap in use after a garbage collection. */
  readonly heapAtHome: number
  readonly heapAtFix: number
  /** Scripts and style sheets requested by the first page, gzipped. */
  readonly firstBytes: number
}

/** Milliseconds on the page's clock at the first frame that has the selector. */
export async function shownAt(page: Page, selector: string): Promise<number> {
  const handle = await page.waitForFunction(
    (wanted) => document.querySelector(wanted) !== null && performance.now(),
    selector,
    { polling: 'raf', timeout: 60_000 },
  )
  return Number(await handle.jsonValue())
}

export async function goTo(page: Page, hash: string, selector: string): Promise<number> {
  const from = await page.evaluate((to) => {
    location.hash = to
    return performance.now()
  }, hash)
  return (await shownAt(page, selector)) - from
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}

/** A fresh browser profile with an empty cache. */
async function look(browser: Browser, address: string, batch: number): Promise<Look> {
  const context = await browser.newContext({ viewport: smallSize, locale: 'en-GB' })
  const page = await context.newPage()
  const asked: string[] = []
  page.on('response', (response) => asked.push(new URL(response.url()).pathname))
  await page.goto(address, { waitUntil: 'commit' })
  const home = await shownAt(page, `a[href^="#/batch/${batch}"]`)
  const first = asked.filter(isCode).map((path) => join(windowOf(root).built, path))
  const heapAtHome = await heapOf(page)
  const load = await goTo(page, `#/batch/${batch}/load`, '[role="gridcell"]')
  const fix = await goTo(page, `#/batch/${batch}/fix`, '[data-testid="data-grid-canvas"]')
  await page.locator('[data-cause-step]').first().waitFor({ timeout: 60_000 })
  const heapAtFix = await heapOf(page)
  await context.close()
  return { home, load, fix, heapAtHome, heapAtFix, firstBytes: gzippedBytes(first) }
}

/** The window as it is now. */
export async function builtWindow(): Promise<ReturnType<typeof windowOf>> {
  const window = windowOf(root)
  if (isStale(window)) {
    const failure = await buildWindow(window, AbortSignal.timeout(300_000))
    if (failure !== null) throw new Error(`The window could not be built.\n${failure}`)
  }
  return window
}

/** Measures a loaded and validated batch of the given size, the given number of times after one warm-up. */
export async function measureWindow(
  folder: string,
  options: { readonly accounts: number; readonly runs: number },
): Promise<Line[]> {
  const window = await builtWindow()
  const { accounts, runs } = options
  const sample = await generateAccounts({
    seed: 7,
    count: accounts,
    shape: 'linked',
    damage: 0.1,
    format: 'xlsx',
    folder,
    name: 'window',
  })
  const sandbox = await createSandbox({ seed: 1, speed: Infinity, ledgerKeep: 1 })
  const host = await startHost(join(folder, 'window-data'))
  const browser = await openBrowser()
  try {
    const empty = Number(await host.ask({ kind: 'memory' }))
    const { baseUrl, tokenUrl, apiKey } = sandbox
    const service = { baseUrl, tokenUrl, apiKey }
    const mapping = mappingFile.parse(sample.mapping)
    const batch = Number(await host.ask({ kind: 'load', file: sample.file, mapping, service }))
    const loaded = Number(await host.ask({ kind: 'memory' }))
    const looks: Look[] = []
    for (let run = 0; run <= runs; run += 1) {
      const seen = await look(browser, String(await host.ask({ kind: 'address' })), batch)
      if (run > 0) looks.push(seen)
    }
    const after = Number(await host.ask({ kind: 'memory' }))
    // A person loads one language; the build names the files that only German needs.
    const all = readdirSync(join(window.built, 'assets')).filter(
      (name) => isCode(name) && !name.startsWith('german'),
    )
    const plain = (what: string, unit: string, ours: readonly number[]): Line => ({
      what,
      unit,
      ours,
      bare: [],
    })
    const many = accounts.toLocaleString('en-GB')
    return [
      plain('first page, script and style, gzip', 'kB', [(looks[0]?.firstBytes ?? Number.NaN) / kilobyte]),
      plain('all steps in one language, script and style, gzip', 'kB', [
        gzippedBytes(all.map((name) => join(window.built, 'assets', name))) / kilobyte,
      ]),
      plain(
        'address to usable Home, cold cache',
        'ms',
        looks.map(({ home }) => home),
      ),
      plain(
        `Home to Load's rows, ${many} accounts`,
        'ms',
        looks.map(({ load }) => load),
      ),
      plain(
        `Load to Fix's grid, ${many} accounts`,
        'ms',
        looks.map(({ fix }) => fix),
      ),
      plain(
        'page, script memory at Home',
        'MB',
        looks.map(({ heapAtHome }) => heapAtHome / megabyte),
      ),
      plain(
        'page, script memory at Fix',
        'MB',
        looks.map(({ heapAtFix }) => heapAtFix / megabyte),
      ),
      plain('engine and host, resident, empty', 'MB', [empty / megabyte]),
      plain(`engine and host, ${many} validated`, 'MB', [loaded / megabyte]),
      plain('engine and host, after the window was used', 'MB', [after / megabyte]),
    ]
  } finally {
    await browser.close()
    await host.stop()
    await sandbox.close()
  }
}
