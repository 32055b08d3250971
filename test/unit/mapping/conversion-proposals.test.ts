// Tests conversion proposals from a column's values: the proposals with their evidence, the questions, and the
// cases without a proposal.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import type { CatalogueField } from '../../../shared/catalogue/catalogue.ts'
import { createConverter } from '../../../shared/mapping/conversions/conversions.ts'
import { proposeChoices } from '../../../shared/mapping/conversions/propose/propose-choices.ts'
import { proposeConversion } from '../../../shared/mapping/conversions/propose/propose-conversion.ts'
import { proposeDatePatterns } from '../../../shared/mapping/conversions/propose/propose-dates.ts'
import type { Sample } from '../../../shared/mapping/conversions/propose/samples.ts'
import { english } from '../../support/english.ts'

const read = readCatalogue({
  type: 'object',
  properties: {
    text: { type: 'string' },
    date: { type: 'string', format: 'date' },
    secret: { type: 'string', format: 'date', 'x-sensitive': true },
    moment: { type: 'string', format: 'date-time' },
    decimal: { type: 'string', format: 'decimal' },
    kind: { type: 'string', enum: ['DOMESTIC', 'BUSINESS'] },
    means: { type: 'string', enum: ['DIRECT_DEBIT', 'CARD', 'CASH'] },
    integer: { type: 'integer' },
    number: { type: 'number' },
    boolean: { type: 'boolean' },
  },
})
function field(name: string): CatalogueField {
  const found = read.ok ? read.catalogue.fieldAt(name) : null
  if (found === null) throw new Error(name)
  return found
}
const realDate = (iso: string): Sample => ({ text: iso, kept: { kind: 'date', raw: '45000', iso } })
const patternsOf = (values: readonly Sample[]): string[] =>
  proposeDatePatterns(values).fits.map((fit) => fit.pattern)

describe('date patterns', () => {
  it.each<[string, readonly Sample[], readonly string[]]>([
    ['days after the 12th decide', ['03/04/2026', '25/04/2026'], ['dd/MM/yyyy']],
    ['months first, decided', ['03/04/2026', '03/25/2026'], ['MM/dd/yyyy']],
    ['nothing decides', ['03/04/2026', '05/06/2026'], ['dd/MM/yyyy', 'MM/dd/yyyy']],
    ['the same day and month decide nothing', ['03/03/2026'], ['dd/MM/yyyy', 'MM/dd/yyyy']],
    ['both occur', ['25/03/2026', '03/25/2026'], []],
    ['one digit', ['3/4/2026', '25/12/2026'], ['d/M/yyyy']],
    ['points', ['03.04.2026', '25.04.2026'], ['dd.MM.yyyy']],
    ['year first is never in doubt', ['2026/03/04', '2026/05/06'], ['yyyy/MM/dd']],
    ['year first with a month past 12', ['2026/13/04'], []],
    ['a month’s name', ['3 Apr 2026', '13 May 2026'], ['d MMM yyyy']],
    ['a month’s full name first', ['April 3, 2026', 'May 13, 2026'], ['MMM d, yyyy']],
    ['eight digits', ['20260403', '20261225'], ['yyyyMMdd']],
    ['eight digits, day first', ['25122026', '03042026'], ['ddMMyyyy']],
    ['eight digits that are no dates', ['12345678', '99999999'], []],
    ['two-digit years', ['03/04/26', '25/04/26'], []],
    ['mixed separators', ['25/04/2026', '25-04-2026'], []],
    ['a word between', ['25/04/2026', 'TBC'], []],
    ['no dates', ['020 7946 0123', 'Ann'], []],
    ['a day that does not exist', ['31/02/2026'], []],
    ['with a time, where a date is wanted', ['25/04/2026 09:30'], []],
    [
      'error cells are left aside',
      ['25/04/2026', { text: '#N/A', kept: { kind: 'error', raw: '#N/A' } }],
      ['dd/MM/yyyy'],
    ],
    ['nothing at all', ['', ' '], []],
  ])('%s', (_, values, expected) => expect(patternsOf(values)).toEqual(expected))

  it('come with their evidence: the ambiguous and the deciding values', () => {
    const found = proposeDatePatterns(['03/04/2026', '25/04/2026', '05/06/2026', '26/04/2026', '27/04/2026'])
    expect(english(found)).toMatchObject({
      cells: 5,
      ambiguous: 2,
      deciding: 3,
      certainty: 'certain',
      question: null,
      warning: null,
      evidence:
        '3 cells can be read in one way only (“25/04/2026”, “26/04/2026”, “27/04/2026”); 2 alone could be read in two ways.',
    })
    expect(proposeDatePatterns(['03/04/2026', '25/04/2026']).certainty).toBe('likely')
  })
  it('are asked about once for the column, with the meaning of each', () => {
    const found = proposeDatePatterns(['03/03/2026', '03/04/2026', '05/06/2026'])
    expect(found.certainty).toBe(null)
    expect(english(found.evidence)).toBe('2 cells of 3 can be read in two ways, and none decides.')
    expect(english(found.question)).toBe(
      'Are these dates written day first or month first? 2 of 3 values can be read either way, and no other value decides. “03/04/2026” would be 2026-04-03 or 2026-03-04.',
    )
  })
  it('name the nearest pattern if one value does not fit', () => {
    const found = proposeDatePatterns(['25/04/2026', '26/04/2026', 'TBC', '27/04/26'])
    expect(found.fits).toEqual([])
    expect(found.nearest).toEqual({ pattern: 'dd/MM/yyyy', reads: 2, misses: ['TBC', '27/04/26'] })
    expect(english(found.evidence)).toContain('two-digit year')
  })
  it('warn if the spreadsheet itself seems to have swapped days and months', () => {
    const mixed = [realDate('2026-03-04'), realDate('2026-05-06'), '25/04/2026', '26/04/2026']
    const found = proposeDatePatterns(mixed)
    expect(found).toMatchObject({ cells: 2, realDates: 2, certainty: 'possible' })
    expect(english(found.warning)).toContain('probably swapped day and month')
    expect(proposeDatePatterns([realDate('2026-03-25'), '25/04/2026']).warning).toBe(null)
    expect(proposeDatePatterns([realDate('2026-03-04'), '03/04/2026', '25/04/2026']).warning).toBe(null)
  })
  it('include times if the field needs them', () => {
    const fits = (...values: string[]): string[] =>
      proposeDatePatterns(values, { kind: 'datetime' }).fits.map((fit) => fit.pattern)
    expect(fits('25/04/2026 09:30')).toEqual(['dd/MM/yyyy HH:mm'])
    expect(fits('2026-04-25T09:30:15')).toEqual(['yyyy-MM-ddTHH:mm:ss'])
    expect(fits('4/25/2026 9:30 AM', '12/1/2026 12:05 PM')).toEqual(['M/d/yyyy h:mm a'])
    expect(fits('25/04/2026')).toEqual([])
    expect(fits('20260425 0930')).toEqual([])
  })
  it('of a masked field contain no value', () => {
    const text = JSON.stringify([
      proposeDatePatterns(['03/04/2026', '25/04/2026', 'TBC'], { sensitive: true }),
      proposeDatePatterns(['03/04/2026', '25/04/2026'], { sensitive: true }),
      proposeDatePatterns(['03/04/2026'], { sensitive: true }),
    ])
    expect(text).not.toMatch(/2026|TBC/)
  })
})

describe('choices for unknown words', () => {
  it.each([
    ['direct debit', 'DIRECT_DEBIT', 'certain'],
    ['Direct-Débit', 'DIRECT_DEBIT', 'certain'],
    ['direct debits', 'DIRECT_DEBIT', 'likely'],
    ['Cards', 'CARD', null],
    ['DD', 'DIRECT_DEBIT', 'possible'],
    ['direct', 'DIRECT_DEBIT', 'likely'],
    ['dircet debit', 'DIRECT_DEBIT', 'likely'],
    ['by card', 'CARD', 'possible'],
    ['not by card', null, null],
    ['card or cash', null, null],
    ['C', null, null],
    ['CA', null, null],
    ['cheque', null, null],
    ['?', null, null],
  ])('%s', (value, choice, certainty) => {
    const [found] = proposeChoices([value], ['DIRECT_DEBIT', 'CARD', 'CASH'])
    expect(found?.choice).toBe(choice)
    if (certainty !== null) expect(found).toMatchObject({ certainty })
  })
  it.each([
    ['inactive', ['ACTIVE', 'CLOSED']],
    ['non domestic', ['DOMESTIC', 'BUSINESS']],
    ['non-domestic', ['DOMESTIC', 'BUSINESS']],
    ['female', ['MALE']],
    ['unpaid', ['PAID']],
    ['10', ['1', '100']],
    ['level 2', ['LEVEL_1', 'LEVEL_3']],
    ['ex-customer', ['CUSTOMER']],
    ['exporting', ['IMPORTING']],
  ])('“%s” is never matched to its opposite among %j', (value, choices) =>
    expect(proposeChoices([value], choices)).toMatchObject([{ choice: null }]),
  )
  it('are listed in the order of the values, and two possible ones are both named', () => {
    const found = proposeChoices(['dom', 'x', 'b'], ['DOMESTIC', 'BUSINESS', 'BULK'])
    expect(found.map((one) => one.choice)).toEqual(['DOMESTIC', null, null])
    expect(english(found[2]?.reason)).toBe('It could mean BUSINESS or BULK.')
  })
})

describe('the conversion that makes every value fit', () => {
  const of = (name: string, values: readonly Sample[], zone?: string): unknown =>
    proposeConversion(field(name), values, zone === undefined ? {} : { zone })
  it.each<[string, string, readonly Sample[]]>([
    ['text always', 'text', ['a', '007']],
    ['ISO dates', 'date', ['2026-03-04', realDate('2026-05-06')]],
    ['ISO moments', 'moment', ['2026-03-04T09:30:00Z']],
    ['plain decimals', 'decimal', ['1.50', '22', '0.125']],
    ['true and false', 'boolean', ['TRUE', 'false']],
    ['the choices themselves', 'kind', ['DOMESTIC', 'BUSINESS']],
    ['no value at all', 'date', ['', ' ']],
  ])('is not needed for: %s', (_, name, values) => expect(of(name, values)).toMatchObject({ kind: 'fits' }))

  it.each<[string, readonly Sample[], unknown, string]>([
    ['date', ['25/04/2026', '03/04/2026'], { kind: 'date', pattern: 'dd/MM/yyyy' }, 'likely'],
    ['date', ['3 Apr 2026', '4 Apr 2026', '5 May 2026'], { kind: 'date', pattern: 'd MMM yyyy' }, 'certain'],
    ['decimal', ['1,234.50', '12.00'], { kind: 'decimal', decimalSign: '.', thousandsSign: ',' }, 'likely'],
    ['decimal', ['1.234,50', '12'], { kind: 'decimal', decimalSign: ',', thousandsSign: '.' }, 'likely'],
    ['number', ['12,5', '1'], { kind: 'decimal', decimalSign: ',' }, 'likely'],
    ['integer', ['1,000,000', '12'], { kind: 'integer', thousandsSign: ',' }, 'likely'],
    ['integer', ['1,000', '12'], { kind: 'integer', thousandsSign: ',' }, 'possible'],
    ['boolean', ['Y', 'n', 'y'], { kind: 'boolean', yes: ['y'], no: ['n'] }, 'likely'],
    ['boolean', ['Y'], { kind: 'boolean', yes: ['y'], no: ['n'] }, 'possible'],
    ['boolean', ['1', '0'], { kind: 'boolean', yes: ['1'], no: ['0'] }, 'likely'],
    [
      'means',
      ['Direct debit', 'card'],
      {
        kind: 'choice',
        values: { DIRECT_DEBIT: 'DIRECT_DEBIT', CARD: 'CARD', CASH: 'CASH', 'Direct debit': 'DIRECT_DEBIT' },
      },
      'certain',
    ],
  ])('of %s for %j', (name, values, conversion, certainty) =>
    expect(of(name, values)).toMatchObject({ kind: 'proposed', conversion, certainty }),
  )
  it('removes a single currency, but not several', () => {
    expect(of('decimal', ['£1,234.50', '£ 3.00'])).toMatchObject({
      kind: 'proposed',
      conversion: {
        kind: 'steps',
        steps: [
          { kind: 'text', replace: [{ find: '£', with: '' }] },
          { kind: 'decimal', thousandsSign: ',' },
        ],
      },
    })
    expect(of('decimal', ['£1.50', '$3.00'])).toMatchObject({ kind: 'none' })
    expect(of('decimal', ['GBP 1.50', '3.00 EUR'])).toMatchObject({ kind: 'none' })
    expect(of('decimal', ['5%'])).toMatchObject({ kind: 'none' })
  })
  it('is asked for if the values can be read in two ways', () => {
    expect(english(of('date', ['03/04/2026']))).toMatchObject({
      kind: 'ask',
      alternatives: [
        { conversion: { pattern: 'dd/MM/yyyy' }, meaning: 'day first: “03/04/2026” is 2026-04-03' },
        { conversion: { pattern: 'MM/dd/yyyy' }, meaning: 'month first: “03/04/2026” is 2026-03-04' },
      ],
    })
    for (const text of ['1,234', '1.234'])
      expect(english(of('decimal', [text, '12']))).toMatchObject({
        kind: 'ask',
        alternatives: [
          { meaning: expect.stringContaining(text) },
          { meaning: expect.stringContaining(text) },
        ],
      })
    expect(of('decimal', ['0.125', '1.234'])).toMatchObject({ kind: 'fits' })
  })
  it('asks for the zone of times, unless it is known', () => {
    expect(english(of('moment', ['25/04/2026 09:30']))).toMatchObject({
      kind: 'ask',
      question: expect.stringContaining('time zone'),
    })
    expect(of('moment', ['25/04/2026 09:30'], 'Europe/London')).toMatchObject({
      kind: 'proposed',
      conversion: { kind: 'datetime', pattern: 'dd/MM/yyyy HH:mm', zone: 'Europe/London' },
    })
  })
  it('is a table to be completed if words are unknown', () => {
    expect(of('means', ['card', 'dd', 'cheque'])).toMatchObject({
      kind: 'table',
      unknown: [
        { value: 'dd', choice: 'DIRECT_DEBIT', certainty: 'possible' },
        { value: 'cheque', choice: null },
      ],
    })
  })
  it.each<[string, readonly Sample[]]>([
    ['date', ['25/04/2026', 'TBC']],
    ['boolean', ['Y', 'N', 'maybe']],
    ['decimal', ['12', 'n/a']],
    ['integer', ['1.5']],
    ['text', ['4.477E+11']],
  ])('is none for %s from %j', (name, values) => expect(of(name, values)).toMatchObject({ kind: 'none' }))
})

describe('always', () => {
  const anything = fc.array(
    fc.oneof(
      fc.stringMatching(/^\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}$/),
      fc.stringMatching(/^-?\d{1,3}(?:[.,]\d{1,3}){0,2}$/),
      fc.constantFrom('Y', 'n', 'yes', 'card', 'DD', '', '1', '0', '£5', '__proto__', 'n/a'),
      fc.string(),
    ),
    { maxLength: 6 },
  )
  it('a proposed or offered conversion reads every value it was made for; usual dates that are offered say how many', () =>
    fc.assert(
      fc.property(
        anything,
        fc.constantFrom('text', 'date', 'moment', 'decimal', 'means', 'integer', 'number', 'boolean'),
        (values, name) => {
          const found = proposeConversion(field(name), values, { zone: 'UTC' })
          const given =
            found.kind === 'proposed'
              ? [found.conversion]
              : found.kind === 'ask'
                ? found.alternatives.map((one) => one.conversion)
                : []
          for (const conversion of given) {
            // Offered in both orders, with the cells that each reads; the rest is listed beside it.
            if (found.kind === 'ask' && conversion.kind === 'any_date') continue
            const made = createConverter(conversion, field(name))
            expect(values.map((text) => (made.ok ? made.convert(text, null).ok : false))).not.toContain(false)
          }
        },
      ),
      { numRuns: 1000 },
    ))
  it('dates printed in one order are never read in the other with certainty', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 })), {
          minLength: 1,
          maxLength: 12,
        }),
        (days) => {
          const two = (value: number): string => String(value).padStart(2, '0')
          const fits = patternsOf(days.map(([day, month]) => `${two(day)}/${two(month)}/2026`))
          expect(fits).toContain('dd/MM/yyyy')
          expect(fits.length === 1).toBe(days.some(([day]) => day > 12))
        },
      ),
    ))
})
