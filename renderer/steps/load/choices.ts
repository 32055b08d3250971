// Reading options of a batch's file that a person chose. Options that are not set are detected by the reader. Pure.
import type { BatchView } from '../../../shared/contract/contract.ts'

export type Choices = BatchView['readAs']

/** The choices with another one in its place; undefined takes it back to what the file says. */
export function withChoice(choices: Choices, changed: Partial<Choices>): Choices {
  const entries = Object.entries({ ...choices, ...changed }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}

/** The choices with this sheet's header row; null takes it back to what the file says. */
export function withHeaderRow(choices: Choices, sheet: string, row: number | null): Choices {
  const { [sheet]: _, ...others } = choices.headerRows ?? {}
  const headerRows = row === null ? others : { ...others, [sheet]: row }
  return withChoice(choices, {
    headerRows: Object.keys(headerRows).length === 0 ? undefined : headerRows,
    // Said for every sheet at the file's opening: reverted with it.
    ...(row === null ? { headerRow: undefined } : {}),
  })
}

export function isSent(batch: BatchView): boolean {
  const { queued, sending, unconfirmed, processing, done } = batch.states
  return queued + sending + unconfirmed + processing + done > 0
}
