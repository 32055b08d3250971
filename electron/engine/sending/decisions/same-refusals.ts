// Decides when rejections are the supplier's fault: then the supplier is paused instead of thousands of accounts
// being rejected. Counts rejections that name no field, per supplier; any other answer resets the count.
//
// - Undocumented (a coded 4xx that is no validation error, at create or validate), or about the supplier alone: if
//   `refusalsInARow` accounts in a row get the same, the supplier is paused. If one account gets it that often while
//   others do not, the account is rejected.
// - A documented validation error at no field may be a rule that a whole file breaks (no billing address). It pauses
//   after `sameProblemInARow` accounts without any other answer, and only once: after a person resumes, it is the data.
//
// Kept in memory: a restart counts again, which costs a few requests and no account.
import type { ServiceAnswers } from '../../../../shared/sending/service-answers.ts'
import type { RefusalScope } from '../service-client/read-replies.ts'

export type RefusalVerdict =
  /** Not known yet: the account is asked about again. */
  | 'again'
  /** The rejection is about this account. */
  | 'own'
  /** The rejection is about all accounts: the supplier is paused. */
  | 'everybody'

export type RefusalOf = {
  /** Empty: accounts without a supplier. */
  readonly supplier: string
  readonly account: number
  /** Status and code, which must be the same. */
  readonly what: string
  readonly scope: Exclude<RefusalScope, 'account'>
}

type Run = { readonly what: string; readonly accounts: Set<number> }

export type SameRefusals = ReturnType<typeof createSameRefusals>

export function createSameRefusals(answers: Pick<ServiceAnswers, 'refusalsInARow' | 'sameProblemInARow'>) {
  const runs = new Map<string, Run>()
  /** Per account, how often in a row it got its latest rejection that may be the supplier's. */
  const times = new Map<number, { readonly what: string; readonly count: number }>()
  /** Rejections that paused a supplier before, after which a person resumed. */
  const wentOn = new Set<string>()

  function countTimes({ account, what }: RefusalOf): number {
    const before = times.get(account)
    const count = before?.what === what ? before.count + 1 : 1
    times.set(account, { what, count })
    return count
  }

  function runOf({ supplier, what }: RefusalOf): Run {
    const run = runs.get(supplier)
    if (run?.what === what) return run
    const newRun = { what, accounts: new Set<number>() }
    runs.set(supplier, newRun)
    return newRun
  }

  function mostOf(refusal: RefusalOf): number | null {
    if (refusal.scope !== 'whole_account') return answers.refusalsInARow
    return wentOn.has(keyOf(refusal)) ? null : answers.sameProblemInARow
  }

  return {
    /** The service rejected an account without naming a field. */
    refused(refusal: RefusalOf): RefusalVerdict {
      const isOften = countTimes(refusal) >= answers.refusalsInARow
      const run = runOf(refusal)
      run.accounts.add(refusal.account)
      const most = mostOf(refusal)
      if (most !== null && run.accounts.size >= most) {
        runs.delete(refusal.supplier)
        if (refusal.scope === 'whole_account') wentOn.add(keyOf(refusal))
        for (const account of run.accounts) times.delete(account)
        return 'everybody'
      }
      if (isOften) times.delete(refusal.account)
      return isOften ? 'own' : 'again'
    },
    /** Any other answer about an account of this supplier. */
    otherwise(supplier: string, account: number): void {
      runs.delete(supplier)
      times.delete(account)
    },
  }
}

function keyOf({ supplier, what }: RefusalOf): string {
  return JSON.stringify([supplier, what])
}
