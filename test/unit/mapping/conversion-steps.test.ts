// Tests conversions of several steps as tables: cell text and the value made from it, or `! code` for the expected
// error.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import type { CatalogueField } from '../../../shared/catalogue/catalogue.ts'
import { type CellText, convert, createConverter } from '../../../shared/mapping/conversions/conversions.ts'
import { conversion, type Conversion } from '../../../shared/mapping/file.ts'
import type { KeptCell } from '../../../shared/sheet/sheet.ts'
import { english } from '../../support/english.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { inEnglish, sentenceOf } from '../../../shared/texts/message.ts'

const read = readCatalogue({
  type: 'object',
  properties: {
    text: { type: 'string' },
    secret: { type: 'string', 'x-sensitive': true },
    date: { type: 'string', format: 'date' },
    moment: { type: 'string', format: 'date-time' },
    decimal: { type: 'string', format: 'decimal' },
    path: { type: 'string', format: 'document-path' },
    kind: { type: 'string', enum: ['DOMESTIC', 'BUSINESS'] },
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
function mismatches(given: unknown, rows: readonly Row[]): string[] {
  const parsed = conversion.parse(given)
  return rows.flatMap(([name, text, kept, expected]) => {
    const result = convert(text, kept, parsed, field(name))
    const came = result.ok ? result.value : `! ${result.code}`
    return Object.is(came, expected)
      ? []
      : [`${name} ${JSON.stringify(text)}: ${JSON.stringify(came)}, not ${JSON.stringify(expected)}`]
  })
}
const number = (raw: string): KeptCell => ({ kind: 'number', raw })
const real = (iso: string): KeptCell => ({ kind: 'date', raw: '45000', iso })
const error: KeptCell = { kind: 'error', raw: '#N/A' }

describe('text is cleaned up', () => {
  it('by literal replacements, in order', () => {
    const replace = [
      { find: '.', with: '-' },
      { find: '--', with: '$&' },
    ]
    expect(
      mismatches({ kind: 'text', replace }, [
        ['text', 'a.b', null, 'a-b'],
        ['text', 'a..b', null, 'a$&b'],
        ['text', 'A B', null, 'A B'],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'text', replace: [{ find: 'n/a', with: '' }] }, [
        ['text', 'n/a', null, null],
        ['text', ' n/a ', null, null],
        ['text', 'N/A', null, 'N/A'],
      ]),
    ).toEqual([])
  })
  it('by collapsing runs of blanks and line breaks', () =>
    expect(
      mismatches({ kind: 'text', collapse: true }, [
        ['text', ' 1  High\u00a0\tStreet\r\nTown ', null, '1 High Street Town'],
        ['text', 'a b', null, 'a b'],
      ]),
    ).toEqual([]))
  it('by changing its letter case', () => {
    expect(
      mismatches({ kind: 'text', letters: 'upper' }, [
        ['text', 'straße', null, 'STRASSE'],
        ['text', 'ab1 2cd', null, 'AB1 2CD'],
      ]),
    ).toEqual([])
    expect(mismatches({ kind: 'text', letters: 'lower' }, [['text', 'ÉCOLE', null, 'école']])).toEqual([])
    expect(
      mismatches({ kind: 'text', letters: 'title' }, [
        ['text', 'ANN-MARIE O’BRIEN', null, 'Ann-Marie O’Brien'],
        ['text', "st john's d'arcy", null, "St John's D'Arcy"],
        ['text', '2nd floor', null, '2nd Floor'],
        ['text', 'ßa', null, 'ßa'],
      ]),
    ).toEqual([])
  })
  it('except digits that the spreadsheet has lost, its error values, and the mark of a withheld text', () =>
    expect(
      mismatches({ kind: 'text', replace: [{ find: '-', with: '' }] }, [
        ['text', '1234-5678-9012-3450', number('1234567890123450'), '! digits_lost'],
        ['text', '4.477E+11', null, '! digits_lost'],
        ['text', '#N/A', error, '! error_cell'],
        ['text', ' [withheld] ', null, '! withheld_text'],
        ['text', '[withheld] by us', null, '[withheld] by us'],
        ['text', '12-34', number('1234'), '1234'],
      ]),
    ).toEqual([]))
})

describe('a part of a text', () => {
  it('is counted from the start or the end, and must exist', () => {
    expect(
      mismatches({ kind: 'split', separator: ',', part: 2 }, [
        ['text', '1 High St, Town , AB1 2CD', null, 'Town'],
        ['text', '1 High St', null, '! part_missing'],
        ['text', 'a, ,c', null, '! part_missing'],
        ['text', '#N/A', error, '! error_cell'],
        ['text', '', null, null],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'split', separator: ' ', part: -1 }, [
        ['text', 'Ann  Mary\u00a0Smith', null, 'Smith'],
        ['text', 'Ann', null, 'Ann'],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'split', separator: ';', part: -3 }, [
        ['text', '12;13;14', null, '12'],
        ['text', '12;13', null, '! part_missing'],
      ]),
    ).toEqual([])
  })
  it('becomes an empty cell if it is missing, if the mapping says so', () =>
    expect(
      mismatches({ kind: 'split', separator: ' ', part: 2, missing: 'empty' }, [
        ['text', 'Ann', null, null],
        ['text', 'Ann Smith', null, 'Smith'],
      ]),
    ).toEqual([]))
  it('can be several parts, with the text between them unchanged', () => {
    expect(
      mismatches({ kind: 'split', separator: ' ', part: 1, to: -2 }, [
        ['text', 'Ann  Mary Smith', null, 'Ann  Mary'],
        ['text', 'Ann Smith', null, 'Ann'],
        ['text', 'Smith', null, '! part_missing'],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'split', separator: '|', part: 2, to: -1 }, [['text', 'a|b|c', null, 'b|c']]),
    ).toEqual([])
  })
  it('can require a number of parts', () =>
    expect(
      mismatches({ kind: 'split', separator: '/', part: 1, parts: 2 }, [
        ['text', 'a/b', null, 'a'],
        ['text', 'a/b/c', null, '! part_missing'],
        ['text', 'a', null, '! part_missing'],
      ]),
    ).toEqual([]))
  it('is split at line breaks of any kind, and at separators that are special in patterns', () => {
    expect(
      mismatches({ kind: 'split', separator: '\n', part: 2 }, [
        ['text', 'a b\r\nc d', null, 'c d'],
        ['text', 'a\nb', null, 'b'],
      ]),
    ).toEqual([])
    expect(mismatches({ kind: 'split', separator: '.', part: 2 }, [['text', 'a.b', null, 'b']])).toEqual([])
    expect(mismatches({ kind: 'split', separator: '(', part: 1 }, [['text', 'a (b)', null, 'a']])).toEqual([])
  })
})

describe('several joined cells', () => {
  const together = (given: unknown, name: string, own: string, ...others: (string | CellText)[]): unknown => {
    const made = createConverter(conversion.parse(given), field(name))
    if (!made.ok) return `!! ${made.code}`
    const cells = others.map((one) => (typeof one === 'string' ? { text: one, kept: null } : one))
    const result = made.convert(own, null, cells)
    return result.ok ? result.value : `! ${result.code} ${inEnglish(result.message)}`
  }
  it('skip blank cells and follow the order of the mapping', () => {
    const join = { kind: 'join', with: ['Line 2', 'Line 3'], separator: ', ' }
    expect(together(join, 'text', '1 High St', ' ', ' Town ')).toBe('1 High St, Town')
    expect(together(join, 'text', '', '', 'Town')).toBe('Town')
    expect(together(join, 'text', ' ', '', '')).toBe(null)
    expect(createConverter(conversion.parse(join), field('text'))).toMatchObject({
      joins: ['Line 2', 'Line 3'],
    })
  })
  it('are refused as a whole if one of them is an error, is withheld or has lost digits', () => {
    const join = { kind: 'join', with: ['B'] }
    expect(together(join, 'text', 'a', '[withheld]')).toContain('! withheld_text')
    expect(together(join, 'text', 'a', { text: '#REF!', kept: error })).toContain('! error_cell “a #REF!”')
    expect(together(join, 'text', 'a', '4.477E+11')).toContain('! digits_lost')
  })
  it('can be a date and a time', () => {
    const steps = [
      { kind: 'join', with: ['Time'] },
      { kind: 'datetime', pattern: 'dd/MM/yyyy HH:mm', zone: 'Europe/London' },
    ]
    expect(together({ kind: 'steps', steps }, 'moment', '04/07/2026', '09:30')).toBe('2026-07-04T08:30:00Z')
    expect(together({ kind: 'steps', steps }, 'moment', '04/07/2026', '')).toContain('! invalid “04/07/2026”')
    const made = createConverter(conversion.parse({ kind: 'steps', steps }), field('moment'))
    const time = [{ text: '09:30', kept: null }]
    expect(made.ok ? made.convert('04/07/2026', real('2026-07-04'), time) : made).toEqual({
      ok: true,
      value: '2026-07-04T08:30:00Z',
    })
  })
})

describe('a decimal with thousands separators', () => {
  it('accepts the separator only before each group of three digits', () => {
    expect(
      mismatches({ kind: 'decimal', thousandsSign: ',' }, [
        ['decimal', '1,234,567.890', null, '1234567.890'],
        ['decimal', '-1,234', null, '-1234'],
        ['decimal', '1234.5', null, '1234.5'],
        ['decimal', '12,34', null, '! invalid'],
        ['decimal', '1,2345', null, '! invalid'],
        ['decimal', '0,123', null, '! invalid'],
        ['decimal', ',123', null, '! invalid'],
        ['decimal', '1.234,50', null, '! invalid'],
        ['decimal', '1,234.50', number('1234.5'), '1234.50'],
        ['decimal', '1,234.50', number('1234.52'), '! invalid'],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'decimal', decimalSign: ',', thousandsSign: '.' }, [
        ['decimal', '1.234,50', null, '1234.50'],
        ['decimal', '1234,5', null, '1234.5'],
        ['number', '1.234', null, 1234],
        ['decimal', '1.23', null, '! invalid'],
        ['decimal', '1,234.50', null, '! invalid'],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'decimal', decimalSign: ',', thousandsSign: ' ' }, [
        ['decimal', '1 234\u00a0567,5', null, '1234567.5'],
        ['decimal', '1\u202f234,5', null, '1234.5'],
        ['decimal', '1  234', null, '! invalid'],
      ]),
    ).toEqual([])
    expect(
      mismatches({ kind: 'decimal', thousandsSign: "'" }, [['decimal', "1'234’567.5", null, '1234567.5']]),
    ).toEqual([])
  })
  it('also applies to whole numbers', () =>
    expect(
      mismatches({ kind: 'integer', thousandsSign: ',' }, [
        ['integer', '1,000', null, 1000],
        ['integer', '1,00', null, '! invalid'],
        ['integer', '1,000.0', null, '! invalid'],
      ]),
    ).toEqual([]))
})

describe('a document path', () => {
  it('gets its folder as a prefix once, and is validated', () =>
    expect(
      mismatches({ kind: 'document_path', prefix: '/letters/' }, [
        ['path', 'a.pdf', null, '/letters/a.pdf'],
        ['path', '/a.pdf', null, '/letters/a.pdf'],
        ['path', '/letters/a.pdf', null, '/letters/a.pdf'],
        ['path', '/letters-2/a.pdf', null, '/letters/letters-2/a.pdf'],
        ['path', '../a.pdf', null, '! invalid'],
        ['path', 'a\\b.pdf', null, '! invalid'],
        ['path', 'a/', null, '! invalid'],
        ['path', 'a%2fb', null, '! invalid'],
      ]),
    ).toEqual([]))
  it('is unchanged without a folder', () =>
    expect(
      mismatches({ kind: 'document_path' }, [
        ['path', '/a.pdf', null, '/a.pdf'],
        ['text', 'a.pdf', null, '! invalid'],
      ]),
    ).toEqual([]))
})

describe('a fallback', () => {
  it('replaces only empty cells, never invalid ones', () => {
    expect(
      mismatches({ kind: 'fallback', value: '2026-01-01' }, [
        ['date', '', null, '2026-01-01'],
        ['date', ' \u00a0', null, '2026-01-01'],
        ['date', '2026-03-04', null, '2026-03-04'],
        ['date', '04/03/2026', null, '! invalid'],
        ['date', '#N/A', error, '! error_cell'],
        ['date', '[withheld]', null, '! withheld_text'],
      ]),
    ).toEqual([])
    expect(mismatches({ kind: 'fallback', value: false }, [['boolean', '', null, false]])).toEqual([])
    expect(mismatches({ kind: 'fallback', value: 0 }, [['integer', '', null, 0]])).toEqual([])
  })
  it('also applies if the steps before it produce nothing', () =>
    expect(
      mismatches(
        {
          kind: 'steps',
          steps: [
            { kind: 'text', replace: [{ find: '-', with: '' }] },
            { kind: 'fallback', value: 'unknown' },
          ],
        },
        [
          ['text', '-', null, 'unknown'],
          ['text', 'a-b', null, 'ab'],
        ],
      ),
    ).toEqual([]))
})

describe('several conversion steps', () => {
  it('clean up, then split, then read', () =>
    expect(
      mismatches(
        {
          kind: 'steps',
          steps: [
            { kind: 'text', collapse: true, replace: [{ find: '.', with: '/' }] },
            { kind: 'split', separator: ' ', part: 1 },
            { kind: 'date', pattern: 'd/M/yyyy' },
          ],
        },
        [
          ['date', ' 4.3.2026  09:30 ', null, '2026-03-04'],
          ['date', '31/2/2026 x', null, '! no_such_date'],
          ['date', '4/3/26 x', null, '! two_digit_year'],
          ['date', '', null, null],
        ],
      ),
    ).toEqual([]))
  it('keep the spreadsheet’s cell value while its text is unchanged, and drop it afterwards', () => {
    const steps = [
      { kind: 'split', separator: ' ', part: 1 },
      { kind: 'date', pattern: 'dd/MM/yyyy' },
    ]
    expect(
      mismatches({ kind: 'steps', steps }, [
        ['date', '04/03/2026', real('2026-03-04'), '2026-03-04'],
        ['date', '04/03/2026', real('2026-03-05'), '2026-03-05'],
        ['date', '04/03/2026 09:30', real('2026-03-04T09:30:00'), '2026-03-04'],
      ]),
    ).toEqual([])
  })
  it('end with the field’s own parsing if no step makes the value', () =>
    expect(
      mismatches({ kind: 'steps', steps: [{ kind: 'split', separator: ' ', part: 1 }] }, [
        ['integer', '7 days', null, 7],
        ['integer', 'x days', null, '! invalid'],
        ['number', '1.5 kWh', null, 1.5],
        ['boolean', 'TRUE x', null, true],
        ['text', '007 x', null, '007'],
      ]),
    ).toEqual([]))
  it('look up a part in a table of words', () =>
    expect(
      mismatches(
        {
          kind: 'steps',
          steps: [
            { kind: 'split', separator: '-', part: 1 },
            { kind: 'choice', values: { D: 'DOMESTIC' } },
          ],
        },
        [
          ['kind', 'd - flat', null, 'DOMESTIC'],
          ['kind', 'x - flat', null, '! invalid_choice'],
        ],
      ),
    ).toEqual([]))
  it.each([
    [
      { steps: [{ kind: 'text' }, { kind: 'join', with: ['B'] }] },
      'text',
      'conversion_invalid',
      'first step',
    ],
    [
      { steps: [{ kind: 'date', pattern: 'yyyy-MM-dd' }, { kind: 'text' }] },
      'date',
      'conversion_invalid',
      'cannot follow',
    ],
    [
      { steps: [{ kind: 'fallback', value: 'x' }, { kind: 'text' }] },
      'text',
      'conversion_invalid',
      'last step',
    ],
    [{ steps: [{ kind: 'text' }, { kind: 'integer' }] }, 'boolean', 'conversion_does_not_fit', 'yes or no'],
  ])('in a wrong order are refused before any cell is read: %j', (given, name, code, words) => {
    const made = createConverter(conversion.parse({ kind: 'steps', ...given }), field(name))
    expect(english(made)).toMatchObject({ ok: false, code, message: expect.stringContaining(words) })
  })
  it.each([
    [{ kind: 'decimal', decimalSign: ',', thousandsSign: ',' }, 'decimal', 'cannot be both'],
    [{ kind: 'document_path', prefix: 'letters' }, 'path', 'must begin with “/”'],
    [{ kind: 'fallback', value: '04/03/2026' }, 'date', 'YYYY-MM-DD'],
    [{ kind: 'fallback', value: 'OTHER' }, 'kind', 'not one of its choices'],
    [{ kind: 'fallback', value: 1 }, 'text', 'text, in quotes'],
    [{ kind: 'fallback', value: 'yes' }, 'boolean', 'without quotes'],
    [{ kind: 'fallback', value: 1.5 }, 'integer', 'whole number'],
    [{ kind: 'datetime', pattern: 'dd/MM/yyyy hh:mm' }, 'moment', 'AM and PM'],
    [{ kind: 'datetime', pattern: 'dd/MM/yyyy HH:mm a' }, 'moment', 'AM and PM'],
  ])('the conversion %j cannot be used for %s', (given, name, words) => {
    const made = createConverter(conversion.parse(given), field(name))
    expect(english(made)).toMatchObject({
      ok: false,
      code: 'conversion_invalid',
      message: expect.stringContaining(words),
    })
  })
  it.each([
    { kind: 'steps', steps: [] },
    { kind: 'steps', steps: [{ kind: 'steps', steps: [{ kind: 'text' }] }] },
    { kind: 'split', separator: '', part: 1 },
    { kind: 'split', separator: ',', part: 0 },
    { kind: 'join', with: [] },
    { kind: 'phone', to: 'e164', region: 'gb' },
    { kind: 'text', letters: 'camel' },
  ])('a mapping file cannot say %j', (given) => expect(conversion.safeParse(given).success).toBe(false))
})

describe('messages', () => {
  it('name the value and its part, but not for a masked field', () => {
    const split: Conversion = { kind: 'split', separator: ',', part: 2 }
    const open = convert('High St', null, split, field('text'))
    const masked = convert('High St', null, split, field('secret'))
    expect(english(open)).toMatchObject({ message: '“High St” has no 2nd part at “,”.' })
    expect(english(masked)).toMatchObject({ message: 'The value has no 2nd part at “,”.' })
    const fromEnd = convert('High St', null, { kind: 'split', separator: ',', part: -3 }, field('text'))
    expect(english(fromEnd)).toMatchObject({ message: '“High St” has no 3rd part from the end at “,”.' })
    const joined = createConverter({ kind: 'join', with: ['B'], separator: ' ' }, field('secret'))
    const cells = [{ text: '4.477E+11', kept: null }]
    expect(english(joined.ok ? joined.convert('a', null, cells) : joined)).toMatchObject({
      message: expect.stringMatching(/^The value is a long number/),
    })
  })
  it('quote words in the language of the reader', () => {
    const result = convert('oui', null, { kind: 'boolean', yes: ['yes', 'y'], no: ['no'] }, field('boolean'))
    const why = result.ok ? '' : result.message
    expect(inEnglish(why)).toBe('“oui” is none of “yes”, “y”, “no”.')
    const german = createMessageFormat('de', 'de-DE')
    expect(sentenceOf(why, german)).toBe('„oui“ ist nichts von „yes“, „y“, „no“.')
  })
})

describe('always', () => {
  const letters = fc.constantFrom('upper', 'lower', 'title')
  it('cleaning up a second time changes nothing', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), letters, (text, how) => {
        const clean: Conversion = { kind: 'text', trim: true, collapse: true, letters: how }
        const once = convert(text, null, clean, field('text'))
        const again = once.ok ? convert(String(once.value ?? ''), null, clean, field('text')) : once
        expect(again).toEqual(once)
      }),
    ))
  it('the digits of a number stay what they were, however it is written', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.stringMatching(/^\d{0,6}$/),
        fc.constantFrom(['.', ','] as const, [',', '.'] as const, ['.', "'"] as const, [',', ' '] as const),
        (whole, fraction, [decimalSign, thousandsSign]) => {
          const grouped = String(whole).replace(/\B(?=(?:\d{3})+$)/g, thousandsSign)
          const written = fraction === '' ? grouped : `${grouped}${decimalSign}${fraction}`
          const given: Conversion = { kind: 'decimal', decimalSign, thousandsSign }
          const plain = fraction === '' ? String(whole) : `${whole}.${fraction}`
          expect(convert(written, null, given, field('decimal'))).toEqual({ ok: true, value: plain })
        },
      ),
    ))
  it('the parts of a split, joined again, are the text', () =>
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.join(';')
        const taken = parts.map((_, at) =>
          convert(text, null, { kind: 'split', separator: ';', part: at + 1 }, field('text')),
        )
        expect(taken).toEqual(parts.map((value) => ({ ok: true, value })))
        const whole = convert(text, null, { kind: 'split', separator: ';', part: 1, to: -1 }, field('text'))
        expect(whole).toEqual({ ok: true, value: text })
      }),
    ))
  it('a folder is added to a path only once', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^\/?(?:[a-z]{1,4}\/){0,3}[a-z]{1,4}\.pdf$/), (path) => {
        const given: Conversion = { kind: 'document_path', prefix: '/in' }
        const once = convert(path, null, given, field('path'))
        const again = convert(once.ok ? String(once.value) : '', null, given, field('path'))
        expect(again).toEqual(once)
      }),
    ))
})

describe('for any text of a cell', () => {
  const rules: readonly unknown[] = [
    { kind: 'text', letters: 'title', collapse: true },
    { kind: 'split', separator: ' ', part: 2 },
    { kind: 'split', separator: 'x', part: -1, parts: 3 },
    { kind: 'join', with: ['B'] },
    { kind: 'date', pattern: 'dd/MM/yyyy' },
    { kind: 'datetime', pattern: 'dd/MM/yyyy HH:mm', zone: 'Europe/London' },
    { kind: 'decimal', decimalSign: ',', thousandsSign: '.' },
    { kind: 'integer' },
    { kind: 'boolean' },
    { kind: 'choice', values: { a: 'DOMESTIC' } },
    { kind: 'phone', to: 'e164' },
    { kind: 'document_path', prefix: '/in' },
    { kind: 'steps', steps: [{ kind: 'split', separator: ' ', part: 1 }, { kind: 'integer' }] },
  ]
  const masked = (name: string): CatalogueField => ({ ...field(name), sensitive: true })
  const kept = fc.oneof(
    fc.constant(null),
    fc.record({
      kind: fc.constantFrom('number' as const, 'date' as const, 'text' as const, 'error' as const),
      raw: fc.string(),
      iso: fc.constantFrom('2026-03-04', '2026-03-04T09:30:00', '2026-02-30', 'x'),
    }),
  )
  it('the result is a value, nothing, or an error that repeats no masked value', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.constantFrom('secret', 'date', 'moment', 'decimal', 'path', 'kind', 'integer', 'boolean'),
        fc.string({ unit: 'grapheme' }),
        kept,
        (given, name, text, cell) => {
          const made = createConverter(conversion.parse(given), masked(name))
          if (!made.ok) expect(made.code).toBe('conversion_does_not_fit')
          const reported = made.ok ? made.convert(`§${text}§`, cell, [{ text: '§', kept: cell }]) : made
          expect(reported.ok ? '' : inEnglish(reported.message)).not.toContain('§')
        },
      ),
      { numRuns: 2000 },
    ))
})

describe('mapping files of earlier versions', () => {
  it.each([
    [{ kind: 'text' }, { kind: 'text', trim: true }],
    [
      { kind: 'text', trim: false },
      { kind: 'text', trim: false },
    ],
    [
      { kind: 'date', pattern: 'dd/MM/yyyy' },
      { kind: 'date', pattern: 'dd/MM/yyyy' },
    ],
    [
      { kind: 'datetime', pattern: 'dd/MM/yyyy HH:mm' },
      { kind: 'datetime', pattern: 'dd/MM/yyyy HH:mm', zone: 'UTC' },
    ],
    [{ kind: 'decimal' }, { kind: 'decimal', decimalSign: '.' }],
    [{ kind: 'integer' }, { kind: 'integer' }],
    [{ kind: 'boolean' }, { kind: 'boolean', yes: ['yes', 'y', 'true', '1'], no: ['no', 'n', 'false', '0'] }],
    [
      { kind: 'choice', values: { a: 'b' } },
      { kind: 'choice', values: { a: 'b' } },
    ],
  ])('%j is still read the same way', (given, meant) => expect(conversion.parse(given)).toStrictEqual(meant))
})
