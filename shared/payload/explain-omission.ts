// Explains why a field is not in an account's payload, or why it must be, by the rules for optional fields
// (service-spec.md section 2.1), naming the cells that decide. Rule 1: a field without data is left out. Rule 2:
// once an object or item is provided, its required fields are required. Rule 3: what is provided must be valid.
// Values are not repeated.
import { assertNever } from '../contract/assert-never.ts'
import { getAt, isWithin, parseAttr, printAttr } from './attr-path.ts'
import type { Catalogue, CatalogueField } from '../catalogue/catalogue.ts'
import type { Omission, Origin, Origins } from './problems.ts'
import type { CellRef } from '../sheet/sheet.ts'
import { message, type Message, type Said } from '../texts/create-message.ts'
import { sentences } from '../texts/join.ts'

export type ExplainContext = {
  readonly catalogue: Catalogue
  readonly payload: unknown
  readonly origins: Origins
  readonly omitted: readonly Omission[]
}

export type Explanation = {
  /** The rule of service-spec.md section 2.1; null when none applies. */
  readonly rule: 1 | 2 | 3 | null
  /** For the user, with paths in backquotes and cells by sheet, row and column. */
  readonly sentence: Said
  /** The paths in the sentence: the one explained first, then those that decide. */
  readonly paths: readonly string[]
  /** The cells that decide. */
  readonly cells: readonly CellRef[]
}

/** Maximum of cells named in one sentence; the explanation lists them all. */
const mostNamed = 3

/** The reason why a mapped field was left out. */
export function explainOmission(entry: Omission, context: ExplainContext): Explanation {
  const field = context.catalogue.fieldAt(entry.path)
  switch (entry.reason) {
    case 'empty':
      return emptyCell(entry, field, context)
    case 'all_empty':
      return emptyWhole(entry, field, context)
    case 'repeated': {
      const cells = cellsBelow(entry.path, context.omitted)
      const sentence = message('mapping.explain_repeated', { name: named(field, entry.path) })
      return { rule: null, sentence, paths: [entry.path], cells }
    }
    case 'not_converted': {
      const cells = cellsOf(entry.origin)
      const about = { name: named(field, entry.path), cells: listed(cells) }
      const sentence = message('mapping.explain_not_converted', about)
      return { rule: 3, sentence, paths: [entry.path], cells }
    }
    default:
      return assertNever(entry.reason)
  }
}

/**
 * The reason why a field at a payload path must be filled, or must be valid. Null for a path unknown to the
 * catalogue, and for an optional field that is not sent.
 */
export function explainRequired(attr: string, context: ExplainContext): Explanation | null {
  const field = context.catalogue.fieldAt(attr)
  if (field === null) return null
  if (!field.requiredInParent) return mustBeValid(attr, field, context)
  const cause = providedAbove(attr, context)
  if (cause === null) {
    const sentence = message('mapping.explain_required_always', { name: named(field, attr) })
    return { rule: null, sentence, paths: [attr], cells: [] }
  }
  const owner = context.catalogue.fieldAt(cause.path)
  const sentence = message('mapping.explain_required_inside', {
    name: named(field, attr),
    owner: named(owner, cause.path),
    why: cause.why,
    way_out: cause.wayOut,
  })
  return { rule: 2, sentence, paths: [attr, cause.path, ...cause.paths], cells: cause.cells }
}

function emptyCell(entry: Omission, field: CatalogueField | null, context: ExplainContext): Explanation {
  const cells = cellsOf(entry.origin)
  const about = { name: named(field, entry.path), cells: listed(cells) }
  const attr = entry.payloadPath
  if (attr !== null && field?.requiredInParent === true) {
    const required = explainRequired(attr, context)
    const sentence = message('mapping.explain_empty_required', about)
    return {
      rule: 2,
      sentence: required === null ? sentence : sentences(sentence, required.sentence),
      paths: [entry.path, ...(required?.paths.slice(1) ?? [])],
      cells: [...cells, ...(required?.cells ?? [])],
    }
  }
  if (attr !== null) {
    const sentence = message('mapping.explain_empty_optional', about)
    return { rule: 1, sentence, paths: [entry.path], cells }
  }
  const above = outermostLeftOut(entry.path, context)
  return {
    rule: 1,
    sentence:
      above === null
        ? message('mapping.explain_empty', about)
        : message('mapping.explain_empty_inside', {
            ...about,
            owner: named(context.catalogue.fieldAt(above), above),
          }),
    paths: [entry.path, ...(above === null ? [] : [above])],
    cells,
  }
}

/** An object, list or item whose cells are all empty, or a fixed value in one. */
function emptyWhole(entry: Omission, field: CatalogueField | null, context: ExplainContext): Explanation {
  if (entry.origin !== null && 'fixed' in entry.origin) {
    const above = outermostLeftOut(entry.path, context)
    const owner =
      above === null ? message('mapping.its_owner') : named(context.catalogue.fieldAt(above), above)
    const sentence = message('mapping.explain_fixed_alone', { name: named(field, entry.path), owner })
    return { rule: 1, sentence, paths: [entry.path, ...(above === null ? [] : [above])], cells: [] }
  }
  const cells = cellsBelow(entry.path, context.omitted)
  const why =
    cells.length === 0
      ? message('mapping.fed_by_no_row')
      : message('mapping.fed_by_empty_cells', { n: cells.length, cells: listed(cells) })
  const whole = { name: named(field, entry.path), why, kind: kindOf(field) }
  const required = requiredInside(entry.path, field, context.catalogue)
  const paths = required.map((one) => `\`${one.path}\``)
  const isRequired = field?.requiredInParent === true && entry.payloadPath !== null
  const always = entry.payloadPath?.includes('.') !== true
  return {
    rule: isRequired ? 2 : 1,
    sentence: sentences(
      message('mapping.explain_whole', whole),
      ...(isRequired ? [message(always ? 'mapping.but_required_always' : 'mapping.but_required_here')] : []),
      ...(paths.length === 0 ? [] : [message('mapping.then_needs', { paths })]),
    ),
    paths: [entry.path, ...required.map((one) => one.path)],
    cells,
  }
}

function mustBeValid(attr: string, field: CatalogueField, context: ExplainContext): Explanation | null {
  const sent = getAt(context.payload, parseAttr(attr)) !== undefined
  const failed = context.omitted.find((one) => one.payloadPath === attr && one.reason === 'not_converted')
  if (!sent && failed === undefined) return null
  const cells = failed === undefined ? sentCells(attr, context.origins) : cellsOf(failed.origin)
  const name = named(field, attr)
  const about = { name, n: cells.length, cells: listed(cells) }
  const sentence =
    cells.length === 0
      ? message('mapping.explain_valid_fixed', { name })
      : field.kind === 'object' || field.kind === 'list'
        ? message('mapping.explain_valid_inside', about)
        : message('mapping.explain_valid', about)
  return { rule: 3, sentence, paths: [attr], cells }
}

type Cause = {
  readonly path: string
  readonly why: Message
  readonly wayOut: Message
  readonly paths: readonly string[]
  readonly cells: readonly CellRef[]
}

/**
 * The nearest ancestor of a field that could have been left out, and what fills it; null when that is the account.
 */
function providedAbove(attr: string, { catalogue, origins, omitted }: ExplainContext): Cause | null {
  const parts = parseAttr(attr)
  for (let length = parts.length - 1; length > 0; length -= 1) {
    const path = printAttr(parts.slice(0, length))
    const owner = catalogue.fieldAt(path)
    if (owner?.requiredInParent === true) continue
    const filled = Object.entries(origins).filter(([from]) => isWithin(from, path))
    const failed = omitted.filter(
      (one) => one.payloadPath !== null && isWithin(one.payloadPath, path) && one.reason === 'not_converted',
    )
    const cells = [
      ...filled.flatMap(([, from]) => cellsOf(from)),
      ...failed.flatMap((one) => cellsOf(one.origin)),
    ]
    const paths = [...filled.map(([from]) => from), ...failed.flatMap((one) => one.payloadPath ?? [])]
    if (cells.length === 0)
      return {
        path,
        why: message('mapping.made_by_fixed_value'),
        wayOut: message('mapping.take_fixed_value_out'),
        paths,
        cells,
      }
    const n = cells.length
    return {
      path,
      why: message('mapping.cells_filled', { n, cells: listed(cells) }),
      wayOut: message('mapping.empty_cells', { n, of: owner?.name === '*' ? 'item' : 'all' }),
      paths,
      cells,
    }
  }
  return null
}

/** The outermost ancestor of a path that was left out as a whole. */
function outermostLeftOut(path: string, { omitted }: ExplainContext): string | null {
  const whole = omitted.filter(
    (one) => one.reason !== 'not_converted' && one.path !== path && isWithin(path, one.path),
  )
  return whole.toSorted((a, b) => a.path.length - b.path.length)[0]?.path ?? null
}

/** The required fields directly inside an object or item; of a list, those of an item. */
function requiredInside(
  path: string,
  field: CatalogueField | null,
  catalogue: Catalogue,
): { readonly path: string }[] {
  const item = field?.kind === 'list' ? `${path}.0` : path
  const general = catalogue.fieldAt(item)?.path
  if (general === undefined) return []
  return catalogue.fields
    .filter((one) => one.requiredInParent && one.path === `${general}.${one.name}`)
    .map((one) => ({ path: `${item}.${one.name}` }))
}

function cellsBelow(path: string, omitted: readonly Omission[]): CellRef[] {
  return unique(omitted.filter((one) => isWithin(one.path, path)).flatMap((one) => cellsOf(one.origin)))
}

function sentCells(attr: string, origins: Origins): CellRef[] {
  return unique(
    Object.entries(origins)
      .filter(([path]) => isWithin(path, attr))
      .flatMap(([, from]) => cellsOf(from)),
  )
}

/** The cell of an origin, and those joined to it. */
function cellsOf(origin: Origin | null): CellRef[] {
  if (origin === null || 'fixed' in origin) return []
  const { sheet, row, column, also } = origin
  return [column, ...(also ?? [])].map((name) => ({ sheet, row, column: name }))
}

function unique(cells: readonly CellRef[]): CellRef[] {
  return [...new Map(cells.map((cell) => [JSON.stringify(cell), cell])).values()]
}

function named(field: CatalogueField | null, path: string): Message {
  return field === null
    ? message('mapping.path_named', { path })
    : message('mapping.field_named', { label: field.label, path })
}

function kindOf(field: CatalogueField | null): 'list' | 'item' | 'group' {
  if (field?.kind === 'list') return 'list'
  return field?.name === '*' ? 'item' : 'group'
}

function listed(cells: readonly CellRef[]): Said {
  const [first, ...others] = cells
    .slice(0, mostNamed)
    .map(({ sheet, row, column }): Said => message('mapping.cell_place', { sheet, row, column }))
  const places = others.reduce(
    (before, next) => message('mapping.then_place', { first: before, second: next }),
    first ?? '',
  )
  const more = cells.length - mostNamed
  return more > 0 ? message('mapping.more_places', { places, more }) : places
}
