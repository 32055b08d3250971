// Tests parsing of the proxy settings as the tools of each system print them, and which hosts are reached without a
// proxy.
import { expect, test } from 'vitest'
import { isBypassed, isLoopback } from '../../../../electron/engine/sending/service-client/network/bypass.ts'
import {
  createRoutes,
  type RouteParts,
} from '../../../../electron/engine/sending/service-client/network/routes.ts'
import {
  readSystemProxy,
  runTool,
} from '../../../../electron/engine/sending/service-client/network/system-proxy.ts'
import { createTrustStore } from '../../../../electron/engine/sending/service-client/network/trust.ts'
import { networkSettings } from '../../../../shared/sending/network-settings.ts'

const silent = (): Promise<string | null> => Promise.resolve(null)

test.each([
  [
    { HTTPS_PROXY: 'http://p:8080', no_proxy: 'a.test, .b.test' },
    { http: null, https: 'http://p:8080', bypass: ['a.test', '.b.test'] },
  ],
  [{ https_proxy: 'http://small', HTTPS_PROXY: 'http://large' }, { https: 'http://small' }],
  [{ ALL_PROXY: 'p:3128' }, { http: 'p:3128', https: 'p:3128' }],
])('the environment %j', async (env, said) => {
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    expect(await readSystemProxy({ platform, env, run: silent })).toMatchObject({ kind: 'fixed', ...said })
})

test.each(['linux', 'darwin', 'win32'] as const)(
  '%s without any setting, or without its tool',
  async (platform) => {
    expect(await readSystemProxy({ platform, env: {}, run: silent })).toEqual({ kind: 'none' })
    expect(await readSystemProxy({ platform, env: {}, run: () => Promise.resolve('') })).toEqual({
      kind: 'none',
    })
  },
)

test('a tool that hangs is reported, and counts as no answer', async () => {
  const run = (): Promise<string> => Promise.reject(new Error('gsettings did not answer within 4 s'))
  expect(await readSystemProxy({ platform: 'linux', env: {}, run })).toMatchObject({ kind: 'failed' })
  expect(await runTool('carryover-has-no-such-tool', [])).toBeNull()
})

const mac = `<dictionary> {
  ExceptionsList : <array> {
    0 : *.local
    1 : 169.254/16
  }
  ExcludeSimpleHostnames : 1
  HTTPEnable : 1
  HTTPPort : 3128
  HTTPProxy : proxy.corp.test
  HTTPSEnable : 1
  HTTPSPort : 3129
  HTTPSProxy : proxy.corp.test
  ProxyAutoConfigEnable : 0
  ProxyAutoConfigURLString : http://wpad/wpad.dat
}`
test('macOS', async () => {
  const read = (text: string) =>
    readSystemProxy({ platform: 'darwin', env: {}, run: () => Promise.resolve(text) })
  expect(await read(mac)).toEqual({
    kind: 'fixed',
    http: 'http://proxy.corp.test:3128',
    https: 'http://proxy.corp.test:3129',
    bypass: ['*.local', '169.254/16', '<local>'],
  })
  expect(await read(mac.replace('ConfigEnable : 0', 'ConfigEnable : 1'))).toEqual({
    kind: 'pac',
    url: 'http://wpad/wpad.dat',
  })
  expect(await read(mac.replaceAll(/Enable : 1/g, 'Enable : 0'))).toEqual({ kind: 'none' })
})

const windows = String.raw`
HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Internet Settings
    User Agent    REG_SZ    Mozilla/4.0
    ProxyEnable    REG_DWORD    0x1
    ProxyServer    REG_SZ    http=one.corp.test:80;https=two.corp.test:8443
    ProxyOverride    REG_SZ    *.corp.test;<local>
`
test('Windows', async () => {
  const asked: string[] = []
  const read = (text: string) =>
    readSystemProxy({
      platform: 'win32',
      env: { SystemRoot: String.raw`D:\Win` },
      run: (command) => {
        asked.push(command)
        return Promise.resolve(text)
      },
    })
  expect(await read(windows)).toEqual({
    kind: 'fixed',
    http: 'http://one.corp.test:80',
    https: 'http://two.corp.test:8443',
    bypass: ['*.corp.test', '<local>'],
  })
  expect(asked).toEqual([String.raw`D:\Win\System32\reg.exe`])
  expect(await read(windows.replace('0x1', '0x0'))).toEqual({ kind: 'none' })
  expect(await read(windows.replace(/REG_SZ    http=.*$/m, 'REG_SZ    all.corp.test:8080'))).toMatchObject({
    http: 'http://all.corp.test:8080',
    https: 'http://all.corp.test:8080',
  })
  expect(await read(`${windows}    AutoConfigURL    REG_SZ    http://wpad.corp.test/p.pac\n`)).toEqual({
    kind: 'pac',
    url: 'http://wpad.corp.test/p.pac',
  })
})

test('GNOME', async () => {
  const values: Record<string, string> = {
    mode: "'manual'",
    'http host': "''",
    'https host': "'proxy.corp.test'",
    'https port': '8080',
    'ignore-hosts': "['localhost', '10.0.0.0/8']",
    'autoconfig-url': "'http://wpad.corp.test/p.pac'",
  }
  const run = (_command: string, [, schema = '', key = '']: readonly string[]): Promise<string> =>
    Promise.resolve(values[`${schema.split('.')[4] ?? ''} ${key}`.trim()] ?? '')
  const read = () => readSystemProxy({ platform: 'linux', env: {}, run })
  expect(await read()).toEqual({
    kind: 'fixed',
    http: null,
    https: 'http://proxy.corp.test:8080',
    bypass: ['localhost', '10.0.0.0/8'],
  })
  values['mode'] = "'auto'"
  expect(await read()).toEqual({ kind: 'pac', url: 'http://wpad.corp.test/p.pac' })
  values['mode'] = "'none'"
  expect(await read()).toEqual({ kind: 'none' })
})

test.each([
  ['api.corp.test', 443, ['corp.test'], true],
  ['api.corp.test', 443, ['.corp.test'], true],
  ['api.corp.test', 443, ['*.corp.test'], true],
  ['corp.test', 443, ['*.corp.test'], false],
  ['notcorp.test', 443, ['corp.test'], false],
  ['API.Corp.test.', 443, ['api.corp.TEST'], true],
  ['api.test', 443, ['api.test:8443'], false],
  ['api.test', 8443, ['api.test:8443'], true],
  ['10.1.2.3', 443, ['10.0.0.0/8'], true],
  ['11.1.2.3', 443, ['10.0.0.0/8'], false],
  ['10.1.2.3', 443, ['10.*'], true],
  ['[fd00::1]', 443, ['fd00::/8'], true],
  ['[::1]', 443, ['[::1]'], true],
  ['intranet', 443, ['<local>'], true],
  ['api.test', 443, ['<local>'], false],
  ['api.test', 443, ['*'], true],
  ['api.test', 443, ['', 'test.api', '10.0.0.0/99'], false],
])('%s:%i against %j is asked directly: %s', (host, port, entries, directly) => {
  expect(isBypassed(host, port, entries)).toBe(directly)
})

test('this machine itself is never reached through the system’s proxy', () => {
  expect(['localhost', '127.0.0.1', '127.9.9.9', '[::1]', 'a.localhost'].map(isLoopback)).toEqual(
    Array(5).fill(true),
  )
  expect(['localhost.test', '128.0.0.1', 'service.test'].map(isLoopback)).toEqual([false, false, false])
})

async function wayTo(url: string, parts: RouteParts) {
  const trust = await createTrustStore().get(networkSettings.parse({}), null)
  if (!trust.ok) throw new Error('no trust')
  const given = { network: networkSettings.parse({}), proxyPassword: null }
  return createRoutes(parts).routesFor(new URL(url), given, trust.trust)
}

test('the desktop’s own proxy setting is used where the environment has none; a failing one is reported', async () => {
  const system = { platform: 'linux', env: {}, run: silent } as const
  const asked: string[] = []
  const resolveProxy = (url: string): Promise<string> => {
    asked.push(url)
    return Promise.resolve('HTTPS proxy.corp.test:443; PROXY two.test:8080; DIRECT')
  }
  expect(await wayTo('https://service.test/secret?a', { system, resolveProxy })).toMatchObject({
    routes: [
      { secure: true, host: 'proxy.corp.test', port: 443 },
      { secure: false, host: 'two.test', port: 8080 },
      { kind: 'direct' },
    ],
  })
  expect(asked).toEqual(['https://service.test/'])
  const failing = { system, resolveProxy: () => Promise.reject(new Error('no')) }
  expect(await wayTo('https://service.test/', failing)).toMatchObject({
    trouble: { kind: 'system_proxy_unreadable' },
  })
  const env = { https_proxy: 'http://ann:p%40ss@env.test:1' }
  expect(await wayTo('https://service.test/', { system: { ...system, env }, resolveProxy })).toMatchObject({
    routes: [{ host: 'env.test', credentials: 'ann:p@ss' }],
  })
  expect(await wayTo('http://127.0.0.1:8/', { system: { ...system, env }, resolveProxy })).toEqual({
    ok: true,
    routes: [{ kind: 'direct' }],
  })
})
