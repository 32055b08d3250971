// A plan: a mapping compiled for one file and one catalogue. It is a tree in the shape of the payload, with
// children in the catalogue's order; its leaves know their column and converter, so building a payload only walks
// the tree. Each level has its own tree: the main sheet's rows fill the root, each linked row fills an item of its
// list.
import { joinAttr, printAttr } from '../payload/attr-path.ts'
import type { AttrPart, AttrPath } from '../payload/attr-path.ts'
import { assertNever } from '../contract/assert-never.ts'
import type { Catalogue, CatalogueField } from '../catalogue/catalogue.ts'
import type { Scalar } from './conversions/conversions.ts'
import type { CellSource } from './conversions/cell-source.ts'
import type { SourceRow } from '../sheet/sheet.ts'

export type LeafSource = CellSource | { readonly kind: 'fixed'; readonly value: Scalar }

export type LeafNode = {
  readonly kind: 'leaf'
  readonly name: string
  readonly field: CatalogueField
  readonly source: LeafSource
}
export type ObjectNode = {
  readonly kind: 'object'
  readonly name: string
  readonly field: CatalogueField | null
  readonly children: readonly PlanNode[]
  /** A cell can fill a field below; otherwise fixed values alone make the object appear. */
  readonly fed: boolean
}
export type ListNode = {
  readonly kind: 'list'
  readonly name: string
  readonly field: CatalogueField
  /** Column groups, by the mapping's index. */
  readonly items: readonly { readonly index: number; readonly node: PlanNode }[]
  /** Each row of a grouped account gives an item per entry. */
  readonly grouped: readonly ObjectNode[]
  /** Each row of the linked sheet at this position of the level's `linked` gives an item. */
  readonly linked: readonly { readonly link: number; readonly item: ObjectNode }[]
  readonly fed: boolean
}
export type PlanNode = LeafNode | ObjectNode | ListNode

export type PlannedLink = {
  readonly sheet: string
  /** Column indexes on this sheet, and the matching ones on the parent's sheet. */
  readonly key: readonly number[]
  readonly parentKey: readonly number[]
  /** The list in the payload, with `*` for items above it. */
  readonly list: string
  readonly linked: readonly PlannedLink[]
}

export type Plan = {
  readonly sheet: string
  /** Column indexes of the account's key on the main sheet. */
  readonly key: readonly number[]
  readonly keyNames: readonly string[]
  /** Rows of the main sheet with the same key are one account; otherwise each row is an account of its own. */
  readonly groupsRows: boolean
  readonly linked: readonly PlannedLink[]
  readonly root: ObjectNode
  /** Sheets of the file that the mapping does not use; their rows are reported in the reconciliation. */
  readonly unusedSheets: readonly string[]
}

/** The key of a row: outer blanks trimmed, otherwise compared exactly. Empty when every column is blank. */
export function keyOf(row: SourceRow, columns: readonly number[]): string {
  const texts = columns.map((index) => (row.cells[index] ?? '').trim())
  if (texts.every((text) => text === '')) return ''
  return texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts)
}

/** A tree under construction: nodes by name, not yet ordered. */
export type Draft = { readonly field: CatalogueField | null; readonly children: Map<AttrPart, DraftNode> }
type DraftNode =
  | { readonly kind: 'leaf'; readonly field: CatalogueField; readonly source: LeafSource }
  | ({ readonly kind: 'object' } & Draft)
  | DraftList
type DraftList = {
  readonly kind: 'list'
  readonly field: CatalogueField
  readonly children: Map<AttrPart, DraftNode>
  readonly grouped: Draft[]
  readonly linked: { readonly link: number; readonly item: Draft }[]
}

export function newDraft(field: CatalogueField | null): Draft {
  return { field, children: new Map() }
}

/**
 * Adds a leaf at a path that the catalogue knows (checked before); `base` is the catalogue path of the draft
 * itself.
 */
export function addLeaf(
  draft: Draft,
  base: string,
  path: AttrPath,
  source: LeafSource,
  catalogue: Catalogue,
): void {
  const parent = reach(draft, base, path.slice(0, -1), catalogue)
  const name = path.at(-1)
  if (name === undefined) throw new Error('A leaf needs a path')
  parent.children.set(name, {
    kind: 'leaf',
    field: known(catalogue, joinAttr(base, printAttr(path))),
    source,
  })
}

/** The list at a path, created if missing. */
export function listAt(draft: Draft, base: string, path: AttrPath, catalogue: Catalogue): DraftList {
  const list = reach(draft, base, path, catalogue)
  if (!('kind' in list) || list.kind !== 'list') throw new Error(`Not a list: ${printAttr(path)}`)
  return list
}

function reach(draft: Draft, base: string, path: AttrPath, catalogue: Catalogue): Draft | DraftList {
  let node: Draft | DraftList = draft
  for (const [at, part] of path.entries()) {
    let child: DraftNode | undefined = node.children.get(part)
    if (child === undefined) {
      const field = known(catalogue, joinAttr(base, printAttr(path.slice(0, at + 1))))
      child =
        field.kind === 'list'
          ? { kind: 'list', field, children: new Map(), grouped: [], linked: [] }
          : { kind: 'object', field, children: new Map() }
      node.children.set(part, child)
    }
    if (child.kind === 'leaf') throw new Error(`A single value holds nothing: ${printAttr(path)}`)
    node = child
  }
  return node
}

function known(catalogue: Catalogue, path: string): CatalogueField {
  const field = catalogue.fieldAt(path)
  if (field === null) throw new Error(`Not in the catalogue: ${path}`)
  return field
}

/** Finishes a draft's object: children in the catalogue's order, items by index. */
export function finish(draft: Draft, name = ''): ObjectNode {
  const nodes = [...draft.children].map(([part, node]) => finishNode(String(part), node))
  const children = nodes.toSorted((a, b) => (a.field?.order ?? 0) - (b.field?.order ?? 0))
  return { kind: 'object', name, field: draft.field, children, fed: children.some(isFed) }
}

function finishNode(name: string, node: DraftNode): PlanNode {
  switch (node.kind) {
    case 'leaf':
      return { ...node, name }
    case 'object':
      return finish(node, name)
    case 'list': {
      const items = [...node.children].map(([part, item]) => ({
        index: Number(part),
        node: finishNode(String(part), item),
      }))
      const grouped = node.grouped.map((item) => finish(item))
      const linked = node.linked.map(({ link, item }) => ({ link, item: finish(item) }))
      const fed = grouped.length > 0 || linked.length > 0 || items.some((item) => isFed(item.node))
      return {
        kind: 'list',
        name,
        field: node.field,
        items: items.toSorted((a, b) => a.index - b.index),
        grouped,
        linked,
        fed,
      }
    }
    default:
      return assertNever(node)
  }
}

function isFed(node: PlanNode): boolean {
  return node.kind === 'leaf' ? node.source.kind === 'cell' : node.fed
}
