// Dialects of delimited text: delimiters, quotation marks, escapes, `sep=` lines.
import type { CorpusCase } from './case.ts'

const plain = [
  ['a', 'b', 'c'],
  ['1', '2', '3'],
  ['4', '5', '6'],
]
const by = (delimiter: string): string => plain.map((row) => row.join(delimiter)).join('\n')

export const writingCases: readonly CorpusCase[] = [
  { name: 'commas', bytes: by(','), cells: plain, delimiter: ',' },
  {
    name: 'semicolons of European Excel',
    bytes: 'a;b\r\n1,5;2,5\r\n3,5;4,5\r\n',
    cells: [
      ['a', 'b'],
      ['1,5', '2,5'],
      ['3,5', '4,5'],
    ],
    delimiter: ';',
  },
  { name: 'tabs', bytes: by('\t'), cells: plain, delimiter: '\t' },
  { name: 'bars', bytes: by('|'), cells: plain, delimiter: '|' },
  { name: 'carets', bytes: by('^'), cells: plain, delimiter: '^' },
  { name: 'tildes', bytes: by('~'), cells: plain, delimiter: '~' },
  { name: 'unit separators', bytes: by('\x1f'), cells: plain, delimiter: '\x1f' },
  {
    name: 'a delimiter that a person named',
    bytes: by(':'),
    options: { delimiter: ':' },
    cells: plain,
    delimiter: ':',
  },
  {
    name: 'a named delimiter against what it looks like',
    bytes: 'a;b,c\n1;2,5,6\n',
    options: { delimiter: ',' },
    cells: [
      ['a;b', 'c', ''],
      ['1;2', '5', '6'],
    ],
    reported: ['cell_beyond_header'],
  },
  {
    name: 'a delimiter of two characters',
    bytes: by(','),
    options: { delimiter: '||' },
    refused: 'delimiter_unusable',
  },
  {
    name: 'a quotation mark as the delimiter',
    bytes: by(','),
    options: { delimiter: '"' },
    refused: 'delimiter_unusable',
  },
  {
    name: 'one column without a delimiter',
    bytes: 'Name\nSmith\nMiller, Ann\nJones\n',
    cells: [['Name'], ['Smith'], ['Miller, Ann'], ['Jones']],
    delimiter: null,
    reported: ['delimiter_unclear'],
  },
  {
    name: 'one column of times',
    bytes: 'Time\n09:30\n10:45\n',
    cells: [['Time'], ['09:30'], ['10:45']],
    delimiter: null,
  },
  {
    name: 'the delimiter inside a quoted header',
    bytes: '"a,b","c,d"\n1,2\n',
    cells: [
      ['a,b', 'c,d'],
      ['1', '2'],
    ],
    delimiter: ',',
  },
  {
    name: 'another delimiter inside a quoted header',
    bytes: '"a;b;c",d\n1,2\n',
    cells: [
      ['a;b;c', 'd'],
      ['1', '2'],
    ],
    delimiter: ',',
  },
  {
    name: '12;12;12 among commas',
    bytes: 'x,y\nm,12;12;12\nn,12;12;12\n',
    cells: [
      ['x', 'y'],
      ['m', '12;12;12'],
      ['n', '12;12;12'],
    ],
    delimiter: ',',
  },
  {
    name: 'commas in every text among semicolons',
    bytes: 'name;street\nSmith, Ann;1, High St\nLee, Bo;2, Low St\n',
    cells: [
      ['name', 'street'],
      ['Smith, Ann', '1, High St'],
      ['Lee, Bo', '2, Low St'],
    ],
    delimiter: ';',
  },
  {
    name: 'a sep= line',
    bytes: 'sep=|\r\na,x|b\r\n1,1|2\r\n',
    cells: [
      ['a,x', 'b'],
      ['1,1', '2'],
    ],
    headerRow: 2,
    lines: [3],
    delimiter: '|',
  },
  {
    name: 'a quoted sep= line with a mark before it',
    bytes: '\uFEFF"sep=;"\na;b\n1;2\n',
    cells: [
      ['a', 'b'],
      ['1', '2'],
    ],
    headerRow: 2,
    delimiter: ';',
  },
  {
    name: 'a sep= line with a tab',
    bytes: 'sep=\t\na\tb\n1\t2\n',
    cells: [
      ['a', 'b'],
      ['1', '2'],
    ],
    delimiter: '\t',
  },
  {
    name: 'a delimiter that a person named against the sep= line',
    bytes: 'sep=;\na,b\n1,2\n',
    options: { delimiter: ',' },
    cells: [
      ['a', 'b'],
      ['1', '2'],
    ],
    delimiter: ',',
  },
  {
    name: 'quoted cells with delimiters, line breaks and doubled quotation marks',
    bytes: 'a,b\n"1,5","x\ny"\n"say ""no""",""\n"""",z\n',
    cells: [['a', 'b'], ['1,5', 'x\ny'], ['say "no"'], ['"', 'z']],
    lines: [2, 4, 5],
  },
  {
    name: 'quotation marks inside an unquoted cell',
    bytes: 'a,b\n1,5" pipe\n2,the "new" one\n',
    cells: [
      ['a', 'b'],
      ['1', '5" pipe'],
      ['2', 'the "new" one'],
    ],
    reported: ['quote_in_text'],
  },
  {
    name: 'blanks after a closing quotation mark',
    bytes: 'a,b\n"1" ,2\n"3","4" \n',
    cells: [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
    reported: ['blank_after_quote'],
  },
  {
    name: 'one cell quoted by apostrophes, with a doubled one inside',
    bytes: "name,town\n'O''Brien',Leeds\nAnn,Hull\nBob,York\n",
    cells: [
      ['name', 'town'],
      ["O'Brien", 'Leeds'],
      ['Ann', 'Hull'],
      ['Bob', 'York'],
    ],
    reported: ['quoted_by_apostrophes'],
  },
  {
    name: 'one cell between apostrophes, which may quote it',
    bytes: "name,town\n'two words',Leeds\nAnn,Hull\nBob,York\n",
    cells: [
      ['name', 'town'],
      ["'two words'", 'Leeds'],
      ['Ann', 'Hull'],
      ['Bob', 'York'],
    ],
    reported: ['quote_in_text'],
  },
  {
    name: 'everything quoted by apostrophes',
    bytes: "'id','name'\n'007','O''Brien'\n'8','Smith, Ann'\n",
    cells: [
      ['id', 'name'],
      ['007', "O'Brien"],
      ['8', 'Smith, Ann'],
    ],
    reported: ['quoted_by_apostrophes'],
  },
  {
    name: 'apostrophes that a person said are quotation marks',
    bytes: "id,name\n1,'Smith, Ann'\n",
    options: { quote: "'" },
    cells: [
      ['id', 'name'],
      ['1', 'Smith, Ann'],
    ],
  },
  {
    name: 'apostrophes in front that close nothing',
    bytes: "id,phone\n1,'+44 20 7946\n2,'+44 113 496\n",
    cells: [
      ['id', 'phone'],
      ['1', "'+44 20 7946"],
      ['2', "'+44 113 496"],
    ],
  },
  {
    name: 'apostrophes inside names',
    bytes: "id,name\n1,O'Brien\n2,D'Arcy\n",
    cells: [
      ['id', 'name'],
      ['1', "O'Brien"],
      ['2', "D'Arcy"],
    ],
  },
  {
    name: 'quotation marks that a person said are text',
    bytes: 'id\tname\n1\t"Tom\n2\t5" pipe\n',
    options: { quote: null },
    cells: [
      ['id', 'name'],
      ['1', '"Tom'],
      ['2', '5" pipe'],
    ],
  },
  {
    name: 'quotation marks after a backslash',
    bytes: 'id,says\n1,"say \\"no\\", twice"\n2,"C:\\new\\\\"\n',
    cells: [
      ['id', 'says'],
      ['1', 'say "no", twice'],
      ['2', 'C:\\new\\'],
    ],
  },
  {
    name: 'an escaped delimiter',
    bytes: 'id,says\n1,"a \\"b\\" c"\n2,yes\\, and no\n',
    cells: [
      ['id', 'says'],
      ['1', 'a "b" c'],
      ['2', 'yes, and no'],
    ],
  },
  {
    name: 'backslashes that escape nothing',
    bytes: 'id,path\n1,"C:\\new\\"\n2,"D:\\"\n',
    cells: [
      ['id', 'path'],
      ['1', 'C:\\new\\'],
      ['2', 'D:\\'],
    ],
  },
  {
    name: 'backslashes that a person said escape',
    bytes: 'id,size\n1,"6\\""\n2,"a\\\\b"\n',
    options: { escape: 'backslash' },
    cells: [
      ['id', 'size'],
      ['1', '6"'],
      ['2', 'a\\b'],
    ],
  },
  {
    name: 'a quotation mark never closed',
    bytes: 'a,b\n1,"x\ny"\n2,"never\n3,z\n',
    refused: 'quote_not_closed',
    line: 4,
    says: 'line 4',
  },
  {
    name: 'a quotation mark never closed in the header',
    bytes: '"a,b\n1,2\n',
    refused: 'quote_not_closed',
    line: 1,
  },
  {
    name: 'an apostrophe never closed where a person said it quotes',
    bytes: "a,b\n1,'x\n",
    options: { quote: "'" },
    refused: 'quote_not_closed',
    line: 2,
  },
  {
    name: 'a quotation mark that is not doubled',
    bytes: 'a,b\n1,2\n3,"say "no" now"\n',
    refused: 'quote_misplaced',
    line: 3,
    says: 'line 3',
  },
  {
    name: 'letters after a closing quotation mark',
    bytes: 'a,b\n"1"x,2\n',
    refused: 'quote_misplaced',
    line: 2,
  },
]
