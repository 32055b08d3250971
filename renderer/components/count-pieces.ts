// Pieces of a count bar and how each is filled. They always add up to the accounts. Neighbours of one colour differ in
// lightness and texture, so that the bar can be read without colours. Pure.
import type { CSSProperties } from 'react'
import type { BatchView } from '../../shared/contract/contract.ts'
import { outcomes, type AccountState } from '../../shared/sending/states.ts'
import { type Mark, markLooks, type Tone } from './mark-looks.ts'

export type CountPiece = { readonly mark: Mark; readonly count: number }

const way: readonly AccountState[] = [
  'processing',
  'unconfirmed',
  'sending',
  'queued',
  'validated',
  'unvalidated',
  'rejected',
  'invalid',
]

/** What the funnel of a batch is made of: done accounts by how they ended, the others back along the way, the excluded. */
export function piecesOf(batch: Pick<BatchView, 'states' | 'outcomes' | 'excluded'>): readonly CountPiece[] {
  const ended = outcomes.map((mark): CountPiece => ({ mark, count: batch.outcomes[mark] }))
  const reported = ended.reduce((sum, piece) => sum + piece.count, 0)
  const untold: CountPiece = { mark: 'done', count: Math.max(0, batch.states.done - reported) }
  const others = way.map((mark): CountPiece => ({ mark, count: batch.states[mark] }))
  const excluded: CountPiece = { mark: 'excluded', count: batch.excluded }
  return [...ended, untold, ...others, excluded].filter((piece) => piece.count > 0)
}

type Texture = 'whole' | 'strong' | 'slant' | 'bars' | 'dots'

/** Where several marks share a tone: which of them are not a plain fill. */
const textures: Readonly<Partial<Record<Mark, Texture>>> = {
  processing: 'strong',
  queued: 'bars',
  unconfirmed: 'slant',
  whose_account_unsure: 'dots',
  failed: 'slant',
  done: 'slant',
  cancelled: 'slant',
  dry_run: 'dots',
  dry_run_failed: 'dots',
  excluded: 'bars',
}

/** Drawn in the fill's own colour over the tone's pale one. */
function look(tone: Tone, texture: Texture): CSSProperties {
  const fill = `var(--fill-${tone})`
  const pale = `var(--${tone}-bg)`
  const over = (image: string): CSSProperties => ({ backgroundColor: pale, backgroundImage: image })
  switch (texture) {
    case 'whole':
      return { backgroundColor: fill }
    case 'strong':
      return { backgroundColor: `var(--${tone})` }
    case 'slant':
      return over(`repeating-linear-gradient(135deg, ${fill} 0 2px, transparent 2px 4px)`)
    case 'bars':
      return over(`repeating-linear-gradient(90deg, ${fill} 0 1.5px, transparent 1.5px 4px)`)
    case 'dots':
      return {
        ...over(`radial-gradient(${fill} 34%, transparent 40%)`),
        backgroundSize: '4px 4px',
      }
  }
}

/** The fill of a piece; no two marks have the same. */
export function fillOf(mark: Mark): CSSProperties {
  return look(markLooks[mark].tone, textures[mark] ?? 'whole')
}
