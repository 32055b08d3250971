// Hook that previews a change, debounced, whenever the change or its scope changes: first the cells, then the effect
// on their accounts as it is computed. The previous request is aborted; its result stays until the next one arrives.
import { useEffect, useState } from 'react'
import type { FixPreview } from '../../../shared/contract/views.ts'
import { type FailureMessage, failureOf } from '../../components/notices/failure.ts'

const restMs = 250

/** A cell of the sample; `sheet` and `name` are there when the change is about several sheets. */
export type ChangedCell = {
  readonly sheet?: number
  readonly row: number
  readonly column: number
  readonly name?: string
  readonly key: string | null
  readonly before: string
  readonly after: string
}
type CellsStep = Extract<FixPreview, { kind: 'cells' }>
export type FoundCells = Omit<CellsStep, 'locked' | 'sample' | 'otherNumbers'> & {
  readonly locked?: number
  readonly otherNumbers?: CellsStep['otherNumbers']
  readonly sample: readonly ChangedCell[]
}
type Looking = Extract<FixPreview, { kind: 'looking' }>
export type Effect = Extract<FixPreview, { kind: 'effect' }>
type Step = Looking | FoundCells | Effect

/** Asks the engine for the steps of a preview. */
export type PreviewCall = (signal: AbortSignal) => Promise<AsyncIterable<Step>>

type Received = {
  /** Which request this is about. */
  readonly key: string | null
  readonly cells: FoundCells | null
  readonly effect: Effect | null
  /** Nothing more comes. */
  readonly whole: boolean
  readonly failure: FailureMessage | null
}
export type Preview = Omit<Received, 'key'> & {
  /** Progress of the cell search; null until known. */
  readonly looking: Looking | null
  /** It belongs to the current change. */
  readonly fresh: boolean
}

const nothing: Received = { key: null, cells: null, effect: null, whole: false, failure: null }

/** `key` identifies the change; null, as the call: there is no change yet. */
export function useChangePreview(key: string | null, call: PreviewCall | null): Preview {
  const [received, setReceived] = useState(nothing)
  const [looking, setLooking] = useState<{ readonly key: string; readonly step: Looking } | null>(null)
  useEffect(() => {
    if (key === null || call === null) {
      setReceived(nothing)
      return undefined
    }
    const stop = new AbortController()
    const show = { received: setReceived, looking: (step: Looking) => setLooking({ key, step }) }
    const timer = setTimeout(() => void follow(key, call, stop.signal, show), restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // `key` identifies the call in the dependencies.
  }, [key])
  return {
    ...received,
    fresh: key !== null && received.key === key,
    looking: looking !== null && looking.key === key ? looking.step : null,
  }
}

async function follow(
  key: string,
  call: PreviewCall,
  signal: AbortSignal,
  show: { readonly received: (now: Received) => void; readonly looking: (step: Looking) => void },
): Promise<void> {
  let received: Received = { ...nothing, key }
  const add = (next: Partial<Received>): void => {
    if (signal.aborted) return
    received = { ...received, ...next }
    show.received(received)
  }
  try {
    for await (const step of await call(signal)) {
      if (step.kind !== 'looking') add(step.kind === 'cells' ? { cells: step } : { effect: step })
      else if (!signal.aborted) show.looking(step)
    }
    add({ whole: true })
  } catch (error) {
    add({ failure: failureOf(error), whole: true })
  }
}
