// Hook that previews the selected repairs, debounced, whenever the selection or the batch changes. The previous
// request is aborted; its result stays until the next one arrives.
import { useEffect, useState } from 'react'
import { engine } from '../../../app/engine.ts'
import { type FailureMessage, failureOf } from '../../../components/failure.ts'
import type { ChosenOffers } from './use-offers.ts'

const restMs = 250

type Step = Awaited<ReturnType<typeof engine.memory.preview>> extends AsyncIterable<infer One> ? One : never
export type OfferCells = Extract<Step, { kind: 'cells' }>
export type OfferEffect = Extract<Step, { kind: 'effect' }>

type Reported = {
  readonly key: string | null
  readonly cells: OfferCells | null
  readonly effect: OfferEffect | null
  /** Nothing more comes. */
  readonly whole: boolean
  readonly failure: FailureMessage | null
}
export type OfferPreview = Omit<Reported, 'key'> & {
  /** It is about the choice as it is now. */
  readonly fresh: boolean
}

const nothing: Reported = { key: null, cells: null, effect: null, whole: false, failure: null }

/** `stamp`: changes when the matching repairs change. */
export function useOfferPreview(batch: number, chosen: ChosenOffers, stamp: string): OfferPreview {
  const key = JSON.stringify([chosen, stamp])
  const [reported, setReported] = useState(nothing)
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => void follow(batch, chosen, key, stop.signal, setReported), restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // `key` identifies the selection in the dependencies.
  }, [batch, key])
  return { ...reported, fresh: reported.key === key }
}

async function follow(
  batch: number,
  chosen: ChosenOffers,
  key: string,
  signal: AbortSignal,
  tell: (reported: Reported) => void,
): Promise<void> {
  let reported: Reported = { ...nothing, key }
  const become = (next: Partial<Reported>): void => {
    if (signal.aborted) return
    reported = { ...reported, ...next }
    tell(reported)
  }
  try {
    const asked = { batch, chosen: { sure: chosen.sure, but: [...chosen.but] } }
    for await (const step of await engine.memory.preview(asked, { signal }))
      become(step.kind === 'cells' ? { cells: step } : { effect: step })
    become({ whole: true })
  } catch (error) {
    become({ failure: failureOf(error), whole: true })
  }
}
