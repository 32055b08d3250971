// Fits a template to a file whose sheets and columns were moved, renamed, removed or added. A rename is accepted
// only when it is unambiguous. Missing columns leave the mapping and are reported; new ones are reported and left
// for the user. The result is a mapping of this file and is compiled like any other; a missing key stays named in
// it.
import type { TemplateDifference } from './moved-columns.ts'
import type { Mapping } from '../file.ts'
import { ownColumnPrefix } from '../compile/compile.ts'
import type { SheetInfo } from '../../sheet/sheet.ts'
import { movedColumns } from './moved-columns.ts'
import { rewritten } from './rewrite-template.ts'
import { renamings } from './same-column.ts'
import type { Renaming } from './same-column.ts'
import type { SheetLayout } from './template-file.ts'
import { usesOf } from './template-uses.ts'
import type { Use } from './template-uses.ts'
import { message, type Message } from '../../texts/create-message.ts'

export type Template = {
  readonly mapping: Mapping
  /** The file that it was made for, if known. */
  readonly layout?: readonly SheetLayout[] | undefined
}
export type FittedTemplate = {
  readonly mapping: Mapping
  /** Empty when the file matches the template. */
  readonly differences: readonly TemplateDifference[]
}

export function fitTemplate(template: Template, sheets: readonly SheetInfo[]): FittedTemplate {
  const { mapping } = template
  const uses = usesOf(mapping, sheets)
  const differences: TemplateDifference[] = []
  const found = matchSheets(uses, sheets, differences)
  const names = new Map<string, ReadonlyMap<string, string | null>>()
  for (const use of uses) {
    const sheet = found.get(use.sheet)
    if (sheet !== undefined) names.set(use.sheet, matchColumnNames(use, sheet, sheets, differences))
  }
  differences.push(...newThings(uses, found, names, sheets, template.layout))
  if (template.layout !== undefined) differences.push(...movedColumns(template.layout, found, names))
  return { mapping: rewritten(mapping, uses, found, names), differences }
}

function matchSheets(
  uses: readonly Use[],
  sheets: readonly SheetInfo[],
  differences: TemplateDifference[],
): Map<string, SheetInfo> {
  const found = new Map<string, SheetInfo>()
  for (const { sheet } of uses) {
    const same =
      sheets.find((one) => one.name === sheet) ?? sheets.find((one) => one.name.trim() === sheet.trim())
    if (same !== undefined) found.set(sheet, same)
  }
  const taken = new Set(found.values())
  const free = sheets.filter((sheet) => !taken.has(sheet) && !sheet.hidden && sheet.columns.length > 0)
  const lost = uses.filter((use) => !found.has(use.sheet))
  const renamed = [
    ...renamings(
      lost.map((use) => use.sheet),
      free.map((sheet) => sheet.name),
    ),
  ]
  const [last] = lost
  const alike = lost.length === 1 && renamed.length === 0 && last !== undefined ? mostAlike(last, free) : null
  if (alike !== null) renamed.push(alike)
  for (const { was, now, certainty, reason } of renamed) {
    const sheet = free.find((one) => one.name === now)
    if (sheet !== undefined) found.set(was, sheet)
    differences.push({ kind: 'renamed', sheet: now, column: null, was, certainty, reason })
  }
  for (const { sheet } of uses)
    if (!found.has(sheet))
      differences.push({
        kind: 'missing',
        sheet,
        column: null,
        was: null,
        certainty: 'certain',
        reason: message('mapping.sheet_gone', { sheet }),
      })
  return found
}

/** Single-sheet files are often named by date: matches the sheet with at least half of the columns, and the most. */
function mostAlike(use: Use, free: readonly SheetInfo[]): Renaming | null {
  const ranked = free
    .map((sheet) => {
      const names = new Set(sheet.columns.map((column) => column.name))
      return { sheet, shared: [...use.columns].filter((name) => names.has(plain(name))).length }
    })
    .toSorted((a, b) => b.shared - a.shared)
  const [first, second] = ranked
  if (first === undefined || first.shared * 2 < use.columns.size || first.shared === second?.shared)
    return null
  return {
    was: use.sheet,
    now: first.sheet.name,
    certainty: 'likely',
    reason: message('mapping.sheet_alike', { shared: first.shared, columns: use.columns.size }),
  }
}

/** Maps the template's column names to those in this file; null for missing ones. */
function matchColumnNames(
  use: Use,
  sheet: SheetInfo,
  sheets: readonly SheetInfo[],
  differences: TemplateDifference[],
): Map<string, string | null> {
  const here = new Set(sheet.columns.map((column) => column.name))
  const names = new Map<string, string | null>()
  const lost: string[] = []
  for (const name of use.columns) {
    if (here.has(plain(name))) names.set(name, plain(name))
    else lost.push(name)
  }
  const kept = new Set(names.values())
  const free = [...here].filter((name) => !kept.has(name) && !name.startsWith(ownColumnPrefix))
  for (const { was, now, certainty, reason } of renamings(lost, free)) {
    names.set(was, now)
    differences.push({ kind: 'renamed', sheet: sheet.name, column: now, was, certainty, reason })
  }
  for (const name of lost) {
    if (names.has(name)) continue
    names.set(name, null)
    differences.push(goneColumn(name, use, sheet, sheets))
  }
  return names
}

function goneColumn(
  name: string,
  use: Use,
  sheet: SheetInfo,
  sheets: readonly SheetInfo[],
): TemplateDifference {
  const elsewhere = sheets.filter(
    (other) => other !== sheet && other.columns.some((column) => column.name === plain(name)),
  )
  const [there] = elsewhere
  if (there !== undefined && elsewhere.length === 1 && !use.keys.has(name))
    return {
      kind: 'moved',
      sheet: there.name,
      column: plain(name),
      was: sheet.name,
      certainty: 'certain',
      reason: message('mapping.column_on_other_sheet', { sheet: sheet.name, other: there.name }),
    }
  const gone = { sheet: sheet.name, column: name }
  const reason = use.keys.has(name)
    ? message('mapping.column_gone_key', gone)
    : use.ignored.has(name)
      ? message('mapping.column_gone_ignored', gone)
      : message('mapping.column_gone', gone)
  return {
    kind: 'missing',
    sheet: sheet.name,
    column: name,
    was: null,
    certainty: 'certain',
    reason,
  }
}

function newThings(
  uses: readonly Use[],
  found: ReadonlyMap<string, SheetInfo>,
  names: ReadonlyMap<string, ReadonlyMap<string, string | null>>,
  sheets: readonly SheetInfo[],
  layout: Template['layout'],
): TemplateDifference[] {
  const columns = uses.flatMap((use) => {
    const sheet = found.get(use.sheet)
    const known = new Set([...(names.get(use.sheet)?.values() ?? [])].map(String))
    const fresh = (sheet?.columns ?? []).filter(
      ({ name }) => !known.has(name) && !name.startsWith(ownColumnPrefix),
    )
    return fresh.map(({ name }) => newThing(sheet?.name ?? '', name, message('mapping.column_new')))
  })
  const used = new Set(found.values())
  const before = layout === undefined ? null : new Set(layout.map((one) => one.sheet))
  const fresh = sheets.filter(
    (sheet) => before !== null && !used.has(sheet) && !before.has(sheet.name) && sheet.columns.length > 0,
  )
  return [...columns, ...fresh.map((sheet) => newThing(sheet.name, null, message('mapping.sheet_new')))]
}

function newThing(sheet: string, column: string | null, reason: Message): TemplateDifference {
  return { kind: 'new', sheet, column, was: null, certainty: 'certain', reason }
}

/** Normalises names as `nameColumns` does. */
function plain(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}
