// Rows of other sheets that link directly to accounts by a key, and the cells that link them to another account.
// Rows linked to those rows move with them.
import { keyOf, type PlannedLink } from '../../../../shared/mapping/plan.ts'
import type { SourceRow } from '../../../../shared/sheet/sheet.ts'
import type { CellChange } from '../../../../shared/contract/views.ts'
import { sheetNamed } from '../build/collect-rows.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'
import type { CompiledMapping } from '../build/compiled-mapping.ts'
import { message } from '../../../../shared/texts/message.ts'

export type LinkedRow = {
  readonly sheet: StoredSheet
  readonly row: SourceRow
  readonly link: PlannedLink
  /** Of the given accounts, those that it is linked to. */
  readonly accounts: readonly number[]
}

/** A person's choice for the rows: per row, and `rest` for all others. */
export type LinkedChoice = {
  readonly rest: number | null
  readonly rows: readonly { readonly sheet: number; readonly row: number; readonly account: number }[]
}

/** Limit of accounts with one number; no person decides about more at once. */
const sharingAtOnce = 200
const rowsNamed = 5

/** An account's rows on the account sheet. */
export function mainRowsOf(store: Store, compiledMapping: CompiledMapping, account: number): number[] {
  return store.accounts
    .rowsOf(account)
    .flatMap((one) => (one.sheet === compiledMapping.main.info.name ? [one.row] : []))
}

export function linkedRowsOf(
  store: Store,
  compiledMapping: CompiledMapping,
  accounts: readonly number[],
  links: readonly PlannedLink[] = compiledMapping.plan.linked,
): LinkedRow[] {
  const found = new Map<
    string,
    { readonly one: Omit<LinkedRow, 'accounts'>; readonly accounts: Set<number> }
  >()
  const { batch, main } = compiledMapping
  for (const account of accounts)
    for (const at of mainRowsOf(store, compiledMapping, account)) {
      const parent = store.rows.row(batch.id, main.position, at)
      for (const link of parent === null ? [] : links) {
        const key = parent === null ? '' : keyOf(parent, link.parentKey)
        const sheet = sheetNamed(compiledMapping.sheets, link.sheet)
        for (const row of key === '' ? [] : store.rows.rowsWithKey(batch.id, sheet.position, key)) {
          const name = JSON.stringify([sheet.position, row.row, link.key])
          const known = found.get(name) ?? { one: { sheet, row, link }, accounts: new Set() }
          known.accounts.add(account)
          found.set(name, known)
        }
      }
    }
  return [...found.values()].map(({ one, accounts: of }) => ({ ...one, accounts: [...of] }))
}

/** The links that use the account's number, if that is one column; otherwise all links. */
export function linksByNumber({ plan }: CompiledMapping): readonly PlannedLink[] {
  const [column] = plan.key
  return column === undefined || plan.key.length !== 1
    ? plan.linked
    : plan.linked.filter(({ parentKey }) => parentKey.includes(column))
}

/** Text of a linked row without its key, so that a person can tell whose row it is. `cells`: its cells as they are shown. */
export function textOfLinked({ link }: LinkedRow, cells: readonly string[]): string {
  const texts = cells.filter((text, at) => text.trim() !== '' && !link.key.includes(at))
  return texts.slice(0, 4).join(' · ').slice(0, 160)
}

/**
 * Cells to change when accounts get other numbers: a row of one account goes with it, a row of several goes where a
 * person chose. Refused if a choice is missing.
 */
export function linkedNumbers(
  store: Store,
  compiledMapping: CompiledMapping,
  numbers: readonly { readonly account: number; readonly key: string }[],
  choice: LinkedChoice,
): Result<readonly CellChange[]> {
  const [column] = compiledMapping.plan.key
  const keys = new Set(numbers.map(({ account }) => store.accounts.get(account).key))
  const sharing = [...keys].flatMap((key) =>
    store.duplicates.ofKey(compiledMapping.batch.id, key, sharingAtOnce),
  )
  const all = [...new Set([...numbers.map(({ account }) => account), ...sharing])]
  const given = new Map(numbers.map(({ account, key }) => [account, key]))
  const said = new Map(choice.rows.map(({ sheet, row, account }) => [`${sheet} ${row}`, account]))
  const cells: CellChange[] = []
  const undecided: LinkedRow[] = []
  for (const linked of linkedRowsOf(store, compiledMapping, all, linksByNumber(compiledMapping))) {
    const { sheet, row, link, accounts } = linked
    const [only] = accounts
    const to = accounts.length === 1 ? only : (said.get(`${sheet.position} ${row.row}`) ?? choice.rest)
    if (to === undefined || to === null || !accounts.includes(to)) {
      undecided.push(linked)
      continue
    }
    const text = given.get(to)
    const keyColumn = column === undefined ? undefined : link.key[link.parentKey.indexOf(column)]
    if (text !== undefined && keyColumn !== undefined)
      cells.push({ sheet: sheet.position, row: row.row, column: keyColumn, text })
  }
  const [first] = undecided
  if (first === undefined) return success(cells)
  const { name } = first.sheet.info
  const rows = undecided.filter(({ sheet }) => sheet === first.sheet).map(({ row }) => row.row)
  return failed(
    'input',
    'linked_rows_undecided',
    message('accounts.linked_rows_undecided', {
      n: rows.length,
      rows: rows.slice(0, rowsNamed).join(', '),
      sheet: name,
      more: undecided.length > rowsNamed ? 'yes' : 'no',
    }),
  )
}

/** Rows without an account that have one of these numbers: they go with the account that gets the number. */
export function joiningRows(store: Store, compiledMapping: CompiledMapping, keys: readonly string[]): number {
  let count = 0
  for (const link of linksByNumber(compiledMapping))
    for (const key of link.key.length === 1 ? keys : [])
      count += store.rows.rowsWithKey(
        compiledMapping.batch.id,
        sheetNamed(compiledMapping.sheets, link.sheet).position,
        key,
      ).length
  return count
}

/**
 * Cells that move the linked rows of other accounts to the remaining one. `row`: its row. Refused if it has no key.
 */
export function linkedToKept(
  store: Store,
  compiledMapping: CompiledMapping,
  { keep, others, row }: { readonly keep: number; readonly others: readonly number[]; readonly row: number },
): Result<readonly CellChange[]> {
  const kept = store.rows.row(compiledMapping.batch.id, compiledMapping.main.position, row)
  const cells: CellChange[] = []
  for (const { sheet, row: linked, link, accounts } of linkedRowsOf(store, compiledMapping, [
    keep,
    ...others,
  ])) {
    if (accounts.includes(keep)) continue
    if (kept === null || keyOf(kept, link.parentKey) === '')
      return failed(
        'input',
        'cannot_merge',
        message('accounts.linked_row_keyless', { linked: linked.row, sheet: sheet.info.name, row }),
      )
    for (const [at, column] of link.key.entries()) {
      const text = (kept.cells[link.parentKey[at] ?? -1] ?? '').trim()
      cells.push({ sheet: sheet.position, row: linked.row, column, text })
    }
  }
  return success(cells)
}
