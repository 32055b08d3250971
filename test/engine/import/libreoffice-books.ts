// Workbooks of the comparison with LibreOffice, as tables. Each is written by hand and given to LibreOffice, and
// LibreOffice's result is kept (its own workbook, and its text as shown). One topic per workbook.
import type { HandSheet, HandWorkbook } from './make-zip.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const inline = (text: string): string =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
const headers = (width: number): string =>
  `<row>${Array.from({ length: width }, (_one, at) => inline(`Column ${at + 1}`)).join('')}</row>`
const head = headers(3)

/** One row per format: its code, then every value in that format. */
function underFormats(
  formats: readonly string[],
  values: readonly (number | string)[],
  date1904 = false,
): HandWorkbook {
  const cell = (value: number | string, style: number): string =>
    typeof value === 'number'
      ? `<c s="${style}"><v>${value}</v></c>`
      : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
  const rows = formats.map(
    (code, at) => `<row>${inline(code)}${values.map((value) => cell(value, at + 1)).join('')}</row>`,
  )
  return { formats, date1904, sheets: [{ rows: headers(values.length + 1) + rows.join('') }] }
}

const texts = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `<row>${cells.map(inline).join('')}</row>`).join('')
const table = (rows: readonly (readonly string[])[], sheet: Partial<HandSheet> = {}): HandSheet => ({
  ...sheet,
  rows: head + texts(rows),
})
const one = (rows: string, sheet: Partial<HandSheet> = {}): HandWorkbook => ({
  sheets: [{ ...sheet, rows: head + rows }],
})
const formula = (code: string, style = 0): string => `<c s="${style}"><f>${escaped(code)}</f></c>`

const days = [1000, 36_526, 40_237, 45_000.25, 46_085, 46_085.75, 46_365.999_988_425_93, 73_050.5]
const times = [0, 0.25, 0.5, 0.75, 0.520_833_333_333_333_4, 0.999_988_425_93, 46_085.126_736_111_11]
const plain = [0, 1, 7, 42, -5, 999, 1000, 20_806, 123_456, 1_234_567]
const broken = [0, 0.5, -0.5, 1.005, 2.675, 1.25, -1234.567, 1_234_567.891, 0.0004, 99.995]

export const books: Readonly<Record<string, HandWorkbook>> = {
  padding: underFormats(
    [
      '0',
      '00',
      '00000',
      '000000',
      '0000000000',
      '0000-000',
      '000-00-0000',
      '(000) 000-0000',
      '00 00 00',
      '00000-0000',
      '"AC"000000',
      '0#',
    ],
    plain,
  ),
  decimals: underFormats(
    ['0.0', '0.00', '0.000', '#.##', '0.##', '#.0#', '#,##0.00', '#,##0.0##', '?0.0?', '00.00', '#'],
    broken,
  ),
  thousands: underFormats(
    ['#,##0', '#,##0.00', '0,000', '#,##0,', '0.0,,', '0.00,"k"', '#,##0;-#,##0', '#,###'],
    [...plain, ...broken],
  ),
  percent: underFormats(
    ['0%', '0.0%', '0.00%', '#%', '0 %', '0.0##%', '#9', '#10'],
    [0, 0.005, 0.1234, 0.5, 1, 1.5, -0.25, 12.345, 0.999_95],
  ),
  currency: underFormats(
    [
      '$#,##0.00',
      '[$£-809]#,##0.00',
      '[$€-407]#,##0.00',
      '#,##0.00 [$€-1]',
      '[$¥-411]#,##0',
      '"CHF" #,##0.00',
      '[$USD] #,##0.00',
      '£#,##0',
      '-£#,##0.00',
      '[$-407]#,##0.00',
      '[$CHF-807] #,##0.00',
      '[$kr-41D] #,##0.00',
      '[$R$-416]#,##0.00',
      '[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00',
      '#5',
      '#6',
      '#7',
      '#8',
    ],
    broken,
  ),
  accounting: underFormats(
    [
      '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
      '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-',
      '_-[$£-809]* #,##0.00_-',
      '#37',
      '#38',
      '#39',
      '#40',
      '#41',
      '#42',
      '#43',
      '#44',
    ],
    [0, 12, -12, 1234.5, -9876.543, 0.004],
  ),
  sections: underFormats(
    [
      '0;[Red]-0',
      '0;(0);"-"',
      '[Blue]0.0;[Red]0.0;[Green]"zero"',
      '0.00;-0.00;',
      '"+"0;"-"0;0',
      '0;0',
      '[Color10]0;[Color3](0)',
      '0.0"kg";"-"0.0"kg";"none"',
      '"credit "0.00;"debit "0.00;"even"',
    ],
    [0, 1, -1, 12.5, -12.5, 0.04, -0.04],
  ),
  conditions: underFormats(
    [
      '[>100]"big "0;[<0]"neg "0;0',
      '[=1]"yes";[=0]"no";0',
      '[<1000]0;[<1000000]0.0,"k";0.0,,"M"',
      '[>=10]0.0;0.00',
      '[Red][>5]0;[Blue]0.0',
    ],
    [0, 1, 5, 10, 99, 101, -3, 1500, 2_500_000],
  ),
  'text-sections': underFormats(
    ['@', '"Acct "@', '0;-0;0;"<"@">"', '@" m"', 'General', '0.00;-0.00;0;@', '"n "0;"m "0;"z";"t "@'],
    ['AB12', ' lead', '007', 5, -5, 0],
  ),
  fractions: underFormats(
    ['# ?/?', '# ??/??', '# ???/???', '# ?/2', '# ?/4', '# ?/8', '# ??/16', '# ??/100', '?/?', '#12', '#13'],
    [0, 0.5, 1.25, 1.333_333_333, 2.75, 3, 0.1, -1.5, 12.3456],
  ),
  scientific: underFormats(
    ['0.00E+00', '0E+0', '##0.0E+0', '0.000E+00', '0.0E+000', '#11', '#48'],
    [0, 1, 12, 1234.5, 0.000_12, 447_700_900_123, -98_765.4321],
  ),
  general: underFormats(
    ['General'],
    [
      0,
      1,
      -1,
      0.1,
      0.333_333_333_333_333_3,
      0.1 + 0.2,
      12_345_678_901,
      123_456_789_012,
      999_999_999_999_999,
      0.001,
      123_456.789_012,
      99_999_999_999.5,
      1234.5,
      1e10,
      5e-4,
      1_234_567_890.123,
      7_700_900_123,
      44.000_000_01,
    ],
  ),
  'general-long': underFormats(
    ['General', '0', '@'],
    [12_345_678_901, 447_700_900_123, 1_012_345_678_901, 99_999_999_999_999, 123_456_789_012_345],
  ),
  'dates-british': underFormats(
    [
      'dd/mm/yyyy',
      'd/m/yyyy',
      'd/m/yy',
      'dd/mm/yy',
      'dd-mm-yyyy',
      'dd.mm.yyyy',
      'd mmm yyyy',
      'dd mmm yy',
      'd mmmm yyyy',
      'dd/mm/yyyy;@',
      '[$-809]dd mmmm yyyy',
      '[$-809]dddd d mmmm yyyy;@',
    ],
    days,
  ),
  'dates-american': underFormats(
    [
      'mm/dd/yyyy',
      'm/d/yyyy',
      'm/d/yy',
      'mm-dd-yy',
      'mmm d, yyyy',
      'mmmm d, yyyy',
      'mmm-yy',
      'mmmm-yy',
      '[$-409]d-mmm-yy;@',
      '[$-409]mmmm d, yyyy;@',
      '[$-409]m/d/yy h:mm AM/PM;@',
    ],
    days,
  ),
  'dates-iso': underFormats(
    [
      'yyyy-mm-dd',
      'yyyy/mm/dd',
      'yyyymmdd',
      'yyyy-mm-dd hh:mm',
      'yyyy-mm-dd hh:mm:ss',
      'yyyy-mm-dd"T"hh:mm:ss',
      'yyyy\\-mm\\-dd',
      'yy-mm-dd',
    ],
    days,
  ),
  'dates-words': underFormats(
    [
      'ddd',
      'dddd',
      'mmm',
      'mmmm',
      'mmmmm',
      'yyyy',
      'yy',
      'd',
      'dd',
      'm',
      'mm',
      'ddd d mmm',
      'dddd, d mmmm',
      'mmm yyyy',
      '"week of "d mmm',
    ],
    days,
  ),
  'dates-built-in': underFormats(['#15', '#16', '#17'], days),
  'dates-local': underFormats(['#14', '#22'], days),
  'dates-1904-more': underFormats(
    ['dd/mm/yyyy', 'd mmm yyyy', 'yyyy-mm-dd hh:mm', 'h:mm', '[h]:mm', 'dddd'],
    [0.5, 1.25, 36_526, 44_623, 44_623.75],
    true,
  ),
  'dates-german': underFormats(
    [
      '[$-407]d. mmmm yyyy',
      '[$-407]dddd, d. mmm yyyy',
      '[$-407]dd.mm.yyyy',
      '[$-409]dd/mm/yyyy',
      '[$-809]dd/mm/yyyy',
      '[$-413]d mmmm yyyy',
      '[$-413]dd/mm/yyyy',
      '[$-41D]yyyy/mm/dd',
      '[$-40C]d mmmm yyyy',
      '[$-C0A]d "de" mmmm "de" yyyy',
    ],
    days,
  ),
  'date-times': underFormats(
    [
      'dd/mm/yyyy hh:mm',
      'dd/mm/yyyy hh:mm:ss',
      'd/m/yy h:mm AM/PM',
      'dd mmm yyyy, hh:mm',
      'hh:mm dd/mm/yyyy',
      'm/d/yyyy h:mm:ss AM/PM',
    ],
    days,
  ),
  times: underFormats(
    [
      'h:mm',
      'hh:mm',
      'h:mm:ss',
      'hh:mm:ss',
      'h:mm AM/PM',
      'hh:mm AM/PM',
      'h:mm:ss AM/PM',
      'mm:ss',
      'mm:ss.0',
      'h:mm:ss.000',
      'hh"h"mm',
      'h AM/PM',
      '#18',
      '#19',
      '#20',
      '#21',
      '#45',
      '#47',
    ],
    times,
  ),
  durations: underFormats(
    ['[h]:mm', '[hh]:mm:ss', '[h]:mm:ss', '[mm]:ss', '[m]', '[ss]', '[h]', '#46'],
    [0, 0.25, 1, 1.5, 2.041_666_666_67, 10.123_456, 100.999_99],
  ),
  'quoted-formats': underFormats(
    [
      '0.0\\ "kg"',
      '"No. "0',
      '0\\-0',
      '0" units"',
      '\\#0',
      '"a;b"0',
      '0" %"',
      '0!',
      '"x""y"0',
      '0.00\\ \\€',
      '[$-409]0.00',
      '0\\.00',
      '"["0"]"',
    ],
    plain,
  ),
  'phone-formats': underFormats(
    [
      '00000 000000',
      '+00 0000 000000',
      '\\+00 0000 000000',
      '0## #### ####',
      '(0000) 000000',
      '000\\-000\\-0000',
      '[<=9999999]000-0000;(000) 000-0000',
    ],
    [2_079_460_123, 7_700_900_123, 442_079_460_123, 1_134_960_000, 5_551_234],
  ),
  'zero-and-small': underFormats(
    ['0', '0.00', '#', '#.#', '0.0E+0', '0%', 'General', '#,##0', '0;-0;;@'],
    [0, 0.001, -0.001, 0.4, 0.5, -0.4, -0.5, 0.05],
  ),
  booleans: one(
    `<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c>${formula('1=1')}</row><row>${formula('NOT(TRUE())')}${formula('ISBLANK(A9)')}<c t="b"><v>1</v></c></row>`,
  ),
  errors: one(
    `<row>${formula('1/0')}${formula('NA()')}${formula('VALUE("x")')}</row><row>${formula('SQRT(-1)')}${formula('nosuchname')}${formula('INDEX(A1:A2,9)')}</row>`,
  ),
  formulas: {
    formats: ['dd/mm/yyyy', '0.00%', '00000'],
    sheets: [
      {
        rows: `${head}<row r="2"><c r="A2"><v>6</v></c><c r="B2"><v>7</v></c>${formula('A2*B2')}</row><row r="3">${formula('A2&" of "&B2')}${formula('DATE(2026,3,4)', 1)}${formula('A2/B2', 2)}</row><row r="4">${formula('A2', 3)}${formula('IF(A2>5,"yes","no")')}${formula('""')}</row><row r="5">${formula('SUM(A2:B2)')}${formula('UPPER("abc")')}${formula('A2/B2')}</row>`,
      },
    ],
  },
  'shared-formulas': one(
    `<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f t="shared" ref="B2:B5" si="0">A2*2</f></c></row>${[3, 4, 5].map((row) => `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}"><f t="shared" si="0"/></c></row>`).join('')}`,
  ),
  'array-formulas': one(
    '<row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="array" ref="B2:B4">A2:A4*10</f></c></row><row r="3"><c r="A3"><v>3</v></c><c r="B3"/></row><row r="4"><c r="A4"><v>4</v></c><c r="B4"/><c r="C4"><f t="array" ref="C4">SUM(A2:A4*A2:A4)</f></c></row>',
  ),
  'rich-text': {
    strings: [
      '<r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> and plain</t></r>',
      '<r><t>a</t></r><r><rPr><i/></rPr><t>b</t></r><r><t>c</t></r>',
      '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>',
      '<r><rPr><color rgb="FFFF0000"/></rPr><t xml:space="preserve">two\nlines</t></r>',
    ],
    sheets: [
      {
        rows: `${head}<row>${[0, 1, 2].map((at) => `<c t="s"><v>${at}</v></c>`).join('')}</row><row><c t="s"><v>3</v></c><c t="s"><v>1</v></c></row>`,
      },
    ],
  },
  blanks: {
    sheets: [
      table([
        [' lead', 'trail ', ' both '],
        ['  two', 'in  side', 'a\u00a0b'],
        ['\ttab', 'tab\tin', ' '],
      ]),
    ],
  },
  'line-breaks': {
    sheets: [
      table([
        ['one\ntwo', 'a\n\nb', '\nfirst'],
        ['last\n', 'x', 'one\ntwo\nthree'],
      ]),
    ],
  },
  unicode: {
    sheets: [
      table([
        ['Åsa Öberg', 'Zoë', 'Łódź'],
        ['日本語', 'العربية', 'עברית'],
        ['😀👨‍👩‍👧', 'e\u0301', '\u200bhidden'],
        ['€£¥', '“quoted”', '–—…'],
        ['ﬁ ﬂ', '①②', 'Ω≈ç√'],
      ]),
    ],
  },
  markup: {
    sheets: [
      table([
        ['<b>', '&amp;', '"quoted"'],
        ["it's", ']]>', '<!-- x -->'],
        ['a<b>c', '&#65;', 'x & y'],
      ]),
    ],
  },
  'escaped-characters': {
    sheets: [
      {
        rows: `${head}<row><c t="inlineStr"><is><t>a_x0041_b</t></is></c><c t="inlineStr"><is><t>_x005F_x0041_</t></is></c><c t="inlineStr"><is><t>_x_ and _x12_</t></is></c></row>`,
      },
    ],
  },
  'long-cell': { sheets: [table([['x'.repeat(32_767), 'short', 'y'.repeat(1000)]])] },
  'numbers-as-text': {
    sheets: [
      table([
        ['007', '00123', '1.10'],
        ['01/02/2026', '1E5', '12345678901234567890'],
        ['+44 20 7946 0123', '(020) 7946', '5%'],
        ['TRUE', '#N/A', '=1+1'],
      ]),
    ],
  },
  'merged-cells': one(
    texts([
      ['one', '', 'x'],
      ['', '', 'y'],
      ['wide', '', ''],
    ]),
    { after: '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="A4:C4"/></mergeCells>' },
  ),
  'merged-header': {
    sheets: [
      {
        rows: texts([
          ['Customer', '', 'Address', ''],
          ['Given', 'Family', 'Street', 'Town'],
          ['Ann', 'Ash', '1 High St', 'Leeds'],
          ['Ben', 'Birch', '2 Low Rd', 'York'],
        ]),
        after: '<mergeCells count="2"><mergeCell ref="A1:B1"/><mergeCell ref="C1:D1"/></mergeCells>',
      },
    ],
  },
  'hidden-rows': one(
    '<row r="2"><c r="A2"><v>1</v></c></row><row r="3" hidden="1"><c r="A3"><v>2</v></c></row><row r="4"><c r="A4"><v>3</v></c></row>',
  ),
  'hidden-columns': one(
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c></row>',
    { before: '<cols><col min="2" max="2" width="9" hidden="1" customWidth="1"/></cols>' },
  ),
  'hidden-sheets': {
    sheets: [
      table([['a', 'b', 'c']], { name: 'Shown' }),
      table([['d', 'e', 'f']], { name: 'Hidden', state: 'hidden' }),
      table([['g', 'h', 'i']], { name: 'Very hidden', state: 'veryHidden' }),
    ],
  },
  'sheet-names': {
    sheets: ['Åsa & Öberg', 'a"b', 'semi;colon', "it's", '日本', 'dot.dot', 'x (2)', '100%'].map((name, at) =>
      table([[`${at}`, 'b', 'c']], { name }),
    ),
  },
  gaps: one(
    '<row r="3"><c r="B3"><v>1</v></c><c r="F3"><v>2</v></c></row><row r="9"><c r="A9"><v>3</v></c></row><row r="200"><c r="C200"><v>4</v></c></row>',
  ),
  wide: {
    sheets: [
      {
        rows:
          headers(200) +
          texts([1, 2, 3].map((row) => Array.from({ length: 200 }, (_one, at) => `r${row} c${at + 1}`))),
      },
    ],
  },
  tall: {
    formats: ['00000'],
    sheets: [
      {
        rows:
          head +
          Array.from(
            { length: 300 },
            (_one, at) =>
              `<row><c s="1"><v>${at}</v></c>${inline(`name ${at % 40}`)}<c><v>${at / 8}</v></c></row>`,
          ).join(''),
      },
    ],
  },
  'empty-styled': {
    formats: ['0.00'],
    sheets: [
      {
        rows: `${head}<row r="2"><c r="A2" s="1"/><c r="B2" s="1"><v>1</v></c><c r="C2" s="1"/></row><row r="3" s="1" customFormat="1"/><row r="4"><c r="C4" s="1"><v>2</v></c></row>`,
      },
    ],
  },
  'frozen-and-filtered': one(
    texts([
      ['b', '2', 'x'],
      ['a', '1', 'y'],
    ]),
    {
      before:
        '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
      after: '<autoFilter ref="A1:C3"/>',
    },
  ),
  'mixed-types': {
    formats: ['dd/mm/yyyy', '0.00', '00000'],
    sheets: [
      {
        rows: `${head}<row><c><v>12</v></c><c s="1"><v>46085</v></c>${inline('text')}</row><row>${inline('12')}${inline('04/03/2026')}<c s="2"><v>1.5</v></c></row><row><c t="b"><v>1</v></c><c s="3"><v>12</v></c><c s="1"><v>46085.5</v></c></row>`,
      },
    ],
  },
  'account-book': {
    formats: ['00000000', 'dd/mm/yyyy', '[$£-809]#,##0.00'],
    sheets: [
      {
        name: 'Accounts',
        rows: `<row>${['Account', 'Name', 'Since', 'Balance', 'Phone', 'Note'].map(inline).join('')}</row>${Array.from({ length: 40 }, (_one, at) => `<row><c s="1"><v>${1000 + at * 37}</v></c>${inline(`Customer ${at}`)}<c s="2"><v>${43_000 + at * 61}</v></c><c s="3"><v>${(at - 20) * 13.37}</v></c>${inline(`020 7946 0${100 + at}`)}${at % 3 === 0 ? '' : inline('needs\nreview')}</row>`).join('')}`,
      },
      {
        name: 'Meters',
        rows: `${head}${texts(Array.from({ length: 20 }, (_one, at) => [`0000${1000 + at * 37}`, `E${at}`, '']))}`,
      },
    ],
  },
}

/** For these, LibreOffice also writes an OpenDocument spreadsheet. */
export const openDocuments: readonly string[] = [
  'padding',
  'percent',
  'currency',
  'sections',
  'dates-british',
  'date-times',
  'times',
  'durations',
  'booleans',
  'errors',
  'formulas',
  'rich-text',
  'blanks',
  'line-breaks',
  'unicode',
  'markup',
  'long-cell',
  'numbers-as-text',
  'merged-cells',
  'hidden-rows',
  'hidden-columns',
  'hidden-sheets',
  'sheet-names',
  'gaps',
  'wide',
  'tall',
  'account-book',
]
