// Merged ranges of a worksheet. They come after its cells in the file but decide which cells are hidden, so they
// are read first. A part without merged ranges is only inflated for this; in a part with some, its rows are skipped
// as a whole.
import type { Cover } from './row-builder.ts'
import type { Caps } from '../reader.ts'
import { countMerge, type SheetCounts } from '../sheet/sheet-counts.ts'
import type { Place } from './places.ts'
import type { MergedRange } from '../sheet/merged-range.ts'
import { parseXml } from '../package/xml.ts'

export type MergesInput = {
  readonly part: string
  readonly sheet: string
  readonly caps: Caps
  readonly counts: SheetCounts
  /** Bytes of the part; each call starts again. */
  readonly bytes: () => AsyncIterable<Buffer>
}

/** Counts the ranges and returns the valid ones; yields now and then. */
export async function* readMerges(input: MergesInput): AsyncGenerator<void, readonly MergedRange[]> {
  const isThere = yield* holdsMerges(input.bytes())
  if (!isThere) return []
  const merge: Place = {
    open: (attribute) => countMerge(input.counts, attribute('ref') ?? null, input.sheet, input.caps),
  }
  const rows: Place = {}
  const children = { 'x:sheetData': rows, 'x:mergeCells': { children: { 'x:mergeCell': merge } } }
  const shortcut = { place: rows, parent: 'sheetData', child: 'row', take: passRows }
  yield* parseXml(input.part, input.bytes(), { 'x:worksheet': { children } }, shortcut)
  return input.counts.ranges
}

/** Name of the element in UTF-8 and in UTF-16 of either byte order. */
const names = [Buffer.from('mergeCell'), Buffer.from('mergeCell', 'utf16le').subarray(0, -1)]
const longestName = 17

async function* holdsMerges(bytes: AsyncIterable<Buffer>): AsyncGenerator<void, boolean> {
  let end: Buffer = Buffer.alloc(0)
  for await (const piece of bytes) {
    const seam = Buffer.concat([end, piece.subarray(0, longestName)])
    if (names.some((name) => piece.includes(name) || seam.includes(name))) return true
    // A piece may be shorter than the name.
    end = Buffer.from((piece.length < longestName ? seam : piece).subarray(-longestName))
    yield
  }
  return false
}

/** Position after the last whole row of the text, unless there are comments or raw text among the rows. */
function passRows(text: string, from: number): number {
  if (!text.startsWith('<row', from)) return from
  const most = [text.indexOf('<!', from), text.indexOf('</sheetData', from)].filter((at) => at !== -1)
  const end = text.lastIndexOf('</row>', most.length === 0 ? undefined : Math.min(...most))
  return end < from ? from : end + '</row>'.length
}

export function createCover(ranges: readonly MergedRange[]): Cover {
  const sorted = ranges.toSorted((one, other) => one.top - other.top)
  let current = 0
  let next = 0
  let open: MergedRange[] = []
  return {
    toRow: (row) => {
      if (row < current) {
        next = 0
        open = []
      }
      current = row
      if (open.length > 0) open = open.filter(({ bottom }) => bottom >= row)
      for (; (sorted[next]?.top ?? Number.POSITIVE_INFINITY) <= row; next += 1) {
        const range = sorted[next]
        if (range !== undefined && range.bottom >= row) open.push(range)
      }
    },
    hides: (column) =>
      open.some(
        ({ top, left, right }) => column >= left && column <= right && (column !== left || current !== top),
      ),
  }
}
