// Tests the shapes of wrong values: which values share a shape, and how little a shape reveals of them.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shapeWords, valueShape } from '../../../shared/sheet/value-shape.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

describe('a shape in words', () => {
  test.each<[string, string]>([
    ['', 'empty'],
    [' \u00a0', 'only blanks'],
    ['\u200b', 'only unseen characters'],
    ['(020) 7946 0123', 'digits with blanks and brackets'],
    ['+44 20 7946 0123', 'digits with + in front and blanks'],
    ['020-7946-0123', 'digits with hyphens'],
    ['2079460123', '10 digits'],
    ['7', '1 digit'],
    ['123456789012345678901234', 'more than 20 digits'],
    ['+442079460123', '12 digits with + in front'],
    ['020 7946 0123 ext. 4', 'digits and letters with blanks and dots'],
    ['4.47E+11', 'a number with an exponent'],
    ['03/04/2023', 'a date like NN/NN/NNNN'],
    ['3/4/2023', 'a date like NN/NN/NNNN'],
    ['3.4.23', 'a date like NN.NN.NN'],
    ['2023-04-03', 'a date like NNNN-NN-NN'],
    ['3 Apr 2023', 'a date like NN MMM NNNN'],
    ['03/04/2023 12:30', 'a date like NN/NN/NNNN with a time'],
    ['Mrs.', '“mrs.”'],
    [' MRS. ', '“mrs.”, blanks around it'],
    ['n/a', '“n/a”'],
    ['---', '“---”'],
    ['12,50', 'digits with commas'],
    ['-5', '1 digit with - in front'],
    ['£12.50', 'digits with dots and other signs'],
    ['ann@example.org', 'an address with @'],
    ['ann@example', 'an address with @ with no dot after the @'],
    ['ann lee@example.org', 'an address with @ with blanks'],
    ['a@b.org; c@d.org', 'several @ with blanks and commas'],
    ['Ann\u200b1', 'digits and letters, unseen characters'],
    ['x'.repeat(30), 'letters'],
    ['x'.repeat(60), 'a text of 51 to 100 characters'],
    ['x'.repeat(9000), 'a text of more than 5000 characters'],
  ])('%j is %s', (text, words) => {
    expect(inEnglish(shapeWords(valueShape(text)))).toBe(words)
  })
})

test('values that differ only in their digits have the same shape', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(valueShape(text.replace(/[0-9]/g, '3'))).toBe(valueShape(text.replace(/[0-9]/g, '8')))
    }),
  )
})

test('a shape is short, contains words, and at most one short word without digits from the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ maxLength: 80 })),
      (text) => {
        const shape = valueShape(text)
        expect(shape.length).toBeLessThanOrEqual(120)
        expect(inEnglish(shapeWords(shape))).not.toBe('')
        const word = /word:(.*)$/s.exec(shape)?.[1] ?? ''
        expect(word.length).toBeLessThanOrEqual(24)
        expect(word).not.toMatch(/\d/)
        expect(valueShape(text)).toBe(shape)
      },
    ),
  )
})

test('the shape of a long text contains no name, number or address from it', () => {
  const shape = valueShape('Hermione Farnsworth-Whitby, 12 Elm Close, +44 20 7946 0123, h@example.org')
  expect(shape).not.toMatch(/hermione|7946|example|elm/i)
})
