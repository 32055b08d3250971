// Compiles a mapping for a file and a catalogue, or lists all its errors with their places in the mapping file.
// Every column of every used sheet must be mapped, explicitly ignored, or a key, so no column is dropped silently.
// A column whose name begins with `carryover_` comes from an earlier result file and is ignored automatically.
import { joinAttr, parseAttr } from '../../payload/attr-path.ts'
import { generalPath } from '../../catalogue/catalogue.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { type ConverterTools, createConverter } from '../conversions/conversions.ts'
import { cellSource } from '../conversions/cell-source.ts'
import { findColumn, findSheet, keyIndexes, mainSheet } from './find-columns.ts'
import { findList, findValueField } from './find-fields.ts'
import { addFixed } from './fixed-values.ts'
import { refuseLeftovers, report, use } from './work.ts'
import type { MappingProblem, Work } from './work.ts'
import type { ColumnMapping, LinkedSheet, Mapping } from '../file.ts'
import { addLeaf, finish, listAt, newDraft } from '../plan.ts'
import type { Draft, Plan, PlannedLink } from '../plan.ts'
import type { SheetInfo } from '../../sheet/sheet.ts'
import { message } from '../../texts/create-message.ts'

export { ownColumnPrefix } from './work.ts'
export type { MappingProblem } from './work.ts'

export type CompiledMapping =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly MappingProblem[] }

/**
 * Compiles a mapping. `supplier` fills the supplier's field (service-spec.md section 2.1) where the mapping feeds it
 * from neither a column nor a fixed value. All problems are collected.
 */
export function compileMapping(
  mapping: Mapping,
  sheets: readonly SheetInfo[],
  catalogue: Catalogue,
  options: { readonly supplier: string | null; readonly tools?: ConverterTools | undefined },
): CompiledMapping {
  const tools = options.tools ?? {}
  const work: Work = { catalogue, sheets, problems: [], tools, usage: new Map() }
  const main = mainSheet(mapping, work)
  if (main === null) return { ok: false, problems: work.problems }
  const root = newDraft(null)
  use(main, 'columns', work)
  const key = keyIndexes(main, mapping.key, 'key', work)
  addColumns(mapping.columns, 'columns', main, { draft: root, base: '' }, work)
  for (const [at, group] of mapping.grouped.entries()) addGroup(group, `grouped[${at}]`, main, root, work)
  const linked = mapping.linked.map((link, at) => {
    const parent: Parent = { sheet: main, draft: root, base: '', key: [mapping.key] }
    return addLink(link, at, `linked[${at}]`, parent, work)
  })
  addFixed(mapping, root, options.supplier, work)
  refuseLeftovers(work)
  if (work.problems.length > 0) return { ok: false, problems: work.problems }
  const plan: Plan = {
    sheet: main.name,
    key,
    keyNames: key.map((index) => main.columns[index]?.name ?? ''),
    groupsRows: mapping.grouped.length > 0,
    linked: linked.filter((link) => link !== null),
    root: finish(root),
    unusedSheets: sheets.filter((sheet) => !work.usage.has(sheet.name)).map((sheet) => sheet.name),
  }
  return { ok: true, plan }
}

/** A tree under construction and the catalogue path of what it fills (`customers.*`). */
type Target = { readonly draft: Draft; readonly base: string }

function addColumns(
  columns: readonly ColumnMapping[],
  where: string,
  sheet: SheetInfo,
  target: Target,
  work: Work,
): void {
  const usage = work.usage.get(sheet.name)
  const taken = new Map<string, string>()
  for (const [at, entry] of columns.entries()) {
    const here = `${where}[${at}]`
    const column = findColumn(entry.column, `${here}.column`, sheet, work)
    if ('ignore' in entry) {
      if (column !== null) usage?.ignored.add(column.index)
      continue
    }
    if (column !== null) usage?.mapped.add(column.index)
    const field = findValueField(entry.field, target.base, `${here}.field`, work)
    if (column === null || field === null) continue
    const earlier = taken.get(entry.field)
    if (earlier !== undefined) {
      const twice = { path: entry.field, first: earlier, second: column.name }
      report(work, 'field_mapped_twice', message('mapping.fed_twice', twice), `${here}.field`)
      continue
    }
    taken.set(entry.field, column.name)
    const made = createConverter(entry.conversion ?? null, field, work.tools)
    if (!made.ok) {
      const fault = message('mapping.column_fault', { column: column.name, fault: made.message })
      report(work, made.code, fault, `${here}.conversion`)
      continue
    }
    const joined = made.joins.flatMap((name) => {
      const other = findColumn(name, `${here}.conversion`, sheet, work)
      if (other === null) return []
      usage?.mapped.add(other.index)
      return [{ column: other.index, name: other.name }]
    })
    const source = cellSource({ column: column.index, name: column.name }, made, joined)
    addLeaf(target.draft, target.base, parseAttr(entry.field), source, work.catalogue)
  }
}

function addGroup(
  group: Mapping['grouped'][number],
  where: string,
  sheet: SheetInfo,
  root: Draft,
  work: Work,
): void {
  const list = findList(group.list, '', `${where}.list`, work)
  if (list === null) return
  const base = `${generalPath(group.list)}.*`
  const item = newDraft(work.catalogue.fieldAt(base))
  addColumns(group.columns, `${where}.columns`, sheet, { draft: item, base }, work)
  listAt(root, '', parseAttr(group.list), work.catalogue).grouped.push(item)
}

type Parent = Target & { readonly sheet: SheetInfo; readonly key: readonly string[] | null }

function addLink(
  link: LinkedSheet,
  position: number,
  where: string,
  parent: Parent,
  work: Work,
): PlannedLink | null {
  const sheet = findSheet(link.sheet, `${where}.sheet`, work)
  const list = findList(link.list, parent.base, `${where}.list`, work)
  if (sheet === null) return null
  if (sheet.name === parent.sheet.name) {
    const fault = message('mapping.linked_to_itself', { sheet: sheet.name })
    return report(work, 'linked_to_itself', fault, `${where}.sheet`)
  }
  use(sheet, `${where}.columns`, work)
  const names = typeof link.key === 'string' ? [link.key] : link.key
  const given = typeof link.parentKey === 'string' ? [link.parentKey] : link.parentKey
  const parentNames = given ?? (parent.key?.length === names.length ? parent.key : names)
  if (parentNames.length !== names.length) {
    const differ = { sheet: sheet.name, columns: names.length, parents: parentNames.length }
    report(work, 'keys_differ', message('mapping.keys_differ', differ), `${where}.parentKey`)
  }
  const key = keyIndexes(sheet, names, `${where}.key`, work)
  const parentKey = keyIndexes(
    parent.sheet,
    parentNames,
    given === undefined ? `${where}.key` : `${where}.parentKey`,
    work,
  )
  if (list === null) return null
  const base = `${joinAttr(parent.base, generalPath(link.list))}.*`
  const item = newDraft(work.catalogue.fieldAt(base))
  addColumns(link.columns, `${where}.columns`, sheet, { draft: item, base }, work)
  listAt(parent.draft, parent.base, parseAttr(link.list), work.catalogue).linked.push({
    link: position,
    item,
  })
  const below = (link.linked ?? []).map((inner, at) =>
    addLink(inner, at, `${where}.linked[${at}]`, { sheet, draft: item, base, key: null }, work),
  )
  return {
    sheet: sheet.name,
    key,
    parentKey,
    list: base.slice(0, -2),
    linked: below.filter((inner) => inner !== null),
  }
}
