// Hook that previews a fix, debounced, whenever the fix or its scope changes: first the cells, then the effect on
// their accounts as it is computed. The previous request is aborted; its result stays until the next one arrives.
import { useEffect, useState } from 'react'
import type { Fix, FixScope } from '../../../../shared/fixing/fix.ts'
import type { FixPreview } from '../../../../shared/contract/views.ts'
import { engine } from '../../../app/engine.ts'
import { type FailureMessage, failureOf } from '../../../components/failure.ts'

const restMs = 250

export type FixRequest = { readonly batch: number; readonly fix: Fix; readonly scope: FixScope }
export type FoundCells = Extract<FixPreview, { kind: 'cells' }>
export type Looking = Extract<FixPreview, { kind: 'looking' }>
export type Effect = Extract<FixPreview, { kind: 'effect' }>

type Reported = {
  /** Which request this is about. */
  readonly key: string | null
  readonly cells: FoundCells | null
  readonly effect: Effect | null
  /** Nothing more comes. */
  readonly whole: boolean
  readonly failure: FailureMessage | null
}
export type Preview = Omit<Reported, 'key'> & {
  /** Progress of the cell search; null until known. */
  readonly looking: Looking | null
  /** It belongs to the current fix. */
  readonly fresh: boolean
}

const nothing: Reported = { key: null, cells: null, effect: null, whole: false, failure: null }

/** Null: there is no fix yet. */
export function usePreview(request: FixRequest | null): Preview {
  const key = request === null ? null : JSON.stringify(request)
  const [reported, setReported] = useState(nothing)
  const [looking, setLooking] = useState<{ readonly key: string; readonly step: Looking } | null>(null)
  useEffect(() => {
    if (request === null || key === null) {
      setReported(nothing)
      return undefined
    }
    const stop = new AbortController()
    const timer = setTimeout(() => void follow(request, key, stop.signal, setReported, setLooking), restMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // `key` identifies the request in the dependencies.
  }, [key])
  return {
    ...reported,
    fresh: key !== null && reported.key === key,
    looking: looking !== null && looking.key === key ? looking.step : null,
  }
}

async function follow(
  request: FixRequest,
  key: string,
  signal: AbortSignal,
  tell: (reported: Reported) => void,
  tellLooking: (looking: { readonly key: string; readonly step: Looking }) => void,
): Promise<void> {
  let reported: Reported = { ...nothing, key }
  const become = (next: Partial<Reported>): void => {
    if (signal.aborted) return
    reported = { ...reported, ...next }
    tell(reported)
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
