// Tests telephone numbers: converted to `+` and digits by a region's plan, or kept as written. Numbers are from
// ranges reserved for drama.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { converterTools } from '../../../electron/engine/accounts/build/phones.ts'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import { convert, createConverter } from '../../../shared/mapping/conversions/conversions.ts'
import type { Conversion } from '../../../shared/mapping/file.ts'
import type { KeptCell } from '../../../shared/sheet/sheet.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

const read = readCatalogue({
  type: 'object',
  properties: { tel: { type: 'string', format: 'phone' }, age: { type: 'integer' } },
})
const tel = read.ok ? read.catalogue.fieldAt('tel') : null
const age = read.ok ? read.catalogue.fieldAt('age') : null
if (tel === null || age === null) throw new Error('No such field')

/** `region` is the connection's; the conversion's own has priority. */
function phone(text: string, region: string | null, own?: string, kept: KeptCell | null = null): string {
  const rule: Conversion = { kind: 'phone', to: 'e164', ...(own === undefined ? {} : { region: own }) }
  const made = createConverter(rule, tel ?? age ?? never(), converterTools(region))
  if (!made.ok) return `!! ${made.code}`
  const result = made.convert(text, kept)
  return result.ok ? String(result.value) : `! ${result.code}: ${inEnglish(result.message)}`
}
function never(): never {
  throw new Error('Not reachable')
}

describe('a telephone number as + and digits', () => {
  it.each([
    ['020 7946 0123', 'GB', '+442079460123'],
    ['(020) 7946-0123', 'GB', '+442079460123'],
    ['07700 900123', 'GB', '+447700900123'],
    ['0044 20 7946 0123', 'GB', '+442079460123'],
    ['+44 (0)20 7946 0123', 'GB', '+442079460123'],
    ['+44 20 7946 0123', 'US', '+442079460123'],
    ['+44 20 7946 0123', null, '+442079460123'],
    ['(213) 555-0123', 'US', '+12135550123'],
    ['1 213 555 0123', 'US', '+12135550123'],
    ['030 901820', 'DE', '+4930901820'],
    ['912 345 678', 'ES', '+34912345678'],
  ])('%s in %s is %s', (text, region, expected) => expect(phone(text, region)).toBe(expected))

  it.each([
    ['7700900123', 'GB', 'not written as it is dialled'],
    ['44 20 7946 0123', 'GB', 'not written as it is dialled'],
    ['020 7946 0123', null, 'set a country'],
    ['020 7946 0123 ext 5', 'GB', 'extension'],
    ['020 7946 0123 / 07700 900123', 'GB', 'not a valid telephone number of GB'],
    ['020 7946 0123 (home)', 'GB', 'not a valid telephone number'],
    ['999', 'GB', 'not a valid telephone number'],
    ['0800 FLOWERS', 'GB', 'not a valid telephone number'],
    ['12345', 'XX', 'XX is no country'],
  ])('%s in %s is refused: %s', (text, region, words) => {
    expect(phone(text, region)).toMatch(/^! invalid_phone_number: “/)
    expect(phone(text, region)).toContain(words)
  })
  it('uses the conversion’s own region before the connection’s', () =>
    expect(phone('(213) 555-0123', 'GB', 'US')).toBe('+12135550123'))
  it('is refused if the spreadsheet has lost digits, and omitted if the cell is blank', () => {
    expect(phone('4.477E+11', 'GB')).toContain('! digits_lost')
    expect(phone(' ', 'GB')).toBe('null')
  })
  it('cannot fill a number', () =>
    expect(createConverter({ kind: 'phone', to: 'e164' }, age)).toMatchObject({
      code: 'conversion_does_not_fit',
    }))
  it('is reported as unreadable without a parser, and nothing is invented', () =>
    expect(convert('020 7946 0123', null, { kind: 'phone', to: 'e164' }, tel)).toMatchObject({
      ok: false,
      code: 'phone_not_read_here',
    }))
  it('is unchanged when it is parsed again', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^0[12]\d{2,3} ?\d{3} ?\d{4}$/), (text) => {
        const once = phone(text, 'GB')
        expect(once.startsWith('+') ? phone(once, null) : once).toBe(once)
      }),
      { numRuns: 500 },
    ))
})

describe('a telephone number kept as text', () => {
  it('never changes', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[+0-9()][-0-9 ()+./]{0,20}[0-9]$/), (text) => {
        expect(convert(text, null, { kind: 'phone', to: 'as_is' }, tel)).toEqual({ ok: true, value: text })
      }),
    ))
})
