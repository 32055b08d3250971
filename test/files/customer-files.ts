// Files as customers send them: title rows above the header, totals and notes between customers, the header again,
// blank rows, dates in six spellings, amounts with accountants' brackets, whole names, two telephone numbers in a cell.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cell, writeXlsx } from './write-xlsx.ts'

export type CustomerFile = { readonly path: string; readonly accounts: number }

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
