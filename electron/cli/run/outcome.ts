// Summary of a run, as JSON and in words, and its exit code.
import { oneLine } from '../terminal/terminal.ts'
import { countOf, type Outcome } from '../../../shared/sending/states.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { DecisionChange } from '../../../shared/contract/fixing/decisions.ts'
import type { OverrulingView } from '../../../shared/contract/fixing/overrulings.ts'
import { decisionSentence } from '../../../shared/status/decision-words.ts'
import { exitCodes } from '../terminal/exit.ts'
import { counted, formatCount, formatDuration } from '../terminal/words.ts'

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
    `${counted(decisionsChanged, 'decision')} moved or dropped since the accounts were built again:`,
    ...named.map((change) => `  ${decisionSentence(change)}`),
    more > 0 ? `  and ${formatCount(more)} more, listed in the window's Fix step` : '',
  ]
}

export function describe(summary: RunSummary, view: BatchView): string {
  const { outcomes, states } = summary
  const parts: [number, string][] = [
    [outcomes.created, 'created'],
    [outcomes.already_there, 'already there'],
    [outcomes.whose_account_unsure, 'on the platform, unsure whose'],
    [outcomes.failed, 'failed'],
    [outcomes.cancelled, 'cancelled'],
    [outcomes.dry_run, 'dry run'],
    [outcomes.dry_run_failed, 'failed dry run'],
    [states.rejected, 'refused by the service'],
    [states.invalid, 'blocked by problems in the file'],
    [states.unvalidated, 'not validated yet'],
    [states.validated, 'validated and not sent'],
    [states.queued, 'waiting to be sent'],
    [states.sending + states.unconfirmed, 'unconfirmed'],
    [states.processing, 'being watched'],
    [outcomes.excluded, 'excluded: not to be migrated'],
  ]
  const width = Math.max(...parts.map(([count]) => formatCount(count).length))
  const lines = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `  ${formatCount(count).padStart(width)}  ${word}`)
  return [
    `${counted(summary.rows, 'row')} of ${oneLine(view.fileName)}, ${counted(summary.accounts, 'account')}:`,
    ...lines,
    view.leftOutRows > 0 ? `  ${counted(view.leftOutRows, 'row')} left out: no customers` : '',
    ...summary.leftToService.map(
      ({ code, field, problems }) =>
        `  left to the service: ${code}${field === null ? '' : ` at ${field}`}, ${counted(problems, 'problem')}`,
    ),
    view.strayRows > 0 ? `  ${counted(view.strayRows, 'row')} belong to no account` : '',
    `${counted(summary.unexplained, 'row')} unexplained · ${formatDuration(summary.seconds)}`,
    ...decisionLines(summary, view),
  ]
    .filter((line) => line !== '')
    .join('\n')
}
