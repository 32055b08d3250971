// Explains why a field is not in an account's payload, or why it must be, by the rules for optional fields
// (service-spec.md section 2.1), naming the cells that decide. Rule 1: a field without data is left out. Rule 2:
// once an object or item is provided, its required fields are required. Rule 3: what is provided must be valid.
// Values are not repeated.
import { assertNever } from '../contract/assert-never.ts'
import { getAt, isWithin, parseAttr, printAttr } from './attr-path.ts'
import type { Catalogue, CatalogueField } from '../catalogue/catalogue.ts'
import type { Omission, Origin, Origins } from './problems.ts'
import type { CellRef } from '../sheet/sheet.ts'

export type ExplainContext = {
  readonly catalogue: Catalogue
  readonly payload: unknown
  readonly origins: Origins
  readonly omitted: readonly Omission[]
}

export type Explanation = {
  /** The rule of service-spec.md section 2.1; null when none applies. */
  readonly rule: 1 | 2 | 3 | null
  /** A sentence for the user, with paths in backquotes and cells by sheet, row and column. */
  readonly sentence: string
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
      const sentence = `${named(field, entry.path)} is left out because its cells repeat those of an earlier row of the account: the item is sent once.`
      return { rule: null, sentence, paths: [entry.path], cells }
    }
    case 'not_converted': {
      const cells = cellsOf(entry.origin)
      const sentence = `${named(field, entry.path)} is not sent because the text of its cell (${listed(cells)}) could not be converted. The problem at that cell says why; correct it, or empty the cell to leave the field out.`
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
    const sentence = `${named(field, attr)} is required in every account.`
    return { rule: null, sentence, paths: [attr], cells: [] }
  }
  const owner = context.catalogue.fieldAt(cause.path)
  const sentence = `${named(field, attr)} is required because ${named(owner, cause.path)} is sent: ${cause.why}. Fill it, or ${cause.wayOut}.`
  return { rule: 2, sentence, paths: [attr, cause.path, ...cause.paths], cells: cause.cells }
}

function emptyCell(entry: Omission, field: CatalogueField | null, context: ExplainContext): Explanation {
  const cells = cellsOf(entry.origin)
  const start = `${named(field, entry.path)} is left out because its cell (${listed(cells)}) is empty`
  const attr = entry.payloadPath
  if (attr !== null && field?.requiredInParent === true) {
    const required = explainRequired(attr, context)
    const why = required === null ? '' : ` ${required.sentence}`
    return {
      rule: 2,
      sentence: `${start}, but it may not be.${why}`,
      paths: [entry.path, ...(required?.paths.slice(1) ?? [])],
      cells: [...cells, ...(required?.cells ?? [])],
    }
  }
  if (attr !== null) {
    const sentence = `${start}: an optional field without data is not sent.`
    return { rule: 1, sentence, paths: [entry.path], cells }
  }
  const above = outermostLeftOut(entry.path, context)
  const parent =
    above === null ? '' : `, and so is everything else in ${named(context.catalogue.fieldAt(above), above)}`
  return {
    rule: 1,
    sentence: `${start}${parent}.`,
    paths: [entry.path, ...(above === null ? [] : [above])],
    cells,
  }
}

/** An object, list or item whose cells are all empty, or a fixed value in one. */
function emptyWhole(entry: Omission, field: CatalogueField | null, context: ExplainContext): Explanation {
  if (entry.origin !== null && 'fixed' in entry.origin) {
    const above = outermostLeftOut(entry.path, context)
    const owner = above === null ? 'what it belongs to' : named(context.catalogue.fieldAt(above), above)
    const sentence = `The fixed value of ${named(field, entry.path)} is not sent: ${owner} is left out, and a fixed value alone does not make it appear.`
    return { rule: 1, sentence, paths: [entry.path, ...(above === null ? [] : [above])], cells: [] }
  }
  const cells = cellsBelow(entry.path, context.omitted)
  const feeds =
    cells.length === 0
      ? 'no row gives it anything'
      : cells.length === 1
        ? `the only cell that feeds it (${listed(cells)}) is empty`
        : `all ${cells.length} cells that feed it (${listed(cells)}) are empty`
  const required = requiredInside(entry.path, field, context.catalogue)
  const then =
    required.length === 0
      ? ''
      : ` Once one of them is filled it is sent, and then needs ${andList(required.map((one) => `\`${one.path}\``))}.`
  const must =
    field?.requiredInParent === true && entry.payloadPath !== null
      ? ` But it is required${entry.payloadPath.includes('.') ? ' here' : ' in every account'}.`
      : ''
  return {
    rule: must === '' ? 1 : 2,
    sentence: `${named(field, entry.path)} is left out whole because ${feeds}: an optional ${kindOf(field)} without data is not sent.${must}${then}`,
    paths: [entry.path, ...required.map((one) => one.path)],
    cells,
  }
}

function mustBeValid(attr: string, field: CatalogueField, context: ExplainContext): Explanation | null {
  const sent = getAt(context.payload, parseAttr(attr)) !== undefined
  const failed = context.omitted.find((one) => one.payloadPath === attr && one.reason === 'not_converted')
  if (!sent && failed === undefined) return null
  const cells = failed === undefined ? sentCells(attr, context.origins) : cellsOf(failed.origin)
  const start = `${named(field, attr)} is optional, but since it is given it must be valid`
  if (cells.length === 0)
    return {
      rule: 3,
      sentence: `${start}: its fixed value is set in the mapping, and can be changed or taken out there.`,
      paths: [attr],
      cells,
    }
  const inside = field.kind === 'object' || field.kind === 'list' ? ', with everything in it' : ''
  return {
    rule: 3,
    sentence: `${start}${inside}: correct ${cells.length === 1 ? 'its cell' : 'its cells'} (${listed(cells)}), or empty ${cells.length === 1 ? 'it' : 'them all'} to leave it out.`,
    paths: [attr],
    cells,
  }
}

type Cause = {
  readonly path: string
  readonly why: string
  readonly wayOut: string
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
        why: 'a fixed value makes it',
        wayOut: 'take the fixed value out of the mapping',
        paths,
        cells,
      }
    const one = cells.length === 1
    return {
      path,
      why: `${one ? 'a cell that feeds it is' : `${cells.length} cells that feed it are`} filled (${listed(cells)})`,
      wayOut: `empty ${one ? 'that cell' : 'those cells'} to leave ${owner?.name === '*' ? 'the whole item' : 'it all'} out`,
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

function named(field: CatalogueField | null, path: string): string {
  return field === null ? `\`${path}\`` : `${field.label} (\`${path}\`)`
}

function kindOf(field: CatalogueField | null): string {
  if (field?.kind === 'list') return 'list'
  return field?.name === '*' ? 'item' : 'group of fields'
}

function listed(cells: readonly CellRef[]): string {
  const shown = cells
    .slice(0, mostNamed)
    .map(({ sheet, row, column }) => `${sheet}, row ${row}, column “${column}”`)
  const more = cells.length - shown.length
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}

function andList(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}
