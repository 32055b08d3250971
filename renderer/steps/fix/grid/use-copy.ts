// Hook that copies the selection. Rows that are not loaded are read first. Browsers allow copying only during a key
// press, so after a slow read the user presses again. Rows that were read are used once, and only while no text has
// changed.
import { useEffect, useRef } from 'react'
import { toast } from '../../../components/toast.tsx'
import type { Block } from './grid-changes.ts'
import type { GridColumnPlan } from './grid-columns.ts'
import type { Range } from './grid-keys.ts'
import { columnsIn, readRows, type Source } from './grid-reach.ts'
import { gridTexts } from '../../../texts/grid.ts'
import type { RowList } from './row-list.ts'

export const mostCopied = 20_000
/** Fewer rows than this are read without a message. */
const manyRows = 1_000

type Options = {
  readonly list: RowList
  readonly plans: readonly GridColumnPlan[]
  readonly source: Source
  readonly range: Range | undefined
}

/** `later`: the rows are being read, and the copy follows; `nothing`: no cell is selected. */
export type Copied = { readonly cells: Block } | 'later' | 'nothing'

export function useCopy({ list, plans, source, range }: Options): (cut: boolean) => Copied {
  const ready = useRef<{ readonly of: string; readonly texts: number; readonly cells: Block } | null>(null)
  const reading = useRef<AbortController | null>(null)
  const of = JSON.stringify([range, source])
  // Rows read for one selection are not used for the next.
  useEffect(
    () => () => {
      reading.current?.abort()
      reading.current = null
      ready.current = null
    },
    [of],
  )

  function loadedCells(at: Range, columns: readonly number[]): Block | null {
    const lines: string[][] = []
    for (let index = at.y; index < at.y + at.height; index += 1) {
      const row = list.rowAt(index)
      if (row === undefined) return null
      lines.push(columns.map((column) => list.textAt(row, column).text))
    }
    return lines
  }

  async function read(at: Range, columns: readonly number[]): Promise<void> {
    const { texts } = list.state()
    const stop = new AbortController()
    reading.current = stop
    if (at.height > manyRows) toast.notice('info', gridTexts.copying(at.height))
    try {
      const rows = await readRows(list, source, at.y, at.height, stop.signal)
      if (stop.signal.aborted) return
      if (!rows.ok) return toast.notice('warning', rows.message)
      if (list.state().texts !== texts) return read(at, columns)
      const cells = rows.value.map((row) => columns.map((column) => list.textAt(row, column).text))
      ready.current = { of, texts, cells }
      if (!document.execCommand('copy')) toast.notice('info', gridTexts.copyReady(at.height))
    } catch (error) {
      if (!stop.signal.aborted) toast.failed(error)
    } finally {
      if (reading.current === stop) reading.current = null
    }
  }

  return (cut) => {
    if (range === undefined) return 'nothing'
    const columns = columnsIn(plans, range)
    if (columns.length === 0) return 'nothing'
    if (range.height > mostCopied) {
      toast.notice('warning', gridTexts.copyTooMany(mostCopied))
      return 'later'
    }
    const { current } = ready
    ready.current = null
    const known = current?.of === of && current.texts === list.state().texts ? current.cells : null
    const found = known ?? loadedCells(range, columns)
    if (found !== null) {
      if (known !== null && range.height > manyRows) toast.done(gridTexts.copied(range.height))
      return { cells: found }
    }
    if (cut) toast.notice('warning', gridTexts.cutTooMany)
    else if (reading.current === null) void read(range, columns)
    return 'later'
  }
}
