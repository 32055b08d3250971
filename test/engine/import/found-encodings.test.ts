// Tests encodings that the bytes do not identify: a file of every such family leads to a question whose first
// proposal is correct. Encodings that write other letters with ASCII are reported by name, and ordinary text never
// is.
import { describe, expect, test } from 'vitest'
import { encodeAs } from './encode.ts'
import { cellsOf, useFolder } from './reading-files.ts'

const { read } = useFolder()

const families: readonly (readonly [string, readonly string[]])[] = [
  ['windows-1252', ['Jürgen Müller', 'Köln', 'Größe', 'Düsseldorf']],
  ['windows-1252', ['Hélène Lefèvre', 'Besançon', 'Prénom', 'Orléans']],
  ['iso-8859-15', ['Muñoz', 'José García', '5 €', 'Málaga']],
  ['macintosh', ['Åsa Sjöberg', 'Göteborg', 'Björn', 'Malmö']],
  ['windows-1250', ['Jiří Dvořák', 'Plzeň', 'Žižkov', 'Šťastný']],
  ['windows-1250', ['Grażyna Wałęsa', 'Łódź', 'Świętochłowice', 'Źródło']],
  ['windows-1250', ['Szőke Erdős', 'Győr', 'Kőszeg', 'Tűzoltó']],
  ['iso-8859-2', ['Živković', 'Šibenik', 'Đorđe', 'Požega']],
  ['windows-1251', ['Иван Кузнецов', 'Москва', 'Фамилия', 'Новосибирск']],
  ['koi8-r', ['Иван Кузнецов', 'Москва', 'Фамилия', 'Новосибирск']],
  ['koi8-u', ['Олексій', 'Київ', 'Львів', 'Запоріжжя']],
  ['iso-8859-5', ['Екатерина', 'Санкт-Петербург', 'Адрес', 'улица Ленина']],
  ['ibm866', ['Екатерина', 'Санкт-Петербург', 'Адрес', 'улица Ленина']],
  ['x-mac-cyrillic', ['Екатерина', 'Санкт-Петербург', 'Адрес', 'улица Ленина']],
  ['windows-1253', ['Γιάννης', 'Αθήνα', 'Όνομα', 'Διεύθυνση']],
  ['iso-8859-7', ['Παπαδόπουλος', 'Θεσσαλονίκη', 'Μαρία', 'Ηράκλειο']],
  ['windows-1254', ['Yıldırım', 'İstanbul', 'Şahin', 'Doğum yeri']],
  ['windows-1257', ['Kęstutis', 'Šiauliai', 'Panevėžys', 'Mažeikių']],
  ['iso-8859-13', ['Jānis Bērziņš', 'Rīga', 'Liepāja', 'Uzvārds']],
  ['windows-1255', ['משה כהן', 'ירושלים', 'כתובת', 'תל אביב']],
  ['windows-1256', ['أحمد علي', 'القاهرة', 'الاسم', 'الرياض']],
  ['windows-874', ['สมชาย', 'กรุงเทพ', 'เชียงใหม่', 'นามสกุล']],
  ['shift_jis', ['山田太郎', '東京都', '氏名', 'カタカナ']],
  ['euc-jp', ['鈴木花子', '大阪市', '住所', 'ひらがな']],
  ['gb18030', ['李伟', '北京市', '姓名', '客户编号']],
  ['big5', ['陳志偉', '臺北市', '姓名', '電話']],
  ['euc-kr', ['김민수', '서울특별시', '이름', '전화번호']],
]

describe('the first proposal is correct for a file of each encoding family', () => {
  test.each(families)('%s: %j', async (encoding, [name = '', town = '', ...more]) => {
    const lines = [
      'id,name,town',
      `1,${name},${town}`,
      ...more.map((word, at) => `${at + 2},${word},${town}`),
    ]
    const bytes = encodeAs(encoding, `${lines.join('\n')}\n`)
    const { failure } = await read(bytes)
    expect(failure).toMatchObject({ code: 'encoding_unsure', row: 2 })
    const [best] = failure?.candidates ?? []
    for (const { line, text } of best?.lines ?? []) expect(text).toBe(lines[line - 1])
    expect(best?.lines[0]?.line).toBe(2)
    const named = await read(bytes, { encoding: best?.encoding ?? 'none' })
    expect(cellsOf(named.sheets[0])[0]).toEqual(['1', name, town])
    // Few enough to choose from, and each gives a different text.
    const readings = (failure?.candidates ?? []).map((one) => one.lines.map(({ text }) => text).join('\n'))
    expect(readings.length).toBeLessThan(7)
    expect(new Set(readings).size).toBe(readings.length)
  })
})

test('the encoding found by the detector is also proposed if its text scores low', async () => {
  const bytes = encodeAs(
    'iso-8859-15',
    'id,name,town\n1,Muñoz,José García\n2,5 €,José García\n3,Málaga,José García\n',
  )
  const { failure } = await read(bytes)
  const proposed = failure?.candidates?.map(({ encoding }) => encoding)
  expect(proposed?.[0]).toBe('iso-8859-15')
  expect(proposed).toContain('windows-1257')
  expect(proposed).toHaveLength(6)
})

const utf7 = (text: string): string =>
  text.replace(
    /[^\0-\x7f]+/g,
    (run) => `+${Buffer.from(run, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`,
  )

describe('encodings that write letters as ASCII', () => {
  test('ISO-2022-JP is proposed with its decoded text, and read if chosen', async () => {
    const bytes = 'id,town\n1,\x1b$BEl5~\x1b(B\n'
    const { failure } = await read(bytes)
    expect(failure).toMatchObject({ code: 'encoding_unsure', row: 2 })
    expect(failure?.candidates?.[0]).toEqual({
      encoding: 'iso-2022-jp',
      lines: [{ line: 2, text: '1,東京' }],
    })
    const named = await read(bytes, { encoding: 'iso-2022-jp' })
    expect(cellsOf(named.sheets[0])).toEqual([['1', '東京']])
  })

  test.each([
    ['UTF-7', 'Jürgen', utf7('id,name\n1,Jürgen\n'), 'ü'],
    ['UTF-7', 'Greek at the end of the file', utf7('id,name\n1,Αθήνα').slice(0, -1), 'Αθήνα'],
    ['UTF-7', 'Cyrillic', utf7('id,name\n1,Москва\n'), 'Москва'],
    ['UTF-7', 'Japanese', utf7('id,name,town\n1,山田,東京\n'), '東京'],
    ['HZ', 'Chinese', 'id,town\n1,~{11>)~}\n', '北京'],
    ['iso-2022-kr', 'Korean', '\x1b$)Cid,town\n1,\x0e1h\x0f\n', ''],
  ])('%s with %s is detected', async (name, _what, text, says) => {
    for (const chunkBytes of [5, 65_536]) {
      const { failure } = await read(text, { chunkBytes })
      expect(failure?.code).toBe('encoding_seven_bit')
      expect(failure?.message).toContain(name)
      expect(failure?.message).toContain(says)
    }
  })

  test('ASCII text is read as plain text if chosen', async () => {
    const text = utf7('id,name\n1,Jürgen\n')
    const { sheets } = await read(text, { encoding: 'utf-8' })
    expect(cellsOf(sheets[0])).toEqual([['1', 'J+APw-rgen']])
  })

  test('an encoding far down in a large file is also reported, with its line', async () => {
    const { failure } = await read(`id,name\n${'1,plain\n'.repeat(20_000)}${utf7('2,Müller\n')}`)
    expect(failure).toMatchObject({ code: 'encoding_seven_bit', row: 20_002 })
  })

  test('telephone numbers, sums, tagged addresses, tildes and terminal colours are read as plain text', async () => {
    const words = [
      '+44 20 7946 0000',
      '+447700900123',
      '+1-800-555-0100',
      '+120',
      'C++',
      'a+b-c',
      '1+2=3',
      'me+you@example.org',
      'user+services@example.org',
      'Tel+Fax-Nr',
      '~{12~}',
      '~{name~}',
      '\x1b[31mred',
    ]
    const { failure, sheets } = await read(`id,text\n${words.map((word) => `1,${word}\n`).join('')}`)
    expect(failure).toBeNull()
    expect(cellsOf(sheets[0]).map(([, text]) => text)).toEqual(words)
  })
})

test('UTF-32 without a mark in another alphabet is detected by its bytes', async () => {
  const text = 'Όνομα,Πόλη\nΓιάννης,Αθήνα\n'
  const bytes = Buffer.alloc([...text].length * 4)
  for (const [at, character] of [...text].entries())
    bytes.writeUInt32LE(character.codePointAt(0) ?? 0, at * 4)
  const little = await read(bytes)
  expect(little.encoding).toBe('utf-32le')
  expect(cellsOf(little.sheets[0])).toEqual([['Γιάννης', 'Αθήνα']])
  expect((await read(bytes.swap32())).encoding).toBe('utf-32be')
})
