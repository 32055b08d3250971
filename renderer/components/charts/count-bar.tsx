// Stacked bar of account counts: one segment per state, the most advanced first, and a legend with a label and a
// number for each. A segment is never too thin to see, and the legend uses the same fills.
import type { ReactNode } from 'react'
import { cx } from '../classes.ts'
import { type CountPiece, fillOf } from './count-pieces.ts'
import { texts } from '../../texts/common.ts'
import { format } from '../../texts/format.ts'
import type { Mark } from './mark-looks.ts'
import { wordOf } from '../state-badge.tsx'

export function CountBar(props: {
  readonly pieces: readonly CountPiece[]
  readonly height?: number
  readonly label?: string
}): ReactNode {
  const { pieces, height = 8 } = props
  const words = pieces.map((piece) => `${wordOf(piece.mark)} ${format.number(piece.count)}`)
  return (
    <div
      role="img"
      aria-label={`${props.label ?? texts.countBar.label}: ${words.length === 0 ? texts.countBar.none : words.join(', ')}`}
      className={cx('flex gap-[2px] overflow-hidden rounded-full', pieces.length === 0 && 'bg-line')}
      style={{ height }}
    >
      {pieces.map((piece, index) => (
        <span
          key={piece.mark}
          title={words[index]}
          className="h-full min-w-[5px] basis-0"
          style={{ ...fillOf(piece.mark), flexGrow: piece.count }}
        />
      ))}
    </div>
  )
}

/** Fill of a segment, for a legend next to the bar. */
export function CountSwatch(props: { readonly mark: Mark; readonly className?: string }): ReactNode {
  return (
    <span
      aria-hidden
      className={cx('size-2.5 shrink-0 rounded-[3px]', props.className)}
      style={fillOf(props.mark)}
    />
  )
}

export function CountLegend(props: {
  readonly pieces: readonly CountPiece[]
  /** One after the other instead of one a line. */
  readonly inline?: boolean
  readonly className?: string
}): ReactNode {
  return (
    <dl
      className={cx(
        'text-xs text-soft',
        props.inline === true ? 'flex flex-wrap gap-x-4' : 'grid gap-px',
        props.className,
      )}
    >
      {props.pieces.map((piece) => (
        <div key={piece.mark} className="flex h-[19px] items-center gap-1.5">
          <CountSwatch mark={piece.mark} />
          <dt className="min-w-0 truncate">{wordOf(piece.mark)}</dt>
          <dd
            data-figure={`legend.${piece.mark}`}
            className={cx('font-medium text-text', props.inline !== true && 'ml-auto')}
          >
            {format.number(piece.count)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
