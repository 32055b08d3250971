// What a fix would change, asked anew after a short rest whenever the fix or its place changes: first the cells, then what
// that does to their accounts, as it is found out. The one before is aborted; what it told stays until the next tells.
import { useEffect, useState } from 'react'
import type { Fix, FixScope } from '../../../../shared/fix.ts'
import type { FixPreview } from '../../../../shared/views.ts'
import { engine, type FailureTold, failureOf } from '../../../app/engine.ts'

const restMs = 250

export type FixRequest = { readonly batch: number; readonly fix: Fix; readonly scope: FixScope }
export type FoundCells = Extract<FixPreview, { kind: 'cells' }>
export type Looking = Extract<FixPreview, { kind: 'looking' }>
export type Effect = Extract<FixPreview, { kind: 'effect' }>

type Told = {
  /** Which request this is about. */
  readonly key: string | null
  readonly cells: FoundCells | null
  readonly effect: Effect | null
  /** Nothing more comes. */
  readonly whole: boolean
  readonly failure: FailureTold | null
}
export type Preview = Omit<Told, 'key'> & {
  /** How far looking for cells is; null before it says so. */
  readonly looking: Looking | null
  /** It is about the fix as it is now. */
  readonly fresh: boolean
}

const nothing: Told = { key: null, cells: null, effect: null, whole: false, failure: null }

/** Null: there is no fix yet. */
export function usePreview(request: FixRequest | null): Preview {
  const key = request === null ? null : JSON.stringify(request)
  const [told, setTold] = useState(nothing)
  const [looking, setLooking] = useState<{ readonly key: string; readonly step: Looking } | null>(null)
  useEffect(() => {
    if (request === null || key === null) {
      setTold(nothing)
      return undefined
    }
    const stop = new AbortController()
    const timer = setTimeout(() => void follow(request, key, stop.signal, setTold, setLooking), restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // `key` stands for the request.
  }, [key])
  return {
    ...told,
    fresh: key !== null && told.key === key,
    looking: looking !== null && looking.key === key ? looking.step : null,
  }
}

async function follow(
  request: FixRequest,
  key: string,
  signal: AbortSignal,
  tell: (told: Told) => void,
  tellLooking: (looking: { readonly key: string; readonly step: Looking }) => void,
): Promise<void> {
  let told: Told = { ...nothing, key }
  const become = (next: Partial<Told>): void => {
    if (signal.aborted) return
    told = { ...told, ...next }
    tell(told)
  }
  try {
    for await (const step of await engine.fixes.preview(request, { signal })) {
      if (step.kind !== 'looking') become(step.kind === 'cells' ? { cells: step } : { effect: step })
      else if (!signal.aborted) tellLooking({ key, step })
    }
    become({ whole: true })
  } catch (error) {
    become({ failure: failureOf(error), whole: true })
  }
}
