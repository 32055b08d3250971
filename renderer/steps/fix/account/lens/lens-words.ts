// Texts of the lens: a value as in the payload, a conversion, and when the service validated the cell and with what
// result. Pure functions.
import type { Conversion, ConversionStep } from '../../../../../shared/mapping/file.ts'
import type { CellRef } from '../../../../../shared/sheet/sheet.ts'
import type { SheetView } from '../../../../../shared/contract/views.ts'
import type { engine } from '../../../../app/engine.ts'
import { firstFew, format } from '../../../../texts/format.ts'
import { columnLetters } from '../../grid/columns/grid-columns.ts'
import { lensTexts as words } from '../../../../texts/fix/lens.ts'

export type CellLens = Awaited<ReturnType<typeof engine.accounts.cell>>

/** Of a cell: its sheet's position, its own row number, the zero-based column. */
export type CellAddress = { readonly sheet: number; readonly row: number; readonly column: number }

/** Null if the sheet or the column no longer exists. */
export function addressOf(cell: CellRef, sheets: readonly SheetView[]): CellAddress | null {
  const sheet = sheets.find((one) => one.info.name === cell.sheet)
  const column = sheet?.info.columns.find((one) => one.name === cell.column)
  if (sheet === undefined || column === undefined) return null
  return { sheet: sheet.position, row: cell.row, column: column.index }
}

/** `F57`, or `F57 of Customers` where the file has several sheets. */
export function addressText(at: CellAddress, sheets: readonly SheetView[]): string {
  const here = `${columnLetters(at.column)}${at.row}`
  const sheet = sheets.find((one) => one.position === at.sheet)
  return sheets.length > 1 && sheet !== undefined
    ? words.cellOfSheet({ cell: here, sheet: sheet.info.name })
    : here
}

/** As in the payload: strings in quotes, everything else as JSON. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value === '' ? words.empty : words.quoted({ text: value })
  return JSON.stringify(value) ?? words.empty
}

/** Null: the conversion follows from the field's kind and needs no text. */
export function conversionText(conversion: Conversion | null): string | null {
  if (conversion === null) return null
  const steps = conversion.kind === 'steps' ? conversion.steps : [conversion]
  return words.through({ conversion: steps.map(stepText).join(', ') })
}

function stepText(step: ConversionStep): string {
  if ('pattern' in step) return words.pattern({ pattern: step.pattern })
  const plain = words.conversions[step.kind]
  return step.kind === 'phone' && step.region !== undefined
    ? words.region({ words: plain, region: step.region })
    : plain
}

/** The time alone today, else the day with it. */
export function when(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString()
    ? format.shortClock(at)
    : format.dateTime(at)
}

/**
 * `Checked here 12:03 · validated by the service in pass 2, 12:05: rejected (invalid_phone_number)`, and why it is
 * outdated.
 */
export function validatedText(lens: Pick<CellLens, 'local' | 'service' | 'problems'>, now: number): string {
  const { local, service } = lens
  const here = local === null ? words.notChecked : words.checked({ at: when(local.at, now) })
  if (service === null) return `${here} · ${words.notValidated}`
  const said = words.validated({
    pass: service.pass,
    at: when(service.at, now),
    verdict: verdictText(lens),
  })
  return [here, said, ...staleText(service)].join(' · ')
}

function verdictText({ service, problems }: Pick<CellLens, 'service' | 'problems'>): string {
  if (service?.verdict === 'validated') return words.verdictValidated
  const codes = problems.filter((one) => one.source === 'validate').map((one) => one.code ?? words.noCode)
  return codes.length === 0
    ? words.verdictElsewhere
    : words.verdictRefused({ codes: firstFew([...new Set(codes)]) })
}

function staleText(service: NonNullable<CellLens['service']>): string[] {
  if (service.current) return []
  if (service.sameHere) return [words.editedElsewhere]
  return [
    service.about.length === 0
      ? words.editedSinceEmpty
      : words.editedSince({ values: firstFew(service.about.map(valueText)) }),
  ]
}
