// Tests copy and paste in the grid: any text stays unchanged, and so does the shape of the block.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCells, printCells } from '../../../../renderer/steps/fix/grid/editing/clipboard-text.ts'

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('\t', '\n', '\r', '"', ' ', '0', '=', "'", 'é'), maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const block = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
  )

describe('cells on the clipboard', () => {
  it('are read back as they were copied, with tabs, quotes, line breaks and empty cells', () => {
    fc.assert(
      fc.property(block, (cells) => {
        expect(parseCells(printCells(cells))).toEqual(cells)
      }),
    )
  })

  it('keep empty cells at the end of a column', () => {
    expect(parseCells(printCells([['07700 900123'], [''], ['']]))).toEqual([['07700 900123'], [''], ['']])
  })

  it('keep leading zeros, long numbers, dates and formulas as text', () => {
    const cells = [['007', '12345678901234567890', '22E1', '03/04/2026', '=1+1', '+44 7700 900123', ' x ']]
    expect(printCells(cells)).toBe(cells[0]?.join('\t'))
    expect(parseCells(printCells(cells))).toEqual(cells)
  })

  it('give one plain text without formatting', () => {
    expect(printCells([['A 1']])).toBe('A 1')
  })
})

describe('text from another program', () => {
  it.each([
    [
      'lines that end as on Windows, the last one too',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['lines that end as on an old Mac', 'a\rb\r', [['a'], ['b']]],
    ['an empty line inside', 'a\n\nb', [['a'], [''], ['b']]],
    ['a line break inside quotes', '"a\r\nb"\tc', [['a\r\nb', 'c']]],
    ['a doubled quote inside quotes', '"say ""hi"""', [['say "hi"']]],
    ['a quote that nothing closes', '"abc\tdef', [['"abc', 'def']]],
    ['a quote that closes too early', '"a"b\tc', [['"a"b', 'c']]],
    ['a quote in the middle', '5" pipe\tx', [['5" pipe', 'x']]],
    ['a tab at the end', 'a\t', [['a', '']]],
    ['lines of different lengths', 'a\tb\nc', [['a', 'b'], ['c']]],
  ])('is read with %s', (_, pasted, cells) => {
    expect(parseCells(pasted)).toEqual(cells)
  })

  it('puts every character into some cell, whatever its quotes', () => {
    fc.assert(
      fc.property(text, (pasted) => {
        const kept = parseCells(pasted)
          .flat()
          .join('')
          .replace(/[\t\r\n"]/g, '')
        expect(kept).toBe(pasted.replace(/[\t\r\n"]/g, ''))
      }),
    )
  })
})
