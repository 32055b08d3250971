// Compact headline of the current activity with its reason and the four figures. Only the headline is announced to
// screen readers, and only when it changes; the figures change every second.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { hrefOfStep } from '../../app/route.ts'
import { cx } from '../../components/classes.ts'
import { type Figure, requestsFigure, leftFigure, needFigure, rateFigure } from './figures.ts'
import { headlineOf } from './headline.ts'
import { LiveMark, titleTones } from './live-look.tsx'
import { liveTexts } from '../../texts/watch/live.ts'
import { useNeed } from './use-need.ts'

export function LiveLine(props: {
  readonly batch: BatchView
  /** Space for two lines of explanation is always reserved. */
  readonly roomy?: boolean
  /** It stands where accounts are released. */
  readonly isInSubmit?: boolean
  readonly className?: string
}): ReactNode {
  const { batch, roomy = false, isInSubmit = false } = props
  const headline = headlineOf(batch)
  const detail =
    isInSubmit && headline.kind === 'nothing'
      ? liveTexts.headline.nothingHere({ validated: batch.endings.ready })
      : headline.detail
  return (
    <section
      aria-label={liveTexts.label}
      className={cx('flex min-w-0 gap-3', roomy ? 'items-start' : 'items-center', props.className)}
    >
      <LiveMark headline={headline} size={16} />
      <div className="min-w-0 flex-1">
        <p
          role="status"
          className={cx(
            'text-lg font-semibold',
            roomy ? 'text-balance' : 'truncate',
            titleTones[headline.tone],
          )}
        >
          {headline.title}
        </p>
        <p
          className={cx('text-sm text-soft tabular-nums', roomy ? 'line-clamp-4 min-h-10' : 'truncate')}
          title={detail}
        >
          {detail}
        </p>
      </div>
    </section>
  )
}

/** Four in a row; each keeps its place however long its figure is. */
export function LiveFigures(props: {
  readonly batch: BatchView
  /** The units in words beneath, where the window is wide. */
  readonly notes?: boolean
  readonly className?: string
}): ReactNode {
  const { batch, notes = false } = props
  const need = useNeed(batch.id)
  return (
    <dl
      className={cx(
        'grid shrink-0 grid-cols-[minmax(72px,1fr)_minmax(96px,1.3fr)_minmax(72px,1fr)_minmax(72px,1fr)] gap-x-3',
        props.className,
      )}
    >
      <FigureLine figure={rateFigure(batch)} note={notes} />
      <FigureLine figure={leftFigure(batch)} note={notes} />
      <FigureLine figure={requestsFigure(batch)} note={notes} />
      <FigureLine
        figure={needFigure(need)}
        note={notes}
        href={need === null || need === 0 ? null : hrefOfStep(batch.id, 'watch', {})}
        calls={need !== null && need > 0}
      />
    </dl>
  )
}

function FigureLine(props: {
  readonly figure: Figure
  readonly note: boolean
  readonly href?: string | null
  /** True if it needs a person. */
  readonly calls?: boolean
}): ReactNode {
  const { figure, href = null, calls = false } = props
  const value = (
    <span className={cx('text-md font-semibold whitespace-nowrap tabular-nums', calls && 'text-warn')}>
      {figure.value}
      {figure.unit !== '' && (
        <span aria-hidden className="text-xs font-normal text-soft">
          {figure.unit}
        </span>
      )}
    </span>
  )
  return (
    <div title={figure.hint} className="min-w-0">
      <dt className="truncate text-xs text-soft">{figure.label}</dt>
      <dd className="truncate">
        {href === null ? (
          value
        ) : (
          <a href={href} className="rounded hover:underline">
            {value}
          </a>
        )}
        <span className="sr-only"> {figure.hint}</span>
      </dd>
      {props.note && (
        <dd aria-hidden className="hidden text-2xs text-pretty text-faint min-[1500px]:block">
          {figure.note}
        </dd>
      )}
    </div>
  )
}
