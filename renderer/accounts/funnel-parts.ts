// Funnel of a batch: three groups whose parts add up to the accounts that were read. Done accounts are listed by
// outcome; an outcome without a label is still counted. Pure functions.
import { outcomes } from '../../shared/sending/states.ts'
import type { BatchView } from '../../shared/contract/contract.ts'
import type { Mark } from '../components/state-badge.tsx'
import { format } from '../texts/format.ts'

export type FunnelPart = { readonly mark: Mark; readonly count: number }
export type FunnelGroup = {
  readonly name: 'notSent' | 'underWay' | 'ended'
  /** Excluded accounts count as not sent. */
  readonly parts: readonly FunnelPart[]
  readonly sum: number
}

const notSent = ['invalid', 'rejected', 'unvalidated', 'validated'] as const
const underWay = ['queued', 'sending', 'unconfirmed', 'processing'] as const

function group(name: FunnelGroup['name'], parts: readonly FunnelPart[]): FunnelGroup {
  return { name, parts, sum: parts.reduce((sum, part) => sum + part.count, 0) }
}

export function funnelOf(batch: Pick<BatchView, 'states' | 'outcomes' | 'excluded'>): readonly FunnelGroup[] {
  const { states } = batch
  const ended = outcomes.map((mark): FunnelPart => ({ mark, count: batch.outcomes[mark] }))
  const reported = ended.reduce((sum, part) => sum + part.count, 0)
  const untold: FunnelPart[] = states.done > reported ? [{ mark: 'done', count: states.done - reported }] : []
  return [
    group('notSent', [
      ...notSent.map((mark): FunnelPart => ({ mark, count: states[mark] })),
      ...(batch.excluded > 0 ? [{ mark: 'excluded' as const, count: batch.excluded }] : []),
    ]),
    group(
      'underWay',
      underWay.map((mark) => ({ mark, count: states[mark] })),
    ),
    group('ended', [...ended, ...untold]),
  ]
}

/** `3 + 0 + 4`, a number a group. */
export function sumOf(groups: readonly FunnelGroup[]): string {
  return groups.map((one) => format.number(one.sum)).join(' + ')
}
