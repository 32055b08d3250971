// Files as customers send them: title rows above the header, totals and notes between customers, the header again,
// blank rows, dates in six spellings, amounts with accountants' brackets, whole names, two telephone numbers in a cell,
// merged cells over the people of a household, headers of two rows, accounts twice, and an export in two files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cell, writeXlsx } from './write-xlsx.ts'

export type CustomerFile = {
  readonly path: string
  /** Files that belong with it. */
  readonly also?: readonly string[]
  readonly accounts: number
  /** That a person has to choose, where the file does not tell. */
  readonly encoding?: string | null
}

const dates = ['01/02/2023', '3/4/22', '21.06.2016', '2021-11-26', '04 Apr 2016', '25/12/2019']
const names = [
  'Mr John Smith',
  'Bell, Ann',
  'Ms Mary van der Berg',
  'Dole, Mr Cy',
  'Eve Fox',
  'Mrs Gwen Hall',
]
const amounts = ['£1,234.50', '(45.10)', '£12.00', '£0.00', '(1,100.05)', '£7.20']
const phones = ['020 7946 0101 / 07700 900101', '020 7946 0102', '020 7946 0103; 07700 900103']

const of = (values: readonly string[], at: number): string => values[at % values.length] ?? ''

/** Account, customer, telephone, street, town, postcode, customer since, balance. */
function customer(prefix: string, at: number): string[] {
  const number = String(at + 1).padStart(3, '0')
  const address = [`${at + 1} High Street`, of(['Leeds', 'York', 'Hull'], at), `LS${(at % 9) + 1} 1AA`]
  return [`${prefix}-${number}`, of(names, at), of(phones, at), ...address, of(dates, at), of(amounts, at)]
}

const header = ['Account No', 'Customer', 'Tel', 'Street', 'Town', 'Postcode', 'Customer since', 'Balance']

function customers(prefix: string, count: number): string[][] {
  return Array.from({ length: count }, (_, at) => customer(prefix, at))
}

/** Blocks of customers with the header again, a total and a note between them. */
function rowsOf(prefix: string, count: number): string[][] {
  const all = customers(prefix, count)
  const half = Math.ceil(count / 2)
  return [
    ['Northwind Energy: customer extract FINAL v3'],
    ['Made on 13 March 2026'],
    [],
    header,
    ...all.slice(0, half),
    ['Total', '', '', '', '', '', '', '£1,163.55'],
    [],
    header,
    ...all.slice(half),
    ['Total', '', '', '', '', '', '', '£1,163.55'],
    ['* balances as at 13 March'],
  ]
}

const quoted = (text: string): string => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export function customerCsv(folder: string, count = 24): CustomerFile {
  const path = join(folder, 'northwind extract.csv')
  writeFileSync(
    path,
    rowsOf('NW', count)
      .map((row) => row.map(quoted).join(','))
      .join('\n'),
  )
  return { path, accounts: count }
}

/** The same as a workbook in which every third date is a real one. */
export async function customerWorkbook(folder: string, count = 18): Promise<CustomerFile> {
  const path = join(folder, 'Northwind extract FINAL v3 (2).xlsx')
  const rows = rowsOf('NX', count).map((row, at) =>
    row.map(
      (text, column): Cell =>
        column === 6 && row[0]?.startsWith('NX') === true && at % 3 === 0 ? { iso: '2020-05-17' } : text,
    ),
  )
  await writeXlsx(path, [{ name: 'Extract', rows }])
  return { path, accounts: count }
}

const people = [
  ['Mr John Smith', '020 7946 0101 / 07700 900101'],
  ['Bell, Ann', '020 7946 0102'],
  ['Ms Mary van der Berg', '020 7946 0103; 07700 900103'],
  ['Dole, Mr Cy', '+44 20 7946 0104'],
]

/** Households of two people: the account and its address are one merged cell over both rows. */
export async function householdWorkbook(folder: string, households = 9): Promise<CustomerFile> {
  const path = join(folder, 'Households as at 13 March.xlsx')
  const first = 4
  const rows = Array.from({ length: households }, (_, at) => {
    const [number = '', , , street = '', town = '', postcode = '', since = ''] = customer('HH', at)
    const [one = [], other = []] = [people[(2 * at) % 4], people[(2 * at + 1) % 4]]
    return [
      [number, street, town, postcode, since, ...one],
      ['', '', '', '', '', ...other],
    ]
  }).flat()
  const merges = Array.from({ length: households }, (_, at) =>
    ['A', 'B', 'C', 'D', 'E'].map((column) => `${column}${first + 2 * at}:${column}${first + 2 * at + 1}`),
  ).flat()
  const titled = [
    ['Northwind Energy: households'],
    [],
    ['Account No', 'Street', 'Town', 'Postcode', 'Customer since', 'Name', 'Tel'],
    ...rows,
    ['Total', '', '', '', '', String(households)],
  ]
  await writeXlsx(path, [{ name: 'Households', rows: titled, merges: ['A1:G1', ...merges] }])
  return { path, accounts: households }
}

/** A header of two rows over two addresses, with merged titles of groups, two accounts twice, and a sheet of notes. */
export async function twoAddressWorkbook(folder: string, count = 12): Promise<CustomerFile> {
  const path = join(folder, 'Migration list v7 - checked.xlsx')
  const line = (at: number): string[] => {
    const [number = '', , phone = '', ...rest] = customer('TW', at)
    const [street = '', town = '', postcode = '', since = '', balance = ''] = rest
    const billing = [`${at + 1} Billing Road`, 'London', `N${(at % 9) + 1} 2BB`]
    return [number, of(names, at), phone, street, town, postcode, ...billing, since, balance]
  }
  const parts = ['Street', 'Town', 'Postcode']
  const rows = [
    ['Migration list v7'],
    ['', '', '', 'Supply address', '', '', 'Billing address'],
    ['Account No', 'Customer', 'Tel', ...parts, ...parts, 'Customer since', 'Balance'],
    ...Array.from({ length: count }, (_, at) => line(at)),
    line(2),
    line(5),
    ['Grand total', '', '', '', '', '', '', '', '', '', '£2,327.10'],
    ['* two accounts were checked by hand'],
  ]
  await writeXlsx(path, [
    { name: 'List', rows, merges: ['A1:K1', 'D2:F2', 'G2:I2'] },
    { name: 'Read me', rows: [['Ask Pat before using column K'], ['Last change: 12 March']] },
  ])
  return { path, accounts: count }
}

/** An export in two files: the accounts, and their customers with semicolons. */
export function exportOfTwo(folder: string, count = 16): CustomerFile {
  const path = join(folder, 'accounts export.csv')
  const second = join(folder, 'customers export.csv')
  const all = customers('EX', count)
  writeFileSync(
    path,
    [
      ['Account No', 'Street', 'Town', 'Postcode', 'Customer since', 'Balance'],
      ...all.map(([number = '', , , ...rest]) => [number, ...rest]),
      ['Total', '', '', '', '', '£1,163.55'],
    ]
      .map((row) => row.map(quoted).join(','))
      .join('\n'),
  )
  writeFileSync(
    second,
    [
      ['Exported on 13 March 2026'],
      ['Account No', 'Customer', 'Tel'],
      ...all.map(([number = '', name = '', phone = '']) => [number, name, phone]),
    ]
      .map((row) => row.map((text) => (/[;"]/.test(text) ? `"${text}"` : text)).join(';'))
      .join('\r\n'),
  )
  return { path, also: [second], accounts: count }
}
