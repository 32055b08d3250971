// Tests the conversions, one table each: the value made from a text, or the error.
import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import type { CatalogueField } from '../../../shared/catalogue/catalogue.ts'
import { convert, createConverter } from '../../../shared/mapping/conversions/conversions.ts'
import { conversion } from '../../../shared/mapping/file.ts'
import type { KeptCell } from '../../../shared/sheet/sheet.ts'
import { english } from '../../support/english.ts'

const read = readCatalogue({
  type: 'object',
  properties: {
    text: { type: 'string' },
    secret: { type: 'string', format: 'date', 'x-sensitive': true },
    date: { type: 'string', format: 'date' },
    moment: { type: 'string', format: 'date-time' },
    decimal: { type: 'string', format: 'decimal' },
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
type Row = readonly [field: string, text: string, kept: KeptCell | null, expected: unknown]
/** Results that differ from the table; a refusal is printed as `! code`. */
function mismatches(given: unknown, rows: readonly Row[]): string[] {
  const parsed = given === null ? null : conversion.parse(given)
  return rows.flatMap(([name, text, kept, expected]) => {
    const result = convert(text, kept, parsed, field(name))
    const came = result.ok ? result.value : `! ${result.code}`
    return Object.is(came, expected)
      ? []
      : [`${name} ${JSON.stringify(text)}: ${JSON.stringify(came)}, not ${JSON.stringify(expected)}`]
  })
}
const number = (raw: string): KeptCell => ({ kind: 'number', raw })
const real = (iso: string, kind: KeptCell['kind'] = 'date'): KeptCell => ({ kind, raw: '45000', iso })

describe('without a conversion the type of the field applies', () => {
  it('text stays text and never becomes a number', () =>
    expect(
      mismatches(null, [
        ['text', '007', null, '007'],
        ['text', ' Ann \u00a0', null, 'Ann'],
        ['text', 'a  b', null, 'a  b'],
        ['text', '\u00a0 \t', null, null],
        ['text', '', null, null],
        ['text', '123456789012345678', null, '123456789012345678'],
        ['text', '22E1', null, '22E1'],
        ['text', '4.477E+11', null, '! digits_lost'],
        ['text', '123456789012345680', number('1.2345678901234568E+17'), '! digits_lost'],
        ['text', '1234567890123450', number('1234567890123450'), '! digits_lost'],
        ['text', '0.1', number('0.10000000000000001'), '0.1'],
        ['text', '#N/A', { kind: 'error', raw: '#N/A' }, '! error_cell'],
      ]),
    ).toEqual([]))
  it('whole numbers', () =>
    expect(
      mismatches(null, [
        ['integer', '12', null, 12],
        ['integer', '-3', null, -3],
        ['integer', '012', null, 12],
        ['integer', '1.5', null, '! invalid'],
        ['integer', '1,000', null, '! invalid'],
        ['integer', '1,000', number('1000'), 1000],
        ['integer', '1e3', null, '! invalid'],
        ['integer', '12345678901234567', null, '! digits_lost'],
      ]),
    ).toEqual([]))
  it('numbers and decimals keep every digit', () =>
    expect(
      mismatches(null, [
        ['number', '1.50', null, 1.5],
        ['number', '0.1234567890123456789', null, '! digits_lost'],
        ['decimal', '0.1234567890123456789', null, '0.1234567890123456789'],
        ['decimal', '007.50', null, '7.50'],
        ['decimal', '-0.00', null, '0.00'],
        ['decimal', '+5', null, '5'],
        ['decimal', '.5', null, '0.5'],
        ['decimal', '5.', null, '! invalid'],
        ['decimal', '.', null, '! invalid'],
        ['decimal', '-', null, '! invalid'],
        ['decimal', '£1,234.50', null, '! invalid'],
        ['decimal', '£1,234.50', number('1234.5'), '1234.50'],
        ['decimal', '(1,234.50)', number('-1234.5'), '-1234.50'],
        ['decimal', '50%', number('0.5'), '! invalid'],
        ['decimal', '1.5E+10', number('15000000000'), '! invalid'],
      ]),
    ).toEqual([]))
  it('booleans', () =>
    expect(
      mismatches(null, [
        ['boolean', 'TRUE', { kind: 'boolean', raw: '1' }, true],
        ['boolean', 'false', null, false],
        ['boolean', 'yes', null, '! invalid'],
        ['boolean', '1', null, '! invalid'],
      ]),
    ).toEqual([]))
  it('dates', () =>
    expect(
      mismatches(null, [
        ['date', '2026-03-04', null, '2026-03-04'],
        ['date', '04/03/2026', null, '! invalid'],
        ['date', '04/03/2026', real('2026-03-04'), '2026-03-04'],
        ['date', 'x', real('2026-03-04T00:00:00', 'datetime'), '2026-03-04'],
        ['date', 'x', real('2026-03-04T09:30:00', 'datetime'), '! invalid'],
        ['date', '09:30', real('09:30:00', 'time'), '! invalid'],
        ['date', '2026-02-29', null, '! no_such_date'],
        ['date', '2024-02-29', null, '2024-02-29'],
        ['date', '1900-02-29', null, '! no_such_date'],
      ]),
    ).toEqual([]))
  it('moments', () =>
    expect(
      mismatches(null, [
        ['moment', '2026-03-04T09:30:00Z', null, '2026-03-04T09:30:00Z'],
        ['moment', '2026-03-04T09:30:00+02:00', null, '2026-03-04T07:30:00Z'],
        ['moment', '2026-03-04T00:30-01:00', null, '2026-03-04T01:30:00Z'],
        ['moment', '2026-03-04T09:30:00.999Z', null, '2026-03-04T09:30:00Z'],
        ['moment', '2026-03-04T09:30:00', null, '! zone_missing'],
        ['moment', 'x', real('2026-03-04T09:30:00', 'datetime'), '! zone_missing'],
        ['moment', '2026-03-04T24:00:00Z', null, '! no_such_time'],
        ['moment', '2026-03-04', null, '! invalid'],
      ]),
    ).toEqual([]))
})

describe('with a conversion', () => {
  it('text can keep its surrounding blanks', () => {
    expect(
      mismatches({ kind: 'text', trim: false }, [
        ['text', ' a ', null, ' a '],
        ['text', '  ', null, null],
      ]),
    ).toEqual([])
  })
  it('a date by its pattern: day and month are never swapped, two-digit years are refused', () => {
    expect(
      mismatches({ kind: 'date', pattern: 'dd/MM/yyyy' }, [
        ['date', '03/04/2026', null, '2026-04-03'],
        ['date', '31/02/2026', null, '! no_such_date'],
        ['date', '12/31/2026', null, '! no_such_date'],
        ['date', '03/04/26', null, '! two_digit_year'],
        ['date', '3/4/2026', null, '! invalid'],
        ['date', '2026-04-03', null, '! invalid'],
        ['date', '03/04/2026', real('2026-03-04'), '2026-03-04'],
        ['date', '03/04/0026', null, '! no_such_date'],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'date', pattern: 'd MMM yyyy' }, [
        ['date', '3 Apr 2026', null, '2026-04-03'],
        ['date', '13 SEPTEMBER 2026', null, '2026-09-13'],
        ['date', '3 Sept 2026', null, '2026-09-03'],
        ['date', '3 Foo 2026', null, '! no_such_date'],
        ['date', '3 Septem 2026', null, '! no_such_date'],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'date', pattern: 'yyyyMMdd' }, [['date', '20260403', null, '2026-04-03']]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'date', pattern: 'M.d.yyyy' }, [['date', '4.3.2026', null, '2026-04-03']]),
    ).toEqual([])
  })
  it('a datetime in its zone; skipped and repeated hours are refused', () => {
    expect(
      mismatches({ kind: 'datetime', pattern: 'dd/MM/yyyy HH:mm', zone: 'Europe/London' }, [
        ['moment', '04/03/2026 09:30', null, '2026-03-04T09:30:00Z'],
        ['moment', '04/07/2026 09:30', null, '2026-07-04T08:30:00Z'],
        ['moment', '29/03/2026 01:30', null, '! no_such_time'],
        ['moment', '29/03/2026 02:00', null, '2026-03-29T01:00:00Z'],
        ['moment', '25/10/2026 01:30', null, '! ambiguous_time'],
        ['moment', '25/10/2026 02:00', null, '2026-10-25T02:00:00Z'],
        ['moment', 'x', real('2026-07-04T09:30:00', 'datetime'), '2026-07-04T08:30:00Z'],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'datetime', pattern: "yyyy-MM-dd'T'HH:mm:ss" }, [
        ['moment', '2026-07-04T09:30:05', null, '2026-07-04T09:30:05Z'],
      ]),
    ).toEqual([])
  })
  it('a decimal comma', () => {
    expect(
      mismatches({ kind: 'decimal', decimalSign: ',' }, [
        ['decimal', '1234,50', null, '1234.50'],
        ['decimal', '1.234,50', null, '! invalid'],
        ['decimal', '1.234', null, '! invalid'],
        ['number', '-0,5', null, -0.5],
        ['text', '01', null, '1'],
      ]),
    ).toEqual([])
  })
  it('a whole number as text where the field takes text', () => {
    expect(
      mismatches({ kind: 'integer' }, [
        ['text', '007', null, '7'],
        ['integer', '7', null, 7],
      ]),
    ).toEqual([])
  })
  it('yes and no in the column’s own words', () => {
    expect(
      mismatches({ kind: 'boolean', yes: ['Oui'], no: ['Non'] }, [
        ['boolean', ' OUI ', null, true],
        ['boolean', 'non', null, false],
        ['boolean', 'yes', null, '! invalid'],
      ]),
    ).toEqual([])
  })
  it('a table of words, including hostile ones', () => {
    const values: unknown = JSON.parse('{"D":"DOMESTIC","b ":"BUSINESS"}')
    expect(
      mismatches({ kind: 'choice', values }, [
        ['text', 'd', null, 'DOMESTIC'],
        ['text', 'B', null, 'BUSINESS'],
        ['text', 'x', null, '! invalid_choice'],
        ['text', '__proto__', null, '! invalid_choice'],
        ['text', 'constructor', null, '! invalid_choice'],
      ]),
    ).toEqual([])
    expect(mismatches({ kind: 'choice', values: { one: '1' } }, [['integer', 'One', null, 1]])).toEqual([])
  })

  it.each([
    [{ kind: 'date', pattern: 'dd/MM/yy' }, 'date', 'conversion_invalid'],
    [{ kind: 'date', pattern: 'dMyyyy' }, 'date', 'conversion_invalid'],
    [{ kind: 'date', pattern: 'dd/MM' }, 'date', 'conversion_invalid'],
    [{ kind: 'date', pattern: 'dd/mm/yyyy' }, 'date', 'conversion_invalid'],
    [{ kind: 'datetime', pattern: 'dd/MM/yyyy' }, 'moment', 'conversion_invalid'],
    [{ kind: 'datetime', pattern: 'dd/MM/yyyy HH:mm', zone: 'Mars/Base' }, 'moment', 'conversion_invalid'],
    [{ kind: 'boolean', yes: ['1'], no: ['1'] }, 'boolean', 'conversion_invalid'],
    [{ kind: 'choice', values: { a: 'X', A: 'Y' } }, 'text', 'conversion_invalid'],
    [{ kind: 'boolean' }, 'text', 'conversion_does_not_fit'],
    [{ kind: 'date', pattern: 'dd/MM/yyyy' }, 'moment', 'conversion_does_not_fit'],
    [{ kind: 'decimal' }, 'integer', 'conversion_does_not_fit'],
  ])('%j on the field %s is refused: %s', (given, name, code) => {
    const made = createConverter(conversion.parse(given), field(name))
    expect(made.ok ? 'ok' : made.code).toBe(code)
  })

  it('an error names the value, but not a masked one', () => {
    const open = convert('03/04/26', null, null, field('date'))
    const masked = convert('03/04/26', null, null, field('secret'))
    expect(english(open.ok ? '' : open.message)).toContain('“03/04/26”')
    expect(english(masked.ok ? '03' : masked.message)).not.toContain('03')
    expect(JSON.stringify(masked)).not.toContain('03')
  })
})
