// Tests `carryover start`: its parts, the error of a second start on the same data, a clean shutdown, and the build
// and opening of the window. The tests use a small window of their own, so none waits for a real build.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { serveWindow, type StartOptions } from '../../electron/cli/window/start.ts'
import { openSession } from '../../electron/cli/data-folder/session.ts'
import { openerFor, openPage } from '../../electron/web/opening/browser.ts'
import { buildWindow, isStale, type Window } from '../../electron/web/opening/built-window.ts'
import { createCall } from '../support/invocation.ts'
import { ask, callOver, endLater, freshFolder, smallWindow, type WebHarness } from './web-harness.ts'

const root = join(import.meta.dirname, '..', '..')

/** A started Carryover with its output; ended after the test. */
async function start(dataDir: string, choice: Partial<StartOptions> = {}) {
  const folder = freshFolder()
  const window: Window = { root: folder, built: smallWindow(join(folder, 'dist')) }
  const { invocation, output, interrupt } = createCall()
  const ended = serveWindow({ dataDir, sandboxService: true, open: false, ...choice }, invocation, window)
  const outcome = ended.then(
    () => 'ended in order',
    (error: unknown) => error,
  )
  const end = async (): Promise<unknown> => {
    interrupt()
    return outcome
  }
  endLater(async () => void (await end()))
  await Promise.race([outcome, output.saw('stdout', 'Ctrl-C')])
  const text = output.written.stderr + output.written.stdout
  const url = /http:\/\/127\.0\.0\.1:(\d+)\/#code=([\w-]+)/.exec(text)
  const port = Number(url?.[1])
  return { text, port, authority: `127.0.0.1:${port}`, code: url?.[2] ?? '', end }
}

async function signInTo(harness: Pick<WebHarness, 'port' | 'authority'>, code: string): Promise<string> {
  const body = JSON.stringify({ code })
  const answer = await ask(harness, { method: 'POST', target: '/api/session', body })
  return z.object({ token: z.string() }).parse(JSON.parse(answer.body)).token
}

test('the start prints an address that opens the window, with the practice service as a ready connection', async () => {
  const data = join(freshFolder(), 'data')
  const started = await start(data)
  expect(started.text).toMatch(
    /Carryover is ready in \d+\.\d s\. Open this address within a minute; it is good once:/,
  )
  expect((await ask(started)).body).toContain('<h1>Window</h1>')
  const { client } = await callOver(started, await signInTo(started, started.code))
  const [connection, ...others] = await client.connections.list()
  expect(others).toEqual([])
  expect(connection).toMatchObject({
    name: 'Practice service',
    hasKey: true,
    environment: 'practice',
    settings: { limits: { pollFirstMs: 1000, readsPerMinute: null } },
  })
  const test = await client.connections.test({ id: connection?.id ?? 0 })
  expect(test.result).toBe('fine')
  expect(existsSync(join(data, 'sandbox.sqlite'))).toBe(true)
  expect(await started.end()).toBe('ended in order')
  await expect(ask(started)).rejects.toThrow(/ECONNREFUSED/)
})

test('a later start uses the same practice connection, keeps its settings, and deletes old uploads', async () => {
  const data = join(freshFolder(), 'data')
  const first = await start(data)
  const before = await callOver(first, await signInTo(first, first.code))
  const [old] = await before.client.connections.list()
  if (old === undefined) throw new Error('There is no connection')
  const settings = { ...old.settings, limits: { ...old.settings.limits, concurrency: 7 } }
  await before.client.connections.save({ name: old.name, settings })
  await first.end()
  mkdirSync(join(data, 'uploads', 'old'), { recursive: true })
  const second = await start(data)
  expect(existsSync(join(data, 'uploads', 'old'))).toBe(false)
  const { client } = await callOver(second, await signInTo(second, second.code))
  const connections = await client.connections.list()
  expect(connections).toHaveLength(1)
  expect(connections[0]).toMatchObject({ id: old.id, hasKey: true, settings: { limits: { concurrency: 7 } } })
  expect((await client.connections.test({ id: old.id })).result).toBe('fine')
})

test('without the practice service its connection and its files do not exist', async () => {
  const data = join(freshFolder(), 'data')
  const started = await start(data, { sandboxService: false })
  const { client } = await callOver(started, await signInTo(started, started.code))
  expect(await client.connections.list()).toEqual([])
  expect(existsSync(join(data, 'sandbox.sqlite'))).toBe(false)
})

test('a second start on the same data folder prints one sentence and exits with code 3', async () => {
  const data = join(freshFolder(), 'data')
  const session = await openSession(data, createCall().invocation)
  endLater(session.close)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'electron', 'cli', 'carryover.js'), 'start', '--data-dir', data, '--no-open'],
    { encoding: 'utf8' },
  )
  expect(stderr.replace(/“[a-z-]+”, process \d+, since [^.]+/, 'HOLDER')).toBe(
    `carryover: Another Carryover is using the data folder ${data}: HOLDER. Close it first, or choose another folder.\n`,
  )
  expect(stderr).toContain(`process ${process.pid}, since`)
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
})

test.each([
  ['linux', {}, null],
  ['linux', { DISPLAY: ':0' }, 'xdg-open'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
  ['linux', { DISPLAY: ':0', CI: 'true' }, null],
  ['darwin', {}, 'open'],
  ['darwin', { CI: '1' }, null],
  ['win32', {}, 'rundll32'],
] as const)('on %s with %j the command that opens the address is %s', (platform, environment, command) => {
  expect(openerFor(platform, environment)?.command ?? null).toBe(command)
})

test.each([
  ['takes the page', 'process.exit(process.argv[1] === "/x/Carryover.html" ? 0 : 1)', 120_000, true],
  ['has no browser', 'process.exit(3)', 120_000, false],
  ['is the browser itself and stays', 'setTimeout(() => undefined, 5000)', 1_000, true],
])('starting an opener that %s reports success or failure', async (_name, script, patienceMs, opened) => {
  const opener = { command: process.execPath, args: ['-e', script] }
  expect(await openPage(opener, '/x/Carryover.html', patienceMs)).toBe(opened)
})

test('an opener that is not installed opens nothing', async () => {
  expect(await openPage({ command: 'no-such-opener', args: [] }, '/x/Carryover.html')).toBe(false)
})

/** A window with two source files and this project's packages. */
function windowSources(main: string): Window {
  const folder = freshFolder()
  for (const area of ['renderer', 'shared']) mkdirSync(join(folder, area))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  writeFileSync(
    join(folder, 'renderer', 'index.html'),
    '<!doctype html><script type="module" src="./main.ts"></script>',
  )
  writeFileSync(join(folder, 'renderer', 'main.ts'), main)
  writeFileSync(join(folder, 'renderer', 'vite.config.ts'), 'export default { root: import.meta.dirname }')
  return { root: folder, built: join(folder, 'dist', 'renderer') }
}

test('a window is built when it is missing or older than a source, and not again after that', async () => {
  const window = windowSources("document.title = 'built' satisfies string")
  expect(isStale(window)).toBe(true)
  expect(await buildWindow(window, new AbortController().signal)).toBe(null)
  expect(readFileSync(join(window.built, 'index.html'), 'utf8')).toContain('/assets/')
  expect(isStale(window)).toBe(false)
  for (const [at, area] of ['renderer', 'shared'].entries()) {
    const later = new Date(Date.now() + 10_000 * (at + 1))
    const source = join(window.root, area, 'one.ts')
    writeFileSync(source, 'export const one = 1')
    utimesSync(source, later, later)
    expect(isStale(window)).toBe(true)
    utimesSync(join(window.built, 'index.html'), later, later)
    expect(isStale(window)).toBe(false)
  }
})

test('a failed build of the window prints its reason in a few lines without a stack trace', async () => {
  const window = windowSources("import './not-there.ts'")
  const failure = await buildWindow(window, new AbortController().signal)
  expect(failure).toMatch(/not-there\.ts/)
  expect(failure).not.toMatch(/^\s+at /m)
  expect(existsSync(join(window.built, 'index.html'))).toBe(false)
})

test('a start that opens the browser passes it a file in the home folder and prints no address', async (context) => {
  context.skip(process.platform !== 'linux', 'because the stand-in for the browser opener is one of Linux')
  const [home, programs] = [freshFolder(), freshFolder()]
  const notes = join(programs, 'arguments')
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > ${notes}\n`, { mode: 0o755 })
  for (const [name, value] of Object.entries({
    HOME: home,
    DISPLAY: ':99',
    CI: '',
    PATH: `${programs}:${process.env['PATH']}`,
  }))
    vi.stubEnv(name, value)
  endLater(() => void vi.unstubAllEnvs())
  const started = await start(join(freshFolder(), 'data'), { open: true })
  const path = readFileSync(notes, 'utf8')
  expect(path).toMatch(new RegExp(`^${home}/carryover-open-\\w+/Carryover\\.html$`))
  expect(started.text).toContain('open in your browser')
  expect(started.text).not.toContain('#code=')
  expect(readFileSync(path, 'utf8')).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}/)
  expect(await started.end()).toBe('ended in order')
  expect(readdirSync(home)).toEqual([])
})
