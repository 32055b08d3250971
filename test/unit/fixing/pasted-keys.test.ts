// Tests reading keys from a pasted text.
import { expect, test } from 'vitest'
import { keysIn } from '../../../shared/fixing/pasted-keys.ts'

test.each([
  ['one a line', 'A-1\nA-2\r\nA-3', ['A-1', 'A-2', 'A-3'], 0],
  ['cells of a spreadsheet', 'A-1\tB-1\r\n\t\r\nA-2\t', ['A-1', 'B-1', 'A-2'], 0],
  [
    'blanks and quotation marks around them',
    ' "A-1" \n\'A 2\'\n“A-3”\n„A-4“\n\u00a0A-5',
    ['A-1', 'A 2', 'A-3', 'A-4', 'A-5'],
    0,
  ],
  ['what is quoted within', '"A ""1"""\nA"2\n00042', ['A "1"', 'A"2', '00042'], 0],
  ['the same key again', 'A-1\n"A-1"\nA-2\n A-1', ['A-1', 'A-2'], 2],
  ['nothing', ' \n\t\n""', [], 0],
])('reads %s', (_name, text, keys, repeated) => {
  expect(keysIn(text)).toEqual({ keys, repeated })
})
