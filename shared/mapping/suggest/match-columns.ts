// Finds each column's fields below a base, best first, from its header, earlier decisions and its values. `certain`
// requires a header that is a field's own path, or an unambiguous title, alias or name of exactly one field whose
// values do not contradict it, or a repeated, unanimous decision.
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import { saysLittle } from '../everyday-words.ts'
import { headerWords, ordinalWords } from '../header-words.ts'
import type { HeaderWords } from '../header-words.ts'
import { ownColumnPrefix } from '../compile/compile.ts'
import type { Column, SheetInfo } from '../../sheet/sheet.ts'
import type { Candidate, Material, Search } from './candidate.ts'
import { countedIn } from './group-numbers.ts'
import { exactPath, fromEvidence, fromValues } from './other-candidates.ts'
import type { Vocabulary } from './words-of-fields.ts'
import { fromWords } from './worded-candidates.ts'
import { message } from '../../texts/create-message.ts'
import { sentences } from '../../texts/join.ts'

/** Limit of candidates per column. */
const mostCandidates = 4

/** Candidates of every column of a sheet, in the sheet's order; none for our own columns. */
export function matchColumns(
  sheet: SheetInfo,
  base: string,
  material: Material,
): { readonly column: Column; readonly candidates: readonly Candidate[] }[] {
  const { catalogue } = material
  const vocabulary = material.vocabulary(base)
  const columns = sheet.columns.filter((column) => !column.name.startsWith(ownColumnPrefix))
  const lists = catalogue.fields.filter((field) => field.kind === 'list')
  const readings = columns.flatMap((column) => readingsOf(column))
  const search: Search = {
    material,
    catalogue,
    sheet,
    base,
    vocabulary,
    counted: new Set(readings.flatMap((header) => countedIn(header, lists, catalogue))),
    spoken: spokenFields(readings, vocabulary),
  }
  return columns.map((column) => ({ column, candidates: candidatesOf(column, search) }))
}

function readingsOf(column: Column): HeaderWords[] {
  const ordinal = ordinalWords(column.name)
  return [headerWords(column.name), ...(ordinal === null ? [] : [ordinal])]
}

function spokenFields(readings: readonly HeaderWords[], { phrases }: Vocabulary): Set<CatalogueField> {
  const said = new Set(readings.map((header) => header.plain))
  return new Set(
    phrases
      .filter((phrase) => said.has(phrase.plain) && !saysLittle(phrase.plain.split(' ')))
      .map((phrase) => phrase.field),
  )
}

function candidatesOf(column: Column, search: Search): Candidate[] {
  const exact = exactPath(column, search)
  if (exact !== null) return [exact]
  const values = search.material.valuesOf(search.sheet.name, column.name)
  const said = readingsOf(column).flatMap((header) => fromWords(column, header, values, search))
  const decided = fromEvidence(column, said, values, search)
  const worded = dedupe([...decided, ...said]).toSorted((a, b) => a.rank - b.rank)
  const some = worded.length > 0 ? worded : fromValues(column, values, search)
  return finish(some).slice(0, mostCandidates)
}

/** When several fields share the first rank none is proposed, unless the values fit only one of them. */
function finish(candidates: readonly Candidate[]): Candidate[] {
  const [first] = candidates
  const equals = candidates.filter((one) => one.rank === first?.rank)
  if (equals.length < 2) return [...candidates]
  return candidates.map((one) =>
    equals.includes(one)
      ? { ...one, certainty: 'possible', reason: sentences(one.reason, message('mapping.others_as_near')) }
      : one,
  )
}

function dedupe(candidates: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>()
  for (const one of candidates) {
    const other = best.get(one.field)
    if (other === undefined || one.rank < other.rank) best.set(one.field, one)
  }
  return [...best.values()]
}
