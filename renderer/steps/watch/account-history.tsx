// History of one account next to the list: its status and since when, what a person should do, its problems, and a
// timeline of every validation and attempt. Read-only; editing is in Fix.
import { useQuery } from '@tanstack/react-query'
import { Hourglass, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { AccountView } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'
import { hrefOfStep, setParams } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { IconButton, LinkButton } from '../../components/button.tsx'
import { useFirstOf } from '../../components/lists/first-of.tsx'
import { format } from '../../texts/format.ts'
import { Callout, ErrorState, GroupLabel, SkeletonRows } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { Age } from './age.tsx'
import { timelineTexts } from '../../texts/watch/timeline.ts'
import { TimelineView } from '../../accounts/timeline/timeline-view.tsx'
import { SendAgain } from './send-again.tsx'
import { titleOf } from '../../accounts/field-titles.ts'
import { useFieldTitles } from '../../accounts/use-field-titles.ts'
import { watchTexts } from '../../texts/watch/watch.ts'
import { withMemberCode } from '../../../shared/sending/states.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const words = watchTexts.history

export function AccountHistory(props: { readonly batch: BatchView; readonly account: number }): ReactNode {
  const history = useQuery(api.accounts.get.queryOptions({ input: { account: props.account } }))
  const close = (): void => setParams({ account: null })
  const account = history.data
  return (
    <aside aria-label={account?.key ?? watchTexts.list.account} className="flex h-full min-h-0 flex-col">
      <header className="flex items-start gap-2 border-b border-line px-4 py-2.5">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-md font-semibold">{account?.key ?? ' '}</h2>
          {account !== undefined && (
            <StateBadge
              state={account.state}
              outcome={account.outcome}
              held={account.held}
              excluded={account.excluded}
            />
          )}
        </div>
        <IconButton icon={X} label={words.close} onClick={close} />
      </header>
      <div
        tabIndex={0}
        role="region"
        aria-label={account?.key ?? ''}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-3"
      >
        {history.isError ? (
          <ErrorState error={history.error} onRetry={() => void history.refetch()} />
        ) : account === undefined ? (
          <SkeletonRows />
        ) : (
          <History account={account} catalogue={props.batch.catalogue} />
        )}
      </div>
    </aside>
  )
}

function Fact(props: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="grid grid-cols-[124px_1fr] gap-2 py-0.5 text-sm">
      <dt className="text-soft">{props.label}</dt>
      <dd className="min-w-0 break-words">{props.children}</dd>
    </div>
  )
}

function History(props: { readonly account: AccountView; readonly catalogue: string | null }): ReactNode {
  const { account } = props
  return (
    <div className="grid gap-4">
      <Todo account={account} />
      <SendAgain account={account} />
      <Facts account={account} />
      {account.outcome === 'created' && <p className="text-xs text-soft">{words.created}</p>}
      <Problems account={account} catalogue={props.catalogue} />
      <section>
        <GroupLabel className="mb-1.5">{timelineTexts.heading}</GroupLabel>
        <TimelineView account={account} />
      </section>
      <LinkButton
        className="justify-self-start"
        href={hrefOfStep(account.batch, 'fix', { account: String(account.id) })}
      >
        {words.toFix}
      </LinkButton>
    </div>
  )
}

function Facts({ account }: { readonly account: AccountView }): ReactNode {
  const isWatched = account.state === 'processing' || account.state === 'unconfirmed'
  return (
    <dl>
      {account.since !== null && account.doneAt === null && (
        <Fact label={texts.states[account.state]}>
          <span title={format.dateTime(account.since)}>
            {words.since} <Age since={account.since} />
          </span>
        </Fact>
      )}
      {account.wave !== null && <Fact label={words.wave}>{format.number(account.wave)}</Fact>}
      <Fact label={words.service}>
        <span className="font-mono text-xs">{account.serviceStatus ?? '–'}</span>
      </Fact>
      {account.platformIdentifier !== null && (
        <Fact label={words.identifier}>{account.platformIdentifier}</Fact>
      )}
      {account.existingAccountId !== null && <Fact label={words.existing}>{account.existingAccountId}</Fact>}
      <Fact label={words.supplier}>{account.supplier ?? '–'}</Fact>
      {account.doneAt !== null && !(account.state === 'done' && account.since !== null) && (
        <Fact label={words.doneAt}>
          <RelativeTime at={account.doneAt} />
        </Fact>
      )}
      {account.held !== null && (
        <Fact label={account.excluded ? words.excluded : words.held}>
          {account.heldUntil === null
            ? sentenceOf(account.held)
            : watchTexts.list.heldUntil({
                day: format.day(account.heldUntil),
                reason: sentenceOf(account.held),
              })}
        </Fact>
      )}
      {isWatched && <Fact label={words.nextLook}>{format.time(account.dueAt)}</Fact>}
      <Fact label={words.rows}>{rowsBySheet(account.rows).join(' · ')}</Fact>
    </dl>
  )
}

/** Of each the field's name; its code and path are in the tooltip. */
function Problems(props: { readonly account: AccountView; readonly catalogue: string | null }): ReactNode {
  const { account } = props
  const titles = useFieldTitles(props.catalogue)
  const problems = useFirstOf(account.problems, account.id)
  return (
    <section>
      <GroupLabel className="mb-1">{words.problems}</GroupLabel>
      {account.problems.length === 0 && <p className="text-sm text-soft">{words.noProblems}</p>}
      <ul className="grid gap-1.5">
        {problems.shown.map((problem, index) => (
          <li
            key={index}
            title={[problem.code, problem.attr].filter((part) => part !== null && part !== '').join(' · ')}
            className="min-w-0 text-sm wrap-anywhere"
          >
            <span className={problem.stale || problem.code === withMemberCode ? 'text-soft' : 'text-bad'}>
              {sentenceOf(problem.message)}
            </span>
            <span className="text-soft">
              {[
                problem.attr === null ? null : titleOf(problem.attr, titles),
                problem.stale ? words.stale : null,
              ]
                .filter((part) => part !== null && part !== '')
                .map((part) => ` · ${part}`)
                .join('')}
            </span>
          </li>
        ))}
      </ul>
      {problems.more}
    </section>
  )
}

/** Advice for the user, in the engine's words; renders nothing if there is none. */
function Todo({ account }: { readonly account: AccountView }): ReactNode {
  const found = useQuery(
    api.accounts.find.queryOptions({ input: { text: account.key, batch: account.batch, limit: 50 } }),
  )
  const line = found.data?.find(({ id }) => id === account.id)
  if (line === undefined || line.advice === null) return null
  if (line.stuck)
    return (
      <Callout tone="warning" icon={Hourglass} title={words.stuck}>
        {sentenceOf(line.advice)}
      </Callout>
    )
  return <Callout tone={line.mindChanged ? 'warning' : 'info'}>{sentenceOf(line.advice)}</Callout>
}

/** `Meters, rows 49, 50`: each sheet once. */
function rowsBySheet(rows: AccountView['rows']): string[] {
  const sheets = Map.groupBy(rows, (row) => row.sheet)
  return [...sheets].map(([sheet, some]) =>
    words.rowsOfSheet({ sheet, n: some.length, rows: some.map(({ row }) => format.number(row)).join(', ') }),
  )
}
