// Proposes a mapping from headers, field titles and aliases. A wrong suggestion that looks certain is worse than none:
// `certain` means that the header equals a path, a title, an alias or a name of exactly one field; `likely` means the
// same after writing out abbreviations or forgiving a slip; where two fields fit equally, neither is proposed.
import { distance } from 'fastest-levenshtein'
import { joinAttr, parseAttr } from './attr-path.ts'
import { generalPath } from './catalogue.ts'
import type { Catalogue, CatalogueField } from './catalogue.ts'
import { headerWords, singular } from './header-words.ts'
import type { LinkedSheet, Mapping } from './mapping-file.ts'
import { ownColumnPrefix } from './mapping.ts'
import { supplierField } from './service.ts'
import type { Column, SheetInfo } from './sheet.ts'

export type SuggestionReason = {
  readonly sheet: string
  readonly column: string
  /** The full payload path, with `*` for the items that linked rows become. */
  readonly field: string
  readonly certainty: 'certain' | 'likely'
  readonly reason: string
}
export type Suggestion = {
  readonly mapping: Mapping
  readonly reasons: readonly SuggestionReason[]
  readonly unmapped: readonly { readonly sheet: string; readonly column: string }[]
  /** What a person must decide before the mapping can be used. */
  readonly questions: readonly string[]
}

type Match = {
  readonly column: Column
  readonly field: string
  readonly certainty: 'certain' | 'likely'
  readonly reason: string
  readonly score: number
}
type Phrase = {
  readonly plain: string
  readonly full: string
  readonly what: string
  readonly field: CatalogueField
}

/**
 * `identityFields`: payload paths that name an account (from the status path template); the column that feeds the last
 * of them that is not the supplier becomes the key. `supplier`: given when the run is started, so no column is needed.
 */
export function suggestMapping(
  sheets: readonly SheetInfo[],
  catalogue: Catalogue,
  options: { readonly supplier: string | null; readonly identityFields: readonly string[] },
): Suggestion {
  const questions: string[] = []
  const usable = sheets.filter((sheet) => sheet.columns.length > 0 && !sheet.hidden)
  const identity = options.identityFields.findLast((field) => field !== supplierField) ?? null
  const matches = new Map(usable.map((sheet) => [sheet.name, matchSheet(sheet, '', catalogue)]))
  const main = chooseMain(usable, matches, identity)
  if (main === null) throw new Error('A mapping needs a sheet with columns')
  const found = dropRepeats(matches.get(main.name) ?? [])
  const key = found.find((match) => match.field === identity)?.column ?? null
  if (key === null)
    questions.push(
      `No column of the sheet “${main.name}” looks like the account’s key${identity === null ? '' : ` (${identity})`}: choose one.`,
    )
  const rest = usable.filter((sheet) => sheet !== main)
  const { linked, reasons } = linkSheets(main, key === null ? [] : [key.name], '', rest, catalogue, true)
  const covered = new Set([main.name, ...reasons.map((reason) => reason.sheet)])
  for (const sheet of rest) {
    if (!covered.has(sheet.name))
      questions.push(
        `The sheet “${sheet.name}” shares no column with another that is used, or fits no list: its rows would not be sent.`,
      )
  }
  const allReasons = [...found.map((match) => reasonOf(main, match, '')), ...reasons]
  const mapping: Mapping = {
    version: 1,
    sheet: main.name,
    key: key?.name ?? main.columns[0]?.name ?? '',
    columns: found.map((match) => ({ column: match.column.name, field: match.field })),
    fixed: [],
    linked,
    grouped: [],
  }
  return { mapping, reasons: allReasons, unmapped: unmappedOf(usable, mapping, allReasons), questions }
}

/** The sheet that feeds the identity and most of the account's own fields. */
function chooseMain(
  sheets: readonly SheetInfo[],
  matches: ReadonlyMap<string, readonly Match[]>,
  identity: string | null,
): SheetInfo | null {
  const worth = (sheet: SheetInfo): number => {
    const found = dropRepeats(matches.get(sheet.name) ?? [])
    const own = found.filter((match) => !parseAttr(match.field).some((part) => typeof part === 'number'))
    return own.length + (found.some((match) => match.field === identity) ? 1_000 : 0)
  }
  let best: SheetInfo | null = null
  for (const sheet of sheets) if (best === null || worth(sheet) > worth(best)) best = sheet
  return best
}

/** Other sheets that carry the parent's key column, or share one with it, each with the list that fits it best. */
function linkSheets(
  parent: SheetInfo,
  parentKey: readonly string[],
  base: string,
  sheets: readonly SheetInfo[],
  catalogue: Catalogue,
  top: boolean,
): { readonly linked: LinkedSheet[]; readonly reasons: SuggestionReason[] } {
  const chosen = sheets.flatMap((sheet) => {
    const list = bestList(sheet, base, catalogue)
    const key = sharedKey(parent, parentKey, sheet, top)
    return list === null || key === null ? [] : [{ sheet, key, ...list }]
  })
  const linked: LinkedSheet[] = []
  const reasons: SuggestionReason[] = []
  const taken = new Set(chosen.map((one) => one.sheet))
  for (const { sheet, key, list, found } of chosen) {
    const inner = joinAttr(joinAttr(base, list), '*')
    const columns = found.filter((match) => !key.includes(match.column.name))
    reasons.push(...columns.map((match) => reasonOf(sheet, match, inner)))
    const below = linkSheets(
      sheet,
      [],
      inner,
      sheets.filter((other) => !taken.has(other)),
      catalogue,
      false,
    )
    reasons.push(...below.reasons)
    linked.push({
      sheet: sheet.name,
      key: key.length === 1 ? (key[0] ?? '') : key,
      list,
      columns: columns.map((match) => ({ column: match.column.name, field: match.field })),
      ...(below.linked.length > 0 ? { linked: below.linked } : {}),
    })
  }
  return { linked, reasons }
}

/** At the top the account's key column; below, every shared column that belongs to neither sheet's own fields alone. */
function sharedKey(
  parent: SheetInfo,
  parentKey: readonly string[],
  child: SheetInfo,
  top: boolean,
): string[] | null {
  const names = new Set(child.columns.map((column) => column.name))
  if (top) return parentKey.length > 0 && parentKey.every((name) => names.has(name)) ? [...parentKey] : null
  const shared = parent.columns
    .map((column) => column.name)
    .filter((name) => names.has(name) && !name.startsWith(ownColumnPrefix))
  return shared.length > 0 ? shared : null
}

/** The list directly below `base` whose item the sheet's columns fill best; the sheet's name decides between equals. */
function bestList(
  sheet: SheetInfo,
  base: string,
  catalogue: Catalogue,
): { readonly list: string; readonly found: Match[] } | null {
  const ranked = catalogue.fields
    .filter(
      (field) =>
        field.kind === 'list' &&
        isDirectList(field.path, base) &&
        catalogue.fieldAt(`${field.path}.*`)?.kind === 'object',
    )
    .map((field) => {
      const found = dropRepeats(matchSheet(sheet, `${field.path}.*`, catalogue))
      const direct = found.filter((match) => !match.field.includes('.')).length
      const named = sameSubject(sheet.name, [field.name, field.label, ...field.aliases])
      return {
        list: base === '' ? field.path : field.path.slice(base.length + 1),
        found,
        score: direct * 2 + (named ? 3 : 0),
        direct,
      }
    })
    .filter((one) => one.direct > 0)
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = ranked
  return first === undefined || first.score === second?.score ? null : first
}

function isDirectList(path: string, base: string): boolean {
  const rest = base === '' ? path : path.startsWith(`${base}.`) ? path.slice(base.length + 1) : null
  return rest !== null && !rest.split('.').includes('*')
}

function sameSubject(name: string, labels: readonly string[]): boolean {
  const subject = headerWords(name).words.map(singular).join(' ')
  return labels.some((label) => headerWords(label).words.map(singular).join(' ') === subject)
}

/** Each column's best field below `base`, where one is clearly best. */
function matchSheet(sheet: SheetInfo, base: string, catalogue: Catalogue): Match[] {
  const phrases = phrasesBelow(base, catalogue)
  return sheet.columns.flatMap((column) => {
    if (column.name.startsWith(ownColumnPrefix)) return []
    const match = exactPath(column, base, catalogue) ?? bestPhrase(column, phrases, base)
    return match === null ? [] : [match]
  })
}

function exactPath(column: Column, base: string, catalogue: Catalogue): Match | null {
  const header = column.header.trim()
  if (header === '' || parseAttr(header).includes('*')) return null
  const field = catalogue.fieldAt(joinAttr(base, generalPath(header)))
  if (field === null || field.kind === 'object' || field.kind === 'list') return null
  return {
    column,
    field: header,
    certainty: 'certain',
    reason: 'The header is the field’s own path.',
    score: 0,
  }
}

/** Ways to say each single-valued field: its title, aliases and name, alone or after the thing that it belongs to. */
function phrasesBelow(base: string, catalogue: Catalogue): Phrase[] {
  const prefix = base === '' ? '' : `${base}.`
  return catalogue.fields
    .filter(
      (field) =>
        field.path.startsWith(prefix) &&
        field.name !== '*' &&
        field.kind !== 'object' &&
        field.kind !== 'list',
    )
    .flatMap((field) => {
      const owner = ownerOf(field, catalogue)
      const names = [...(field.title === null ? [] : [field.title]), ...field.aliases, field.name]
      const said = names.map((text) => ({
        text,
        what: text === field.title ? 'title' : text === field.name ? 'name' : 'alias',
      }))
      const owned =
        owner === null ? [] : names.map((text) => ({ text: `${owner} ${text}`, what: 'name with its owner' }))
      return [...said, ...owned].map(({ text, what }) => {
        const { plain, full } = headerWords(text)
        return { plain, full, what, field }
      })
    })
}

/** `customers.*.landline` → `customer`. */
function ownerOf(field: CatalogueField, catalogue: Catalogue): string | null {
  const parts = field.path.split('.')
  if (parts.at(-2) !== '*') return null
  return (
    catalogue.fieldAt(parts.slice(0, -1).join('.'))?.title ??
    parts.at(-3)?.split('_').map(singular).join(' ') ??
    null
  )
}

function bestPhrase(column: Column, phrases: readonly Phrase[], base: string): Match | null {
  const header = headerWords(column.header)
  if (header.plain === '') return null
  const ranked = new Map<CatalogueField, { readonly score: number; readonly phrase: Phrase }>()
  for (const phrase of phrases) {
    const score = likeness(header, phrase)
    if (score !== null && score < (ranked.get(phrase.field)?.score ?? Infinity))
      ranked.set(phrase.field, { score, phrase })
  }
  const [first, second] = [...ranked.values()].toSorted((a, b) => a.score - b.score)
  if (first === undefined || first.score === second?.score) return null
  const relative = base === '' ? first.phrase.field.path : first.phrase.field.path.slice(base.length + 1)
  const depth = relative.split('.').filter((part) => part === '*').length
  if (header.number !== null && depth !== 1) return null
  const certain = first.score === 0 && (header.number === null || first.phrase.what === 'name with its owner')
  const reason =
    first.score === 0
      ? `The header equals the field’s ${first.phrase.what}`
      : `The header is close to the field’s ${first.phrase.what}`
  const index = header.number === null ? '0' : `#${header.number}`
  const field = relative
    .split('.')
    .map((part) => (part === '*' ? index : part))
    .join('.')
  return {
    column,
    field,
    certainty: certain ? 'certain' : 'likely',
    reason: `${reason} “${first.phrase.plain}”.`,
    score: first.score,
  }
}

/** 0 as written, 1 with abbreviations written out, 2 with one slip in a long word; null where it does not fit. */
function likeness(header: { readonly plain: string; readonly full: string }, phrase: Phrase): number | null {
  if (header.plain === phrase.plain) return 0
  if (header.full !== '' && header.full === phrase.full) return 1
  // A slip is one of letters: `Address line 2` is no misspelt `Address line 1`.
  const sameDigits = header.full.replace(/\D/g, '') === phrase.full.replace(/\D/g, '')
  return sameDigits && header.full.length >= 6 && distance(header.full, phrase.full) === 1 ? 2 : null
}

/** Group numbers become indexes (counted from 0 where a 0 occurs, else from 1); of two columns for a field the better stays. */
function dropRepeats(matches: readonly Match[]): Match[] {
  const zeroBased = matches.some((match) => match.field.includes('#0'))
  const numbered = matches.map((match) => ({
    ...match,
    field: match.field.replace(/#(\d+)/, (_, number: string) => String(Number(number) - (zeroBased ? 0 : 1))),
  }))
  const least = new Map<string, number>()
  for (const { field, score } of numbered) least.set(field, Math.min(least.get(field) ?? Infinity, score))
  const best = numbered.filter((match) => match.score === least.get(match.field))
  return best.filter((match) => best.filter((other) => other.field === match.field).length === 1)
}

function reasonOf(sheet: SheetInfo, match: Match, base: string): SuggestionReason {
  return {
    sheet: sheet.name,
    column: match.column.name,
    field: joinAttr(base, match.field),
    certainty: match.certainty,
    reason: match.reason,
  }
}

function unmappedOf(
  sheets: readonly SheetInfo[],
  mapping: Mapping,
  reasons: readonly SuggestionReason[],
): { sheet: string; column: string }[] {
  const keys = new Map<string, Set<string>>([[mapping.sheet ?? '', new Set([mapping.key])]])
  const note = (link: LinkedSheet): void => {
    keys.set(link.sheet, new Set(typeof link.key === 'string' ? [link.key] : link.key))
    for (const below of link.linked ?? []) note(below)
  }
  for (const link of mapping.linked) note(link)
  const spoken = new Set(reasons.map((reason) => JSON.stringify([reason.sheet, reason.column])))
  return sheets
    .filter((sheet) => keys.has(sheet.name))
    .flatMap((sheet) =>
      sheet.columns
        .filter(
          (column) =>
            !column.name.startsWith(ownColumnPrefix) && keys.get(sheet.name)?.has(column.name) !== true,
        )
        .filter((column) => !spoken.has(JSON.stringify([sheet.name, column.name])))
        .map((column) => ({ sheet: sheet.name, column: column.name })),
    )
}
