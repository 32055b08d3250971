// Tests the running program's window settings and the restrictions on every page.
import { expect, test } from 'vitest'
import { fakeEvent, FakeContents } from './fake-electron.ts'
import { startProgram } from './desktop-harness.ts'

const everyPermission = [
  'ar',
  'automatic-fullscreen',
  'background-fetch',
  'background-sync',
  'clipboard-read',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'local-fonts',
  'local-network-access',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'nfc',
  'notifications',
  'openExternal',
  'persistent-storage',
  'pointerLock',
  'screen-wake-lock',
  'sensors',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'usb',
  'window-management',
  'unknown',
]

async function running(options: Parameters<typeof startProgram>[0] = {}) {
  const program = await startProgram(options)
  const [session] = program.fake.sessions
  if (session === undefined) throw new Error('No session was made')
  const ask = (name: string, ...args: unknown[]): unknown => {
    const handler = session.handlers.get(name) as ((...args: unknown[]) => unknown) | undefined
    if (handler === undefined) throw new Error(`Nothing decides about ${name}`)
    return handler(...args)
  }
  const answer = (name: string, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve) => void ask(name, ...args, resolve))
  return { ...program, session, ask, answer }
}

test('the window has a sandboxed page without Node, isolated from its preload', async () => {
  const { fake, window, session } = await running()
  expect(fake.windows).toHaveLength(1)
  expect(window().settings.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    preload: 'preload.cjs',
  })
  expect(window().settings.webPreferences['session']).toBe(session)
  expect(window().loaded).toBe('app://carryover/')
  expect(window().calls).toEqual([])
  window().emit('ready-to-show')
  expect(window().calls).toEqual(['show'])
})

test('the sandbox is on and the scheme registered before the program is ready', async () => {
  const { fake } = await running()
  expect(fake.order).toEqual(['sandbox', 'scheme', 'ready', 'window'])
  expect(fake.schemes[0]).toMatchObject({ scheme: 'app', privileges: { standard: true, secure: true } })
  expect(fake.schemes[0]).not.toMatchObject({ privileges: { bypassCSP: true } })
})

test('the session is kept in memory only', async () => {
  const { session } = await running()
  expect(session.partition).not.toMatch(/^persist:/)
})

test('a packaged window has no developer tools', async () => {
  expect((await running()).window().settings.webPreferences['devTools']).toBe(true)
  expect((await running({ packaged: true })).window().settings.webPreferences['devTools']).toBe(false)
})

test('every permission is denied, even to our page', async () => {
  const { window, ask, answer } = await running()
  const granted: string[] = []
  for (const permission of everyPermission) {
    if (await answer('permission', window().webContents, permission)) granted.push(permission)
    if (ask('check', window().webContents, permission, 'app://carryover/', {}) !== false)
      granted.push(permission)
  }
  expect(granted).toEqual([])
  expect(ask('device', { deviceType: 'hid' })).toBe(false)
  expect(await answer('display', {})).toBe(null)
  expect(await answer('bluetooth', {})).toEqual({ confirmed: false })
  expect(ask('usb', { protectedClasses: ['audio', 'hid'] })).toEqual(['audio', 'hid'])
})

test('writing to the clipboard is the only permission, and only for our page', async () => {
  const { window, ask, answer } = await running()
  const permission = 'clipboard-sanitized-write'
  expect(await answer('permission', window().webContents, permission)).toBe(true)
  expect(ask('check', null, permission, 'app://carryover/', {})).toBe(true)
  expect(ask('check', null, permission, 'https://carryover/', {})).toBe(false)
  expect(ask('check', null, permission, 'app://carryover.example/', {})).toBe(false)
  const foreign = new FakeContents()
  foreign.mainFrame.url = 'app://carryover.example/'
  expect(await answer('permission', foreign, permission)).toBe(false)
})

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
  'a page cannot leave its address or embed another: %s',
  async (name) => {
    const { fake, window } = await running()
    const later = new FakeContents()
    fake.app.emit('web-contents-created', {}, later)
    for (const contents of [window().webContents, later]) {
      const event = { ...fakeEvent(), url: 'app://carryover/' }
      contents.emit(name, event)
      expect(event.defaultPrevented).toBe(true)
    }
  },
)

test('a page cannot open a window or an external address', async () => {
  const { fake, window } = await running()
  for (const url of [
    'https://example.com/',
    'app://carryover/',
    'file:///etc/passwd',
    'mailto:a@example.com',
  ])
    expect(window().webContents.windowOpenHandler?.({ url })).toEqual({ action: 'deny' })
  expect(fake.shown).toEqual([])
})

test('nothing is downloaded', async () => {
  const { session } = await running()
  const event = fakeEvent()
  session.emit('will-download', event)
  expect(event.defaultPrevented).toBe(true)
})

test.each([
  ['app://carryover/assets/main.js', false],
  ['https://example.com/', true],
  ['http://127.0.0.1:8080/', true],
  ['ws://127.0.0.1:8080/', true],
  ['wss://example.com/', true],
  ['file:///etc/passwd', true],
  ['ftp://example.com/', true],
  ['chrome://gpu', true],
  ['devtools://devtools/x.js', true],
  ['app-x://carryover/', true],
])('a request to %s is cancelled: %s', async (url, cancelled) => {
  const { answer } = await running({ packaged: true })
  expect(await answer('request', { url })).toEqual({ cancel: cancelled })
})

test('a page with a crashed process is reloaded on request', async () => {
  const { fake, window } = await running()
  fake.answers.boxes.push(0)
  const asked = new Promise((resolve) => fake.app.once('question', resolve))
  window().webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  await asked
  await Promise.resolve()
  expect(fake.questions[0]?.message).toBe('The window broke down.')
  expect(window().webContents.reloads).toBe(1)
  window().webContents.emit('render-process-gone', {}, { reason: 'clean-exit' })
  expect(fake.questions).toHaveLength(1)
})
