// Cells are stored as a JSON list; lists without escapes are read in a shorter way, which gives the same texts.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellsOfText } from '../../../shared/sheet/sheet.ts'

const marks = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', 'a', ' ', '\n', '\u2028', 'ü') })

test('cells are what JSON reads, whatever they hold', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(marks, fc.string({ unit: 'binary' }), fc.constant(''))), (cells) => {
      expect(cellsOfText(JSON.stringify(cells))).toEqual(cells)
    }),
    { examples: [[[]], [['']], [['', '']], [['","']], [['a', 'b"']], [['\\']]] },
  )
})

test.each([
  '{}',
  '"a"',
  '[1]',
  '["a",1]',
  '["a",1,"b"]',
  '["a",["b"]]',
  '[null,"a"]',
  '["a" ,"b"',
  '["a""b"]',
])('a text that is no list of texts is refused: %s', (text) => {
  expect(() => cellsOfText(text)).toThrow(/JSON|no list of texts/)
})
