// Builds the form of an account: sections and fields from the catalogue, each field with its source cell and the
// problems that name it. Fields come from the payload's origins and from what was left out for lack of data, so empty
// cells can be filled. Every problem appears exactly once: at a field, at a section, or in the tray. Pure functions.
import {
  type AttrPart,
  compareAttr,
  getAt,
  isWithin,
  parseAttr,
  printAttr,
} from '../../../../shared/payload/attr-path.ts'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { CellRef } from '../../../../shared/sheet/sheet.ts'
import type { AccountView, FieldView } from '../../../../shared/contract/views.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export type AccountProblem = AccountView['problems'][number]

/** Named problems keyed by their subject: the next validation may replace one by another. */
export function named(
  problems: readonly AccountProblem[],
): { readonly name: string; readonly problem: AccountProblem }[] {
  const times = new Map<string, number>()
  return problems.map((problem) => {
    const about = JSON.stringify([problem.source, problem.code, problem.attr])
    const before = times.get(about) ?? 0
    times.set(about, before + 1)
    return { name: `${about} ${before}`, problem }
  })
}

export type AccountField = {
  /** The attr path: the form field's name. */
  readonly path: string
  readonly title: string
  readonly required: boolean
  /** Null: a fixed value. */
  readonly cell: CellRef | null
  /** Of a fixed value; of a cell its own text is shown. */
  readonly value: unknown
  readonly problems: readonly AccountProblem[]
}
export type LeftOut = { readonly path: string; readonly title: string; readonly message: string }
export type AccountSection = {
  readonly path: string
  readonly title: string
  readonly fields: readonly AccountField[]
  /** Problems of the section as a whole. */
  readonly problems: readonly AccountProblem[]
  readonly leftOut: readonly LeftOut[]
}
export type AccountForm = {
  readonly sections: readonly AccountSection[]
  /** Problems without a cell. */
  readonly tray: readonly AccountProblem[]
}

export type Titles = {
  readonly of: (path: string) => string
  readonly item: (title: string, n: number) => string
  readonly main: string
}

type Leaf = { readonly path: string; readonly cell: CellRef | null }

function parentOf(path: string): string {
  return printAttr(parseAttr(path).slice(0, -1))
}

function leavesOf(account: AccountView): Leaf[] {
  const leaves = new Map<string, Leaf>()
  for (const [path, origin] of Object.entries(account.origins))
    leaves.set(path, { path, cell: 'fixed' in origin ? null : origin })
  for (const { payloadPath, reason, origin } of account.omitted) {
    if (payloadPath === null || origin === null || 'fixed' in origin) continue
    if (reason === 'empty' || reason === 'not_converted')
      leaves.set(payloadPath, { path: payloadPath, cell: origin })
  }
  return [...leaves.values()]
}

function sameCell(a: CellRef, b: CellRef): boolean {
  return a.sheet === b.sheet && a.row === b.row && a.column === b.column
}

/** The path of the leaf that a problem shows at; null where it has no single cell here. */
function leafFor(problem: AccountProblem, leaves: readonly Leaf[]): string | null {
  const { attr, place } = problem
  if (attr !== null && leaves.some((leaf) => leaf.path === attr)) return attr
  if (place.kind !== 'cell') return null
  return leaves.find((leaf) => leaf.cell !== null && sameCell(leaf.cell, place.cell))?.path ?? null
}

export function fieldTitles(
  fields: readonly FieldView[],
  words: { readonly item: Titles['item']; readonly main: string },
): Titles {
  const byPath = new Map(fields.map((field) => [field.path, field.title]))
  const spelled = (name: string): string => {
    const plain = name.replace(/_/g, ' ')
    return `${plain[0]?.toUpperCase() ?? ''}${plain.slice(1)}`
  }
  const of = (path: string): string => {
    const last = parseAttr(path).at(-1)
    return byPath.get(generalPath(path)) ?? (typeof last === 'string' ? spelled(last) : path)
  }
  return { of, ...words }
}

/** `customers.1` → `Customer 2`; deeper sections name their parents too. */
export function sectionTitle(path: string, titles: Titles): string {
  const parts = parseAttr(path)
  if (parts.length === 0) return titles.main
  const words: string[] = []
  parts.forEach((part, at) => {
    const here = printAttr(parts.slice(0, at + 1))
    if (typeof part === 'string') {
      if (typeof parts[at + 1] !== 'number') words.push(titles.of(here))
      return
    }
    words.push(titles.item(itemTitle(parts.slice(0, at + 1), titles), part + 1))
  })
  return words.join(' · ')
}

/** The catalogue's title of an item, or else the one of its list without the English plural. */
function itemTitle(parts: readonly AttrPart[], titles: Titles): string {
  const item = printAttr(parts)
  const ofList = titles.of(printAttr(parts.slice(0, -1)))
  const own = titles.of(item)
  return own === item || own === ofList ? singular(ofList) : own
}

function singular(title: string): string {
  if (/sses$/i.test(title)) return title.slice(0, -2)
  if (/ies$/i.test(title)) return `${title.slice(0, -3)}y`
  return /[^s]s$/i.test(title) ? title.slice(0, -1) : title
}

export function accountForm(account: AccountView, fields: readonly FieldView[], titles: Titles): AccountForm {
  const required = new Set(fields.filter((field) => field.required).map((field) => field.path))
  const order = new Map(fields.map((field, index) => [field.path, index]))
  const leaves = leavesOf(account)
  const placed = new Map<string, AccountProblem[]>()
  const rest: AccountProblem[] = []
  for (const problem of account.problems) {
    const leaf = leafFor(problem, leaves)
    if (leaf === null) rest.push(problem)
    else placed.set(leaf, [...(placed.get(leaf) ?? []), problem])
  }
  const sectionOf = (problem: AccountProblem): string | null =>
    problem.place.kind === 'section' ? problem.place.path : null
  const parents = new Set(leaves.map((leaf) => parentOf(leaf.path)))
  const ghosts = account.omitted.filter((one) => one.reason === 'all_empty' || one.reason === 'repeated')
  const shownGhosts = ghosts.filter(
    (one) => one.origin === null && !ghosts.some((other) => other !== one && isWithin(one.path, other.path)),
  )
  const place = (path: string): number => order.get(generalPath(path)) ?? Number.MAX_SAFE_INTEGER
  const byOrder = (a: string, b: string): number =>
    compareAttr(parentOf(a), parentOf(b)) === 0 ? place(a) - place(b) : compareAttr(a, b)
  for (const problem of rest) {
    const path = sectionOf(problem)
    if (path !== null && path !== '') parents.add(path)
  }

  const sections = [...parents].sort(sectionOrder(place)).map(
    (path): AccountSection => ({
      path,
      title: sectionTitle(path, titles),
      fields: leaves
        .filter((leaf) => parentOf(leaf.path) === path)
        .sort((a, b) => byOrder(a.path, b.path))
        .map((leaf) => fieldOf(leaf, account, { titles, required, problems: placed.get(leaf.path) ?? [] })),
      problems: rest.filter((problem) => path !== '' && sectionOf(problem) === path),
      leftOut: shownGhosts
        .filter((one) => parentOf(one.payloadPath ?? one.path) === path)
        .map((one) => leftOutOf(one, titles)),
    }),
  )
  const reported = new Set(sections.flatMap((section) => section.leftOut.map((one) => one.path)))
  const orphans = shownGhosts.filter((one) => !reported.has(one.path)).map((one) => leftOutOf(one, titles))
  const last = sections.at(-1)
  if (last !== undefined && orphans.length > 0)
    sections[sections.length - 1] = { ...last, leftOut: [...last.leftOut, ...orphans] }
  return { sections, tray: rest.filter((problem) => !sections.some((one) => one.problems.includes(problem))) }
}

function leftOutOf(one: AccountView['omitted'][number], titles: Titles): LeftOut {
  return { path: one.path, title: sectionTitle(one.path, titles), message: sentenceOf(one.message) }
}

/** The account's own fields first, then its parts in the catalogue's order, items by number. */
function sectionOrder(place: (path: string) => number): (a: string, b: string) => number {
  return (a, b) => {
    if (a === '' || b === '') return a.length - b.length
    const first = (path: string): string => String(parseAttr(path)[0])
    return first(a) === first(b) ? compareAttr(a, b) : place(first(a)) - place(first(b))
  }
}

function fieldOf(
  leaf: Leaf,
  account: AccountView,
  more: {
    readonly titles: Titles
    readonly required: ReadonlySet<string>
    readonly problems: readonly AccountProblem[]
  },
): AccountField {
  return {
    path: leaf.path,
    title: more.titles.of(leaf.path),
    required: more.required.has(generalPath(leaf.path)),
    cell: leaf.cell,
    value: leaf.cell === null ? getAt(account.payload, parseAttr(leaf.path)) : null,
    problems: more.problems,
  }
}
