// Hook that returns a function with a stable identity that always calls the latest version, so memoised components do
// not rerender.
import { useCallback, useLayoutEffect, useRef } from 'react'

/** For handlers: never called while drawing. */
export function useStable<A extends readonly unknown[], R>(act: (...args: A) => R): (...args: A) => R {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: A) => latest.current(...args), [])
}
