// What is going on, in the usual density: the line, why, and the four figures. The line alone is told to a screen reader,
// and only when it changes; figures that move every second are not.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../../shared/contract.ts'
import { hrefOfStep } from '../../../app/route.ts'
import { cx } from '../../../parts/classes.ts'
import { type Figure, flightFigure, leftFigure, needFigure, rateFigure } from './figures.ts'
import { headlineOf } from './headline.ts'
import { LiveMark, titleTones } from './live-look.tsx'
import { liveTexts } from './live-texts.ts'
import { useNeed } from './use-need.ts'

export function LiveLine(props: { readonly batch: BatchView; readonly className?: string }): ReactNode {
  const headline = headlineOf(props.batch)
  return (
    <section aria-label={liveTexts.label} className={cx('flex min-w-0 items-center gap-3', props.className)}>
      <LiveMark headline={headline} size={16} />
      <div className="min-w-0 flex-1">
        <p role="status" className={cx('truncate text-lg font-semibold', titleTones[headline.tone])}>
          {headline.title}
        </p>
        <p className="truncate text-sm text-soft tabular-nums" title={headline.detail}>
          {headline.detail}
        </p>
      </div>
    </section>
  )
}

/** Four in a row; each keeps its place however long its figure is. */
export function LiveFigures(props: { readonly batch: BatchView; readonly className?: string }): ReactNode {
  const { batch } = props
  const need = useNeed(batch.id)
  return (
    <dl className={cx('grid shrink-0 grid-cols-[repeat(4,minmax(84px,1fr))] gap-x-4', props.className)}>
      <FigureLine figure={rateFigure(batch)} />
      <FigureLine figure={leftFigure(batch)} />
      <FigureLine figure={flightFigure(batch)} />
      <FigureLine
        figure={needFigure(need)}
        href={need === null || need === 0 ? null : hrefOfStep(batch.id, 'watch', {})}
        calls={need !== null && need > 0}
      />
    </dl>
  )
}

function FigureLine(props: {
  readonly figure: Figure
  readonly href?: string | null
  /** It asks for somebody. */
  readonly calls?: boolean
}): ReactNode {
  const { figure, href = null, calls = false } = props
  const value = (
    <span className={cx('text-md font-semibold whitespace-nowrap tabular-nums', calls && 'text-warn')}>
      {figure.value}
    </span>
  )
  return (
    <div title={figure.note} className="min-w-0">
      <dt className="truncate text-xs text-soft">{figure.label}</dt>
      <dd className="truncate">
        {href === null ? (
          value
        ) : (
          <a href={href} className="rounded hover:underline">
            {value}
          </a>
        )}
        <span className="sr-only"> {figure.note}</span>
      </dd>
      <dd aria-hidden className="hidden truncate text-2xs text-faint min-[1500px]:block">
        {figure.note}
      </dd>
    </div>
  )
}
