// Reading options of a batch's file. Only the user's choices are stored; the reader detects the rest. Pure functions.
import type { BatchFile, BatchView } from '../../../shared/contract/contract.ts'
import type { FillChoice } from '../../../shared/sheet/fill-down.ts'
import { isElsewhere } from '../../accounts/running.ts'
import { handoverTexts } from '../../texts/handover.ts'

export type Choices = BatchFile['readAs']

/** The choices with one changed; undefined restores the detected value. */
export function withChoice(choices: Choices, changed: Partial<Choices>): Choices {
  const entries = Object.entries({ ...choices, ...changed }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}

/** The choices with this sheet's header row; null restores the detected one. */
export function withHeaderRow(choices: Choices, sheet: string, row: number | null): Choices {
  const { [sheet]: _, ...others } = choices.headerRows ?? {}
  const headerRows = row === null ? others : { ...others, [sheet]: row }
  return withChoice(choices, {
    headerRows: Object.keys(headerRows).length === 0 ? undefined : headerRows,
    // Applied to every sheet when the file was opened: reverted with it.
    ...(row === null ? { headerRow: undefined } : {}),
  })
}

/** The choices with other fills of this sheet; undefined leaves those cells empty again. */
export function withFill(
  choices: Choices,
  sheet: string,
  changed: { readonly [Name in keyof FillChoice]: FillChoice[Name] | undefined },
): Choices {
  const { [sheet]: before = choices.fill, ...others } = choices.fills ?? {}
  const entries = Object.entries({ ...before, ...changed }).filter(([, value]) => value !== undefined)
  // Where every sheet is filled, a sheet without its own entry would be filled as well.
  const none = entries.length === 0 && choices.fill === undefined
  const fills = none ? others : { ...others, [sheet]: Object.fromEntries(entries) }
  return withChoice(choices, { fills: Object.keys(fills).length === 0 ? undefined : fills })
}

/** What is filled on a sheet. */
export function fillOn({ fill, fills }: Choices, sheet: string): FillChoice {
  return fills?.[sheet] ?? fill ?? {}
}

/** What was read stays as it is: accounts were sent, or the batch was handed over. */
export function isFixed(batch: BatchView): boolean {
  const { queued, sending, unconfirmed, processing, done } = batch.states
  return queued + sending + unconfirmed + processing + done > 0 || isElsewhere(batch)
}

/** Why it stays so; null: it can be read again. `sent`: the sentence if accounts were sent. */
export function whyFixed(batch: BatchView, sent: string): string | null {
  if (isElsewhere(batch)) return handoverTexts.off
  return isFixed(batch) ? sent : null
}
