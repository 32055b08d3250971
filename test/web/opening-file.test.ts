// Tests the delivery of the one-time code to the window: in a file, which other users of the machine can neither
// read nor find in a process's arguments, and which is deleted once the code is used. A fake browser records what
// it receives.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { homedir, tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { openByFile, openingFolders } from '../../electron/web/opening/opening-file.ts'
import { codeLifeMs } from '../../electron/web/tokens.ts'
import { ask, codeOf, endLater, freshFolder, openWebHarness, type WebHarness } from './web-harness.ts'

const fromFile = {
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Dest': 'document',
}

/** Opens a window with a fake browser that records its arguments and keeps running. */
async function opened(harness: WebHarness, parent = freshFolder()) {
  const notes = join(freshFolder(), 'arguments.json')
  // Renamed when it is whole: a reader that waits for the file would otherwise find it empty.
  const script = `const fs = require('node:fs'), to = ${JSON.stringify(notes)}
    fs.writeFileSync(to + '.part', JSON.stringify({ args: process.argv.slice(1), pid: process.pid }))
    fs.renameSync(to + '.part', to)
    setTimeout(() => undefined, 60_000)`
  const opener = { command: process.execPath, args: ['-e', script] }
  expect(await openByFile(harness.host, opener, [parent])).toBe(true)
  await expect.poll(() => existsSync(notes)).toBe(true)
  const { args, pid } = JSON.parse(readFileSync(notes, 'utf8')) as { args: string[]; pid: number }
  endLater(() => void process.kill(pid, 'SIGKILL'))
  const path = args[0] ?? ''
  const text = readFileSync(path, 'utf8')
  return { args, pid, path, parent, text, code: /#code=([\w-]{43})"/.exec(text)?.[1] ?? '' }
}

function exchange(harness: WebHarness, code: string) {
  return ask(harness, { method: 'POST', target: '/api/session', body: JSON.stringify({ code }) })
}

test('the opener gets the name of a file that only its owner can read, and no code', async () => {
  const { args, path, text, code } = await opened(await openWebHarness())
  expect(args).toEqual([path])
  expect(code).not.toBe('')
  expect(args.join(' ')).not.toMatch(/code|#/)
  expect(text).toContain(`content="0;url=http://127.0.0.1:`)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
})

test('another user of this machine can read neither the file nor a code in the arguments', async ({
  skip,
}) => {
  if (process.getuid?.() !== 0 || process.platform !== 'linux')
    skip('only root on Linux can become another user')
  const { path, pid, code } = await opened(await openWebHarness(), tmpdir())
  const asNobody = (...[command = '', ...args]: readonly string[]) =>
    spawnSync(command, args, { uid: 65_534, gid: 65_534, encoding: 'utf8' })
  expect(asNobody('id', '-u').stdout.trim()).toBe('65534')
  const seen = asNobody('cat', `/proc/${pid}/cmdline`)
  expect(seen.stdout).toContain(path)
  expect(seen.stdout).not.toContain(code)
  expect(asNobody('cat', path)).toMatchObject({ status: 1, stdout: '' })
  expect(asNobody('ls', dirname(path))).toMatchObject({ status: 2, stdout: '' })
})

test('a browser may navigate from the file until its code is used; then the file is deleted', async () => {
  const harness = await openWebHarness()
  expect(codeOf(await ask(harness, { headers: fromFile }))).toBe('not_same_origin')
  const { path, parent, code } = await opened(harness)
  expect((await ask(harness, { headers: fromFile })).status).toBe(200)
  for (const other of [
    { headers: { ...fromFile, 'Sec-Fetch-Dest': 'iframe' } },
    { headers: { ...fromFile, 'Sec-Fetch-Mode': 'no-cors' } },
    { headers: { ...fromFile, 'Sec-Fetch-Dest': ['document', 'document'] } },
    { target: '/assets/main.js', headers: fromFile },
    { method: 'POST', target: '/api/session', headers: fromFile, body: JSON.stringify({ code }) },
  ])
    expect(codeOf(await ask(harness, other))).toBe('not_same_origin')
  expect(existsSync(path)).toBe(true)
  expect((await exchange(harness, code)).status).toBe(200)
  await expect.poll(() => readdirSync(parent)).toEqual([])
  expect(codeOf(await ask(harness, { headers: fromFile }))).toBe('not_same_origin')
})

test('an unused file is deleted after a minute, and when Carryover ends', async () => {
  let now = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  endLater(() => void vi.useRealTimers())
  const harness = await openWebHarness({ now: () => now })
  const parent = freshFolder()
  const over = async (): Promise<void> => void removed.push('over')
  const removed: string[] = []
  harness.host.openByFile(over)
  now = codeLifeMs
  vi.advanceTimersByTime(codeLifeMs - 1)
  expect(removed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(removed).toEqual(['over'])
  expect(codeOf(await ask(harness, { headers: fromFile }))).toBe('not_same_origin')
  vi.useRealTimers()
  await opened(harness, parent)
  expect(readdirSync(parent)).toHaveLength(1)
  await harness.host.close()
  expect(readdirSync(parent)).toEqual([])
})

test('if the browser cannot be opened no file is left, and a file left by a killed start is deleted', async () => {
  const harness = await openWebHarness()
  const parent = freshFolder()
  const old = new Date(Date.now() - 3_600_000)
  for (const [name, time] of [
    ['carryover-open-old', old],
    ['carryover-open-new', new Date()],
    ['mine', old],
  ] as const) {
    mkdirSync(join(parent, name))
    utimesSync(join(parent, name), time, time)
  }
  const missing = { command: 'no-such-opener', args: [] }
  expect(await openByFile(harness.host, missing, [join(parent, 'not-there'), parent])).toBe(false)
  expect(readdirSync(parent).sort()).toEqual(['carryover-open-new', 'mine'])
  expect(codeOf(await ask(harness, { headers: fromFile }))).toBe('not_same_origin')
})

test('on Linux the file is in the home folder, not hidden, where a browser from a Snap package can read it', () => {
  expect(openingFolders('linux')).toEqual([homedir(), tmpdir()])
  expect(openingFolders('win32')).toEqual([tmpdir()])
})
