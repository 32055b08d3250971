// The wave that would be released next. A dialog shows it and sends its `expected` version with the release, so that
// the engine refuses if the wave has changed meanwhile.
import type { BatchView } from '../../shared/contract/contract.ts'
import type { WaveStep } from '../../shared/status/wave-steps.ts'

/** The next release as displayed: its size, its destination, and the version that the release expects. */
export type NextWave = {
  readonly limit: number
  readonly expected: string
  readonly connection: NonNullable<BatchView['connection']>
  readonly supplier: string | null
}

export function nextWave(
  batch: Pick<BatchView, 'connection' | 'supplier' | 'sending'>,
  steps: readonly WaveStep[],
): NextWave | null {
  const next = steps.find(({ state }) => state === 'next')
  if (next === undefined || batch.connection === null) return null
  const { connection, supplier, sending } = batch
  return { limit: next.accounts, expected: sending.version, connection, supplier }
}
