// Tests where the mask takes the place of a known value: in sentences, in the values of messages, and in the text of an
// answer, which stays JSON.
import { expect, test } from 'vitest'
import { createHide } from '../../electron/engine/accounts/masking/mask-values.ts'

test('a value is masked in every string, without case, and other data stays as it is', () => {
  const hide = createHide(['Medical Need', ' ', ''])
  expect(
    hide({
      key: 'Medical Need',
      values: { text: 'medical need of 3', list: ['MEDICAL NEEDS', 4, null, true] },
    }),
  ).toEqual({ key: 'Medical Need', values: { text: '•••• of 3', list: ['••••S', 4, null, true] } })
})

test('a short value is masked as a word of its own and not inside of other words', () => {
  const hide = createHide(['no'])
  expect(hide('The answer “no” is not known: NO.')).toBe('The answer “••••” is not known: ••••.')
})

test('signs of patterns in a value mean themselves, and the longest value is masked first', () => {
  const hide = createHide(['a+b (c)', 'a+b (c) [1-2] {x}|y/z\\^$.*?'])
  expect(hide('a+b (c) [1-2] {x}|y/z\\^$.*? and a+b (c), not aab c')).toBe('•••• and ••••, not aab c')
})

test('an answer of JSON stays JSON, with its texts and equal numbers masked, and is left alone without a value', () => {
  const hide = createHide(['19770329', 'say "x"'])
  expect(JSON.parse(hide.text('{"born": 19770329, "n": 197703290, "said": ["I say \\"x\\"."]}'))).toEqual({
    born: '••••',
    n: 197_703_290,
    said: ['I ••••.'],
  })
  expect(hide.text('{ "a":  1 }')).toBe('{ "a":  1 }')
  expect(hide.text('{"cut": "19770329 and say \\"x\\"')).toBe('{"cut": "•••• and ••••')
})
