import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { guard, unguard } from '../../../shared/sheet/formula-guard.ts'

const tricky = array(
  constantFrom(
    "'",
    '"',
    ',',
    ';',
    '|',
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '＝',
    '＋',
    '－',
    '＠',
    'a',
    ' ',
  ),
  { maxLength: 10 },
)
const anyText = oneof(
  string({ unit: 'binary' }),
  tricky.map((parts) => parts.join('')),
)

test('a guarded text is restored unchanged', () => {
  assert(
    property(anyText, (text) => {
      expect(unguard(guard(text))).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test('no guarded text starts with a character that can start a formula', () => {
  assert(
    property(anyText, (text) => {
      expect(guard(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['+44 20 7946 0123', "'+44 20 7946 0123"],
  ["'=1", "''=1"],
  ['＝1', "'＝1"],
  ["'quoted'", "'quoted'"],
  [' =1', " '=1"],
  ['a=1', 'a=1'],
  ['x;=1+1;y', "x;'''=1+1;y"],
  ['x\t"=1"', "x\t\"'''=1\""],
  ['two\nlines\n-1', "two\nlines\n'''-1"],
  ["x;'''=1", "x;''''''=1"],
  ['Mill Lane 3; rear', 'Mill Lane 3; rear'],
  ['', ''],
])('guard(%j) is %j', (text, expected) => {
  expect(guard(text)).toBe(expected)
})
