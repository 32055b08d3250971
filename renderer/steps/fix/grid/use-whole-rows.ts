// Hook that selects whole rows: clicking a row number selects its row. Keyboard focus never enters the number column.
import type { GridSelection } from '@glideapps/glide-data-grid'
import { useRef } from 'react'

export function useWholeRows(columns: number, onSelect: (selection: GridSelection) => void) {
  const pointer = useRef(false)
  const change = (next: GridSelection): void => {
    const { current } = next
    const fromNumber = pointer.current && current?.range.x === 0
    if (current === undefined || (current.cell[0] !== 0 && !fromNumber)) return onSelect(next)
    const { range } = current
    const whole = { ...range, x: 0, width: columns }
    const clipped = { ...range, x: 1, width: Math.max(1, range.x === 0 ? range.width - 1 : range.width) }
    const cell = current.cell[0] === 0 ? ([1, current.cell[1]] as const) : current.cell
    onSelect({
      ...next,
      current: { ...current, cell, range: pointer.current ? whole : clipped },
    })
  }
  return {
    change,
    byPointer: (): void => {
      pointer.current = true
    },
    byKey: (): void => {
      pointer.current = false
    },
  }
}
