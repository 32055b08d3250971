// Tests the one check against stale actions: equal versions for equal parts, and the refusal `changed`.
import { expect, test } from 'vitest'
import type { StopView } from '../../../shared/sending/wave-plan.ts'
import type { StoredConnection } from '../../../electron/engine/store/sending/connections.ts'
import { sendingVersion } from '../../../electron/engine/api/views/wave-views.ts'
import { checkExpected, versionOf } from '../../../electron/engine/system/expected-version.ts'

test('versions are equal for equal parts only', () => {
  expect(versionOf(1, 'a', [2])).toBe(versionOf(1, 'a', [2]))
  expect(versionOf(1, 'a')).not.toBe(versionOf('1', 'a'))
  expect(versionOf(null)).not.toBe(versionOf())
})

test('an action is refused only if it expects another version', () => {
  const message = (): string => 'It moved.'
  expect(checkExpected('a', 'a', message)).toMatchObject({ ok: true })
  expect(checkExpected(undefined, 'a', message)).toMatchObject({ ok: true })
  expect(checkExpected('a', 'b', message)).toMatchObject({
    ok: false,
    failure: { code: 'changed', kind: 'input', message: 'It moved.' },
  })
})

test('a release depends on the destination, the supplier, the waves and the stop', () => {
  const connection = (id: number, baseUrl: string, environment: 'test' | 'production') =>
    ({ id, settings: { baseUrl }, environment }) as unknown as StoredConnection
  const here = connection(1, 'https://a.example', 'test')
  const stop = { at: 5 } as StopView
  const none = { waves: [], stop: null }
  const versions = [
    sendingVersion({ supplier: 'ACME' }, here, none),
    sendingVersion({ supplier: 'BOLT' }, here, none),
    sendingVersion({ supplier: 'ACME' }, null, none),
    sendingVersion({ supplier: 'ACME' }, connection(2, 'https://a.example', 'test'), none),
    sendingVersion({ supplier: 'ACME' }, connection(1, 'https://b.example', 'test'), none),
    sendingVersion({ supplier: 'ACME' }, connection(1, 'https://a.example', 'production'), none),
    sendingVersion({ supplier: 'ACME' }, here, { waves: [], stop }),
    sendingVersion({ supplier: 'ACME' }, here, { waves: [], stop: { ...stop, at: 6 } }),
  ]
  expect(new Set(versions).size).toBe(versions.length)
})
