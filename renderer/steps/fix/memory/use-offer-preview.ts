// What the chosen repairs would change, asked anew after a short rest whenever the choice or the batch changes. The one
// before is aborted; what it told stays until the next tells.
import { useEffect, useState } from 'react'
import { engine, type FailureTold, failureOf } from '../../../app/engine.ts'
import type { ChosenOffers } from './use-offers.ts'

const restMs = 250

type Step = Awaited<ReturnType<typeof engine.memory.preview>> extends AsyncIterable<infer One> ? One : never
export type OfferCells = Extract<Step, { kind: 'cells' }>
export type OfferEffect = Extract<Step, { kind: 'effect' }>

type Told = {
  readonly key: string | null
  readonly cells: OfferCells | null
  readonly effect: OfferEffect | null
  /** Nothing more comes. */
  readonly whole: boolean
  readonly failure: FailureTold | null
}
export type OfferPreview = Omit<Told, 'key'> & {
  /** It is about the choice as it is now. */
  readonly fresh: boolean
}

const nothing: Told = { key: null, cells: null, effect: null, whole: false, failure: null }

/** `stamp`: another text when other repairs fit. */
export function useOfferPreview(batch: number, chosen: ChosenOffers, stamp: string): OfferPreview {
  const key = JSON.stringify([chosen, stamp])
  const [told, setTold] = useState(nothing)
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(() => void follow(batch, chosen, key, stop.signal, setTold), restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // `key` stands for the choice.
  }, [batch, key])
  return { ...told, fresh: told.key === key }
}

async function follow(
  batch: number,
  chosen: ChosenOffers,
  key: string,
  signal: AbortSignal,
  tell: (told: Told) => void,
): Promise<void> {
  let told: Told = { ...nothing, key }
  const become = (next: Partial<Told>): void => {
    if (signal.aborted) return
    told = { ...told, ...next }
    tell(told)
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
