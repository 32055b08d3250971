// Funnel of Watch: one bar in processing order, and the same figures as three short tables with their sum. Clicking a
// line lists its accounts below.
import { WordHelp } from '../../components/overlays/word-help.tsx'
import { CircleCheck, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { setParams } from '../../app/route.ts'
import { cx } from '../../components/classes.ts'
import { CountBar } from '../../components/charts/count-bar.tsx'
import { piecesOf } from '../../components/charts/count-pieces.ts'
import { format } from '../../texts/format.ts'
import { Callout } from '../../components/panel.tsx'
import { type Mark, StateMark, wordOf } from '../../components/state-badge.tsx'
import { type FunnelGroup, funnelOf, type FunnelPart, sumOf } from '../../accounts/funnel-parts.ts'
import type { ListFilter } from '../../accounts/list-filter.ts'
import { watchTexts } from '../../texts/watch/watch.ts'

const words = watchTexts.funnel

export function Funnel(props: { readonly batch: BatchView; readonly shown: ListFilter }): ReactNode {
  const { batch } = props
  const groups = funnelOf(batch)
  const sum = groups.reduce((all, group) => all + group.sum, 0)
  const adds = sum === batch.accounts
  return (
    <section aria-labelledby="funnel-heading" className="px-4 pt-3 pb-2">
      <header className="flex items-center gap-3">
        <h2 id="funnel-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <p className="text-soft">{words.read({ accounts: batch.accounts })}</p>
        {adds && (
          <p className="ml-auto inline-flex items-center gap-1.5 text-sm text-soft tabular-nums">
            <CircleCheck size={14} aria-hidden className="text-ok" />
            <span className="font-medium text-ok">{words.yes}</span>
            {words.addsUp({ parts: sumOf(groups), total: batch.accounts })}
          </p>
        )}
      </header>
      {!adds && (
        <Callout tone="error" icon={OctagonAlert} className="mt-2">
          {words.no({ sum, total: batch.accounts })}
        </Callout>
      )}
      <div className="mt-2.5">
        <CountBar pieces={piecesOf(batch)} height={14} label={words.label} />
      </div>
      <div className="mt-3 grid grid-cols-3 gap-6">
        {groups.map((group) => (
          <GroupTable key={group.name} group={group} held={batch.held} shown={props.shown} />
        ))}
      </div>
    </section>
  )
}

function GroupTable(props: {
  readonly group: FunnelGroup
  readonly held: number
  readonly shown: ListFilter
}): ReactNode {
  const { group } = props
  const id = `funnel-${group.name}`
  return (
    <div>
      <div className="flex h-7 items-center border-b border-line px-1.5">
        <h3 id={id} className="text-sm font-medium">
          {words[group.name]}
        </h3>
        {group.name === 'underWay' && <WordHelp of="unconfirmed" className="ml-0.5" />}
        {group.name === 'notSent' && <WordHelp of="ready" className="ml-0.5" />}
        <p data-figure={`group.${group.name}`} className="ml-auto font-semibold tabular-nums">
          {format.number(group.sum)}
        </p>
      </div>
      <ul aria-labelledby={id} className="mt-1 grid">
        {group.parts.map((part) => (
          <Line key={part.mark} part={part} shown={props.shown === part.mark} />
        ))}
      </ul>
      {group.name === 'notSent' && props.held > 0 && (
        <button
          type="button"
          aria-pressed={props.shown === 'held'}
          onClick={() => setParams({ show: props.shown === 'held' ? null : 'held' })}
          className="h-6 rounded px-1.5 text-xs text-soft hover:bg-hover hover:text-text"
        >
          {words.held({ accounts: props.held })}
        </button>
      )}
    </div>
  )
}

function nameOf(mark: Mark): string {
  return mark === 'done' ? words.untold : wordOf(mark)
}

function Line(props: { readonly part: FunnelPart; readonly shown: boolean }): ReactNode {
  const { mark, count } = props.part
  return (
    <li>
      <button
        type="button"
        disabled={count === 0}
        aria-pressed={props.shown}
        onClick={() => setParams({ show: props.shown ? null : mark })}
        className={cx(
          'flex h-6 w-full items-center gap-2 rounded px-1.5 text-left transition-colors duration-100',
          count > 0 && 'hover:bg-hover',
          props.shown && count > 0 && 'bg-accent-bg',
        )}
      >
        <StateMark mark={mark} className={cx(count === 0 && 'opacity-40')} />
        <span className={count === 0 ? 'text-faint' : 'text-text'}>{nameOf(mark)}</span>{' '}
        <span
          data-figure={`funnel.${mark}`}
          className={cx('ml-auto tabular-nums', count === 0 ? 'text-faint' : 'font-medium')}
        >
          {format.number(count)}
        </span>
      </button>
    </li>
  )
}
