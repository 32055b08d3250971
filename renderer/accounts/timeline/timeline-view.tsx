// Timeline of an account as a list: each event with its time, for each validation and attempt the folded answer and raw
// bytes, and the service's own times, marked as its clock's. Bytes are fetched when opened. Answers are rendered as text,
// never as markup.
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleAlert, CircleCheck, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AccountView } from '../../../shared/contract/views.ts'
import { api, engine } from '../../app/engine.ts'
import { saveText } from '../../app/host/files.ts'
import { Button, StillAllowed } from '../../components/button.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { cx } from '../../components/classes.ts'
import { CodeView } from '../../components/payload/code-view.tsx'
import { format, tookWords } from '../../texts/format.ts'
import { ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { ServiceEntry } from './service-entry.tsx'
import { type Attempt, type TimelineEntry, type TimelineOf, timelineOf, type Validation } from './timeline.ts'
import { timelineTexts as words } from '../../texts/watch/timeline.ts'

type Of = Pick<AccountView, 'id'> & TimelineOf

export function TimelineView({ account }: { readonly account: Of }): ReactNode {
  // No placeholder from the previous account: it would be shown for the wrong one.
  const validated = useQuery(api.accounts.validations.queryOptions({ input: { account: account.id } }))
  if (validated.isError)
    return <ErrorState error={validated.error} onRetry={() => void validated.refetch()} />
  if (validated.data === undefined) return <SkeletonRows rows={3} />
  const entries = timelineOf(account, validated.data)
  if (entries.length === 0) return <p className="text-sm text-soft">{words.empty}</p>
  return (
    <ol className="grid">
      {entries.map((entry, index) => (
        <Entry key={keyOf(entry)} account={account.id} entry={entry} last={index === entries.length - 1} />
      ))}
    </ol>
  )
}

function keyOf(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'validation':
      return `validation ${entry.validation.pass}`
    case 'attempt':
      return `attempt ${entry.attempt.number}`
    case 'event':
      return `event ${entry.reported.id}`
    case 'service':
      return `service ${entry.moment.text ?? ''}`
    case 'record':
    case 'ended':
      return entry.kind
  }
}

/** Never broken over two lines. */
const together = (text: string): string => text.replaceAll(' ', '\u{a0}')

const dots = {
  plain: 'bg-fill-still',
  good: 'bg-fill-ok',
  warn: 'bg-fill-warn',
  bad: 'bg-fill-bad',
} as const

function toneOf(entry: TimelineEntry): keyof typeof dots {
  if (entry.kind === 'event') return entry.reported.tone
  if (entry.kind === 'ended') return entry.isGood ? 'good' : 'bad'
  if (entry.kind === 'validation') return entry.validation.verdict === 'validated' ? 'good' : 'bad'
  if (entry.kind === 'record' || entry.kind === 'service') return 'plain'
  const { class: name } = entry.attempt
  if (name === 'accepted') return 'good'
  return name === 'rejected' || name === 'already_exists' ? 'bad' : name === null ? 'plain' : 'warn'
}

/** The service's moments are rings, ours are filled. */
function Dot({ entry }: { readonly entry: TimelineEntry }): ReactNode {
  return (
    <span
      aria-hidden
      className={cx(
        'relative mt-[6px] size-2.5 rounded-full',
        entry.kind === 'service' ? 'border-2 border-control bg-bg' : dots[toneOf(entry)],
        (entry.kind === 'event' || entry.kind === 'record') && 'ml-[2px] mt-[7px] size-1.5!',
      )}
    />
  )
}

function Entry(props: {
  readonly account: number
  readonly entry: TimelineEntry
  readonly last: boolean
}): ReactNode {
  const { entry } = props
  return (
    <li className="relative grid grid-cols-[10px_minmax(0,1fr)] gap-x-2.5 pb-2.5">
      {!props.last && <span aria-hidden className="absolute top-3 bottom-[-3px] left-[4.5px] w-px bg-line" />}
      <Dot entry={entry} />
      <div className="min-w-0 text-sm">
        {entry.kind === 'event' ? (
          <p className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 wrap-break-word text-soft">{entry.reported.sentence}</span>
            <When at={entry.at} />
          </p>
        ) : entry.kind === 'ended' ? (
          <p className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 wrap-break-word">{words.ended({ status: entry.status })}</span>
            <When at={entry.at} />
          </p>
        ) : entry.kind === 'attempt' ? (
          <AttemptEntry account={props.account} attempt={entry.attempt} />
        ) : entry.kind === 'service' ? (
          <ServiceEntry moment={entry.moment} />
        ) : entry.kind === 'record' ? (
          <RecordEntry record={entry.record} />
        ) : (
          <ValidationEntry validation={entry.validation} />
        )}
      </div>
    </li>
  )
}

function When({ at }: { readonly at: number }): ReactNode {
  return <RelativeTime at={at} className="shrink-0 text-xs text-faint" />
}

/** Expandable line; its content is rendered only when it opens. */
function Fold(props: {
  readonly title: ReactNode
  readonly at: number
  readonly children: () => ReactNode
}): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-ml-1 flex cursor-default list-none items-baseline gap-1 rounded pr-0 pl-1 hover:bg-hover">
        <span className="min-w-0 flex-1 wrap-break-word">{props.title}</span>
        <When at={props.at} />
        <ChevronRight
          size={13}
          aria-hidden
          className={cx(
            'shrink-0 self-center text-faint transition-transform duration-100',
            open && 'rotate-90',
          )}
        />
      </summary>
      {open && <div className="mt-1.5 mb-1 grid gap-2">{props.children()}</div>}
    </details>
  )
}

/** The raw record, by our clock. */
function RecordEntry({ record }: { readonly record: NonNullable<AccountView['record']> }): ReactNode {
  return (
    <Fold at={record.at} title={<span className="text-soft">{words.service.read}</span>}>
      {() => (
        <>
          <p className="text-xs text-faint">{words.service.ourClock({ at: format.moment(record.at) })}</p>
          <CodeView
            label={words.service.record}
            text={record.text}
            className="max-h-64 whitespace-pre-wrap wrap-anywhere"
          />
        </>
      )}
    </Fold>
  )
}

function ValidationEntry({ validation }: { readonly validation: Validation }): ReactNode {
  return (
    <Fold
      at={validation.at}
      title={
        <>
          <span className="font-medium">
            {words.validated({ pass: validation.pass, verdict: validation.verdict })}
          </span>
          <span className="text-soft">
            {' '}
            · {words.http({ status: validation.httpStatus })}
            {!validation.current && ` · ${words.older}`}
          </span>
        </>
      }
    >
      {() => <Answer text={validation.answer} />}
    </Fold>
  )
}

/** Result of an attempt; an unknown class is shown by its name. */
export function classWords(name: string): string {
  const known: Readonly<Record<string, string>> = words.classes
  return Object.hasOwn(known, name) ? (known[name] ?? name) : name.replaceAll('_', ' ')
}

function factsOf({ endedAt, startedAt, class: name, httpStatus, code }: Attempt): readonly string[] {
  const facts = [
    endedAt === null ? words.inFlight : name === null ? null : classWords(name),
    httpStatus === null ? null : words.http({ status: httpStatus }),
    code,
    endedAt === null ? null : together(words.took({ time: tookWords(Math.max(0, endedAt - startedAt)) })),
  ]
  return facts.filter((fact): fact is string => fact !== null && fact !== '')
}

function AttemptEntry(props: { readonly account: number; readonly attempt: Attempt }): ReactNode {
  const { attempt } = props
  return (
    <Fold
      at={attempt.startedAt}
      title={
        <>
          <span className="font-medium">{words.attempt({ attempt: attempt.number })}</span>
          <span className="text-soft"> · {factsOf(attempt).join(' · ')}</span>
        </>
      }
    >
      {() => (
        <>
          <p className="text-xs text-faint">{format.time(attempt.startedAt)}</p>
          {attempt.endedAt !== null && <Answer text={attempt.answer ?? ''} />}
          <Sent account={props.account} number={attempt.number} />
        </>
      )}
    </Fold>
  )
}

function Answer({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="grid gap-1">
      <p className="text-xs font-medium text-soft">{words.answer}</p>
      {text.trim() === '' ? (
        <p className="text-xs text-faint">{words.noAnswer}</p>
      ) : (
        <CodeView label={words.answer} text={text} className="max-h-48 whitespace-pre-wrap wrap-anywhere" />
      )}
    </div>
  )
}

/** Raw bytes of an attempt and their destination, fetched when opened. */
function Sent(props: { readonly account: number; readonly number: number }): ReactNode {
  const sent = useQuery(api.accounts.attempt.queryOptions({ input: props }))
  if (sent.isError) return <ErrorState error={sent.error} onRetry={() => void sent.refetch()} />
  if (sent.data === undefined) return <SkeletonRows rows={2} />
  const { method, path, body, intact, isMasked, sha256, clockDifferenceMs } = sent.data
  const Mark = intact ? CircleCheck : CircleAlert
  return (
    <div className="grid gap-1">
      <p className="text-xs font-medium text-soft">
        {words.sent}
        <span className="font-normal text-faint">
          {' '}
          · {format.bytes(new TextEncoder().encode(body).length)}
        </span>
      </p>
      <p className="font-mono text-xs wrap-anywhere text-soft">
        {method} {path}
      </p>
      <CodeView label={words.sent} text={body} className="max-h-64 whitespace-pre-wrap wrap-anywhere" />
      <p className={cx('flex gap-1.5 text-xs', intact ? 'text-faint' : 'font-medium text-bad')}>
        <Mark size={13} aria-hidden className={cx('mt-px shrink-0', intact && 'text-ok')} />
        {intact ? (isMasked ? words.masked : words.intact) : words.notIntact}
      </p>
      <p className="truncate font-mono text-2xs text-faint" title={sha256}>
        {words.sha} {sha256}
      </p>
      {clockDifferenceMs !== null && <p className="text-xs text-faint">{clockWords(clockDifferenceMs)}</p>}
      <SaveAttempt {...props} />
    </div>
  )
}

/** Request and answer as one file, for the service's operator. */
function SaveAttempt(attempt: { readonly account: number; readonly number: number }): ReactNode {
  const save = useMutation({
    mutationFn: () =>
      saveText({
        write: async (folder) => (await engine.accounts.attemptFile({ ...attempt, folder })).path,
        print: () => engine.accounts.attemptFile({ ...attempt, folder: null }),
      }),
    onSuccess: (path) => path !== null && toast.done(words.savedAs({ path })),
    onError: toast.failed,
  })
  return (
    <StillAllowed>
      <Button
        size="small"
        icon={Download}
        className="mt-1 justify-self-start"
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        {words.saveAttempt}
      </Button>
    </StillAllowed>
  )
}

function clockWords(difference: number): string {
  if (difference === 0) return words.clock.same
  const time = tookWords(Math.abs(difference))
  return difference > 0 ? words.clock.ahead({ time }) : words.clock.behind({ time })
}
