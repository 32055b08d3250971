// The funnel as a bar: one piece a state, in the order of the way, with a word and a number for each in the legend.
// Pieces always add up to the accounts; a piece that exists is never thinner than it can be seen.
import type { ReactNode } from 'react'
import type { BatchView } from '../../shared/contract.ts'
import { outcomes, type AccountState } from '../../shared/account-state.ts'
import { cx } from './classes.ts'
import { format } from './format.ts'
import { fillOf, type Mark, StateMark, wordOf } from './state-badge.tsx'

export type CountPiece = { readonly mark: Mark; readonly count: number }

const way: readonly AccountState[] = [
  'cleared',
  'ready',
  'refused',
  'blocked',
  'queued',
  'sending',
  'watching',
  'unconfirmed',
]

/** What the funnel of a batch is made of: settled accounts by how they ended, then the others along the way. */
export function piecesOf(batch: Pick<BatchView, 'states' | 'outcomes'>): readonly CountPiece[] {
  const ended = outcomes.map((mark): CountPiece => ({ mark, count: batch.outcomes[mark] }))
  const told = ended.reduce((sum, piece) => sum + piece.count, 0)
  const untold: CountPiece = { mark: 'settled', count: Math.max(0, batch.states.settled - told) }
  const others = way.map((mark): CountPiece => ({ mark, count: batch.states[mark] }))
  return [...ended, untold, ...others].filter((piece) => piece.count > 0)
}

export function CountBar(props: {
  readonly pieces: readonly CountPiece[]
  readonly height?: number
  readonly label?: string
}): ReactNode {
  const { pieces, height = 8 } = props
  const total = pieces.reduce((sum, piece) => sum + piece.count, 0)
  const spoken = pieces.map((piece) => `${wordOf(piece.mark)} ${format.number(piece.count)}`).join(', ')
  const width = 1_000
  const gap = pieces.length > 1 ? 6 : 0
  const least = 12
  const free = width - gap * Math.max(0, pieces.length - 1) - least * pieces.length
  let x = 0
  return (
    <svg
      role="img"
      aria-label={`${props.label ?? 'Accounts by state'}: ${spoken === '' ? 'none' : spoken}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      width="100%"
      height={height}
      className="block overflow-hidden rounded-full"
    >
      {total === 0 && <rect width={width} height={height} className="fill-line" />}
      {pieces.map((piece) => {
        const share = least + (free * piece.count) / total
        const at = x
        x += share + gap
        return <rect key={piece.mark} x={at} width={share} height={height} className={fillOf(piece.mark)} />
      })}
    </svg>
  )
}

export function CountLegend(props: {
  readonly pieces: readonly CountPiece[]
  readonly className?: string
}): ReactNode {
  return (
    <dl className={cx('grid gap-px text-xs text-soft', props.className)}>
      {props.pieces.map((piece) => (
        <div key={piece.mark} className="flex h-[19px] items-center gap-2">
          <StateMark mark={piece.mark} />
          <dt>{wordOf(piece.mark)}</dt>
          <dd className="ml-auto font-medium text-text">{format.number(piece.count)}</dd>
        </div>
      ))}
    </dl>
  )
}
