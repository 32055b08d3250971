// Hook that returns an element's current width.
import { type RefObject, useEffect, useState } from 'react'

/** Pixels; a whole screen until it is known. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(window.innerWidth)
  useEffect(() => {
    const { current } = box
    if (current === null) return undefined
    const seen = new ResizeObserver(() => setWidth(current.clientWidth))
    seen.observe(current)
    return () => seen.disconnect()
  }, [box])
  return width
}
