// Hook that copies the selection. Rows that are not loaded are read first. Browsers allow copying only during a key
// press, so after a slow read the user presses again. Rows that were read are used once, and only while no text has
// changed.
import { type RefObject, useEffect, useRef } from 'react'
import { toast } from '../../../../components/notices/toast.tsx'
import type { Block } from './grid-changes.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import type { Range } from '../selection/grid-keys.ts'
import { columnsIn, readRows, type Source } from '../rows/grid-reach.ts'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import { maskText } from '../../../../../shared/contract/privacy.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import type { RowList } from '../rows/row-list.ts'

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

type Reading = {
  /** Rows that were read for a selection, until they are used or any text changes. */
  readonly ready: RefObject<{ readonly of: string; readonly texts: number; readonly cells: Block } | null>
  readonly running: RefObject<AbortController | null>
  /** The selection and its rows, as JSON. */
  readonly of: string
}

export function useCopy(options: Options): (cut: boolean) => Copied {
  const { list, plans, source, range } = options
  const of = JSON.stringify([range, source])
  const reading: Reading = { ready: useRef(null), running: useRef(null), of }
  const { ready, running } = reading
  // Rows read for one selection are not used for the next.
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = null
      ready.current = null
    },
    [of],
  )
  return (cut) => {
    if (range === undefined) return 'nothing'
    const columns = columnsIn(plans, range)
    if (columns.length === 0) return 'nothing'
    if (range.height > mostCopied) {
      toast.notice('warning', gridTexts.copyTooMany({ most: mostCopied }))
      return 'later'
    }
    const known = takeReady(reading, list)
    const found = known ?? loadedCells(list, range, columns)
    if (found !== null) {
      if (found.some((line) => line.includes(maskText))) toast.notice('warning', fixTexts.maskedNotCopied)
      if (known !== null && range.height > manyRows) toast.done(gridTexts.copied({ n: range.height }))
      return { cells: found }
    }
    if (cut) toast.notice('warning', gridTexts.cutTooMany)
    else if (running.current === null) void readAndCopy(options, reading, range, columns)
    return 'later'
  }
}

function takeReady({ ready, of }: Reading, list: RowList): Block | null {
  const { current } = ready
  ready.current = null
  return current?.of === of && current.texts === list.state().texts ? current.cells : null
}

function loadedCells(list: RowList, at: Range, columns: readonly number[]): Block | null {
  const lines: string[][] = []
  for (let index = at.y; index < at.y + at.height; index += 1) {
    const row = list.rowAt(index)
    if (row === undefined) return null
    lines.push(columns.map((column) => list.textAt(row, column).text))
  }
  return lines
}

async function readAndCopy(
  options: Options,
  reading: Reading,
  at: Range,
  columns: readonly number[],
): Promise<void> {
  const { list, source } = options
  const { texts } = list.state()
  const stop = new AbortController()
  reading.running.current = stop
  if (at.height > manyRows) toast.notice('info', gridTexts.copying({ n: at.height }))
  try {
    const rows = await readRows(list, source, at.y, at.height, stop.signal)
    if (stop.signal.aborted) return
    if (!rows.ok) return toast.notice('warning', rows.message)
    if (list.state().texts !== texts) return readAndCopy(options, reading, at, columns)
    const cells = rows.value.map((row) => columns.map((column) => list.textAt(row, column).text))
    reading.ready.current = { of: reading.of, texts, cells }
    if (!document.execCommand('copy')) toast.notice('info', gridTexts.copyReady({ n: at.height }))
  } catch (error) {
    if (!stop.signal.aborted) toast.failed(error)
  } finally {
    if (reading.running.current === stop) reading.running.current = null
  }
}
