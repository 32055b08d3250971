// Makes a mapping ready for a file and a catalogue, or says everything that is wrong with it, each with its place in
// the mapping file. Every column of every sheet that is used is mapped, ignored on purpose, or a key: none is dropped
// in silence. A column whose name begins with `carryover_` is ours, from an earlier result, and ignored by itself.
import { joinAttr, parseAttr } from './attr-path.ts'
import { generalPath } from './catalogue.ts'
import type { Catalogue, CatalogueField } from './catalogue.ts'
import { didYouMean } from './closest.ts'
import { createConverter } from './conversions.ts'
import type { ColumnMapping, LinkedSheet, Mapping } from './mapping-file.ts'
import { addLeaf, finish, listAt, newDraft } from './mapping-plan.ts'
import type { Draft, Plan, PlannedLink } from './mapping-plan.ts'
import { supplierField } from './service.ts'
import type { Column, SheetInfo } from './sheet.ts'

export type MappingProblem = {
  readonly code:
    | 'sheet_unknown'
    | 'sheet_missing'
    | 'linked_to_itself'
    | 'column_unknown'
    | 'column_not_mapped'
    | 'column_mapped_and_ignored'
    | 'field_unknown'
    | 'field_not_a_value'
    | 'field_mapped_twice'
    | 'list_unknown'
    | 'keys_differ'
    | 'fixed_invalid'
    | 'conversion_invalid'
    | 'conversion_does_not_fit'
    | 'supplier_missing'
  readonly message: string
  /** The place in the mapping file: `linked[0].columns[2].field`. */
  readonly where: string
}
export type CompiledMapping =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly MappingProblem[] }

/** A mapping names items by index; a spreadsheet has at most some hundreds of columns. */
const largestIndex = 999
export const ownColumnPrefix = 'carryover_'

type Work = {
  readonly catalogue: Catalogue
  readonly sheets: readonly SheetInfo[]
  readonly problems: MappingProblem[]
  /** Columns used so far, by sheet, and where the mapping speaks of the sheet first. */
  readonly usage: Map<
    string,
    {
      readonly sheet: SheetInfo
      readonly where: string
      readonly keys: Set<number>
      readonly mapped: Set<number>
      readonly ignored: Set<number>
    }
  >
}

/**
 * Compiles a mapping. `supplier` fills the supplier's field (service-spec.md section 2.1) where the mapping feeds it
 * from neither a column nor a fixed value. All problems are collected.
 */
export function compileMapping(
  mapping: Mapping,
  sheets: readonly SheetInfo[],
  catalogue: Catalogue,
  options: { readonly supplier: string | null },
): CompiledMapping {
  const work: Work = { catalogue, sheets, problems: [], usage: new Map() }
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

function mainSheet(mapping: Mapping, work: Work): SheetInfo | null {
  if (mapping.sheet !== undefined) return findSheet(mapping.sheet, 'sheet', work)
  const filled = work.sheets.filter((sheet) => sheet.columns.length > 0)
  const [only] = filled
  if (filled.length === 1 && only !== undefined) return only
  const names = filled.map((sheet) => `“${sheet.name}”`).join(', ')
  const message =
    filled.length === 0
      ? 'The file has no sheet with columns.'
      : `The mapping does not name its sheet, and the file has several: ${names}. Add "sheet" with the one that has a row for each account.`
  return report(work, 'sheet_missing', message, 'sheet')
}

function findSheet(name: string, where: string, work: Work): SheetInfo | null {
  const found =
    work.sheets.find((sheet) => sheet.name === name) ??
    work.sheets.find((sheet) => sheet.name.trim() === name.trim())
  if (found !== undefined) return found
  const hint = didYouMean(
    name,
    work.sheets.map((sheet) => sheet.name),
  )
  return report(work, 'sheet_unknown', `The file has no sheet “${name}”.${hint}`, where)
}

function use(sheet: SheetInfo, where: string, work: Work): void {
  if (!work.usage.has(sheet.name))
    work.usage.set(sheet.name, { sheet, where, keys: new Set(), mapped: new Set(), ignored: new Set() })
}

/** The column of that name; blanks are compared as `nameColumns` writes them. */
function findColumn(name: string, where: string, sheet: SheetInfo, work: Work): Column | null {
  const plain = name.trim().replace(/\s+/g, ' ')
  const found = sheet.columns.find((column) => column.name === plain)
  if (found !== undefined) return found
  const hint = didYouMean(
    plain,
    sheet.columns.map((column) => column.name),
  )
  return report(work, 'column_unknown', `The sheet “${sheet.name}” has no column “${name}”.${hint}`, where)
}

function keyIndexes(
  sheet: SheetInfo,
  names: string | readonly string[],
  where: string,
  work: Work,
): number[] {
  const list = typeof names === 'string' ? [names] : names
  const indexes: number[] = []
  for (const [at, name] of list.entries()) {
    const column = findColumn(name, list.length === 1 ? where : `${where}[${at}]`, sheet, work)
    if (column === null) continue
    work.usage.get(sheet.name)?.keys.add(column.index)
    indexes.push(column.index)
  }
  return indexes
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
      const message = `The field ${entry.field} is fed twice, by the columns “${earlier}” and “${column.name}”: keep one.`
      report(work, 'field_mapped_twice', message, `${here}.field`)
      continue
    }
    taken.set(entry.field, column.name)
    const made = createConverter(entry.conversion ?? null, field)
    if (!made.ok) {
      report(work, made.code, `Column “${column.name}”: ${made.message}`, `${here}.conversion`)
      continue
    }
    const source = { kind: 'cell', column: column.index, name: column.name, convert: made.convert } as const
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
    const message = `The sheet “${sheet.name}” is linked to itself: use "grouped" for several rows of one account.`
    return report(work, 'linked_to_itself', message, `${where}.sheet`)
  }
  use(sheet, `${where}.columns`, work)
  const names = typeof link.key === 'string' ? [link.key] : link.key
  const given = typeof link.parentKey === 'string' ? [link.parentKey] : link.parentKey
  const parentNames = given ?? (parent.key?.length === names.length ? parent.key : names)
  if (parentNames.length !== names.length) {
    const message = `The sheet “${sheet.name}” is joined by ${names.length} columns to ${parentNames.length}: both sides need the same number.`
    report(work, 'keys_differ', message, `${where}.parentKey`)
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

/** Fixed values, then the supplier where nothing else feeds it. */
function addFixed(mapping: Mapping, root: Draft, supplier: string | null, work: Work): void {
  const columns = new Set(mapping.columns.flatMap((entry) => ('field' in entry ? [entry.field] : [])))
  const taken = new Set<string>()
  for (const [at, { field: path, value }] of mapping.fixed.entries()) {
    const where = `fixed[${at}]`
    const field = findValueField(path, '', `${where}.field`, work)
    if (field === null) continue
    if (columns.has(path) || taken.has(path)) {
      const by = columns.has(path) ? 'by a column too' : 'twice'
      report(
        work,
        'field_mapped_twice',
        `The field ${path} has a fixed value and is fed ${by}: keep one.`,
        `${where}.field`,
      )
      continue
    }
    taken.add(path)
    putFixed(path, field, value, `${where}.value`, root, work)
  }
  if (columns.has(supplierField) || taken.has(supplierField)) return
  if (supplier === null || supplier.trim() === '') {
    const message = `Nothing says which supplier the accounts come from: map a column to ${supplierField}, set a fixed value for it, or give the supplier when starting the run.`
    report(work, 'supplier_missing', message, 'fixed')
    return
  }
  const field = findValueField(supplierField, '', 'fixed', work)
  if (field !== null) putFixed(supplierField, field, supplier, 'fixed', root, work)
}

function putFixed(
  path: string,
  field: CatalogueField,
  value: string | number | boolean,
  where: string,
  root: Draft,
  work: Work,
): void {
  const complain = (why: string): null =>
    report(work, 'fixed_invalid', `The fixed value for ${path} ${why}`, where)
  const wanted = {
    text: 'string',
    integer: 'number',
    number: 'number',
    boolean: 'boolean',
    object: '',
    list: '',
  }[field.kind]
  if (typeof value !== wanted) {
    complain(wanted === 'string' ? 'must be text: put it in quotes.' : `must be a ${wanted}, without quotes.`)
    return
  }
  if (field.kind === 'integer' && !Number.isSafeInteger(value)) {
    complain('must be a whole number.')
    return
  }
  if (typeof value === 'string') {
    const made = createConverter(null, field)
    const converted = made.ok ? made.convert(value, null) : made
    if (!converted.ok || converted.value === null) {
      complain(converted.ok ? 'is empty.' : `cannot be used: ${converted.message}`)
      return
    }
  }
  const fixed = typeof value === 'string' ? value.trim() : value
  if (field.choices !== null && !field.choices.includes(fixed)) {
    complain(`is not one of its choices: ${field.choices.join(', ')}.`)
    return
  }
  addLeaf(root, '', parseAttr(path), { kind: 'fixed', value: fixed }, work.catalogue)
}

/** The catalogue's field at a path below `base`, where it is one that holds a single value. */
function findValueField(path: string, base: string, where: string, work: Work): CatalogueField | null {
  const field = findField(path, base, where, 'field_unknown', work)
  if (field === null || (field.kind !== 'object' && field.kind !== 'list')) return field
  const [example] = candidates(base, path, work).filter((candidate) => candidate.startsWith(`${path}.`))
  const hint = example === undefined ? '' : ` Name a field inside it, for example ${example}.`
  return report(
    work,
    'field_not_a_value',
    `${path} is ${field.kind === 'list' ? 'a list' : 'a group of fields'}: a column cannot feed it.${hint}`,
    where,
  )
}

function findList(path: string, base: string, where: string, work: Work): CatalogueField | null {
  const field = findField(path, base, where, 'list_unknown', work)
  if (field === null) return null
  const item = work.catalogue.fieldAt(`${field.path}.*`)
  if (field.kind === 'list' && item?.kind === 'object') return field
  return report(
    work,
    'list_unknown',
    `${path} is not a list of items with fields, so rows cannot become items of it.`,
    where,
  )
}

function findField(
  path: string,
  base: string,
  where: string,
  code: 'field_unknown' | 'list_unknown',
  work: Work,
): CatalogueField | null {
  const parts = parseAttr(path)
  if (parts.includes('*') || parts.some((part) => typeof part === 'number' && part > largestIndex)) {
    return report(
      work,
      code,
      `${path} cannot be used: items of a list are named by an index from 0 to ${largestIndex}.`,
      where,
    )
  }
  const field = work.catalogue.fieldAt(joinAttr(base, generalPath(path)))
  if (field !== null) return field
  const below = base === '' ? '' : ` below ${base.replace(/\.\*$/, '')}`
  const general = generalPath(path)
  const hint =
    general.startsWith(`${base}.`) && base !== ''
      ? ` Leave the list out: “${general.slice(base.length + 1)}”.`
      : didYouMean(path, candidates(base, path, work))
  return report(work, code, `The catalogue has no field ${path}${below}.${hint}`, where)
}

/** Every field path below `base`, with the indexes of `like` where it names some and 0 elsewhere. */
function candidates(base: string, like: string, work: Work): string[] {
  const indexes = parseAttr(like).filter((part) => typeof part === 'number')
  const prefix = base === '' ? '' : `${base}.`
  return work.catalogue.fields
    .filter((field) => field.path.startsWith(prefix) && field.name !== '*')
    .map((field) => {
      let at = 0
      return field.path
        .slice(prefix.length)
        .split('.')
        .map((part) => (part === '*' ? String(indexes[at++] ?? 0) : part))
        .join('.')
    })
}

function refuseLeftovers(work: Work): void {
  for (const { sheet, where, keys, mapped, ignored } of work.usage.values()) {
    for (const column of sheet.columns) {
      if (mapped.has(column.index) && ignored.has(column.index)) {
        const message = `The column “${column.name}” of the sheet “${sheet.name}” is mapped and ignored: keep one.`
        report(work, 'column_mapped_and_ignored', message, where)
      }
      const spoken = keys.has(column.index) || mapped.has(column.index) || ignored.has(column.index)
      if (spoken || column.name.startsWith(ownColumnPrefix)) continue
      const message = `The column “${column.name}” of the sheet “${sheet.name}” is neither mapped nor ignored: map it to a field, or add {"column": ${JSON.stringify(column.name)}, "ignore": true}.`
      report(work, 'column_not_mapped', message, where)
    }
  }
}

function report(work: Work, code: MappingProblem['code'], message: string, where: string): null {
  work.problems.push({ code, message, where })
  return null
}
