// Tests hostile pages in a real browser against the real host: one from another local port, and one whose name was
// rebound to this machine (DNS rebinding). Both know the address, a valid code and a valid token, yet achieve 0
// reads and 0 effects, by the host's own ledger and the engine's state. The real window works in the same browser,
// so the rules do not block everything.
import { createServer, type Server } from 'node:http'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openByFile } from '../../electron/web/opening/opening-file.ts'
import { chromiumArguments, chromiumPath } from '../chromium.ts'
import { ask, endLater, freshFolder, openWebHarness, signIn, type WebHarness } from './web-harness.ts'

let browser: Browser
let evil: Server
let evilPort = 0
beforeAll(async () => {
  const quiet = [
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
  ]
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      ...chromiumArguments,
      ...quiet,
      '--host-resolver-rules=MAP evil.test 127.0.0.1',
      // Disables the browser's own network isolation, which is not under test: every request should reach the host.
      '--disable-features=LocalNetworkAccessChecks',
    ],
  })
  evil = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>Hostile</title><body>')
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  evilPort = (evil.address() as AddressInfo).port
})
afterAll(async () => {
  await browser.close()
  evil.closeAllConnections()
  await new Promise((resolve) => evil.close(resolve))
})

async function openContext(): Promise<BrowserContext> {
  const context = await browser.newContext()
  endLater(() => context.close())
  return context
}

type Loot = { readonly reads: readonly string[]; readonly tries: number }
type Aim = { readonly base: string; readonly code: string; readonly token: string }

/** Runs in the hostile page: sends everything that a page can send, and reports what it could read of the replies. */
async function attack({ base, code, token }: Aim): Promise<Loot> {
  const reads: string[] = []
  let tries = 0
  const attempt = async (name: string, run: () => Promise<unknown>): Promise<void> => {
    tries += 1
    const got = await run().catch(() => null)
    if (got !== null && got !== undefined && got !== '' && got !== false)
      reads.push(`${name}: ${JSON.stringify(got)}`)
  }
  const paths = [
    '/',
    '/index.html',
    '/assets/main.js',
    '/api/session',
    '/api/download',
    '/api/batches',
    '/api/socket',
  ]
  const bodies = [JSON.stringify({ code }), JSON.stringify({ batch: 1, file: 'results.csv' })]
  const asked = (input: string, init: RequestInit): Promise<unknown> =>
    fetch(base + input, init).then(async (reply) => (reply.ok ? `${reply.status} ${await reply.text()}` : ''))

  for (const mode of ['cors', 'no-cors', 'same-origin'] as const) {
    for (const path of paths) {
      await attempt(`${mode} GET ${path}`, () => asked(path, { mode, credentials: 'include' }))
      for (const body of bodies) {
        await attempt(`${mode} POST ${path}`, () => asked(path, { mode, method: 'POST', body }))
        await attempt(`${mode} form POST ${path}`, () =>
          asked(path, { mode, method: 'POST', body: new URLSearchParams({ code }) }),
        )
      }
    }
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    await attempt(`${mode} exchange as JSON`, () =>
      asked('/api/session', { mode, method: 'POST', headers, body: JSON.stringify({ code }) }),
    )
    const bytes = { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` }
    await attempt(`${mode} upload`, () =>
      asked('/api/upload?name=evil.csv', { mode, method: 'PUT', headers: bytes, body: 'a,b' }),
    )
    await attempt(`${mode} GET with a token`, () => asked('/assets/main.js', { mode, headers }))
  }
  await attempt('beacon', async () => {
    navigator.sendBeacon(`${base}/api/session`, JSON.stringify({ code }))
    return ''
  })

  const loaded = (element: HTMLElement, read: () => unknown): Promise<unknown> =>
    new Promise((resolve) => {
      element.addEventListener('load', () => resolve(read()))
      element.addEventListener('error', () => resolve(''))
      document.body.append(element)
    })
  const make = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    properties: Partial<HTMLElementTagNameMap[Name]>,
  ): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties)
  for (const path of ['/', '/assets/main.js', '/api/session']) {
    await attempt(`image ${path}`, () => loaded(make('img', { src: base + path }), () => 'loaded'))
    await attempt(`script ${path}`, () =>
      loaded(make('script', { src: base + path }), () => `ran, and the title is ${document.title}`),
    )
    await attempt(`module ${path}`, () =>
      loaded(make('script', { src: base + path, type: 'module', crossOrigin: 'anonymous' }), () => 'ran'),
    )
    await attempt(`style ${path}`, () =>
      loaded(make('link', { rel: 'stylesheet', href: base + path }), () => 'loaded'),
    )
    await attempt(`frame ${path}`, () => {
      const frame = make('iframe', { src: base + path })
      return loaded(frame, () => frame.contentDocument?.documentElement.textContent ?? '')
    })
  }
  for (const body of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    await attempt(`form as ${body}`, async () => {
      const frame = make('iframe', { name: `form-${body}` })
      document.body.append(frame)
      const form = make('form', {
        action: `${base}/api/session`,
        method: 'post',
        enctype: body,
        target: frame.name,
      })
      form.append(make('input', { name: '{"code":"', value: `${code}"}` }))
      document.body.append(form)
      const arrived = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
      form.submit()
      await arrived
      return frame.contentDocument?.documentElement.textContent ?? ''
    })
  }
  for (const protocols of [[], [token]]) {
    await attempt(
      'socket',
      () =>
        new Promise((resolve) => {
          const socket = new WebSocket(`${base.replace('http', 'ws')}/api/socket`, protocols)
          socket.addEventListener('open', () => resolve('open'))
          socket.addEventListener('close', () => resolve(''))
        }),
    )
  }
  await attempt(
    'event source',
    () =>
      new Promise((resolve) => {
        const source = new EventSource(`${base}/api/events`)
        source.addEventListener('open', () => resolve('open'))
        source.addEventListener('error', () => {
          source.close()
          resolve('')
        })
      }),
  )
  return { reads, tries }
}

/** Holds after any attack: nothing was served, nothing happened, and no token was tried. */
async function expectUntouched(harness: WebHarness, aim: Aim): Promise<void> {
  expect(harness.ledger.length).toBeGreaterThan(50)
  expect(harness.ledger.filter(({ code, status }) => code === null || status < 400)).toEqual([])
  expect(new Set(harness.ledger.map(({ code }) => code)).has('token_wrong')).toBe(false)
  expect(await harness.engine.batches.list()).toEqual([])
  expect(readdirSync(harness.dataFolder)).not.toContain('uploads')
  expect(harness.bugs).toEqual([])
  const body = JSON.stringify({ code: aim.code })
  expect((await ask(harness, { method: 'POST', target: '/api/session', body })).status).toBe(200)
}

async function aimAt(harness: WebHarness, base: string): Promise<Aim> {
  const token = await signIn(harness)
  harness.ledger.length = 0
  return { base, code: harness.code(), token }
}

/** Opens the host in windows of the page and reports what the page could see of them. */
async function openWindows(page: Page, base: string): Promise<string[]> {
  const seen: string[] = []
  for (const path of ['/', '/assets/main.js', '/api/session']) {
    const opening = page.waitForEvent('popup')
    await page.evaluate((address) => {
      Object.assign(window, { opened: window.open(address) })
    }, base + path)
    const popup = await opening
    await popup.waitForLoadState()
    const text = await popup.locator('body').innerText()
    if (text.includes('Window') || (await popup.title()).includes('Carryover')) seen.push(`${path}: ${text}`)
    const read = await page.evaluate(() => {
      try {
        const { opened } = window as Window & { opened?: Window | null }
        return opened?.document.body.textContent ?? ''
      } catch {
        return ''
      }
    })
    if (read.includes('Window')) seen.push(`${path} from its opener: ${read}`)
    await popup.close()
  }
  return seen
}

test.each(['127.0.0.1', 'evil.test'])('a page on another port of %s: 0 reads, 0 effects', async (name) => {
  const harness = await openWebHarness()
  const aim = await aimAt(harness, harness.host.address)
  const page = await (await openContext()).newPage()
  await page.goto(`http://${name}:${evilPort}/`)
  const loot = await page.evaluate(attack, aim)
  expect(loot.tries).toBeGreaterThan(100)
  expect(loot.reads).toEqual([])
  expect(await openWindows(page, aim.base)).toEqual([])
  await expectUntouched(harness, aim)
})

test('a page whose name is rebound to this machine (DNS rebinding): 0 reads, 0 effects', async () => {
  const harness = await openWebHarness()
  const base = `http://evil.test:${harness.port}`
  const aim = await aimAt(harness, base)
  const page = await (await openContext()).newPage()
  // DNS rebinding: the page's own document came from the attacker, everything after it comes from us.
  await page.route(`${base}/start`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Hostile</title><body>' }),
  )
  await page.goto(`${base}/start`)
  expect(await page.evaluate(() => window.location.origin)).toBe(base)
  const loot = await page.evaluate(attack, aim)
  // Error replies to its own requests are same-origin, so it may read those, and only those.
  expect(loot.reads.filter((read) => !read.includes('wrong_host'))).toEqual([])
  expect(await openWindows(page, base)).toEqual([])
  expect(new Set(harness.ledger.map(({ code }) => code))).toEqual(new Set(['wrong_host']))
  await expectUntouched(harness, aim)
})

test('the window loads, signs in and makes calls, and its policy blocks everything else', async () => {
  const harness = await openWebHarness()
  const page = await (await openContext()).newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(harness.host.openUrl())
  await page.waitForFunction(() => document.title === 'Carryover runs')
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).color),
  ).toBe('rgb(1, 2, 3)')
  expect(complaints).toEqual([])

  const heard = await page.evaluate(async () => {
    const code = window.location.hash.replace('#code=', '')
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch('/api/session', { method: 'POST', headers, body: JSON.stringify({ code }) })
    const { token } = (await reply.json()) as { token: string }
    const upload = await fetch('/api/upload?name=a.csv', {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` },
      body: new File(['a,b\n1,2\n'], 'a.csv'),
    })
    const socket = new WebSocket(`ws://${window.location.host}/api/socket`)
    const message = new Promise((resolve) =>
      socket.addEventListener('message', (event) => resolve(event.data)),
    )
    socket.addEventListener('open', () => {
      socket.send(token)
      socket.send(JSON.stringify({ i: '1', p: { u: 'http://orpc/batches/list' } }))
    })
    return { upload: upload.status, message: String(await message), cookie: document.cookie }
  })
  expect(heard).toMatchObject({ upload: 200, cookie: '' })
  expect(heard.message).toContain('"json":[]')
  expect(harness.ledger.filter(({ code }) => code !== null).map(({ target }) => target)).not.toContain(
    '/api/socket',
  )

  const blocked = await page.evaluate(async (foreign) => {
    const violations: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
    document.body.setAttribute('style', 'color: red')
    document.body.insertAdjacentHTML('beforeend', '<p onclick="1">x</p><p style="color: red">y</p>')
    const script = document.createElement('script')
    script.textContent = 'document.title = "inline ran"'
    document.body.append(script)
    await fetch(foreign).catch(() => undefined)
    const image = new Image()
    await new Promise((resolve) => {
      image.addEventListener('error', resolve)
      image.src = `${foreign}/x.png`
    })
    // A style set through the object model, as React does it, is allowed.
    document.body.style.color = 'rgb(4, 5, 6)'
    await new Promise((resolve) => setTimeout(resolve, 0))
    return { violations, title: document.title, color: getComputedStyle(document.body).color }
  }, `http://127.0.0.1:${evilPort}`)
  expect(blocked.title).toBe('Carryover runs')
  expect(blocked.color).toBe('rgb(4, 5, 6)')
  expect(new Set(blocked.violations)).toEqual(
    new Set(['style-src-attr', 'script-src-attr', 'script-src-elem', 'connect-src', 'img-src']),
  )
})

/** The file address that a start passes to the browser; the fake opener opens nothing. */
async function fileFor(harness: WebHarness): Promise<string> {
  const parent = freshFolder()
  const opener = { command: process.execPath, args: ['-e', ''] }
  expect(await openByFile(harness.host, opener, [parent])).toBe(true)
  return pathToFileURL(join(parent, readdirSync(parent)[0] ?? '', 'Carryover.html')).href
}

test('a browser that opens the file reaches the window with its code, and a reload stays there', async () => {
  const harness = await openWebHarness()
  const page = await (await openContext()).newPage()
  await page.goto(await fileFor(harness))
  await page.waitForURL(`${harness.host.address}/#code=*`)
  await page.waitForFunction(() => document.title === 'Carryover runs')
  const status = await page.evaluate(async () => {
    const body = JSON.stringify({ code: window.location.hash.replace('#code=', '') })
    // As the window does it (renderer/app/host/web-session.ts).
    window.history.replaceState(null, '', `${window.location.pathname}#/`)
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/session', { method: 'POST', headers, body })).status
  })
  expect(status).toBe(200)
  expect(await page.evaluate(() => document.referrer)).toBe('')
  await page.reload()
  await page.waitForFunction(() => document.title === 'Carryover runs')
  expect(harness.ledger.filter(({ code }) => code !== null && code !== 'not_found')).toEqual([])
})

test('while a file waits to be opened, a hostile page can read and do no more than at other times', async () => {
  const harness = await openWebHarness()
  const aim = await aimAt(harness, harness.host.address)
  await fileFor(harness)
  const page = await (await openContext()).newPage()
  await page.goto(`http://evil.test:${evilPort}/`)
  const loot = await page.evaluate(attack, aim)
  expect(loot.reads).toEqual([])
  await expectUntouched(harness, aim)
})
