// Builds one account's payload from its rows, with the origins of its values and the list of omissions. The three
// always agree: each leaf of the payload has one origin, and each mapped cell without data has one omission
// (service-spec.md 2.1).
//
// - An empty cell's field is left out; an object or item whose cells are all empty is left out whole; lists close up.
// - Fixed values never make such an object or item appear; fed by fixed values alone, it always appears.
// - Grouped rows, then linked rows, append items after the mapped column groups, in row order; repeated items fold.
// - Several rows of one account must agree on its own columns; a blank cell agrees with anything.
import { joinAttr } from './attr-path.ts'
import { assertNever } from '../contract/assert-never.ts'
import type { CatalogueField } from '../catalogue/catalogue.ts'
import type { Scalar } from '../mapping/conversions/conversions.ts'
import {
  type CellSource,
  givesData,
  readSource,
  sourceColumns,
  sourceOrigin,
  sourceText,
} from '../mapping/conversions/cell-source.ts'
import { keyOf } from '../mapping/plan.ts'
import type { OddKind } from '../sheet/odd-rows.ts'
import type { LeafNode, ListNode, ObjectNode, Plan, PlanNode } from '../mapping/plan.ts'
import type { Omission, Origin, Origins, Problem } from './problems.ts'
import type { RowRef, SourceRow } from '../sheet/sheet.ts'
import { message, type Message } from '../texts/create-message.ts'
import { commaList, quoted } from '../texts/join.ts'

export type RowWithLinked = {
  readonly sheet: string
  readonly row: SourceRow
  /** `linked[i]` belongs to the plan's i-th linked sheet at this level. */
  readonly linked: readonly (readonly RowWithLinked[])[]
  /** On the main sheet: the kind of odd row, if it looks like no customer and nobody has decided. */
  readonly odd?: OddKind
}
/** One main row, or several where the plan groups rows by key. */
export type AccountRows = { readonly main: readonly RowWithLinked[] }

export type BuiltAccount = {
  readonly key: string
  /** Every source row of the account: the main rows first, then linked ones level by level. */
  readonly rows: readonly RowRef[]
  readonly payload: Record<string, unknown>
  readonly origins: Origins
  readonly omitted: readonly Omission[]
  readonly problems: readonly Problem[]
}

type Output = {
  readonly origins: Record<string, Origin>
  readonly omitted: Omission[]
  readonly problems: Problem[]
}
type Scope = { readonly rows: readonly RowWithLinked[]; readonly out: Output }
/** `mapped` counts items as the mapping names them, `sent` as the payload has them. */
type Paths = { readonly mapped: string; readonly sent: string }

export function buildAccount(plan: Plan, rows: AccountRows): BuiltAccount {
  const out: Output = { origins: {}, omitted: [], problems: [] }
  const first = rows.main[0]
  const key = first === undefined ? '' : keyOf(first.row, plan.key)
  if (first !== undefined && key === '') {
    const columns = commaList(plan.keyNames.map(quoted))
    out.problems.push({
      source: 'local',
      attr: null,
      code: 'key_missing',
      message: message('mapping.key_missing', { sheet: first.sheet, row: first.row.row, columns }),
    })
  }
  const payload = buildObject(plan.root, { rows: rows.main, out }, { mapped: '', sent: '' })
  return { key, rows: rowRefs(rows.main), payload, ...out }
}

/** The payload's exact text; equal payloads give equal texts, because keys follow the catalogue's order. */
export function payloadText(payload: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(payload)
}

function rowRefs(main: readonly RowWithLinked[]): RowRef[] {
  const refs: RowRef[] = []
  const seen = new Set<string>()
  for (
    let level: readonly RowWithLinked[] = main;
    level.length > 0;
    level = level.flatMap((one) => one.linked.flat())
  ) {
    for (const { sheet, row } of level) {
      const id = `${row.row} ${sheet}`
      if (!seen.has(id)) refs.push({ sheet, row: row.row })
      seen.add(id)
    }
  }
  return refs
}

function buildObject(node: ObjectNode, scope: Scope, paths: Paths): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const child of node.children) {
    const built = build(child, scope, below(paths, child.name))
    if (built !== undefined) value[child.name] = built
  }
  return value
}

/** The value of a node, or undefined when it is left out; omissions are recorded in `scope.out`. */
function build(node: PlanNode, scope: Scope, paths: Paths): unknown {
  switch (node.kind) {
    case 'leaf':
      return buildLeaf(node, scope, paths)
    case 'object':
      if (appears(node, scope.rows)) return buildObject(node, scope, paths)
      leaveOut(node, scope, paths, 'all_empty')
      return undefined
    case 'list':
      return buildList(node, scope, paths)
    default:
      return assertNever(node)
  }
}

function buildLeaf(node: LeafNode, scope: Scope, paths: Paths): Scalar | undefined {
  const { source } = node
  if (source.kind === 'fixed') {
    scope.out.origins[paths.sent] = { fixed: true }
    return source.value
  }
  const filled = scope.rows.find(({ row }) => givesData(source, row))
  if (filled === undefined) {
    const [first] = scope.rows
    if (source.fallback !== undefined && first !== undefined) {
      scope.out.origins[paths.sent] = sourceOrigin(source, first.sheet, first.row)
      return source.fallback
    }
    omit(scope, {
      path: paths.mapped,
      payloadPath: paths.sent,
      reason: 'empty',
      origin: originOf(node, scope.rows[0]),
    })
    return undefined
  }
  const converted = readSource(source, filled.row)
  if (scope.rows.length > 1) refuseConflicts(node.field, source, filled, scope, paths.sent)
  const origin = sourceOrigin(source, filled.sheet, filled.row)
  if (!converted.ok || converted.value === null) {
    scope.out.problems.push({
      source: 'local',
      attr: paths.sent,
      code: converted.ok ? 'invalid' : converted.code,
      message: message('mapping.not_converted', {
        label: node.field.label,
        why: converted.ok ? message('mapping.cell_without_value') : converted.message,
        sheet: filled.sheet,
        row: filled.row.row,
        column: source.name,
      }),
    })
    omit(scope, { path: paths.mapped, payloadPath: paths.sent, reason: 'not_converted', origin })
    return undefined
  }
  scope.out.origins[paths.sent] = origin
  return converted.value
}

/** Rows of one account with different values in a column of the account itself; the first row's value is used. */
function refuseConflicts(
  field: CatalogueField,
  source: CellSource,
  filled: RowWithLinked,
  scope: Scope,
  attr: string,
): void {
  const text = sourceText(source, filled.row)
  const value = readSource(source, filled.row)
  for (const other of scope.rows) {
    const otherText = sourceText(source, other.row)
    if (other === filled || otherText === '' || otherText === text) continue
    if (!givesData(source, other.row)) continue
    const otherValue = readSource(source, other.row)
    if (value.ok && otherValue.ok && value.value === otherValue.value) continue
    const where = {
      label: field.label,
      first: filled.row.row,
      second: other.row.row,
      sheet: filled.sheet,
      column: source.name,
    }
    scope.out.problems.push({
      source: 'local',
      attr,
      code: 'conflicting_values',
      message: field.sensitive
        ? message('mapping.masked_conflict', where)
        : message('mapping.conflict', { ...where, one: text, other: otherText }),
    })
  }
}

/**
 * Column groups first, then an item for each row of the account, then those of linked rows; omitted items leave no
 * gap.
 */
function buildList(node: ListNode, scope: Scope, paths: Paths): unknown[] | undefined {
  if (!appears(node, scope.rows)) {
    leaveOut(node, scope, paths, 'all_empty')
    return undefined
  }
  const list: unknown[] = []
  for (const { item, index, rows, repeats } of itemsOf(node, scope.rows)) {
    const inner = { rows, out: scope.out }
    const mapped = joinAttr(paths.mapped, index)
    if (repeats || !appears(item, rows)) {
      leaveOut(item, inner, { mapped, sent: null }, repeats ? 'repeated' : 'all_empty')
      continue
    }
    // A single value that could not be converted keeps its place, so that the others keep their index.
    list.push(build(item, inner, { mapped, sent: joinAttr(paths.sent, list.length) }) ?? null)
  }
  return list
}

type Item = {
  readonly item: PlanNode
  readonly index: number
  readonly rows: readonly RowWithLinked[]
  readonly repeats: boolean
}

/** Every item that the rows could give, with its index as mapped. */
function itemsOf(node: ListNode, rows: readonly RowWithLinked[]): Item[] {
  const items: Item[] = node.items.map((one) => ({ item: one.node, index: one.index, rows, repeats: false }))
  let index = (node.items.at(-1)?.index ?? -1) + 1
  for (const item of node.grouped) {
    const seen = new Set<string>()
    for (const row of rows) {
      const cells = JSON.stringify(columnsOf(item).map((column) => textAt(row.row, column).trim()))
      items.push({ item, index: index++, rows: [row], repeats: seen.has(cells) && appears(item, [row]) })
      seen.add(cells)
    }
  }
  for (const { link, item } of node.linked) {
    for (const row of linkedRows(rows, link))
      items.push({ item, index: index++, rows: [row], repeats: false })
  }
  return items
}

/** Rows linked at this level; when several main rows form one account, a row linked to each of them counts once. */
function linkedRows(rows: readonly RowWithLinked[], link: number): readonly RowWithLinked[] {
  if (rows.length === 1) return rows[0]?.linked[link] ?? []
  const byRow = new Map<number, RowWithLinked>()
  for (const row of rows) for (const linked of row.linked[link] ?? []) byRow.set(linked.row.row, linked)
  return [...byRow.values()]
}

function columnsOf(node: PlanNode): number[] {
  switch (node.kind) {
    case 'leaf':
      return node.source.kind === 'cell' ? sourceColumns(node.source) : []
    case 'object':
      return node.children.flatMap(columnsOf)
    case 'list':
      return node.items.flatMap((one) => columnsOf(one.node))
    default:
      return assertNever(node)
  }
}

/** Whether a node is in the payload: a cell below it has data, or it is fed by fixed values alone. */
function appears(node: PlanNode, rows: readonly RowWithLinked[]): boolean {
  switch (node.kind) {
    case 'leaf':
      return node.source.kind === 'fixed' || hasCells(node, rows)
    case 'object':
      return !node.fed || hasCells(node, rows)
    case 'list':
      return !node.fed || node.items.some((one) => appears(one.node, rows)) || hasCells(node, rows)
    default:
      return assertNever(node)
  }
}

function hasCells(node: PlanNode, rows: readonly RowWithLinked[]): boolean {
  switch (node.kind) {
    case 'leaf': {
      const { source } = node
      return source.kind === 'cell' && rows.some(({ row }) => givesData(source, row))
    }
    case 'object':
      return node.fed && node.children.some((child) => hasCells(child, rows))
    case 'list':
      return (
        node.items.some((one) => hasCells(one.node, rows)) ||
        node.grouped.some((item) => hasCells(item, rows)) ||
        node.linked.some(({ link, item }) => linkedRows(rows, link).some((row) => hasCells(item, [row])))
      )
    default:
      return assertNever(node)
  }
}

type LeftOut = { readonly mapped: string; readonly sent: string | null }

/** Records that a node and everything below it are left out. Only the node itself could have had a path there. */
function leaveOut(node: PlanNode, scope: Scope, paths: LeftOut, reason: 'all_empty' | 'repeated'): void {
  const inside = (name: string | number): LeftOut => ({ mapped: joinAttr(paths.mapped, name), sent: null })
  switch (node.kind) {
    case 'leaf': {
      const row = scope.rows[0]
      const { source } = node
      const blank = source.kind === 'cell' && (row === undefined || !givesData(source, row.row))
      const why = blank ? 'empty' : reason
      omit(scope, { path: paths.mapped, payloadPath: paths.sent, reason: why, origin: originOf(node, row) })
      return
    }
    case 'object':
      omit(scope, { path: paths.mapped, payloadPath: paths.sent, reason, origin: null })
      for (const child of node.children) leaveOut(child, scope, inside(child.name), reason)
      return
    case 'list':
      omit(scope, { path: paths.mapped, payloadPath: paths.sent, reason, origin: null })
      for (const { item, index, rows } of itemsOf(node, scope.rows))
        leaveOut(item, { rows, out: scope.out }, inside(index), reason)
      return
    default:
      assertNever(node)
  }
}

const because: Readonly<Record<Omission['reason'], Message>> = {
  empty: message('mapping.omitted_empty'),
  all_empty: message('mapping.omitted_all_empty'),
  repeated: message('mapping.omitted_repeated'),
  not_converted: message('mapping.omitted_not_converted'),
}

function omit(scope: Scope, what: Omit<Omission, 'message'>): void {
  scope.out.omitted.push({ ...what, message: because[what.reason] })
}

function originOf(node: LeafNode, row: RowWithLinked | undefined): Origin | null {
  if (node.source.kind === 'fixed') return { fixed: true }
  return row === undefined ? null : sourceOrigin(node.source, row.sheet, row.row)
}

function textAt(row: SourceRow, column: number): string {
  return row.cells[column] ?? ''
}

function below(paths: Paths, name: string): Paths {
  return { mapped: joinAttr(paths.mapped, name), sent: joinAttr(paths.sent, name) }
}
