// Lines of a list of accounts while columns are masked: the advice of a line may be a problem of its account, in the
// service's own words.
import type { AccountLine } from '../../../../shared/contract/views.ts'
import { message } from '../../../../shared/texts/message.ts'
import type { CallContext } from '../../api/call-context.ts'
import type { StoredBatch } from '../../store/import/batches.ts'

export function maskedLines(
  { store, masking }: Pick<CallContext, 'store' | 'masking'>,
  lines: readonly AccountLine[],
): AccountLine[] {
  const batches = new Map<number, StoredBatch | null>()
  return lines.map((line) => {
    if (line.advice === null) return line
    const batch = batches.get(line.batch) ?? store.batches.get(line.batch)
    batches.set(line.batch, batch)
    if (batch === null || !masking.isAnyMasked(batch)) return line
    const hide = masking.hideOf(batch, line.id)
    const problems = store.history.problems(line.id)
    const hidden = masking.problems(batch, hide, problems)
    const said = JSON.stringify(line.advice)
    const isQuoted = problems.some(
      (one, at) =>
        one.source !== 'local' &&
        said.includes(JSON.stringify(one.message)) &&
        JSON.stringify(hidden[at]?.message) !== JSON.stringify(hide(one.message)),
    )
    const why = message('accounts.problem_of_masked')
    return { ...line, advice: isQuoted ? message('accounts.failed_because', { why }) : hide(line.advice) }
  })
}
