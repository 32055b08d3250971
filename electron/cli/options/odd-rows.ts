// Command-line options for rows that do not look like a customer: decisions made in advance, and the list of the
// other rows.
import { InvalidArgumentError, Option } from 'commander'
import { type OddKind, oddKinds } from '../../../shared/sheet/odd-rows.ts'
import type { Client } from '../data-folder/session.ts'
import { helpTexts } from '../texts/help.ts'
import { dataTexts } from '../texts/data.ts'

const names = {
  totals: 'total',
  notes: 'note',
  headers: 'header',
  sections: 'section',
  separators: 'separator',
} as const satisfies Record<string, OddKind>

function kindsOf(text: string): OddKind[] {
  if (text === 'all') return [...oddKinds]
  return text.split(',').map((part) => {
    const kind = Object.entries(names).find(([name]) => name === part.trim())?.[1]
    if (kind === undefined)
      throw new InvalidArgumentError(helpTexts.invalid.kinds({ names: Object.keys(names).join(', ') }))
    return kind
  })
}

export type OddRowOptions = { readonly leaveOut?: readonly OddKind[]; readonly keepRows?: readonly OddKind[] }

export const leaveOutOption = (): Option =>
  new Option('--leave-out <kinds>', helpTexts.options.leaveOut).argParser(kindsOf)
export const keepRowsOption = (): Option =>
  new Option('--keep-rows <kinds>', helpTexts.options.keepRows).argParser(kindsOf)

/** As `batches.load` takes it. A row in both lists is kept. */
export function oddRowsFrom({ leaveOut = [], keepRows = [] }: OddRowOptions): {
  readonly leaveOut: OddKind[]
  readonly customers: OddKind[]
} {
  return { leaveOut: leaveOut.filter((kind) => !keepRows.includes(kind)), customers: [...keepRows] }
}

const named = 5
const words = dataTexts.oddRows

/** Prints the rows that were left out, and those that wait for a decision. */
export async function tellOddRows(client: Client, batch: number, say: (line: string) => void): Promise<void> {
  for (const [name, kind] of Object.entries(names)) {
    const { counts, rows } = await client.oddRows.list({ batch, kind, offset: 0, limit: named })
    const count = counts[kind]
    if (count === undefined || count.found === 0) continue
    const places = rows.map(({ sheetName, row, cells }) => {
      const text = cells.filter((cell) => cell !== '').join(' | ')
      return `${sheetName}!${row} "${text.slice(0, 40)}"`
    })
    const more = count.found - rows.length
    const open = count.found - count.leftOut - count.customers
    const what = [
      ...(count.leftOut > 0 ? [words.leftOut({ rows: count.leftOut })] : []),
      ...(count.customers > 0 ? [words.kept({ rows: count.customers })] : []),
      ...(open > 0 ? [words.open({ rows: open, name })] : []),
    ]
    const found = { rows: count.found, name, what: what.join(', '), places: places.join('; ') }
    say(more > 0 ? words.rowsAndMore({ ...found, more }) : words.rows(found))
  }
}
