// What the editor of a cell offers beside typing: the words of a closed list, or a calendar that writes days as the
// mapping reads them in this column. Any other text stays possible. Pure functions.
import { compilePattern } from '../../../../../shared/mapping/conversions/dates/date-patterns.ts'
import { compilePrinter } from '../../../../../shared/mapping/conversions/dates/date-print.ts'
import { proposeChoices } from '../../../../../shared/mapping/conversions/propose/propose-choices.ts'
import { readIso } from '../../../../../shared/sheet/written-dates.ts'
import type { Day } from '../../../../components/fields/calendar-days.ts'
import { choicesBy, type ColumnFacts, proposedBy } from '../../bulk/fix-for-cause.ts'

export type EditorHelp =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'date'; readonly pattern: string }

/** What a column is written in that may have any usual date. */
const patternOf = { day: 'dd/MM/yyyy', month: 'MM/dd/yyyy' } as const

export function helpFor(facts: ColumnFacts): EditorHelp | null {
  const choices = choicesBy(facts)
  if (choices.length > 0) return { kind: 'choices', choices }
  const { conversion, field } = facts
  const steps = conversion?.kind === 'steps' ? conversion.steps : conversion === null ? [] : [conversion]
  const anyDate = steps.find((step) => step.kind === 'any_date')
  const isDate =
    anyDate !== undefined ||
    steps.some(({ kind }) => kind === 'date') ||
    (steps.length === 0 && field?.format === 'date')
  const dateTo = anyDate === undefined ? proposedBy(facts, null).dateTo : patternOf[anyDate.order]
  const printer = isDate ? compilePrinter(dateTo) : null
  return printer?.ok === true && !printer.timed ? { kind: 'date', pattern: dateTo } : null
}

/** Those that hold the text, those that begin with it first; all of them where none does. */
export function choicesHolding(choices: readonly string[], text: string): readonly string[] {
  const wanted = text.trim().toLowerCase()
  const holding = choices.filter((choice) => choice.toLowerCase().includes(wanted))
  if (holding.length === 0) return choices
  return holding.toSorted((one, other) => Number(begins(other, wanted)) - Number(begins(one, wanted)))
}

function begins(choice: string, wanted: string): boolean {
  return choice.toLowerCase().startsWith(wanted)
}

/** The one choice that a text probably means; null where it is one, or where that is unclear. */
export function meantChoice(choices: readonly string[], text: string): string | null {
  const plain = text.trim().toLowerCase()
  if (plain === '' || choices.some((choice) => choice.toLowerCase() === plain)) return null
  return proposeChoices([text], choices)[0]?.choice ?? null
}

/** The day that a text names in the column's own order, or in ISO 8601; null where it names none. */
export function dayOfText(text: string, pattern: string): Day | null {
  const compiled = compilePattern(pattern, 'date')
  const own = compiled.ok ? compiled.pattern.read(text.trim()) : null
  const written = own?.ok === true ? own : (readIso(text.trim())?.written ?? null)
  if (written?.ok !== true) return null
  const { year, month, day } = written.time
  return { year, month, day }
}

export function textOfDay(day: Day, pattern: string): string {
  const printer = compilePrinter(pattern)
  return printer.ok ? printer.print({ ...day, hour: 0, minute: 0, second: 0 }) : ''
}
