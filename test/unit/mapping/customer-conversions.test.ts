// Tests the conversions for files as customers send them: dates in any usual spelling, parts of a whole name, one of
// several values in a cell, and amounts with units and accountants' brackets; with the proposals that lead to them.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CatalogueField } from '../../../shared/catalogue/catalogue.ts'
import { convert } from '../../../shared/mapping/conversions/conversions.ts'
import { anyDate } from '../../../shared/mapping/conversions/dates/any-date.ts'
import { compilePrinter } from '../../../shared/mapping/conversions/dates/date-print.ts'
import { looksLikeNames, readName } from '../../../shared/mapping/conversions/names.ts'
import { proposeConversion } from '../../../shared/mapping/conversions/propose/propose-conversion.ts'
import { type Conversion, conversion } from '../../../shared/mapping/file.ts'
import { printDate } from '../../../shared/sheet/written-dates.ts'

const field = (kind: CatalogueField['kind'], format: string | null): CatalogueField => ({
  path: 'field',
  name: 'field',
  order: 0,
  kind,
  format,
  title: 'Field',
  label: 'Field',
  aliases: [],
  requiredInParent: false,
  choices: null,
  minLength: null,
  maxLength: null,
  minimum: null,
  maximum: null,
  sensitive: false,
  notInFuture: false,
})
const made = (text: string, with_: unknown, of = field('text', null)): unknown => {
  const result = convert(text, null, conversion.parse(with_), of)
  return result.ok ? result.value : `! ${result.code}`
}
const date = (text: string, order: 'day' | 'month' = 'day', firstYear = 1930): unknown =>
  made(text, { kind: 'any_date', order, firstYear }, field('text', 'date'))

describe('any usual date', () => {
  it.each([
    ['01/02/2023', '2023-02-01', '2023-01-02'],
    ['3/4/22', '2022-04-03', '2022-03-04'],
    ['21.06.2016', '2016-06-21', '! no_such_date'],
    ['2021-11-26', '2021-11-26', '2021-11-26'],
    ['2021-11-26 00:00:00', '2021-11-26', '2021-11-26'],
    ['04 Apr 2016', '2016-04-04', '2016-04-04'],
    ['4th April 2016', '2016-04-04', '2016-04-04'],
    ['April 4, 2016', '2016-04-04', '2016-04-04'],
    ['4-Apr-16', '2016-04-04', '2016-04-04'],
    ['Mon 4 Apr 2016', '2016-04-04', '2016-04-04'],
    ['1/13/2020', '! no_such_date', '2020-01-13'],
    ['31/02/2021', '! no_such_date', '! no_such_date'],
    ['2021-11-26 09:30', '! invalid', '! invalid'],
    ['1/2.2020', '! invalid', '! invalid'],
    ['soon', '! invalid', '! invalid'],
    ['n/a', '! invalid', '! invalid'],
  ])('%s is %s day first and %s month first', (text, dayFirst, monthFirst) => {
    expect([date(text), date(text, 'month')]).toEqual([dayFirst, monthFirst])
  })

  it('takes a real date cell as it is, in both orders', () => {
    const kept = { kind: 'date', raw: '44526', iso: '2021-11-26' } as const
    for (const order of ['day', 'month'] as const)
      expect(
        convert('26/11/21', kept, { kind: 'any_date', order, firstYear: 1930 }, field('text', 'date')),
      ).toEqual({
        ok: true,
        value: '2021-11-26',
      })
  })

  it('gives two digits a year of the hundred that were stated', () => {
    expect([
      date('1/1/29'),
      date('1/1/30'),
      date('1/1/45', 'day', 1950),
      date('1/1/50', 'day', 1950),
    ]).toEqual(['2029-01-01', '1930-01-01', '2045-01-01', '1950-01-01'])
  })

  it('reads back every day in every spelling that it was printed in', () => {
    const spellings = {
      day: [
        'dd/MM/yyyy',
        'd/M/yyyy',
        'd.M.yyyy',
        'dd-MM-yyyy',
        'dd MMM yyyy',
        'd-MMM-yyyy',
        'yyyy-MM-dd',
        'yyyy/MM/dd',
      ],
      month: ['MM/dd/yyyy', 'M/d/yyyy', 'M-d-yyyy', 'MMM d, yyyy', 'd MMM yyyy', 'yyyy-MM-dd'],
    } as const
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.constantFrom('day' as const, 'month' as const), (moment, order) => {
        const iso = moment.toISOString().slice(0, 10)
        const [year = 0, month = 0, day = 0] = iso.split('-').map(Number)
        const time = { year, month, day, hour: 0, minute: 0, second: 0 }
        for (const pattern of spellings[order]) {
          const printer = compilePrinter(pattern)
          if (!printer.ok) throw new Error(pattern)
          const read = anyDate(order, 1930).read(printer.print(time))
          expect([pattern, read.ok ? printDate(read.time) : read.code]).toEqual([pattern, iso])
        }
      }),
    )
  })

  it('is proposed with an order only if all cells are read so, and asked about with counts otherwise', () => {
    const proposed = (values: string[]) => proposeConversion(field('text', 'date'), values)
    expect(proposed(['01/02/2023', '3/4/22', '21.06.2016', '2021-11-26', '04 Apr 2016'])).toMatchObject({
      kind: 'proposed',
      conversion: { kind: 'any_date', order: 'day' },
      certainty: 'likely',
    })
    expect(proposed(['1/13/2020', '2021-11-26', '4-Apr-16'])).toMatchObject({
      conversion: { kind: 'any_date', order: 'month' },
    })
    const asked = proposed(['01/02/2023', '3/4/22', '21.06.2016', '2021-11-26', 'n/a'])
    expect(asked).toMatchObject({
      kind: 'ask',
      alternatives: [
        { conversion: { order: 'day' }, meaning: { values: { read: 4, n: 5 } } },
        { conversion: { order: 'month' }, meaning: { values: { read: 3, n: 5 } } },
      ],
    })
  })
})

describe('a part of a name', () => {
  it.each([
    ['Mr John Smith', 'Mr', 'John', 'Smith'],
    ['Smith, John', null, 'John', 'Smith'],
    ['Smith, Mr John Paul', 'Mr', 'John Paul', 'Smith'],
    ['Dr. Ana Maria de la Cruz', 'Dr.', 'Ana Maria', 'de la Cruz'],
    ['Mrs O’Brien', 'Mrs', null, 'O’Brien'],
    ['Ms Mary-Ann van der Berg', 'Ms', 'Mary-Ann', 'van der Berg'],
    ['John Smith Jr', null, 'John', 'Smith'],
    ['Mr J Smith', 'Mr', 'J', 'Smith'],
  ])('%s has the title %s, the given name %s and the family name %s', (text, title, given, family) => {
    const part = (name: string): unknown => made(text, { kind: 'name', part: name })
    expect([part('title'), part('given'), part('family')]).toEqual([title, given, family])
  })

  it.each(['Mr & Mrs Smith', 'John and Mary Smith', 'Acme Ltd', 'Madonna', 'Smith, John, Paul'])(
    'is not guessed for %s',
    (text) => expect(made(text, { kind: 'name', part: 'family' })).toBe('! invalid'),
  )

  it('gives back both names of every “Family, Given” and “Given Family”', () => {
    const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/).filter((one) => readName(`Xx ${one}`).ok)
    fc.assert(
      fc.property(word, word, (given, family) => {
        const expected = readName(`${given} ${family}`)
        fc.pre(expected.ok && expected.parts.title === '' && expected.parts.family === family)
        expect(readName(`${family}, ${given}`)).toEqual(expected)
      }),
    )
  })

  it('is offered for columns of whole names alone', () => {
    expect(looksLikeNames(['Mr John Smith', 'Bell, Ann', 'Cy Dole'])).toBe(true)
    expect(looksLikeNames(['Smith', 'Bell', 'Dole'])).toBe(false)
    expect(looksLikeNames(['1 High Street', '2 Mill Lane'])).toBe(false)
    expect(looksLikeNames(['Acme Ltd', 'Bell Trust'])).toBe(false)
  })
})

describe('several values in one cell', () => {
  it.each([
    ['020 7946 0101 / 07700 900123', 1, '020 7946 0101'],
    ['020 7946 0101 / 07700 900123', 2, '07700 900123'],
    ['a@x.org; b@y.org', 2, 'b@y.org'],
    ['a@x.org or b@y.org', 1, 'a@x.org'],
    ['020 7946 0101', 1, '020 7946 0101'],
    ['020 7946 0101', 2, null],
  ])('%s: number %i is %s', (text, part, value) => expect(made(text, { kind: 'several', part })).toBe(value))

  it('are proposed only for telephone numbers and e-mail addresses, and never as certain', () => {
    const values = ['020 7946 0101 / 07700 900123', '020 7946 0102']
    expect(proposeConversion(field('text', 'phone'), values)).toMatchObject({
      kind: 'proposed',
      conversion: { kind: 'several', part: 1 },
      certainty: 'possible',
    })
    expect(proposeConversion(field('text', null), values).kind).toBe('fits')
    expect(proposeConversion(field('text', 'email'), ['a@x.org', 'b@y.org']).kind).toBe('fits')
  })
})

describe('amounts as accountants write them', () => {
  const amount = (values: string[]): readonly unknown[] => {
    const proposal = proposeConversion(field('number', null), values)
    const taken: Conversion | null = proposal.kind === 'proposed' ? proposal.conversion : null
    return taken === null ? [proposal.kind] : values.map((text) => made(text, taken, field('number', null)))
  }
  it('lose their currency sign and unit, and brackets make them negative', () => {
    expect(amount(['£1,234.50', '(45.10)', '£12.00'])).toEqual([1234.5, -45.1, 12])
    expect(amount(['£(45.10)', '£12.00'])).toEqual([-45.1, 12])
    expect(amount(['12 kWh', '1,250.5 kWh', '7kWh'])).toEqual([12, 1250.5, 7])
  })
  it('are not converted with two units, a percentage or an open bracket', () => {
    expect(amount(['12 kWh', '3 MWh'])).toEqual(['none'])
    expect(amount(['12 %', '3 %'])).toEqual(['none'])
    expect(amount(['(45.10', '12.00'])).toEqual(['none'])
  })
  it('keep a bracket as a fault where nobody chose that it means minus', () => {
    expect(made('(45.10)', { kind: 'decimal' }, field('number', null))).toBe('! invalid')
    expect(made('(-45.10)', { kind: 'decimal', brackets: true }, field('number', null))).toBe('! invalid')
  })
})
