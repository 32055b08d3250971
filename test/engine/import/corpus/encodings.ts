// Encodings: by byte order mark, by the pattern of NUL bytes, strict UTF-8, or named by the user; and files that are
// refused.
import { bytes, type CorpusCase, utf16, utf16be, utf32 } from './case.ts'

const table = '"Name",Town\r\nÅsa Öberg,"Köln, Süd"\r\n李雷,😀\r\n'
const cells = [
  ['Name', 'Town'],
  ['Åsa Öberg', 'Köln, Süd'],
  ['李雷', '😀'],
]
const latinRows = `${'Name,Town\n'.repeat(3)}Åsa,Köln\n`
const latinCells = [
  ['Name', 'Town'],
  ['Name', 'Town'],
  ['Name', 'Town'],
  ['Åsa', 'Köln'],
]
const european = [
  ['Name', 'Price'],
  ['Müller', '5 €'],
]

export const encodingCases: readonly CorpusCase[] = [
  { name: 'UTF-8 without a mark', bytes: table, cells, encoding: 'utf-8' },
  { name: 'UTF-8 with a mark before a quoted header', bytes: `\uFEFF${table}`, cells, encoding: 'utf-8' },
  {
    name: 'UTF-16 LE with a mark before a quoted header',
    bytes: utf16(`\uFEFF${table}`),
    cells,
    encoding: 'utf-16le',
  },
  {
    name: 'UTF-16 BE with a mark before a quoted header',
    bytes: utf16be(`\uFEFF${table}`),
    cells,
    encoding: 'utf-16be',
  },
  {
    name: 'UTF-32 LE with a mark before a quoted header',
    bytes: utf32(`\uFEFF${table}`),
    cells,
    encoding: 'utf-32le',
  },
  {
    name: 'UTF-32 BE with a mark before a quoted header',
    bytes: utf32(`\uFEFF${table}`, true),
    cells,
    encoding: 'utf-32be',
  },
  { name: 'UTF-16 LE without a mark', bytes: utf16(latinRows), cells: latinCells, encoding: 'utf-16le' },
  { name: 'UTF-16 BE without a mark', bytes: utf16be(latinRows), cells: latinCells, encoding: 'utf-16be' },
  { name: 'UTF-32 LE without a mark', bytes: utf32(latinRows), cells: latinCells, encoding: 'utf-32le' },
  {
    name: 'UTF-32 BE without a mark',
    bytes: utf32(latinRows, true),
    cells: latinCells,
    encoding: 'utf-32be',
  },
  {
    name: 'UTF-16 of Excel’s "Unicode text": tabs, a mark, CRLF',
    bytes: utf16('\uFEFFName\tTown\r\nÅsa\tKöln\r\n'),
    cells: [
      ['Name', 'Town'],
      ['Åsa', 'Köln'],
    ],
    encoding: 'utf-16le',
    delimiter: '\t',
  },
  {
    name: 'UTF-16 cut in the middle of a character',
    bytes: utf16('\uFEFFa,b\n1,2\n').subarray(0, -1),
    refused: 'encoding_wrong',
    says: 'utf-16le',
  },
  {
    name: 'UTF-32 with a code point that does not exist',
    bytes: Buffer.concat([utf32('\uFEFFa,b\n'), Buffer.from([0, 0, 0x11, 0])]),
    refused: 'encoding_wrong',
  },
  {
    name: 'windows-1252 that a person named',
    bytes: bytes('Name,Price\nM\xfcller,5 \x80\n'),
    options: { encoding: 'windows-1252' },
    cells: european,
    encoding: 'windows-1252',
  },
  {
    name: 'ISO-8859-15 that a person named',
    bytes: bytes('Name,Price\nM\xfcller,5 \xa4\n'),
    options: { encoding: 'iso-8859-15' },
    cells: european,
    encoding: 'iso-8859-15',
  },
  {
    name: 'ISO-8859-1 that a person named',
    bytes: bytes('Name,Price\nM\xfcller,5 \xa3\n'),
    options: { encoding: 'iso-8859-1' },
    cells: [
      ['Name', 'Price'],
      ['Müller', '5 £'],
    ],
  },
  {
    name: 'Mac Roman that a person named',
    bytes: bytes('Name,Price\nM\x9fller,5 \xdb\n'),
    options: { encoding: 'macintosh' },
    cells: european,
    encoding: 'macintosh',
  },
  {
    name: 'a Cyrillic encoding that a person named',
    bytes: bytes('Name,Town\n\xc8\xe2\xe0\xed,\xcc\xee\xf1\xea\xe2\xe0\n'),
    options: { encoding: 'windows-1251' },
    cells: [
      ['Name', 'Town'],
      ['Иван', 'Москва'],
    ],
  },
  {
    name: 'windows-1252 umlauts',
    bytes: bytes('Name,Town\nM\xfcller,K\xf6ln\n'),
    refused: 'encoding_unsure',
    line: 2,
    says: 'Müller,Köln',
  },
  {
    name: 'Mac Roman umlauts',
    bytes: bytes('Name,Town\rM\x9fller,K\x9aln\r'),
    refused: 'encoding_unsure',
    line: 2,
    says: 'Müller,Köln',
  },
  {
    name: 'ISO-8859-15 with a euro sign',
    bytes: bytes('Name,Price\nSm\xeft,5 \xa4\nJos\xe9,7 \xa4\n'),
    refused: 'encoding_unsure',
    line: 2,
    says: 'iso-8859-15',
  },
  {
    name: 'UTF-8 lines with one line of windows-1252',
    bytes: Buffer.concat([Buffer.from('Name,Town\nMüller,Köln\n'), bytes('M\xfcller,K\xf6ln\n')]),
    refused: 'encoding_unsure',
    line: 3,
    says: 'several encodings',
  },
  {
    name: 'UTF-8 cut in the middle of a character',
    bytes: Buffer.from('a,b\n1,é').subarray(0, -1),
    refused: 'encoding_unsure',
    line: 2,
  },
  {
    name: 'Greek in UTF-16 without a mark',
    bytes: utf16('Όνομα,Πόλη\nΓιάννης,Αθήνα\nΜαρία,Πάτρα\n'),
    refused: 'encoding_unsure',
    says: 'Όνομα',
  },
  {
    name: 'Chinese in UTF-16 BE without a mark',
    bytes: utf16be('名字,城市\n李雷,北京\n韩梅梅,上海\n'),
    refused: 'encoding_unsure',
    says: '名字',
  },
  {
    name: 'UTF-8 that a person named, and it is not',
    bytes: bytes('a,b\n\xe4,1\n'),
    options: { encoding: 'utf-8' },
    refused: 'encoding_wrong',
    line: 2,
  },
  {
    name: 'an encoding that nobody knows',
    bytes: 'a,b\n1,2\n',
    options: { encoding: 'klingon' },
    refused: 'encoding_unknown',
    says: 'klingon',
  },
  {
    name: 'UTF-8 with a mark, read as windows-1252 all the same',
    bytes: Buffer.concat([Buffer.from('\uFEFF'), bytes('"id",b\n1,\xe9t\xe9\n')]),
    options: { encoding: 'windows-1252' },
    cells: [
      ['id', 'b'],
      ['1', 'été'],
    ],
    reported: ['encoding_mark'],
  },
  { name: 'a NUL in the middle', bytes: 'a,b\n1,2\n3,\0\n', refused: 'nul_characters', line: 3 },
  {
    name: 'NULs from a disk that failed',
    bytes: `a,b\n1,2\n${'\0'.repeat(200)}`,
    refused: 'nul_characters',
    line: 3,
  },
]
