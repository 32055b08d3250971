// Tests the texts exchanged with a customer: questions in plain language, and the parsing of the answers.
import { describe, expect, it } from 'vitest'
import {
  isNoAnswer,
  packName,
  readReference,
  referenceOf,
  wishesEmpty,
} from '../../electron/engine/fixing/question-pack/pack-layout.ts'
import { writtenDate } from '../../electron/engine/fixing/question-pack/answers/answer-text.ts'
import {
  type AskedField,
  type AskedProblem,
  dateExample,
  questionAbout,
} from '../../shared/fixing/question-words.ts'
import { inEnglish } from '../../shared/texts/message.ts'
import { createMessageFormat } from '../../shared/texts/message-format.ts'

const field = (more: Partial<AskedField> = {}): AskedField => ({
  label: 'Field',
  format: null,
  kind: 'text',
  required: false,
  minLength: null,
  maxLength: null,
  minimum: null,
  maximum: null,
  datePattern: null,
  hasChoices: false,
  ...more,
})
const local = (code: string | null, message = 'Ours.'): AskedProblem => ({ source: 'local', code, message })
const service = (code: string | null, message: string): AskedProblem => ({
  source: 'validate',
  code,
  message,
})
const ask = (text: string, problems: readonly AskedProblem[], more: Partial<AskedField> = {}): string =>
  inEnglish(questionAbout({ column: 'Col', text, field: field(more), problems }))

describe('a question', () => {
  it.each([
    [
      '564-564',
      'invalid_phone_number',
      {},
      'Which telephone number? What is there, “564-564”, is not one that the platform takes.',
    ],
    [
      'Mrs.',
      'invalid_choice',
      { hasChoices: true },
      'Which choice for “Col”? What is there, “Mrs.”, is not one of the choices. Please choose from the list.',
    ],
    [
      'abcdef',
      'max_length',
      { maxLength: 4 },
      'How can this be put more briefly? What is there, “abcdef”, has 6 characters; at most 4 fit.',
    ],
    [
      'abcdef',
      'max_length',
      {},
      'How can this be put more briefly? What is there, “abcdef”, has 6 characters, more than the platform takes.',
    ],
    [
      '99',
      'max_value',
      { maximum: 28 },
      'What should “Col” be? What is there, “99”, is too large: at most 28 is taken.',
    ],
    [
      '2099-01-01',
      'date_in_future',
      { format: 'date' },
      'Which date is “Col”? What is there, “2099-01-01”, is in the future.',
    ],
    [
      'test@x.org',
      'possible_test_email_address',
      { format: 'email' },
      'Which e-mail address? What is there, “test@x.org”, looks like an address for tests, which the platform refuses.',
    ],
    [
      'x',
      'invalid',
      { format: 'date', datePattern: 'd MMM yyyy' },
      'Which date is “Col”? What is there, “x”, cannot be read as a date. Please write it like 31 Dec 2024.',
    ],
    ['', 'required', {}, 'What should “Col” be? Nothing is there, and the platform needs it.'],
    [
      '',
      'blank',
      { hasChoices: true },
      'Which choice for “Col”? Nothing is there, and the platform needs it. Please choose from the list.',
    ],
  ])('about “%s” with %s is in plain language', (text, code, more, words) => {
    expect(ask(text, [local(code)], more)).toBe(words)
  })

  it('quotes the service for an unknown code, and never uses Carryover’s messages for operators', () => {
    expect(ask('x', [service('odd_code', 'Tariff X is closed.')])).toBe(
      'What should “Col” be? What is there, “x”, was not accepted. The platform says: Tariff X is closed.',
    )
    expect(ask('x', [local('zone_missing', 'Set a datetime conversion.')])).not.toContain('conversion')
  })

  it('combines several problems of a cell, the most informative first', () => {
    const words = ask('12', [service('invalid', 'Not a number here.'), local('invalid_phone_number')])
    expect(words).toBe(
      'Which telephone number? What is there, “12”, is not one that the platform takes. Also: Not a number here.',
    )
  })

  it('is one line, however long the cell is', () => {
    const words = ask(`a\nb ${'x'.repeat(500)}`, [local('invalid_choice')])
    expect(words).not.toContain('\n')
    expect(words.length).toBeLessThan(200)
  })
})

it.each([
  ['dd/MM/yyyy', '31/12/2024'],
  ['d MMM yyyy', '31 Dec 2024'],
  ['yyyy-MM-dd', '2024-12-31'],
  ['M/d/yyyy', '12/31/2024'],
  [null, '2024-12-31'],
])('dates of the pattern %s are shown as %s', (pattern, shown) => {
  expect(dateExample(pattern)).toBe(shown)
})

it.each([
  ['2024-03-04T00:00:00', 'dd/MM/yyyy', '04/03/2024'],
  ['2024-03-04', 'M/d/yyyy', '3/4/2024'],
  ['2024-03-04', 'd MMM yyyy', '4 Mar 2024'],
  ['2024-03-04T15:05:00', 'dd/MM/yyyy hh:mm a', '04/03/2024 03:05 PM'],
  ['2024-03-04T00:00:00', null, '2024-03-04'],
  ['2024-03-04T15:05:00', null, '2024-03-04T15:05:00'],
])('a real date %s is written by %s as %s', (iso, pattern, text) => {
  expect(writtenDate(iso, pattern)).toBe(text)
})

it.each(['-', '--', '?', 'n/a', 'N/A', 'n.a.', ' unknown ', 'TBC', '…'.replace('…', '...'), 'don’t know'])(
  '“%s” counts as no answer',
  (text) => {
    expect(isNoAnswer(text)).toBe(true)
  },
)
it.each(['None Street', 'A-1', '0', 'NA 12', 'No'])('“%s” counts as an answer', (text) => {
  expect(isNoAnswer(text)).toBe(false)
})
it.each(['leave empty', 'Leave Empty ', '(leave empty)', 'DELETE', 'empty'])(
  '“%s” asks that the cell be emptied',
  (text) => {
    expect(wishesEmpty(text)).toBe(true)
  },
)

it('a reference is read back, and no other text is read as one', () => {
  expect(readReference(referenceOf('0123456789ab', 17))).toEqual({ code: '0123456789ab', number: 17 })
  for (const text of ['', '17', '0123456789ab', '0123456789ab-', 'A-1', '0123456789ab-17-2'])
    expect(readReference(text)).toBeNull()
})

it.each([
  ['Customers March.xlsx', 'Customers March questions 2026-03-04.xlsx'],
  ['a/b:c?', 'a b c questions 2026-03-04.xlsx'],
  ['...', 'Batch questions 2026-03-04.xlsx'],
])('the question pack of “%s” is named “%s”', (batch, name) => {
  expect(packName(batch, new Date(2026, 2, 4), createMessageFormat('en', 'en-GB'))).toBe(name)
})
