// Tests the real window in a real browser under the desktop program's policy (own files only, no connections,
// trusted types), with `window.carryover` connected to the running program. Only Electron itself is missing. The
// scheme is https, because a plain browser serves no custom scheme.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from '../../electron/sandbox/sandbox.ts'
import { readRendererFiles } from '../../electron/web/files/renderer-files.ts'
import { windowOf } from '../../electron/web/opening/built-window.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { generateAccounts } from '../files/generate.ts'
import { wholeWay } from '../web/journey.ts'
import { openBrowser } from '../web/window-harness.ts'
import type { Bridge } from './built-preload.ts'
import { freshFolder, openPage, root, samples, startProgram } from './desktop-harness.ts'
import { nativeUser } from './native-user.ts'
import { untilStage } from './page-client.ts'

const site = 'https://carryover.test'
let browser: Browser
const { built } = windowOf(root)

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Runs in the page before its scripts: provides `window.carryover` over two functions of the test. */
function bridgeInPage(): void {
  const listeners: ((message: unknown) => void)[] = []
  const ask = (name: string, ...args: unknown[]): Promise<unknown> =>
    Reflect.get(globalThis, 'toProgram')(name, args)
  Object.assign(globalThis, {
    fromProgram: (message: unknown) => listeners.forEach((listener) => listener(message)),
    violations: [] as string[],
    carryover: {
      postMessage: (message: unknown) => void ask('postMessage', message),
      onMessage: (listener: (message: unknown) => void) => {
        listeners.push(listener)
        void ask('listen')
      },
      onClose: () => undefined,
      pickFile: (kind: string) => ask('pickFile', kind),
      pickFiles: (kind: string) => ask('pickFiles', kind),
      pickFolder: () => ask('pickFolder'),
      pathOf: () => '',
      showFile: (path: string) => ask('showFile', path),
      setLanguage: (language: string) => ask('setLanguage', language),
    },
  })
  document.addEventListener(
    'securitypolicyviolation',
    ({ violatedDirective, blockedURI, sample, sourceFile }) =>
      Reflect.get(globalThis, 'violations').push(
        `${violatedDirective} ${blockedURI} ${sample} ${sourceFile}`,
      ),
  )
}

async function openWindow() {
  const program = await startProgram({ practice: true, readPage: () => readRendererFiles(built) })
  const { bridge } = openPage(program.fake, program.window())
  // Does not use the page's port, which belongs to the page.
  const client = program.engine()?.client
  const serve = program.fake.sessions[0]?.served.get('app')
  if (serve === undefined || client === undefined) throw new Error('The page is not served')
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await context.route(`${site}/**`, async (route) => {
    const answer = await serve(new Request(route.request().url().replace(site, 'app://carryover')))
    const headers = Object.fromEntries(answer.headers)
    await route.fulfill({ status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) })
  })
  await page.exposeFunction('toProgram', (name: keyof Bridge | 'listen', args: unknown[]) =>
    forward(page, bridge, name, args),
  )
  // The account is there in a small window too, as in a large one.
  await client.display.set({ choices: JSON.stringify({ accountOver: true }) })
  await page.addInitScript(bridgeInPage)
  await page.goto(`${site}/`)
  const violations = (): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'violations'))
  const end = async (): Promise<void> => {
    await context.close()
    const over = new Promise((resolve) => program.fake.app.once('ended', resolve))
    program.fake.app.quit()
    await over
  }
  return { ...program, page, client, faults, violations, end }
}

async function forward(
  page: Page,
  bridge: Bridge,
  name: keyof Bridge | 'listen',
  args: unknown[],
): Promise<unknown> {
  if (name === 'listen') {
    bridge.onMessage((message) => {
      page.evaluate((text) => Reflect.get(globalThis, 'fromProgram')(text), message).catch(() => undefined)
    })
    return null
  }
  return (bridge[name] as (...args: unknown[]) => unknown)(...args)
}

test('every step of the window works under the policy, without violations or errors', async () => {
  const { page, client, faults, violations, end } = await openWindow()
  await page.getByText('Practice service').first().waitFor()
  const mapping = mappingFile.parse(
    JSON.parse(readFileSync(join(samples, 'linked-500.mapping.json'), 'utf8')),
  )
  const file = { path: join(samples, 'linked-500.xlsx'), mapping, catalogue: { shipped: 'example' } as const }
  const { batch } = await client.batches.load({ ...file, connection: null, supplier: 'ACME' })
  await untilStage(client, batch, 'open')
  const seen: string[] = []
  for (const step of ['load', 'map', 'fix', 'submit', 'watch', 'report']) {
    await page.goto(`${site}/#/batch/${batch}/${step}`)
    await page.locator('main').waitFor()
    await page.waitForFunction(() => document.querySelector('main')?.textContent !== '')
    // The grid draws on its own canvas.
    if (step === 'fix') await page.locator('main canvas').first().waitFor()
    seen.push(step)
  }
  expect(seen).toHaveLength(6)
  expect(await violations()).toEqual([])
  expect(faults).toEqual([])
  await end()
})

test('the complete journey works in the desktop page, with native dialogs for files and report folder', async () => {
  const sandbox = await createSandbox({ seed: 1, speed: 50 })
  const folder = freshFolder()
  const { page, client, fake, faults, violations, end } = await openWindow()
  try {
    const options = { seed: 5, count: 60, shape: 'linked', damage: 0.3, format: 'xlsx', folder } as const
    const sample = await generateAccounts(options)
    const reports = join(folder, 'reports')
    const user = nativeUser(page, async (path) => void fake.answers.paths.push(path), reports)
    const totals = await wholeWay(user, sandbox, sample.file)
    const [batch] = await client.batches.list()
    expect(totals['All accounts']).toBe(60)
    expect(totals['Ready to send, not released']).toBe(0)
    expect(totals['Created']).toBe(batch?.outcomes.created)
    expect(batch?.report?.folder).toBe(reports)
    expect(readdirSync(reports)).toContain('results.csv')
    await page.getByText('Show in folder').first().waitFor()

    const copies = join(folder, 'copies')
    mkdirSync(copies)
    for (const said of [`8 files copied to ${copies}`, 'Nothing was copied: choose another folder.']) {
      fake.answers.paths.push(copies)
      await page.getByRole('button', { name: 'Save all files' }).click()
      await page.getByText(said).waitFor()
      expect(readdirSync(copies)).toHaveLength(8)
    }
    expect(await violations()).toEqual([])
    expect(faults).toEqual([])
  } finally {
    await end()
    await sandbox.close()
  }
})

test('the policy blocks evaluation of text, HTML from text and connections', async () => {
  const { page, end } = await openWindow()
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
      html: await outcome(() => {
        document.createElement('div').innerHTML = '<b>x</b>'
      }),
      script: await outcome(() => {
        document.createElement('script').src = 'https://example.com/x.js'
      }),
      policy: await outcome(() =>
        Reflect.get(globalThis, 'trustedTypes').createPolicy('mine', { createHTML: (text: string) => text }),
      ),
      fetched: await outcome(() => fetch('/assets/')),
      socket: await outcome(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket('wss://example.com/')
            socket.addEventListener('open', resolve)
            socket.addEventListener('error', reject)
          }),
      ),
    }
  })
  expect(tried).toEqual({
    html: 'refused',
    script: 'refused',
    policy: 'refused',
    fetched: 'refused',
    socket: 'refused',
  })
  await end()
})
