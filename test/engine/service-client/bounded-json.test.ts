// Tests the reduction of a reply's JSON before it is parsed: within the limits nothing changes; beyond them it stays
// JSON and says what was cut.
import { assert, json, jsonValue, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundJson } from '../../../electron/engine/sending/service-client/bounded-json.ts'
import { cutOf, parseJson, replyLimits } from '../../../electron/engine/sending/service-client/read-json.ts'
import { readStatus, readValidate } from '../../../electron/engine/sending/service-client/read-replies.ts'
import type { TransportReply } from '../../../electron/engine/sending/service-client/transport.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { english } from '../../support/english.ts'

const wide = { depth: 1000, values: 1_000_000, text: 1_000_000 }
const narrow = { depth: 3, values: 12, text: 8 }

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return 1 + Object.values(value).reduce((sum: number, one) => sum + valuesIn(one), 0)
}
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

test('JSON within the limits comes back as it is', () => {
  assert(
    property(json({ maxDepth: 6 }), (text) => {
      expect(boundJson(text, wide)).toEqual({ text, cut: null })
      const spaced = JSON.stringify(JSON.parse(text), null, '\t')
      expect(boundJson(spaced, wide)).toEqual({ text: spaced, cut: null })
    }),
  )
})

test('JSON beyond the limits is cut to valid JSON within them, with a count of what was cut', () => {
  assert(
    property(jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      const bounded = boundJson(text, narrow)
      const read = JSON.parse(bounded?.text ?? '') as unknown
      expect(depthOf(read)).toBeLessThanOrEqual(narrow.depth)
      expect(valuesIn(read)).toBeLessThanOrEqual(narrow.values + 50)
      if (bounded?.cut === null) expect(read).toEqual(JSON.parse(text))
      else expect(read).not.toEqual(JSON.parse(text))
    }),
    { numRuns: 500 },
  )
})

test('invalid JSON stays invalid, whatever it is', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      if (!isJson && boundJson(text, wide) !== null) expect(() => JSON.parse(text)).not.toThrow()
    }),
    { numRuns: 500 },
  )
})

test.each([
  '',
  ' ',
  '[',
  '[1,]',
  '{"a"}',
  '{"a":1,}',
  '{a:1}',
  '[1 2]',
  '"',
  '"\\"',
  '1 1',
  '[}',
  '['.repeat(500_000),
])('no JSON: %.20s', (text) => {
  expect(boundJson(text, narrow)).toBeNull()
})

function reply(status: number, body: string): TransportReply {
  return { kind: 'reply', status, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) }
}
const settings = connectionSettings.parse({ baseUrl: 'http://127.0.0.1:1', tokenUrl: 'http://127.0.0.1:1/t' })
const record = '"status":"PROCESSED","platform_identifier":"P-1","latest_error":null'

describe('of a reply', () => {
  test('a nesting of half a million levels is kept as text, and the texts after it are read', () => {
    const deep = `${'['.repeat(450_000)}${']'.repeat(450_000)}`
    const read = readStatus(reply(200, `{"x":${deep},${record}}`), 'http://h')
    expect(read).toMatchObject({
      kind: 'record',
      record: { status: 'PROCESSED', platform_identifier: 'P-1' },
    })
    expect(english(read.kind === 'record' && read.cut)).toMatch(/1 nested deeper than 32 levels is kept/)
  })

  test('the texts after a hundred thousand members are read as well', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `"m${at}":0`).join(',')
    const one = reply(200, `{${many},${record}}`.replaceAll('"m', '"'))
    expect(one.body.length).toBeLessThan(2 ** 20)
    expect(english(cutOf(one))).toMatch(/of its values beyond 5,000 are left out/)
    const nested = reply(200, `{"data":{${many}},${record}}`)
    expect(readStatus(nested, 'http://h')).toMatchObject({ kind: 'record', record: { status: 'PROCESSED' } })
  })

  test('of a hundred thousand problems a thousand are kept, and one more problem says that the rest was cut', () => {
    const leaves = `{"customers":{"0":{"landline":[${'"x",'.repeat(100_000)}"x"]}}}`
    const read = readValidate(reply(400, leaves), settings)
    expect(read.kind).toBe('rejected')
    if (read.kind !== 'rejected') return
    expect(read.errors).toHaveLength(1002)
    expect(read.errors.slice(-2).map(({ code }) => code)).toEqual(['answer_cut', 'answer_cut'])
    expect(english(read.errors.at(-2)?.detail)).toMatch(/the first 1000 are kept/)
    expect(english(read.errors.at(-1)?.detail)).toMatch(/95,005 of its values beyond 5,000 are left out/)
  })

  test('a code or a text of a megabyte is cut', () => {
    const long = 'x'.repeat(900_000)
    const read = readValidate(reply(400, `{"code":"${long}","detail":"d"}`), settings)
    expect(read.kind === 'rejected' && read.errors[0]?.code?.length).toBe(500)
    expect(english(read.kind === 'rejected' && read.errors[1]?.detail)).toMatch(
      /1 text is cut at 16,384 characters/,
    )
  })

  test('values that are nested too deeply become text', () => {
    const deep = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`
    let value = parseJson(reply(200, deep))
    for (let level = 0; level < replyLimits.depth; level += 1)
      value = (value as Readonly<Record<string, unknown>>)['a']
    expect(value).toMatch(/^\{"a":\{"a":/)
  })
})
