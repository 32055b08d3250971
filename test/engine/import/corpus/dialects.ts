// Delimiters combined with misplaced quotation marks, escapes, and other delimiters inside cells: a fault in one cell
// is reported correctly and never changes how the file is split.
import type { CorpusCase } from './case.ts'

const pairs = (separator: string): string =>
  ['id,last name|first', 'A,Smith|Ann', 'B,Lee|Bo', 'C,May|Cy'].join('\n').replaceAll('|', separator)

export const dialectCases: readonly CorpusCase[] = [
  {
    name: 'semicolons, decimal commas, and one quotation mark that is not doubled',
    bytes: 'id;name;price\n1;x;1,5\n2;"say "no" now";2,5\n3;y;3,5\n',
    refused: 'quote_misplaced',
    line: 3,
    says: 'On line 3, column 2, a quotation mark stands inside a quoted cell without being doubled',
  },
  {
    name: 'the same where a person said that quotation marks are text',
    bytes: 'id;name;price\n1;x;1,5\n2;"say "no" now";2,5\n3;y;3,5\n',
    options: { quote: null },
    cells: [
      ['id', 'name', 'price'],
      ['1', 'x', '1,5'],
      ['2', '"say "no" now"', '2,5'],
      ['3', 'y', '3,5'],
    ],
    delimiter: ';',
  },
  {
    name: 'semicolons and quotation marks that are misplaced in every row',
    bytes: 'id;name;price\n1;"a "b" c";1,5\n2;"a "b" c";2,5\n',
    refused: 'quote_misplaced',
    line: 2,
    says: 'line 2, column 2',
  },
  {
    name: 'semicolons and quotation marks after a backslash',
    bytes: 'id;name;price\n1;"say \\"no\\", now";1,5\n2;"a";2,5\n',
    cells: [
      ['id', 'name', 'price'],
      ['1', 'say "no", now', '1,5'],
      ['2', 'a', '2,5'],
    ],
    delimiter: ';',
  },
  {
    name: 'tabs and quotation marks after a backslash',
    bytes: 'id\tname\tprice\n1\t"say \\"no\\", now"\t1,5\n2\t"a"\t2,5\n',
    cells: [
      ['id', 'name', 'price'],
      ['1', 'say "no", now', '1,5'],
      ['2', 'a', '2,5'],
    ],
    delimiter: '\t',
  },
  {
    name: 'tabs and a quotation mark that opens a name',
    bytes: 'id\tname\n1\t"Tom, x\n2\tJim, y\n',
    refused: 'quote_not_closed',
    line: 2,
    says: 'line 2, column 2',
  },
  {
    name: 'tabs and two quotation marks that swallow a row',
    bytes: 'id\tname\ttown\n1\t"Tom\tLeeds\n2\tJim"\tYork\n3\tAda\tHull\n',
    refused: 'quote_over_lines',
    line: 2,
    says: 'lines 2 to 3',
  },
  {
    name: 'the same where a person said that quotation marks stand around cells',
    bytes: 'id\tname\ttown\n1\t"Tom\tLeeds\n2\tJim"\tYork\n3\tAda\tHull\n',
    options: { quote: '"' },
    cells: [
      ['id', 'name', 'town'],
      ['1', 'Tom\tLeeds\n2\tJim', 'York'],
      ['3', 'Ada', 'Hull'],
    ],
    lines: [2, 4],
    reported: ['invisible_characters'],
  },
  {
    name: 'a quoted cell of several lines beside tabs',
    bytes: 'id\tname\ttown\n1\t"Tom\nJim"\tLeeds\n',
    cells: [
      ['id', 'name', 'town'],
      ['1', 'Tom\nJim', 'Leeds'],
    ],
  },
  {
    name: 'a misplaced mark that is found lines after the cell began',
    bytes: 'id\tname\n1\t"Tom\n2\t"Jim\n',
    refused: 'quote_misplaced',
    line: 2,
    says: 'On line 3, a quotation mark stands inside the quoted cell that begins on line 2, column 2',
  },
  {
    name: 'a blank before the mark that opens a cell with a delimiter',
    bytes: 'id, name, town\n1, "Smith, Ann", Leeds\n',
    refused: 'quote_misplaced',
    line: 2,
    says: 'line 2, column 2, a blank stands before',
  },
  {
    name: 'tabs with a comma in every cell',
    bytes: pairs('\t'),
    cells: [
      ['id,last name', 'first'],
      ['A,Smith', 'Ann'],
      ['B,Lee', 'Bo'],
      ['C,May', 'Cy'],
    ],
    delimiter: '\t',
  },
  {
    name: 'bars with a comma in every cell',
    bytes: pairs('|'),
    cells: [
      ['id,last name', 'first'],
      ['A,Smith', 'Ann'],
      ['B,Lee', 'Bo'],
      ['C,May', 'Cy'],
    ],
    delimiter: '|',
  },
  {
    name: 'ragged tabs against steady commas',
    bytes: 'id\tlast, first\ta\tb\tc\n1\tSmith, Ann\n2\tLee, Bo\t1\n3\tMay, Cy\t1\t2\n4\tFox, Di\n',
    cells: [
      ['id', 'last, first', 'a', 'b', 'c'],
      ['1', 'Smith, Ann'],
      ['2', 'Lee, Bo', '1'],
      ['3', 'May, Cy', '1', '2'],
      ['4', 'Fox, Di'],
    ],
    delimiter: '\t',
    reported: ['short_row'],
  },
  {
    name: 'bars inside the cells of a comma file',
    bytes: 'id,tags\n1,a|b|c\n2,d|e|f\n',
    cells: [
      ['id', 'tags'],
      ['1', 'a|b|c'],
      ['2', 'd|e|f'],
    ],
    delimiter: ',',
  },
  {
    name: 'decimal commas and semicolons without a header',
    bytes: '1,5;2,5\n3,5;4,5\n',
    cells: [
      ['1,5', '2,5'],
      ['3,5', '4,5'],
    ],
    delimiter: ';',
    reported: ['header_like_data'],
  },
  {
    name: 'more title lines than rows',
    bytes: 'Report\nMade by Ann\nOn Monday\nFor Bo\nid,name,town\n1,Ann,Leeds\n2,Bob,York\n',
    cells: [
      ['id', 'name', 'town'],
      ['1', 'Ann', 'Leeds'],
      ['2', 'Bob', 'York'],
    ],
    delimiter: ',',
    headerRow: 5,
    reported: ['row_above_header'],
  },
  {
    name: 'the sign of a database for no value',
    bytes: 'id\tname\n1\t\\N\n2\tAnn\n',
    cells: [
      ['id', 'name'],
      ['1', '\\N'],
      ['2', 'Ann'],
    ],
    reported: ['null_marker'],
  },
  {
    name: 'colons of a table',
    bytes: 'user:uid:home\nroot:0:/root\nbin:1:/bin\n',
    cells: [
      ['user', 'uid', 'home'],
      ['root', '0', '/root'],
      ['bin', '1', '/bin'],
    ],
    delimiter: ':',
  },
  {
    name: 'times with seconds in one column',
    bytes: 'Time\n09:30:00\n10:30:00\n',
    cells: [['Time'], ['09:30:00'], ['10:30:00']],
    delimiter: null,
  },
  {
    name: 'a sign that no delimiter is, in every line',
    bytes: 'a#b\n1#2\n3#4\n',
    cells: [['a#b'], ['1#2'], ['3#4']],
    delimiter: null,
    reported: ['delimiter_unclear'],
  },
  ...['||', '::', '|~|'].map(
    (several): CorpusCase => ({
      name: `${several} between cells`,
      bytes: `a${several}b${several}c\n1${several}2${several}3\n`,
      refused: 'delimiter_unusable',
      says: `"${several}"`,
    }),
  ),
  {
    name: 'a sep= line that names two characters',
    bytes: 'sep=::\na::b\n1::2\n',
    refused: 'delimiter_unusable',
    says: '"::"',
  },
]
