// Removes a list item or an object from a payload by emptying its source cells. To check that this is enough, the
// account is built with those cells empty: the next row of the same account may take the place of an emptied one,
// and values set for the whole batch do not depend on cells.
import { getAt, isWithin, parseAttr } from '../../../shared/payload/attr-path.ts'
import { type BuiltAccount, buildAccount } from '../../../shared/payload/build.ts'
import type { Origin } from '../../../shared/payload/problems.ts'
import type { SourceRow } from '../../../shared/sheet/sheet.ts'
import { failed, type Result, success } from '../system/failure.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'
import type { CompiledMapping } from './build/compiled-mapping.ts'
import { type Editing, lockOf } from './editing.ts'
import { overlaid } from './overlay.ts'
import { rowsOf } from './rebuild/rebuild-job.ts'
import { message } from '../../../shared/texts/message.ts'

export type ItemCell = {
  readonly sheet: number
  readonly row: number
  readonly column: number
  readonly sheetName: string
  readonly name: string
  /** Its current text. */
  readonly text: string
}
export type ItemRemoval = {
  readonly cells: ItemCell[]
  /** Other paths of the payload that the same cells feed: they are removed too. */
  readonly alsoFeeds: string[]
}

/** More steps would mean more rows of one account than anyone has. */
const mostSteps = 200

export function removalOf(
  { store, editing }: { readonly store: Store; readonly editing: Editing },
  batch: StoredBatch,
  id: number,
  attr: string,
): Result<ItemRemoval> {
  const compiledMapping = editing.compiledMappingOf(batch)
  const account = store.accounts.find(id)
  if (compiledMapping === null || account?.batch_id !== batch.id)
    return failed(
      'input',
      'no_such_account',
      message('accounts.none_built', { batch: batch.id, account: id }),
    )
  const lock = lockOf(account)
  if (lock !== null)
    return failed(
      'input',
      'account_locked',
      message('accounts.not_editable', { key: account.key, why: lock }),
    )
  const rows = rowsOf(compiledMapping, compiledMapping.main, compiledMapping.sheets, id)
  if (rows === null) throw new Error(`Account ${id} has no rows`)
  const emptied = new Map<string, ItemCell>()
  const over = (sheet: string, row: number) =>
    [...emptied.values()]
      .filter((cell) => cell.sheetName === sheet && cell.row === row)
      .map(({ column }) => ({ col: column, text: '' }))
  const first = buildAccount(compiledMapping.plan, rows)
  const path = parseAttr(attr)
  if (getAt(first.payload, path) === undefined)
    return failed('input', 'not_sent', message('accounts.sends_nothing_at', { key: account.key, attr }))
  let built = first
  for (let step = 0; !isGone(first, built, attr); step += 1) {
    const found = cellsFeeding(compiledMapping, built, attr, (sheet, row) => rowNamed(rows, sheet, row, over))
    const more = found.filter((cell) => !emptied.has(nameOf(cell)))
    if (more.length === 0 || step === mostSteps) return stays(built, account.key, attr)
    for (const cell of more) emptied.set(nameOf(cell), cell)
    built = buildAccount(compiledMapping.plan, overlaid(rows, over))
  }
  const cells = [...emptied.values()]
  if (
    editing.movesRows(
      batch,
      cells.map(({ sheet, column }) => ({ sheet, col: column })),
    )
  )
    return failed('input', 'key_cell', message('accounts.key_cell', { attr, key: account.key }))
  const alsoFeeds = Object.entries(first.origins)
    .filter(([at]) => !isWithin(at, attr))
    .filter(([, origin]) => addressesOf(origin).some((cell) => emptied.has(nameOf(cell))))
    .map(([at]) => at)
  return success({ cells, alsoFeeds })
}

type Address = { readonly sheetName: string; readonly row: number; readonly name: string }

const nameOf = ({ sheetName, row, name }: Address): string => JSON.stringify([sheetName, row, name])

function addressesOf(origin: Origin | null): Address[] {
  if (origin === null || 'fixed' in origin) return []
  const { sheet, row, column, also = [] } = origin
  return [column, ...also].map((name) => ({ sheetName: sheet, row, name }))
}

/** True if the list is shorter: the items after a removed item have moved up. */
function isGone(before: BuiltAccount, now: BuiltAccount, attr: string): boolean {
  const path = parseAttr(attr)
  if (typeof path.at(-1) !== 'number') return getAt(now.payload, path) === undefined
  const list = path.slice(0, -1)
  return lengthOf(getAt(now.payload, list)) < lengthOf(getAt(before.payload, list))
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** Filled cells behind everything at a path, including those whose text gave no value. */
function cellsFeeding(
  compiledMapping: CompiledMapping,
  built: BuiltAccount,
  attr: string,
  rowAt: (sheet: string, row: number) => SourceRow | null,
): ItemCell[] {
  const fed = Object.entries(built.origins).flatMap(([at, origin]) => (isWithin(at, attr) ? [origin] : []))
  const left = built.omitted.flatMap(({ payloadPath, origin }) =>
    payloadPath !== null && isWithin(payloadPath, attr) ? [origin] : [],
  )
  return [...fed, ...left].flatMap(addressesOf).flatMap((address) => {
    const sheet = compiledMapping.sheets.get(address.sheetName)
    const column = sheet?.info.columns.find(({ name }) => name === address.name)?.index
    if (sheet === undefined || column === undefined) return []
    const text = rowAt(address.sheetName, address.row)?.cells[column] ?? ''
    return text === '' ? [] : [{ ...address, sheet: sheet.position, column, text }]
  })
}

function rowNamed(
  rows: Parameters<typeof overlaid>[0],
  sheet: string,
  row: number,
  over: Parameters<typeof overlaid>[1],
): SourceRow | null {
  const pending = [...overlaid(rows, over).main]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.sheet === sheet && next.row.row === row) return next.row
    pending.push(...next.linked.flat())
  }
  return null
}

function stays(built: BuiltAccount, key: string, attr: string): Result<never> {
  const fixed = Object.entries(built.origins)
    .filter(([at, origin]) => 'fixed' in origin && isWithin(at, attr))
    .map(([at]) => at)
  return failed(
    'input',
    'item_stays',
    fixed.length > 0
      ? message('accounts.stays_by_fixed', { attr, key, n: fixed.length, paths: fixed.join(', ') })
      : message('accounts.stays_by_mapping', { attr, key }),
  )
}
