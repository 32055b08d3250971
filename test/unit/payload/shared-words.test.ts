// Tests the small shared modules: attr paths, account states, sheets, identity, document paths.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountStates,
  inFlightStates,
  isLocked,
  mayMove,
  moves,
  noOutcomes,
  noStates,
  outcomes,
} from '../../../shared/sending/states.ts'
import {
  compareAttr,
  getAt,
  isWithin,
  joinAttr,
  parseAttr,
  printAttr,
  resolveAttr,
  setAt,
} from '../../../shared/payload/attr-path.ts'
import { documentPathFault } from '../../../shared/catalogue/document-path.ts'
import { identityFields, identityOf, identityProblems, statusPath } from '../../../shared/payload/identity.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { nameColumns } from '../../../shared/sheet/name-columns.ts'
import { english } from '../../support/english.ts'

const part = fc.oneof(fc.nat(999_999_999), fc.stringMatching(/^[a-z_]{1,8}$/))
const attr = fc
  .array(fc.oneof(part, fc.constantFrom('01', '1a', '10', '9')), { maxLength: 4 })
  .map((parts) => parts.join('.'))

describe('attr paths', () => {
  it('print back to the parsed text', () => {
    fc.assert(
      fc.property(attr, (text) => {
        expect(printAttr(parseAttr(text))).toBe(text)
      }),
    )
  })
  it('have a total order, with a parent before its children', () => {
    fc.assert(
      fc.property(attr, attr, attr, (a, b, c) => {
        expect(Math.sign(compareAttr(a, b)) + Math.sign(compareAttr(b, a))).toBe(0)
        if (compareAttr(a, b) <= 0 && compareAttr(b, c) <= 0) expect(compareAttr(a, c)).toBeLessThanOrEqual(0)
        if (a !== '') expect(compareAttr(a, joinAttr(a, 'x'))).toBeLessThan(0)
      }),
      { numRuns: 2_000 },
    )
    expect(['c.10', 'c.9', 'c.5a', 'c'].toSorted(compareAttr)).toEqual(['c', 'c.9', 'c.10', 'c.5a'])
  })
  it('return the value that was set', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(20), fc.stringMatching(/^[a-z]{1,4}$/)), { minLength: 1, maxLength: 5 }),
        (path) => {
          const root = {}
          expect(setAt(root, path, 'v')).toBe(true)
          expect(getAt(root, path)).toBe('v')
        },
      ),
    )
  })
  it('never reach a prototype', () => {
    for (const name of ['__proto__', 'prototype', 'constructor']) {
      expect(setAt({}, ['a', name, 'polluted'], 1)).toBe(false)
      expect(getAt({}, [name])).toBeUndefined()
      expect(resolveAttr({}, `${name}.x`).path).toEqual([])
    }
    expect(getAt({}, ['toString'])).toBeUndefined()
    expect(getAt([], ['length'])).toBeUndefined()
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
  it('do not continue below a single value', () => {
    const root = { a: 'x', b: [1] }
    expect(setAt(root, ['a', 'b'], 1)).toBe(false)
    expect(setAt(root, ['b', 'c'], 1)).toBe(false)
    expect(root).toEqual({ a: 'x', b: [1] })
  })
  it('contain each other by whole parts only', () => {
    expect([isWithin('a.10', 'a.1'), isWithin('a.1.b', 'a.1'), isWithin('a', ''), isWithin('', 'a')]).toEqual(
      [false, true, true, false],
    )
  })
  it('resolve to the longest existing part', () => {
    expect(resolveAttr({ a: [{ 'b.c': 1 }] }, 'a.0.b.c.d')).toEqual({ path: ['a', 0, 'b.c'], rest: 'd' })
    expect(resolveAttr({ a: [{}] }, 'a.1.b')).toEqual({ path: ['a'], rest: '1.b' })
  })
  it('resolve like trying every sequence of parts, the longest first', () => {
    const name = fc.constantFrom('a', 'b', 'a.b', 'a.b.a', '', 'a.', '0', '__proto__')
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constant(1),
        fc.array(tie('tree'), { maxLength: 2 }),
        fc.dictionary(name, tie('tree'), { minKeys: 2, maxKeys: 5 }),
      ),
    }))
    const pieces = fc.array(fc.constantFrom('a', 'a', 'b', 'b', '0', '', '__proto__'), { maxLength: 7 })
    fc.assert(
      fc.property(tree, pieces, (payload, parts) => {
        const text = parts.join('.')
        const found = resolveAttr(payload, text)
        expect(found).toEqual(triedOut(payload, text === '' ? [] : parts))
      }),
      { numRuns: 5000 },
    )
  })
})

/** The expected result of `resolveAttr`, by a simple definition. */
function triedOut(payload: unknown, pieces: readonly string[]): { path: (string | number)[]; rest: string } {
  for (let length = pieces.length; length > 0; length -= 1) {
    const name = pieces.slice(0, length).join('.')
    const part = Array.isArray(payload) && /^\d+$/.test(name) && length === 1 ? Number(name) : name
    const isThere = Array.isArray(payload)
      ? typeof part === 'number' && part < payload.length
      : typeof payload === 'object' &&
        payload !== null &&
        name !== '__proto__' &&
        Object.hasOwn(payload, name)
    if (!isThere) continue
    const below = triedOut((payload as Record<string | number, unknown>)[part], pieces.slice(length))
    return { path: [part, ...below.path], rest: below.rest }
  }
  return { path: [], rest: pieces.join('.') }
}

describe('account states', () => {
  it('change only as their table says, never to themselves, and are sent only when queued', () => {
    for (const from of accountStates) {
      expect(moves[from]).not.toContain(from)
      expect(moves[from].length).toBeGreaterThan(0)
      for (const to of accountStates) expect(mayMove(from, to)).toBe(moves[from].includes(to))
    }
    expect(accountStates.filter((from) => mayMove(from, 'sending'))).toEqual(['queued'])
    expect(mayMove('unconfirmed', 'rejected')).toBe(false)
  })
  it('can all be reached from a newly loaded account', () => {
    const reached = new Set<string>(['unvalidated'])
    for (let grown = true; grown; ) {
      const before = reached.size
      for (const from of accountStates) if (reached.has(from)) for (const to of moves[from]) reached.add(to)
      grown = reached.size > before
    }
    expect([...reached].toSorted()).toEqual([...accountStates].toSorted())
  })
  it('lock accounts that may exist at the service, and count every state and outcome', () => {
    expect(accountStates.filter(isLocked).every((state) => inFlightStates.some((one) => one === state))).toBe(
      true,
    )
    expect(Object.keys(noStates())).toEqual([...accountStates])
    expect(Object.keys(noOutcomes())).toEqual([...outcomes])
  })
})

describe('columns', () => {
  it('get unique names, whatever the headers', () => {
    expect(
      nameColumns(['Phone', ' Phone ', '', 'Phone (2)', 'Column 3', 'A \n B']).map((column) => column.name),
    ).toEqual(['Phone', 'Phone (2)', 'Column 3', 'Phone (2) (2)', 'Column 3 (2)', 'A B'])
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('', 'a', 'a (2)', 'a (3)', ' a', 'Column 1', '__proto__')),
        (headers) => {
          expect(new Set(nameColumns(headers).map((column) => column.name)).size).toBe(headers.length)
        },
      ),
    )
  })
})

describe('a mapping file', () => {
  it('has defaults, nests linked sheets, and refuses unknown properties', () => {
    const inner = { sheet: 'M', key: ['a', 'b'], list: 'm', columns: [] }
    const parsed = mappingFile.parse({
      version: 1,
      key: 'K',
      columns: [],
      linked: [{ sheet: 'S', key: 'a', list: 'l', columns: [], linked: [inner] }],
    })
    expect(parsed).toMatchObject({ fixed: [], grouped: [], linked: [{ linked: [{ key: ['a', 'b'] }] }] })
    expect(mappingFile.safeParse({ version: 1, key: 'K', columns: [], more: 1 }).success).toBe(false)
    expect(
      mappingFile.safeParse({ version: 1, key: 'K', columns: [{ column: 'A', field: 'x', ignore: true }] })
        .success,
    ).toBe(false)
  })
})

describe('an identity', () => {
  const template = '/v2/accounts/{import_supplier}/{no.id}/'
  const payload = (id: unknown, supplier: unknown = 'AC ME'): unknown => ({
    import_supplier: supplier,
    no: { id },
  })
  it('makes a status path with every part encoded once', () => {
    expect(identityFields(template)).toEqual(['import_supplier', 'no.id'])
    expect(statusPath(template, payload('A%2F?#é'))).toEqual({
      ok: true,
      path: '/v2/accounts/AC%20ME/A%252F%3F%23%C3%A9/',
    })
    expect(identityProblems(payload('A1'), template)).toEqual([])
  })
  it.each([
    [undefined, 'identity_missing'],
    [null, 'identity_missing'],
    ['', 'identity_missing'],
    [' ', 'identity_missing'],
    ['a/b', 'identity_unsafe'],
    ['.', 'identity_unsafe'],
    ['..', 'identity_unsafe'],
    ['a\nb', 'identity_unsafe'],
    ['\ud800', 'identity_unsafe'],
    [7, 'identity_unsafe'],
  ])('of %j is refused: %s', (id, code) => {
    expect(identityProblems(payload(id), template)).toMatchObject([{ source: 'local', attr: 'no.id', code }])
    expect(statusPath(template, payload(id))).toMatchObject({ ok: false, code })
  })
  it('is equal for equal accounts only', () => {
    expect(identityOf(template, payload('A1'))).toBe(identityOf(template, payload('A1')))
    expect(identityOf(template, payload('b', 'a'))).not.toBe(identityOf(template, payload('a', 'b')))
    expect(identityOf(template, payload('","', 'a'))).not.toBe(identityOf(template, payload('a', '","')))
    expect([identityOf(template, payload(undefined)), identityOf('/none/', payload('a'))]).toEqual([
      null,
      null,
    ])
  })
})

describe('a document path', () => {
  it.each(['/a.pdf', '/a/b c.pdf', '/a..b', '/ä%20.pdf'])('can be %s', (path) =>
    expect(documentPathFault(path)).toBeNull(),
  )
  it.each([
    'a.pdf',
    '/',
    '/a/',
    '//a',
    '/a/../b',
    '/..',
    '/./a',
    '/a\\b',
    '/a\u0000',
    '/a%2Fb',
    '/%2e%2e/a',
    '/a%5cb',
  ])('cannot be %j', (path) => {
    expect(english(documentPathFault(path))).toMatch(/^must/)
  })
})
