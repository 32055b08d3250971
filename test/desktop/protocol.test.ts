// Tests `app://carryover/`: it serves only the built window's files, from a fixed map and with the page's policy.
import { expect, test } from 'vitest'
import { startProgram } from './desktop-harness.ts'

async function served() {
  const { fake } = await startProgram()
  const handler = fake.sessions[0]?.served.get('app')
  if (handler === undefined) throw new Error('The scheme is not served')
  return handler
}

test('the page and its files are served with their types', async () => {
  const get = await served()
  const page = await get(new Request('app://carryover/'))
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toContain('<title>Carryover</title>')
  const script = await get(new Request('app://carryover/assets/main.js'))
  expect(script.status).toBe(200)
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

// Does not use `Request`, which normalises addresses: the original address must be checked.
const raw = (url: string, method = 'GET'): Request => ({ url, method }) as Request

test.each([
  'app://carryover/missing.js',
  'app://carryover/index.html',
  'app://carryover/secret.key',
  'app://carryover/assets',
  'app://carryover/assets/',
  'app://carryover//assets/main.js',
  'app://carryover/assets/main.js?x=1',
  'app://carryover/assets/../assets/main.js',
  'app://carryover/../../../etc/passwd',
  'app://carryover/..%2f..%2fetc%2fpasswd',
  'app://carryover/%2e%2e/package.json',
  'app://carryover/assets\\main.js',
  'app://carryover/ASSETS/main.js',
  'app://carryover',
  'app://other/',
  'app://other/assets/main.js',
  'app://carryover.example/assets/main.js',
  'app://carryover@other/assets/main.js',
  'https://carryover/assets/main.js',
  'file:///etc/passwd',
])('%s is not found', async (url) => {
  const get = await served()
  expect((await get(raw(url))).status).toBe(404)
})

test.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('%s is not served', async (method) => {
  const get = await served()
  expect((await get(raw('app://carryover/', method))).status).toBe(405)
})

test('every answer has the policy, even refusals: own files, trusted types, no frames or connections', async () => {
  const get = await served()
  for (const url of ['app://carryover/', 'app://carryover/assets/main.js', 'app://carryover/missing']) {
    const { headers } = await get(raw(url))
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]),
    )
    expect(policy.join(' ')).not.toMatch(/unsafe|data:|blob:|\*|connect-src/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})
