// Hook with the state of a cell's tooltip. It appears after the pointer rests and disappears at once.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Tip } from './problem-tip.tsx'

const tipDelayMs = 220

export function useTip(): readonly [Tip | null, (tip: Tip | null) => void] {
  const [tip, setTip] = useState<Tip | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const show = useCallback((next: Tip | null) => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
    setTip((shown) =>
      shown !== null && next?.row === shown.row && next.column === shown.column ? shown : null,
    )
    if (next !== null) timer.current = setTimeout(() => setTip(next), tipDelayMs)
  }, [])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
  return [tip, show]
}
