// Hook for the square at the corner of the selection: dragged, it fills cells from the selection; a double click fills
// down to the end of the data beside it. It is there while the grid has the keys and the selection has cells of the file.
import type { DataEditorProps } from '@glideapps/glide-data-grid'
import { type RefObject, useRef, useState } from 'react'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import { columnsIn } from '../rows/grid-reach.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import type { GridEditing } from '../editing/use-grid-editing.ts'
import type { Range } from './grid-keys.ts'

/** Pixels; larger under the pointer. */
const size = 7
const sizeUnderPointer = 9

type FillHandle = {
  /** Properties of the grid. */
  readonly ofGrid: Required<Pick<DataEditorProps, 'fillHandle' | 'onFillPattern' | 'onMouseMove'>>
  readonly onDoubleClick: () => void
}

export function useFillHandle(options: {
  readonly box: RefObject<HTMLElement | null>
  readonly plans: readonly GridColumnPlan[]
  readonly range: Range | undefined
  readonly editing: Pick<GridEditing, 'fillTo' | 'fillToEnd'>
}): FillHandle {
  const { box, plans, range, editing } = options
  const [isOver, setOver] = useState(false)
  const over = useRef(false)
  const canFill = range !== undefined && columnsIn(plans, range).length > 0
  const px = isOver ? sizeUnderPointer : size
  return {
    ofGrid: {
      fillHandle: canFill && { size: px, offsetX: 0, offsetY: 0, outline: 1.5, shape: 'square' },
      onFillPattern: ({ patternSource, fillDestination, preventDefault }) => {
        // The library would write the cells by itself, one by one.
        preventDefault()
        editing.fillTo(patternSource, fillDestination)
      },
      onMouseMove: (args) => {
        const isNow = canFill && args.kind === 'cell' && args.isFillHandle
        if (isNow === over.current) return
        over.current = isNow
        setOver(isNow)
        if (box.current !== null) box.current.title = isNow ? gridTexts.fillHandle : ''
      },
    },
    onDoubleClick: () => {
      if (over.current && range !== undefined) editing.fillToEnd(range)
    },
  }
}
