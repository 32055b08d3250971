// Sentence about the result of holding, excluding, releasing or validating many accounts. Pure functions.
import type { LeftOutAccounts, ManyAccounts } from '../../../../shared/contract/accounts.ts'
import type { RowFilter } from '../../../../shared/fixing/row-filter.ts'
import { decideTexts } from '../../../texts/fix/decisions/decide.ts'

/** Target of a decision: the accounts of the selected rows, or of all rows that are shown. */
export type Who =
  | { readonly kind: 'selected'; readonly accounts: readonly number[] }
  | {
      readonly kind: 'shown'
      readonly sheet: number
      readonly filter: RowFilter
      readonly rows: number
      /** The version of these rows. */
      readonly expected: string
    }

export function whoText(who: Who): string {
  return who.kind === 'selected'
    ? decideTexts.ofSelected({ n: who.accounts.length })
    : decideTexts.ofRows({ n: who.rows })
}

export function whoInput(who: Who): ManyAccounts {
  return who.kind === 'selected'
    ? { accounts: [...who.accounts] }
    : { sheet: who.sheet, filter: who.filter, expected: who.expected }
}

/** Null if no account was left out. */
export function leftOutText(leftOut: LeftOutAccounts): string | null {
  const all = leftOut.reduce((sum, one) => sum + one.accounts, 0)
  if (all === 0) return null
  const parts = leftOut.map((one) => decideTexts.why[one.why]({ n: one.accounts }))
  return decideTexts.leftOut({ all, parts: parts.join(', ') })
}

export function doneText(
  done: string,
  chosen: {
    readonly accounts: number
    readonly cancelled?: number
    readonly leftOut: LeftOutAccounts
  },
): string {
  const { cancelled = 0 } = chosen
  return [
    chosen.accounts === 0 ? decideTexts.nothing : done,
    cancelled > 0 ? decideTexts.cancelled({ n: cancelled }) : null,
    leftOutText(chosen.leftOut),
  ]
    .filter((part) => part !== null)
    .join(' · ')
}
