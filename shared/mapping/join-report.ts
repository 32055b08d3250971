// Report on linked sheets at every depth: rows whose key has no parent (orphans), rows whose parent belongs to no
// account (cut off), rows without a key, and parents without rows. These are not errors, but they are shown to the
// user, because none of those rows is part of an account.
import type { joinCodes } from '../sheet/file-warnings.ts'
import type { Plan, PlannedLink } from './plan.ts'
import { message, type Message } from '../texts/create-message.ts'

/** A row with the key in its key columns; empty when they are blank (`keyOf`). */
export type KeyRow = { readonly row: number; readonly key: string }

/** How many there are, and the first of them in the sheet's order. */
export type RowCount = { readonly count: number; readonly first: readonly KeyRow[] }

export type JoinReport = {
  readonly sheet: string
  readonly parent: string
  /** The payload's list, with `*` for items above it. */
  readonly list: string
  readonly orphans: RowCount
  readonly cutOff: RowCount
  readonly withoutKey: RowCount
  /** Rows of the parent, not of this sheet. */
  readonly childless: RowCount
  /** Sentences for the user: one for each kind that occurs. */
  readonly sentences: readonly Message[]
}

export type JoinFinding = {
  readonly code: (typeof joinCodes)[number]
  /** Of the rows that it speaks of. */
  readonly sheet: string
  /** The first of them. */
  readonly row: number | null
  readonly count: number
  readonly message: Message
}

/** `keysOf` returns the rows of a sheet in order with the key in the given columns; it may be called repeatedly. */
export function joinReports(
  plan: Plan,
  keysOf: (sheet: string, columns: readonly number[]) => Iterable<KeyRow>,
  most = 20,
): JoinReport[] {
  const below = (
    parent: string,
    reached: ReadonlySet<number> | null,
    links: readonly PlannedLink[],
  ): JoinReport[] =>
    links.flatMap((link) => {
      const parents = [...keysOf(parent, link.parentKey)]
      const inAccounts = parents.filter(
        ({ row, key }) => key !== '' && (reached === null || reached.has(row)),
      )
      const joined = joinRows(inAccounts, parents, keysOf(link.sheet, link.key), most)
      const report = { sheet: link.sheet, parent, list: link.list, ...joined.reported }
      return [
        { ...report, sentences: joinFindings(report).map(({ message }) => message) },
        ...below(link.sheet, joined.reached, link.linked),
      ]
    })
  return below(plan.sheet, null, plan.linked)
}

type Reported = Pick<JoinReport, 'orphans' | 'cutOff' | 'withoutKey' | 'childless'>

function joinRows(
  inAccounts: readonly KeyRow[],
  parents: readonly KeyRow[],
  children: Iterable<KeyRow>,
  most: number,
): { readonly reported: Reported; readonly reached: ReadonlySet<number> } {
  const open = new Set(inAccounts.map((one) => one.key))
  const known = new Set(parents.map((one) => one.key))
  const used = new Set<string>()
  const reached = new Set<number>()
  const orphans = counter(most)
  const cutOff = counter(most)
  const withoutKey = counter(most)
  for (const child of children) {
    used.add(child.key)
    if (child.key === '') withoutKey.add(child)
    else if (open.has(child.key)) reached.add(child.row)
    else if (known.has(child.key)) cutOff.add(child)
    else orphans.add(child)
  }
  const childless = counter(most)
  for (const parent of inAccounts) if (!used.has(parent.key)) childless.add(parent)
  return {
    reported: {
      orphans: orphans.reported(),
      cutOff: cutOff.reported(),
      withoutKey: withoutKey.reported(),
      childless: childless.reported(),
    },
    reached,
  }
}

/** Counts rows and keeps the first of them. */
export function counter(most: number) {
  const first: KeyRow[] = []
  let count = 0
  return {
    add: (one: KeyRow): void => {
      count += 1
      if (first.length < most) first.push(one)
    },
    reported: (): RowCount => ({ count, first }),
  }
}

/**
 * Sentences for the user: one for each kind that occurs, with its code of file-warnings.ts, its count and its first
 * row.
 */
export function joinFindings(report: Omit<JoinReport, 'sentences' | 'list'>): JoinFinding[] {
  const { sheet, parent, orphans, cutOff, withoutKey, childless } = report
  const say = (
    code: JoinFinding['code'],
    reported: RowCount,
    of: string,
    words: (counted: { n: number; rows: Message }) => Message,
  ): JoinFinding[] => {
    const { count: n, first } = reported
    if (n === 0) return []
    return [
      {
        code,
        sheet: of,
        row: first[0]?.row ?? null,
        count: n,
        message: words({ n, rows: rowsOf(reported) }),
      },
    ]
  }
  return [
    ...say('rows_without_parent', orphans, sheet, (counted) =>
      message('mapping.rows_without_parent', { ...counted, sheet, parent }),
    ),
    ...say('rows_cut_off', cutOff, sheet, (counted) =>
      message('mapping.rows_cut_off', { ...counted, sheet, parent }),
    ),
    ...say('rows_without_key', withoutKey, sheet, (counted) =>
      message('mapping.rows_without_key', { ...counted, sheet }),
    ),
    ...say('parents_without_rows', childless, parent, (counted) =>
      message('mapping.parents_without_rows', { ...counted, sheet: parent, child: sheet }),
    ),
  ]
}

function rowsOf({ count, first }: RowCount): Message {
  const named = first.slice(0, 5).map((one) => one.row)
  const more = count - named.length
  const list = named.join(', ')
  if (named.length === 1 && more === 0) return message('mapping.row_named', { row: list })
  return message('mapping.rows_named', {
    rows: more > 0 ? message('join.and_more', { list, more }) : list,
  })
}
