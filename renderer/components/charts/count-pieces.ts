// Segments of the count bar and their fills. The segments always add up to the number of accounts. Neighbouring
// segments of one hue differ by lightness and texture, so the bar is readable without colour. Pure functions.
import type { CSSProperties } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { outcomes, type AccountState } from '../../../shared/sending/states.ts'
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

/**
 * Segments of a batch's funnel: done accounts by outcome, then the other states from most to least advanced, then
 * excluded ones.
 */
export function piecesOf(batch: Pick<BatchView, 'states' | 'outcomes' | 'excluded'>): readonly CountPiece[] {
  const ended = outcomes.map((mark): CountPiece => ({ mark, count: batch.outcomes[mark] }))
  const reported = ended.reduce((sum, piece) => sum + piece.count, 0)
  const untold: CountPiece = { mark: 'done', count: Math.max(0, batch.states.done - reported) }
  const others = way.map((mark): CountPiece => ({ mark, count: batch.states[mark] }))
  const excluded: CountPiece = { mark: 'excluded', count: batch.excluded }
  return [...ended, untold, ...others, excluded].filter((piece) => piece.count > 0)
}

type Texture = 'whole' | 'strong' | 'slant' | 'bars' | 'rows' | 'dots'

/** Marks that share a tone with another and therefore have a texture. */
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
  with_member: 'dots',
  held: 'strong',
  excluded: 'bars',
  with_member: 'rows',
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
    case 'rows':
      return over(`repeating-linear-gradient(0deg, ${fill} 0 1.5px, transparent 1.5px 4px)`)
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
