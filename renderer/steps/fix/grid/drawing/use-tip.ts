// Hook that decides when the tooltip of a cell is shown: after the pointer has rested on the cell, never during work. A
// key or a click ends it; it comes back only when the pointer moves to another cell.
import { useEffect, useMemo, useRef, useState } from 'react'

export type Tip = {
  /** The cell in the window, in pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The row's number in the sheet, and its place in the list. */
  readonly row: number
  readonly index: number
  readonly column: number
}

const restMs = 600

export type Tips = {
  /** The pointer is over this cell; null: over none with a problem. `isEditing`: a cell is open. */
  readonly over: (tip: Tip | null, isEditing: boolean) => void
  /** A key or a button was pressed: no tooltip until the pointer has moved to another cell. */
  readonly endByWork: () => void
}

export function useTip(): readonly [Tip | null, Tips] {
  const [tip, setTip] = useState<Tip | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** The cell under the pointer, and the one whose tooltip was ended. */
  const under = useRef<string | null>(null)
  const ended = useRef<string | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const tips = useMemo(
    (): Tips => ({
      over(next, isEditing) {
        const cell = next === null ? null : `${next.row}:${next.column}`
        if (cell === under.current && cell !== null && !isEditing) return
        under.current = cell
        clearTimeout(timer.current)
        setTip(null)
        if (cell !== ended.current) ended.current = null
        if (next === null || isEditing || cell === ended.current) return
        timer.current = setTimeout(() => setTip(next), restMs)
      },
      endByWork() {
        ended.current = under.current
        clearTimeout(timer.current)
        setTip(null)
      },
    }),
    [],
  )
  return [tip, tips]
}
