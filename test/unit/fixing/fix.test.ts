// Tests each fix rule's result for a cell; null means that the cell is left unchanged.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileFix, type Fix, fix, type FixCell } from '../../../shared/fixing/fix.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

function fixed(rule: Fix, text: string, around: Partial<FixCell> = {}): string | null {
  const compiled = compileFix(fix.parse(rule))
  if (!compiled.ok) throw new Error(inEnglish(compiled.message))
  return compiled.apply({ text, row: [], above: null, ...around })
}
const replace = (
  find: string,
  instead: string,
  match: 'part' | 'cell' | 'pattern',
  matchCase = false,
): Fix => ({
  kind: 'replace',
  find,
  with: instead,
  match,
  matchCase,
})
const tidy: Fix = { kind: 'tidy', trim: true, collapse: true, invisible: true, letters: null }

describe('the result of a rule for a cell', () => {
  test.each<[string, Fix, string, string | null]>([
    ['part of a text, wherever it stands', replace('Rd', 'Road', 'part'), 'Old Rd, rd 2', 'Old Road, Road 2'],
    ['with its case', replace('Rd', 'Road', 'part', true), 'Old Rd, rd 2', 'Old Road, rd 2'],
    ['signs that mean something in patterns are plain', replace('(0)', '', 'part'), '+44 (0)20', '+44 20'],
    ['a dollar in the new text is a dollar', replace('£', '$&', 'part'), '£5', '$&5'],
    ['the whole cell, whatever blanks stand around it', replace('n/a', '', 'cell'), ' N/A ', ''],
    ['a cell that holds more is left', replace('n/a', '', 'cell'), 'n/a yet', null],
    ['a pattern with groups', replace('^(\\d{2})\\.(\\d{2})$', '$2/$1', 'pattern'), '03.04', '04/03'],
    ['a cell without it is left', replace('x', 'y', 'part'), 'abc', null],
    ['a cell that is so already is left', { kind: 'set', text: 'GB' }, 'GB', null],
    ['set', { kind: 'set', text: 'GB' }, '', 'GB'],
    ['clear', { kind: 'clear' }, 'x', ''],
    ['clear leaves an empty cell', { kind: 'clear' }, '', null],
    ['blanks at the ends and within', tidy, '\u00a0 Ann \n Lee ', 'Ann Lee'],
    ['what nobody sees', tidy, 'A\u200bnn\u202e\ufeff', 'Ann'],
    ['what joins the parts of one emoji stays', tidy, '👨\u200d👩\u200d👧', null],
    ['a joiner between letters goes', tidy, 'An\u200dn', 'Ann'],
    ['upper case', { ...tidy, letters: 'upper' }, 'qx1 1aa', 'QX1 1AA'],
    ['titles', { ...tidy, letters: 'title' }, 'ANN-MARIE LEE', 'Ann-Marie Lee'],
    ['a table, without case', { kind: 'table', values: { post: 'PRINT' } }, ' Post', 'PRINT'],
    ['a word that is not in the table', { kind: 'table', values: { post: 'PRINT' } }, 'pigeon', null],
    ['the second part', { kind: 'split', separator: ',', part: 2 }, 'High St, Leeds', 'Leeds'],
    ['the last part', { kind: 'split', separator: ' ', part: -1 }, 'Ann Mary Lee', 'Lee'],
    ['no such part', { kind: 'split', separator: ',', part: 3 }, 'High St, Leeds', null],
  ])('%s', (_, rule, text, after) => {
    expect(fixed(rule, text)).toBe(after)
  })
})

test('an empty cell takes the text of the cell above, and a filled one keeps its own', () => {
  expect(fixed({ kind: 'fill_down' }, ' ', { above: 'Leeds' })).toBe('Leeds')
  expect(fixed({ kind: 'fill_down' }, 'York', { above: 'Leeds' })).toBeNull()
  expect(fixed({ kind: 'fill_down' }, '', { above: null })).toBeNull()
})

test('a cell takes the text of another column, always or only if it is empty', () => {
  const row = ['020 7946 0001', '']
  expect(fixed({ kind: 'take', column: 0, onlyEmpty: true }, '', { row })).toBe('020 7946 0001')
  expect(fixed({ kind: 'take', column: 0, onlyEmpty: true }, 'x', { row })).toBeNull()
  expect(fixed({ kind: 'take', column: 0, onlyEmpty: false }, 'x', { row })).toBe('020 7946 0001')
  expect(fixed({ kind: 'take', column: 9, onlyEmpty: false }, 'x', { row })).toBe('')
})

test('a result longer than a cell can hold leaves the cell unchanged', () => {
  expect(fixed(replace('a', 'b'.repeat(40_000), 'part'), 'a')).toBeNull()
})

test.each<[string, Fix, RegExp]>([
  ['a pattern that is none', replace('(', '', 'pattern'), /“\(” is not a regular expression/],
  ['a part counted from nothing', { kind: 'split', separator: ',', part: 0 }, /counted from 1/],
  [
    'a word twice in a table',
    { kind: 'table', values: { Post: 'PRINT', ' post ': 'ONLINE' } },
    /stands twice in the table/,
  ],
])('%s is refused with a sentence', (_, rule, message) => {
  const compiled = compileFix(rule)
  expect(english(compiled.ok ? '' : compiled.message)).toMatch(message)
})

test('applying a rule twice changes nothing more, except for rules that read other cells', () => {
  const rules: Fix[] = [
    { kind: 'set', text: 'GB' },
    { kind: 'clear' },
    tidy,
    { ...tidy, letters: 'upper' },
    { ...tidy, letters: 'title' },
    replace('n/a', '', 'cell'),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...rules), fc.string({ unit: 'grapheme' }), (rule, text) => {
      const once = fixed(rule, text) ?? text
      expect(fixed(rule, once)).toBeNull()
    }),
  )
})
