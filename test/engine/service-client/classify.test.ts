// Tests the parsers for undocumented replies of services of this family: invalid JSON, and
// the errors of a rejected validation in all their shapes. classify-table.test.ts tests the answers to a create.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readValidationErrors } from '../../../electron/engine/sending/service-client/classify.ts'
import { parseJson } from '../../../electron/engine/sending/service-client/read-json.ts'
import type { TransportReply } from '../../../electron/engine/sending/service-client/transport.ts'

function reply(status: number, body: unknown, headers: Record<string, string> = {}): TransportReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(text),
  }
}
test('a reply is JSON if its header says so and it parses', () => {
  expect(parseJson(reply(200, { a: 1 }))).toEqual({ a: 1 })
  expect(parseJson(reply(200, { a: 1 }, { 'content-encoding': 'identity' }))).toEqual({ a: 1 })
  expect(parseJson(reply(200, 'null', { 'content-type': 'application/jsonp' }))).toBeUndefined()
  expect(parseJson(reply(200, {}, { 'content-type': '' }))).toBeUndefined()
})

describe('the errors of a refused validate', () => {
  test('as documented, in their order, doubles included', () => {
    const errors = [
      { detail: 'Not a number.', code: 'invalid_phone_number', attr: 'customers.0.landline' },
      { detail: 'Not a number.', code: 'invalid_phone_number', attr: 'customers.0.landline' },
      { detail: 'Needed.', code: 'required', attr: null },
    ]
    expect(readValidationErrors({ code: 'account_failed_validation', detail: 'no', errors })).toEqual(errors)
  })

  test('in an envelope', () => {
    expect(
      readValidationErrors({
        type: 'validation_error',
        errors: [{ code: 'required', detail: 'x', attr: 'a' }],
      }),
    ).toEqual([{ attr: 'a', code: 'required', detail: 'x' }])
  })

  test('nested without codes', () => {
    expect(readValidationErrors({ customers: { '0': { landline: ['Bad.', 'Worse.'] } }, a: 'b' })).toEqual([
      { attr: 'customers.0.landline', code: null, detail: 'Bad.' },
      { attr: 'customers.0.landline', code: null, detail: 'Worse.' },
      { attr: 'a', code: null, detail: 'b' },
    ])
    expect(readValidationErrors({ customers: [{}, { landline: ['Bad.'] }] })).toEqual([
      { attr: 'customers.1.landline', code: null, detail: 'Bad.' },
    ])
  })

  test('an item of another shape does not affect the other items', () => {
    const errors = [{ attr: 'a', code: 'required', detail: 'x' }, 'a bare sentence', { attr: 7, detail: 'y' }]
    const read = readValidationErrors({ code: 'account_failed_validation', errors }) ?? []
    expect(read.at(-1)?.attr).toBe('7')
    expect(read.map(({ detail }) => detail)).toEqual(['x', 'a bare sentence', 'y'])
  })

  test.each([
    ['a sentence', { detail: 'Malformed.' }],
    ['a code without a list', { code: 'parse_error', detail: 'Malformed.' }],
    ['a list', ['no']],
    ['a text', 'no'],
    ['null', null],
    ['nothing', undefined],
    ['an empty object', {}],
  ])('%s is no validation error', (_name, json) => {
    expect(readValidationErrors(json)).toBeNull()
  })

  test('there are as many problems as leaves, whatever the nesting', () => {
    const name = fc
      .stringMatching(/^[a-z_]{1,8}$/)
      .filter((text) => !['errors', 'code', 'detail'].includes(text))
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
    const { tree } = fc.letrec<{ tree: unknown; object: Record<string, unknown> }>((tie) => ({
      tree: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('tree'), { maxLength: 4 }), tie('object')),
      object: fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
    }))
    fc.assert(
      fc.property(fc.dictionary(name, tree, { maxKeys: 4 }), (json) => {
        expect(readValidationErrors(json)?.length ?? 0).toBe(leaves(json))
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.record({ attr: fc.string(), code: name, detail: fc.string() })), (errors) => {
        expect(readValidationErrors({ code: 'account_failed_validation', errors })).toEqual(errors)
      }),
    )
  })
})

function leaves(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 1
  return Object.values(node).reduce((sum: number, item) => sum + leaves(item), 0)
}
