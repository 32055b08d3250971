// One account in the list of Watch: its status and since when, what a person should do, and the available actions.
import { useMutation } from '@tanstack/react-query'
import { CirclePause, CirclePlay, Hourglass, RefreshCw, Repeat2, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { failedOutcomes, isOneOf } from '../../../../shared/sending/states.ts'
import type { AccountLine } from '../../../../shared/contract/views.ts'
import { api } from '../../../app/engine.ts'
import { go, hrefOfStep, setParams } from '../../../app/route.ts'
import { IconButton } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { cx } from '../../../components/classes.ts'
import { useNow } from '../../../components/text/relative-time.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { Age } from '../age.tsx'
import { type Chosen, mayLook } from './list-choice.tsx'
import { format } from '../../../texts/format.ts'
import { watchTexts } from '../../../texts/watch/watch.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

const words = watchTexts.list

/** Of the list and of its head. */
export const columns =
  'grid grid-cols-[16px_108px_146px_minmax(0,100px)_46px_minmax(0,1fr)_78px] items-center gap-2.5 px-4 max-xl:grid-cols-[16px_84px_118px_minmax(0,80px)_40px_minmax(0,1fr)_78px] max-xl:gap-2 min-[1500px]:grid-cols-[16px_160px_150px_minmax(0,150px)_72px_minmax(0,1fr)_78px]'

/** Possible actions on an account, at most three; each is an icon with a label. */
function Actions({ line, onHold }: { readonly line: AccountLine; readonly onHold: () => void }): ReactNode {
  const look = useMutation(
    api.accounts.recheck.mutationOptions({
      onSuccess: () => toast.done(watchTexts.status.looked({ accounts: 1 })),
      onError: toast.failed,
    }),
  )
  const { state, outcome, key } = line
  const mayFix =
    !line.excluded && (state === 'invalid' || state === 'rejected' || isOneOf(failedOutcomes, outcome))
  return (
    <span className="relative z-1 flex justify-end gap-0.5">
      {mayFix && (
        <IconButton
          size="small"
          icon={Wrench}
          label={words.actions.fix({ account: key })}
          onClick={() => go(hrefOfStep(line.batch, 'fix', { account: String(line.id) }))}
        />
      )}
      {mayLook(line) && (
        <IconButton
          size="small"
          icon={RefreshCw}
          label={words.actions.look({ account: key })}
          disabled={look.isPending}
          onClick={() => look.mutate({ accounts: [line.id] })}
        />
      )}
      <IconButton
        size="small"
        icon={line.held === null ? CirclePause : CirclePlay}
        label={words.actions[line.held === null ? 'hold' : line.excluded ? 'changeExcluded' : 'changeHold']({
          account: key,
        })}
        onClick={onHold}
      />
    </span>
  )
}

function adviceOf(line: AccountLine, now: number): string {
  if (line.held !== null && line.heldUntil !== null && line.heldUntil > now)
    return words.heldUntil({ day: format.day(line.heldUntil), reason: sentenceOf(line.held) })
  if (line.advice !== null) return sentenceOf(line.advice)
  if (line.state === 'queued') return words.queued
  if (line.state === 'validated') return words.validated
  if (line.state === 'unvalidated') return words.ready
  return line.state === 'processing' || line.state === 'sending' ? words.wait : words.fine
}

export function AccountRow(props: {
  readonly line: AccountLine
  readonly open: boolean
  readonly chosen: Chosen
  readonly onHold: () => void
}): ReactNode {
  const { line, chosen } = props
  const now = useNow()
  const advice = adviceOf(line, now)
  return (
    <div
      className={cx(
        columns,
        'relative border-b border-line py-1 transition-colors duration-100 hover:bg-hover',
        props.open && 'bg-accent-bg',
      )}
    >
      <Checkbox
        label={<span className="sr-only">{words.choose({ account: line.key })}</span>}
        checked={chosen.has(line.id)}
        disabled={chosen.waiting}
        onChange={() => chosen.turn(line.id)}
        className="relative z-1 gap-0"
      />
      <button
        type="button"
        aria-label={words.open({ account: line.key })}
        aria-expanded={props.open}
        onClick={() => setParams({ account: props.open ? null : String(line.id) })}
        // Its area is the whole row.
        className="truncate rounded text-left font-medium after:absolute after:inset-0 hover:text-accent"
      >
        {line.key}
      </button>
      <span className="flex items-center gap-1">
        <StateBadge state={line.state} outcome={line.outcome} held={null} excluded={line.excluded} />
        {line.mindChanged && (
          <span title={words.mindChangedMark}>
            <Repeat2 size={13} aria-label={words.mindChangedMark} className="text-warn" />
          </span>
        )}
      </span>
      <span
        title={line.serviceStatus ?? undefined}
        className={cx('truncate', line.serviceStatus === null ? 'text-soft' : 'font-mono text-xs')}
      >
        {line.serviceStatus ?? '–'}
      </span>
      <Since line={line} />
      <span className={cx('min-w-0 text-xs wrap-anywhere', line.advice === null ? 'text-soft' : 'text-text')}>
        {advice}
      </span>
      <Actions line={line} onHold={props.onHold} />
    </div>
  )
}

/** How long it has been in its state; marked if that is too long. */
function Since({ line }: { readonly line: AccountLine }): ReactNode {
  return (
    <span
      title={line.stuck ? words.stuckMark : undefined}
      className={cx(
        'flex items-center gap-1 tabular-nums',
        line.stuck ? 'font-medium text-warn' : 'text-soft',
      )}
    >
      {line.stuck && <Hourglass size={12} aria-label={words.stuckMark} className="shrink-0" />}
      <span className="truncate">{line.since === null ? '–' : <Age since={line.since} />}</span>
    </span>
  )
}
