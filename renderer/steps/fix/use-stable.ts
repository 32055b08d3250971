// A function that stays the same while what it does follows the latest drawing: parts that are drawn only when their
// properties change are then not drawn for it.
import { useCallback, useLayoutEffect, useRef } from 'react'

/** For handlers: never called while drawing. */
export function useStable<A extends readonly unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
