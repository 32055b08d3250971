// Tests that `npm run desktop` downloads Electron's binary with the package's own installer, from a real mirror on
// this machine.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { desktopCommand } from '../../../electron/cli/window/desktop.ts'
import {
  bringElectron,
  downloadSource,
  installerEnvironment,
} from '../../../electron/cli/window/electron-binary.ts'
import { createCall } from '../../support/invocation.ts'
import { whyMissing } from '../../tools.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const endings: (() => void)[] = []
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-electron-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

const withPath = () => createCall({ PATH: process.env['PATH'] })
const noPerson = { canAsk: false, ask: () => Promise.reject(new Error('Nobody is to be asked')) }

function installer(source: string): string {
  const home = join(folder, 'node_modules', 'electron')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'electron', version: '99.1.2' }))
  writeFileSync(join(home, 'install.js'), source)
  return home
}

/** The package's own installer without a binary, in a folder with its dependencies. */
function ownInstaller(): string {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const project = mkdtempSync(join(cache, 'electron-'))
  endings.push(() => rmSync(project, { recursive: true, force: true }))
  const home = join(project, 'node_modules', 'electron')
  mkdirSync(home, { recursive: true })
  for (const name of ['package.json', 'install.js', 'checksums.json'])
    copyFileSync(join(root, 'node_modules', 'electron', name), join(home, name))
  return project
}

const writesWhatItGot =
  "require('fs').writeFileSync(require('path').join(__dirname, 'got'), JSON.stringify(process.env))"

async function mirror(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return `http://127.0.0.1:${address.port}/`
}

test('the binary is installed without a question if there is no terminal', async () => {
  const home = installer(writesWhatItGot)
  await bringElectron(folder, withPath().invocation, noPerson)
  expect(readFileSync(join(home, 'got'), 'utf8')).not.toContain('ELECTRON_GET_USE_PROXY')
})

test('a question shows the version and source of the binary, and a no installs nothing', async () => {
  installer("throw new Error('It was to install nothing')")
  const asked: string[] = []
  const ask = (question: string) => {
    asked.push(question)
    return Promise.resolve('')
  }
  const env = { ELECTRON_MIRROR: 'https://mirror.example.org/electron/' }
  await expect(bringElectron(folder, createCall(env).invocation, { canAsk: true, ask })).rejects.toThrow(
    /was not downloaded; "npm start" opens the same window in a browser/,
  )
  expect(asked).toEqual([expect.stringMatching(/Electron 99\.1\.2 .*mirror\.example\.org now\? \[y\/N\]/)])
})

test('the binary is installed after a yes', async () => {
  const home = installer(writesWhatItGot)
  await bringElectron(folder, createCall({}).invocation, { canAsk: true, ask: () => Promise.resolve('y') })
  expect(readFileSync(join(home, 'got'), 'utf8')).toContain('NODE_USE_SYSTEM_CA')
})

test('proxies and certificates of npm’s settings are passed on, and those of the system take precedence', () => {
  const fromNpm = { npm_config_https_proxy: 'http://npm:1', npm_config_cafile: '/ca.pem' }
  expect(installerEnvironment(fromNpm)).toMatchObject({
    HTTPS_PROXY: 'http://npm:1',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    ELECTRON_GET_USE_PROXY: 'true',
  })
  expect(installerEnvironment({ ...fromNpm, https_proxy: 'http://system:2' })).toMatchObject({
    HTTPS_PROXY: 'http://system:2',
  })
  expect(installerEnvironment({})).not.toHaveProperty('ELECTRON_GET_USE_PROXY')
  expect(downloadSource({})).toBe('github.com')
})

test.each([
  [
    'without the file',
    (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(404).end(),
  ],
  ['with another file', (_: unknown, response: { end(text: string): void }) => response.end('not Electron')],
] satisfies [string, RequestListener][])(
  'a mirror %s is reported in one sentence with what to do',
  async (_, answer) => {
    const url = await mirror(answer)
    const env = { ...process.env, ELECTRON_MIRROR: url, electron_config_cache: folder }
    const refused = bringElectron(ownInstaller(), createCall(env).invocation, noPerson)
    await expect(refused).rejects.toThrow(
      /^Electron's binary could not be downloaded from 127\.0\.0\.1:\d+ \(.*(?:404|checksum|match).*\): name a mirror in ELECTRON_MIRROR or a proxy in HTTPS_PROXY .*"npm start" opens the same window in a browser\.$/i,
    )
  },
)

test('Ctrl-C ends the installer', async () => {
  installer('setInterval(() => {}, 1000)')
  const { invocation, interrupt } = withPath()
  const installing = bringElectron(folder, invocation, noPerson)
  setTimeout(interrupt, 50)
  await expect(installing).rejects.toThrow('Interrupted.')
})

test('the desktop command downloads the binary if only the binary is missing', async (context) => {
  context.skip(whyMissing('electron') === null, 'because Electron’s binary is installed here')
  const url = await mirror((_, response) => response.writeHead(404).end())
  const env = { ...process.env, DISPLAY: ':0', ELECTRON_MIRROR: url, electron_config_cache: folder }
  await expect(desktopCommand({ sandboxService: true }, createCall(env).invocation)).rejects.toThrow(
    `could not be downloaded from ${new URL(url).host}`,
  )
})
