// Tests fixes that understand a text: the texts that they change, and the ambiguous ones that they leave unchanged.
// No text makes them throw, and the mapping's conversions can parse their results.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixTools } from '../../../electron/engine/accounts/build/phones.ts'
import { compilePattern } from '../../../shared/mapping/conversions/dates/date-patterns.ts'
import { compilePrinter } from '../../../shared/mapping/conversions/dates/date-print.ts'
import { compileFix, type Fix, fix, type FixOf } from '../../../shared/fixing/fix.ts'
import { isOtherNumber } from '../../../shared/fixing/rules/other-number.ts'
import { foundDates, foundNumbers } from '../../../shared/fixing/rules/found.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

function fixed(rule: Fix, text: string): string | null {
  const compiled = compileFix(fix.parse(rule), fixTools)
  if (!compiled.ok) throw new Error(inEnglish(compiled.message))
  return compiled.apply({ text, row: [], above: null })
}
function said(rule: Fix): string {
  const compiled = compileFix(rule, fixTools)
  return compiled.ok ? '' : inEnglish(compiled.message)
}

const phone: FixOf<'phone'> = { kind: 'phone', region: 'GB', form: 'e164', bare: false }
const date: FixOf<'date'> = { kind: 'date', from: ['dd/MM/yyyy'], to: 'yyyy-MM-dd', firstYear: null }
const number: FixOf<'number'> = {
  kind: 'number',
  decimalSign: ',',
  thousandsSign: '.',
  to: '.',
  currency: true,
}

describe('telephone numbers', () => {
  test.each<[string, Fix, string, string | null]>([
    ['with blanks and brackets', phone, '(020) 7946 0123', '+442079460123'],
    ['with + already', phone, '+44 20 7946 0123', '+442079460123'],
    ['with 00', phone, '0044 20 7946 0123', '+442079460123'],
    ['with a zero in brackets', phone, '+44 (0)20 7946 0123', '+442079460123'],
    ['of another country, by its +', phone, '+33 1 42 68 53 00', '+33142685300'],
    ['with what nobody sees', phone, '\u200b020 7946 0123\u00a0', '+442079460123'],
    ['for people', { ...phone, form: 'international' }, '02079460123', '+44 20 7946 0123'],
    ['as dialled', { ...phone, form: 'national' }, '+44 20 7946 0123', '02079460123'],
    ['that lost its zero is left alone', phone, '2079460123', null],
    ['that lost its zero, where that is asked for', { ...phone, bare: true }, '2079460123', '+442079460123'],
    ['that lost its +', { ...phone, bare: true }, '442079460123', '+442079460123'],
    ['without a country', { ...phone, region: null }, '020 7946 0123', null],
    ['without a country, with +', { ...phone, region: null }, '+44 20 7946 0123', '+442079460123'],
    ['with letters is left alone', phone, '020 7946 after six', null],
    ['with an extension is left alone', phone, '020 7946 0123 ext. 4', null],
    ['two at once are left alone', phone, '020 7946 0123 / 020 7946 0124', null],
    ['that is so already', phone, '+442079460123', null],
    ['an empty cell', phone, ' ', null],
    ['of a country that there is none of', { ...phone, region: 'ZZ' }, '020 7946 0123', null],
  ])('%s', (_, rule, text, after) => {
    expect(fixed(rule, text)).toBe(after)
  })
})

describe('dates', () => {
  test.each<[string, Fix, string, string | null]>([
    ['day first', date, '03/04/2020', '2020-04-03'],
    ['outer blanks', date, ' 03/04/2020 ', '2020-04-03'],
    ['a day that does not exist', date, '31/02/2020', null],
    ['written otherwise', date, '3.4.2020', null],
    ['two digits are no year', date, '03/04/20', null],
    [
      'two digits, of the hundred years that were said',
      { ...date, from: ['dd/MM/yy'], firstYear: 1950 },
      '03/04/49',
      '2049-04-03',
    ],
    ['the first of them', { ...date, from: ['dd/MM/yy'], firstYear: 1950 }, '03/04/50', '1950-04-03'],
    ['a month by name', { ...date, from: ['d MMM yyyy'] }, '3 sept 2020', '2020-09-03'],
    ['to a month by name', { ...date, to: 'd MMM yyyy' }, '03/04/2020', '3 Apr 2020'],
    [
      'a time is dropped where none is wanted',
      { ...date, from: ['dd/MM/yyyy HH:mm'] },
      '03/04/2020 14:30',
      '2020-04-03',
    ],
    [
      'a time in half days',
      { ...date, from: ['dd/MM/yyyy HH:mm'], to: 'yyyy-MM-dd h:mm a' },
      '03/04/2020 00:05',
      '2020-04-03 12:05 AM',
    ],
    ['the second pattern', { ...date, from: ['dd/MM/yyyy', 'd.M.yyyy'] }, '3.4.2020', '2020-04-03'],
    ['read by two patterns as two days', { ...date, from: ['dd/MM/yyyy', 'MM/dd/yyyy'] }, '03/04/2020', null],
    [
      'read by two patterns as the same day',
      { ...date, from: ['dd/MM/yyyy', 'MM/dd/yyyy'] },
      '04/04/2020',
      '2020-04-04',
    ],
    ['read by one of two only', { ...date, from: ['dd/MM/yyyy', 'MM/dd/yyyy'] }, '03/25/2020', '2020-03-25'],
  ])('%s', (_, rule, text, after) => {
    expect(fixed(rule, text)).toBe(after)
  })

  test('an invalid pattern, or a time that would be invented, is refused with a message', () => {
    expect(said({ ...date, from: ['dd/MM'] })).toMatch(/does not say where the year stands/)
    expect(said({ ...date, from: ['dd/MM/yy'] })).toMatch(/four digits/)
    expect(said({ ...date, to: 'dd/MM/yy' })).toMatch(/four digits/)
    expect(said({ ...date, to: 'yyyy-MM-dd HH:mm' })).toMatch(/made up/)
  })

  test('a text printed by a pattern can be read by that pattern', () => {
    const patterns = [
      'yyyy-MM-dd',
      'd MMM yyyy',
      'dd.MM.yyyy HH:mm:ss',
      "MM/dd/yyyy'T'hh:mm a",
      'yyyyMMdd',
    ] as const
    const days = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.constantFrom(...patterns), days, (pattern, moment) => {
        const printer = compilePrinter(pattern)
        const reader = compilePattern(pattern, pattern.includes(':') ? 'datetime' : 'date')
        if (!printer.ok || !reader.ok) throw new Error('a pattern of the test is none')
        const timed = printer.timed
        const time = {
          year: moment.getUTCFullYear(),
          month: moment.getUTCMonth() + 1,
          day: moment.getUTCDate(),
          hour: timed ? moment.getUTCHours() : 0,
          minute: timed ? moment.getUTCMinutes() : 0,
          second: pattern.includes('ss') ? moment.getUTCSeconds() : 0,
        }
        expect(reader.pattern.read(printer.print(time))).toEqual({ ok: true, time })
      }),
    )
  })
})

describe('another number', () => {
  test.each([
    ['a decimal point that is gone', '177.89', '17789', true],
    ['a decimal comma that is gone', '74,08', '7408', true],
    ['a minus that is gone', '-318', '318', true],
    ['digits that are cut off', '177.89', '177.8', true],
    ['a thousands sign that is gone', '1,234', '1234', false],
    ['zeros that are gone', '4.50', '4.5', false],
    ['another decimal sign', '4.50', '4,50', false],
    ['a telephone number', '+44 (0)20-7946', '440207946', false],
    ['a text', 'none', '', false],
    ['a text in place of a number', '4.50', 'none', false],
  ])('%s', (_name, before, after, expected) => {
    expect(isOtherNumber(before, after)).toBe(expected)
  })
})

describe('numbers, digits and lengths', () => {
  test.each<[string, Fix, string, string | null]>([
    ['a decimal comma', number, '12,50', '12.50'],
    ['with thousands', number, '1.234,50', '1234.50'],
    ['thousands alone, as was said', number, '1.234', '1234'],
    ['that could be meant otherwise', { ...number, thousandsSign: null }, '1.234', null],
    ['with a currency sign', number, '€ 1.234,50', '1234.50'],
    ['a currency behind', number, '12,50 EUR', '12.50'],
    ['a currency behind a sign', number, '-£5,00', '-5.00'],
    ['a currency that stays', { ...number, currency: false }, '£5,00', null],
    ['to a comma', { ...number, decimalSign: '.', thousandsSign: null, to: ',' }, '1234.5', '1234,5'],
    ['no number', number, 'twelve', null],
    ['digits only', { kind: 'digits', plus: false }, '+44 (0)20-7946', '440207946'],
    ['digits and the + in front', { kind: 'digits', plus: true }, ' +44 20', '+4420'],
    ['no digit', { kind: 'digits', plus: true }, 'none', null],
    ['zeros in front', { kind: 'pad', length: 6 }, '123', '000123'],
    ['long enough', { kind: 'pad', length: 2 }, '123', null],
    ['not digits alone', { kind: 'pad', length: 6 }, 'A12', null],
    ['an empty cell gets no zeros', { kind: 'pad', length: 6 }, '', null],
    ['cut at a word', { kind: 'shorten', length: 9, atWord: true }, 'Long Acre Street', 'Long Acre'],
    [
      'cut within a word, back to the one before',
      { kind: 'shorten', length: 11, atWord: true },
      'Long Acre Street',
      'Long Acre',
    ],
    ['one word alone', { kind: 'shorten', length: 4, atWord: true }, 'Longacre', 'Long'],
    ['short enough', { kind: 'shorten', length: 40, atWord: true }, 'Long Acre', null],
    ['never half a sign', { kind: 'shorten', length: 2, atWord: false }, 'a👨b', 'a'],
  ])('%s', (_, rule, text, after) => {
    expect(fixed(rule, text)).toBe(after)
  })
})

test('every rule accepts any text, and a second run changes nothing more', () => {
  const rules: Fix[] = [
    phone,
    { ...phone, form: 'international', bare: true },
    { kind: 'digits', plus: true },
    { kind: 'pad', length: 8 },
    { kind: 'shorten', length: 5, atWord: false },
    { ...number, decimalSign: '.', thousandsSign: null },
    { ...date, from: ['dd/MM/yyyy', 'yyyy-MM-dd'] },
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'0123456789 +()-./,€aT\u200b') }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...rules), texts, (rule, text) => {
      const once = fixed(rule, text) ?? text
      expect(fixed(rule, once)).toBeNull()
    }),
    { numRuns: 2000 },
  )
})

describe('patterns found in the values', () => {
  const values = (...texts: readonly string[]) => texts.map((text) => ({ text, cells: 2 }))
  const patternsOf = (...texts: readonly string[]) =>
    foundDates(values(...texts)).map(({ patterns }) => patterns.map(({ pattern }) => pattern))

  test('of dates follow their notation; for an ambiguous order of day and month both are listed', () => {
    expect(patternsOf('25.04.2020', '03.04.2020')).toEqual([['d.M.yyyy']])
    expect(patternsOf('03.04.2020', '31/02/2020', '25/02/2020')).toEqual([
      ['d/M/yyyy'],
      ['d.M.yyyy', 'M.d.yyyy'],
    ])
    expect(patternsOf('25/04/20')).toEqual([['d/M/yy']])
    expect(patternsOf('25/04/2020', '04/25/2020')).toEqual([['d/M/yyyy', 'M/d/yyyy']])
    expect(patternsOf('2020-04-03', '3 Apr 2020')).toEqual([['yyyy-M-d'], ['d MMM yyyy']])
    expect(patternsOf('tomorrow', '', '7946')).toEqual([])
    expect(patternsOf('25042020')).toEqual([['ddMMyyyy']])
    expect(patternsOf('25/04/2020 14:30')).toEqual([['d/M/yyyy HH:mm']])
  })

  test('of numbers are found only if one notation is possible', () => {
    expect(foundNumbers(values('12,50', '1.234,50'))).toEqual({ decimalSign: ',', thousandsSign: '.' })
    expect(foundNumbers(values('£12.50', '3'))).toEqual({ decimalSign: '.', thousandsSign: null })
    expect(foundNumbers(values('1,234', '2,345'))).toBeNull()
    expect(foundNumbers(values('many', '3'))).not.toBeNull()
    expect(foundNumbers(values('many', 'few', '3'))).toBeNull()
    expect(foundNumbers([])).toBeNull()
  })
})
