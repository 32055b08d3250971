// Summary of a run, as JSON and in words, and its exit code.
import { oneLine } from '../terminal/terminal.ts'
import { countOf, type Outcome } from '../../../shared/sending/states.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { DecisionChange } from '../../../shared/contract/fixing/decisions.ts'
import type { OverrulingView } from '../../../shared/contract/fixing/overrulings.ts'
import { decisionMessage } from '../../../shared/status/decision-words.ts'
import { exitCodes } from '../terminal/exit.ts'
import { formatCount, formatDuration } from '../terminal/words.ts'
import { runTexts } from '../texts/run.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const words = runTexts.summary

export type LeftToService = Pick<OverrulingView, 'scope' | 'code' | 'field' | 'problems' | 'accounts'>

export type RunSummary = {
  readonly batch: number
  readonly rows: number
  readonly accounts: number
  readonly states: BatchView['states']
  readonly outcomes: Readonly<Record<Outcome | 'unsent' | 'excluded', number>>
  /** The name of the connection, what stands behind its address, and what the batch was mapped against. */
  readonly connection: string | null
  readonly environment: 'practice' | 'test' | 'production' | null
  readonly catalogue: string | null
  readonly unexplained: number
  /** Our own checks that were left to the service, with what each overruled. */
  readonly leftToService: readonly LeftToService[]
  readonly seconds: number
  readonly files: Readonly<Record<string, string>>
  /** Decisions that building or merging moved or dropped, and that nobody has read of in the window. */
  readonly decisions: readonly DecisionChange[]
}

export function summarise(
  view: BatchView,
  report: { readonly files: Readonly<Record<string, string>>; readonly unexplained: number },
  seconds: number,
  decisions: readonly DecisionChange[] = [],
  overrulings: readonly OverrulingView[] = [],
): RunSummary {
  const done = view.states.done ?? 0
  return {
    batch: view.id,
    rows: view.rows,
    accounts: view.accounts,
    states: view.states,
    outcomes: {
      ...view.outcomes,
      unsent: view.accounts - done - view.excluded,
      excluded: view.excluded,
    },
    connection: view.connection?.name ?? null,
    environment: view.connection?.environment ?? null,
    catalogue: view.catalogue,
    unexplained: report.unexplained,
    leftToService: overrulings.map(({ scope, code, field, problems, accounts }) => ({
      scope,
      code,
      field,
      problems,
      accounts,
    })),
    seconds: Math.round(seconds * 10) / 10,
    files: report.files,
    decisions,
  }
}

/** `scheduled` counts what the service has accepted as done; what was excluded is decided, a doubt is not. */
export function exitCodeOf(view: BatchView, until: 'validated' | 'scheduled' | 'done'): number {
  const good =
    view.excluded +
    countOf(view.outcomes, ['created', 'already_there']) +
    (until === 'done' ? 0 : view.states.processing) +
    (until === 'validated' ? view.states.validated : 0)
  return good === view.accounts && view.strayRows === 0 ? exitCodes.done : exitCodes.attention
}

/** Named in words; `--json` has more of them, the window has all. */
const decisionsNamed = 20

function decisionLines({ decisions }: RunSummary, { decisionsChanged }: BatchView): string[] {
  if (decisionsChanged === 0) return []
  const named = decisions.slice(0, decisionsNamed)
  const more = decisionsChanged - named.length
  return [
    words.decisions({ decisions: decisionsChanged }),
    ...named.map((change) => `  ${sentenceOf(decisionMessage(change))}`),
    more > 0 ? `  ${words.moreDecisions({ n: more })}` : '',
  ]
}

export function describe(summary: RunSummary, view: BatchView): string {
  const { outcomes, states } = summary
  const parts: [number, string][] = [
    [outcomes.created, words.created],
    [outcomes.already_there, words.alreadyThere],
    [outcomes.whose_account_unsure, words.unsureWhose],
    [outcomes.failed, words.failed],
    [outcomes.cancelled, words.cancelled],
    [outcomes.dry_run, words.dryRun],
    [outcomes.dry_run_failed, words.dryRunFailed],
    [outcomes.with_member, words.withMember],
    [states.rejected, words.rejected],
    [states.invalid, words.invalid],
    [states.unvalidated, words.unvalidated],
    [states.validated, words.validated],
    [states.queued, words.queued],
    [states.sending + states.unconfirmed, words.unconfirmed],
    [states.processing, words.processing],
    [outcomes.excluded, words.excluded],
  ]
  const width = Math.max(...parts.map(([count]) => formatCount(count).length))
  const lines = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `  ${formatCount(count).padStart(width)}  ${word}`)
  return [
    words.title({ rows: summary.rows, file: oneLine(view.fileName), accounts: summary.accounts }),
    ...lines,
    view.blankRows > 0 ? `  ${words.blankRows({ rows: view.blankRows })}` : '',
    view.leftOutRows > 0 ? `  ${words.leftOut({ rows: view.leftOutRows })}` : '',
    ...summary.leftToService.map(
      ({ code, field, problems }) =>
        `  ${field === null ? words.leftToService({ code, problems }) : words.leftToServiceAt({ code, field, problems })}`,
    ),
    view.strayRows > 0 ? `  ${words.noAccount({ rows: view.strayRows })}` : '',
    words.unexplained({ rows: summary.unexplained, time: formatDuration(summary.seconds) }),
    ...decisionLines(summary, view),
  ]
    .filter((line) => line !== '')
    .join('\n')
}
