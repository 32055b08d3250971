// Proposes a mapping of a file from its headers, the catalogue's titles, aliases and names, sample values, earlier
// decisions and saved templates. A wrong suggestion that looks certain is worse than none: only `certain` and
// `likely` ones enter the mapping, `possible` ones are offered separately, and of two equal ones neither is taken.
import { joinAttr, parseAttr } from '../../payload/attr-path.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Mapping } from '../file.ts'
import { ownColumnPrefix } from '../compile/compile.ts'
import { supplierField } from '../../sending/service.ts'
import type { SheetInfo } from '../../sheet/sheet.ts'
import { chosenOf } from './chosen-columns.ts'
import type { Chosen } from './chosen-columns.ts'
import { collectEvidence } from './evidence.ts'
import type { Decision, NamedTemplate } from './evidence.ts'
import { groupRows } from './grouped-rows.ts'
import { asLinkedSheet, linkSheets } from './link-sheets.ts'
import type { Link } from './link-sheets.ts'
import { matchColumns } from './match-columns.ts'
import type { Certainty, Material } from './candidate.ts'
import type { ColumnSamples } from './values.ts'
import { fittingTemplate } from './whole-template.ts'
import { vocabulariesOf } from './words-of-fields.ts'
import { message, type Message, type Said } from '../../texts/create-message.ts'
import { commaList, quoted, sentences } from '../../texts/join.ts'

export type SuggestionReason = {
  readonly sheet: string
  readonly column: string
  /** The full payload path, with `*` for the items that linked rows become. */
  readonly field: string
  readonly certainty: Exclude<Certainty, 'possible'>
  readonly reason: Said
}
/** A possible field of a column that the mapping does not use. */
export type SuggestionOffer = Omit<SuggestionReason, 'certainty'> & { readonly certainty: 'possible' }

export type Suggestion = {
  readonly mapping: Mapping
  /** One for each column that feeds a field. */
  readonly reasons: readonly SuggestionReason[]
  /** For columns with and without a field, best match first. */
  readonly offers: readonly SuggestionOffer[]
  readonly unmapped: readonly { readonly sheet: string; readonly column: string }[]
  /** Decisions that the user must make before the mapping can be used. */
  readonly questions: readonly Message[]
}

/**
 * `identityFields`: payload paths that identify an account (from the status path template); the key is the column
 * that feeds the last of them other than the supplier. `supplier`: set when the run starts, so no column is needed.
 * `samples`: up to some 50 values per column. `templates`: best first; one that fits every column is used as is.
 */
export type SuggestOptions = {
  readonly supplier: string | null
  readonly identityFields: readonly string[]
  readonly samples?: readonly ColumnSamples[]
  readonly templates?: readonly NamedTemplate[]
  readonly decisions?: readonly Decision[]
}

export function suggestMapping(
  sheets: readonly SheetInfo[],
  catalogue: Catalogue,
  options: SuggestOptions,
): Suggestion {
  const whole = fittingTemplate(options.templates ?? [], sheets, catalogue, options.supplier)
  if (whole !== null) return { ...whole, offers: [], unmapped: [], questions: [] }
  const usable = sheets.filter((sheet) => sheet.columns.length > 0 && !sheet.hidden)
  const identity = options.identityFields.findLast((field) => field !== supplierField) ?? null
  const material = materialOf(catalogue, options)
  const matches = new Map(
    usable.map((sheet) => [sheet.name, chosenOf(matchColumns(sheet, '', material), new Set())]),
  )
  const main = chooseMain(usable, matches, identity)
  if (main === null) throw new Error('A mapping needs a sheet with columns')
  const keyOf = (name: string): string | undefined =>
    matches.get(name)?.matches.find((match) => match.field === identity)?.column.name
  const key = keyOf(main.name) ?? null
  const rest = usable.filter((sheet) => sheet !== main)
  const sameKey = new Map(
    rest.flatMap(({ name }) => {
      const same = keyOf(name)
      return same === undefined ? [] : [[name, same] as const]
    }),
  )
  const links = linkSheets(
    { sheet: main, key: key === null ? [] : [key], base: '', top: true, sameKey },
    rest,
    material,
  )
  const chosen = matches.get(main.name) ?? { matches: [], columns: [], offers: [] }
  const isList = (path: string): boolean => catalogue.fieldAt(path)?.kind === 'list'
  const grouping =
    key === null ? null : groupRows(chosen.columns, key, isList, (name) => material.valuesOf(main.name, name))
  const mapping: Mapping = {
    version: 1,
    sheet: main.name,
    key: key ?? main.columns[0]?.name ?? '',
    columns: [...(grouping ?? chosen).columns],
    fixed: [],
    linked: links.map(asLinkedSheet),
    grouped: grouping?.grouped ?? [],
  }
  const levels = [{ sheet: main, base: '', chosen, keys: [mapping.key] }, ...links.flatMap(levelsOf)]
  return {
    mapping,
    reasons: levels.flatMap(reasonsOf).map((reason) => inGroup(reason, mapping)),
    offers: levels.flatMap(offersOf),
    unmapped: levels.flatMap(unmappedOf),
    questions: questionsOf({ main, key, identity, rest, links, mapping }),
  }
}

function materialOf(catalogue: Catalogue, options: SuggestOptions): Material {
  const values = new Map(
    (options.samples ?? []).map((one) => [JSON.stringify([one.sheet, one.column]), one.values]),
  )
  return {
    catalogue,
    evidence: collectEvidence(options.decisions ?? [], options.templates ?? [], catalogue),
    vocabulary: vocabulariesOf(catalogue),
    valuesOf: (sheet, column) => values.get(JSON.stringify([sheet, column])) ?? [],
  }
}

/** The sheet that feeds the identity and most of the account's own fields. */
function chooseMain(
  sheets: readonly SheetInfo[],
  matches: ReadonlyMap<string, Chosen>,
  identity: string | null,
): SheetInfo | null {
  const worth = (sheet: SheetInfo): number => {
    const found = matches.get(sheet.name)?.matches ?? []
    const own = found.filter((match) => !parseAttr(match.field).some((part) => typeof part === 'number'))
    return own.length + (found.some((match) => match.field === identity) ? 1_000 : 0)
  }
  let best: SheetInfo | null = null
  for (const sheet of sheets) if (best === null || worth(sheet) > worth(best)) best = sheet
  return best
}

/** The reason of a column whose rows become items: never certain, because it relies on a sample. */
function inGroup(reason: SuggestionReason, mapping: Mapping): SuggestionReason {
  if (reason.sheet !== mapping.sheet) return reason
  const fed = mapping.grouped
    .flatMap(({ list, columns }) => columns.map((one) => ({ list, one })))
    .find(({ one }) => one.column === reason.column)
  if (fed === undefined || !('field' in fed.one)) return reason
  return {
    ...reason,
    field: joinAttr(joinAttr(fed.list, '*'), fed.one.field),
    certainty: 'likely',
    reason: sentences(reason.reason, message('mapping.rows_give_items')),
  }
}

type Level = {
  readonly sheet: SheetInfo
  readonly base: string
  readonly chosen: Chosen
  readonly keys: readonly string[]
}

function levelsOf(link: Link): Level[] {
  const keys = [...link.key, ...link.linked.flatMap((below) => below.parentKey ?? below.key)]
  return [{ sheet: link.sheet, base: link.base, chosen: link.chosen, keys }, ...link.linked.flatMap(levelsOf)]
}

function reasonsOf({ sheet, base, chosen }: Level): SuggestionReason[] {
  return chosen.matches.map(({ column, field, certainty, reason }) => ({
    sheet: sheet.name,
    column: column.name,
    field: joinAttr(base, field),
    certainty,
    reason,
  }))
}

function offersOf({ sheet, base, chosen, keys }: Level): SuggestionOffer[] {
  return chosen.offers
    .filter(({ column }) => !keys.includes(column.name))
    .flatMap(({ column, candidates }) =>
      candidates.map(({ field, reason }) => ({
        sheet: sheet.name,
        column: column.name,
        field: joinAttr(base, field),
        certainty: 'possible' as const,
        reason,
      })),
    )
}

function unmappedOf({ sheet, chosen, keys }: Level): { sheet: string; column: string }[] {
  const spoken = new Set([...keys, ...chosen.matches.map((match) => match.column.name)])
  return sheet.columns
    .filter(({ name }) => !name.startsWith(ownColumnPrefix) && !spoken.has(name))
    .map(({ name }) => ({ sheet: sheet.name, column: name }))
}

function questionsOf(found: {
  readonly main: SheetInfo
  readonly key: string | null
  readonly identity: string | null
  readonly rest: readonly SheetInfo[]
  readonly links: readonly Link[]
  readonly mapping: Mapping
}): Message[] {
  const { main, key, identity, rest, links, mapping } = found
  const questions: Message[] = []
  if (key === null)
    questions.push(
      identity === null
        ? message('mapping.no_key_column', { sheet: main.name })
        : message('mapping.no_key_column_for', { sheet: main.name, path: identity }),
    )
  for (const { list } of mapping.grouped)
    questions.push(message('mapping.rows_are_items', { sheet: main.name, list }))
  questions.push(...looseJoins(links, new Set()))
  const linked = new Set(links.flatMap(levelsOf).map((level) => level.sheet))
  for (const sheet of rest) {
    if (!linked.has(sheet)) questions.push(message('mapping.sheet_not_linked', { sheet: sheet.name }))
  }
  return questions
}

/** Sheets linked to another only by the keys above it: they cannot distinguish that sheet's rows. */
function looseJoins(links: readonly Link[], above: ReadonlySet<string>): Message[] {
  return links.flatMap((link) => {
    const keys = new Set([...above, ...link.key])
    const loose = link.linked.filter((below) =>
      (below.parentKey ?? below.key).every((name) => keys.has(name)),
    )
    return [
      ...loose.map((below) =>
        message('mapping.join_too_loose', {
          sheet: below.sheet.name,
          parent: link.sheet.name,
          columns: commaList(below.key.map(quoted)),
        }),
      ),
      ...looseJoins(link.linked, keys),
    ]
  })
}
