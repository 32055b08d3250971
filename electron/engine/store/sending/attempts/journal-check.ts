// Compares the attempt journal with the database at start: which attempts the database has lost, and whether the
// journal can be trusted. Read-only.
//
//   the journal continues where the database ends ──▶ nothing is missed
//   it knows later attempts ──▶ those accounts are missed: they are looked up before they are sent
//   it lacks the last few that the database knows, as after a power cut ──▶ nothing is missed
//   it is gone, damaged, further behind, of another history, or was put back ──▶ broken: everything is looked up
import { changeTolerance, type JournalPosition } from './attempt-journal.ts'
import { readSegment, type Segment, segmentsOf } from './journal-segment.ts'

/** older: the database is from before the first attempt that the journal still has. */
export type JournalBreak = 'gone' | 'damaged' | 'behind' | 'other' | 'put_back' | 'older'

export type JournalFound = {
  /** Keyed hashes of accounts with attempts that the database does not know. */
  readonly missed: readonly Buffer[]
  readonly broken: JournalBreak | null
  /** After a power cut; none of the missing attempts was sent. */
  readonly lacksLast: boolean
  /** Number of the next record. */
  readonly next: number
  readonly segment: Segment | null
  readonly key: Buffer | null
}

/** Records that the database may have and the journal may lack after a power cut: several group commits. */
const mostNotFlushed = 512

/**
 * `known`: the last record known to the database; null if it knows none, as a new one. `endedCleanly`: the last
 * process with this folder wrote everything to the disk.
 */
export function checkJournal(
  folder: string,
  known: JournalPosition | null,
  endedCleanly: boolean,
): JournalFound {
  const files = segmentsOf(folder)
  const end = known?.number ?? 0
  if (files.length === 0)
    return {
      missed: [],
      broken: known === null ? null : 'gone',
      lacksLast: false,
      next: end + 1,
      segment: null,
      key: null,
    }
  const segments: (Segment | null)[] = []
  for (const file of files.toReversed()) {
    const tail = readSegment(file, end)
    // The database is ahead of the journal: its last record shows by how much.
    segments.unshift(
      tail !== null && tail.records.length + tail.spoiled.length === 0 ? readSegment(file) : tail,
    )
    if (known !== null && file.first <= end) break
  }
  const last = segments.at(-1) ?? null
  const records = segments.flatMap((segment) => segment?.records ?? [])
  const lastNumber = records.at(-1)?.number ?? 0
  const broken = breakOf(segments, known, files[0]?.first ?? 0, endedCleanly)
  const highest = Math.max(end, lastNumber, files.at(-1)?.first ?? 0, ...(last?.spoiled ?? []))
  return {
    missed: records.filter(({ number, isStart }) => number > end && !isStart).map(({ account }) => account),
    broken,
    lacksLast: broken === null && lastNumber < end,
    next: broken === null ? lastNumber + 1 : highest + 1,
    segment: broken === null ? last : null,
    key: last?.key ?? null,
  }
}

function breakOf(
  segments: readonly (Segment | null)[],
  known: JournalPosition | null,
  first: number,
  endedCleanly: boolean,
): JournalBreak | null {
  const end = known?.number ?? 0
  const read = segments.filter((segment) => segment !== null)
  const records = read.flatMap((segment) => segment.records)
  const last = records.at(-1)
  if (read.length < segments.length || last === undefined) return 'damaged'
  if (first > Math.max(1, end)) return 'older'
  if (read.some(({ spoiled }) => spoiled.some((number) => number >= end))) return 'damaged'
  const changedAt = read.at(-1)?.changedAt ?? 0
  const isWindows = process.platform === 'win32'
  const wasChangedLater = changedAt - last.at > changeTolerance
  if (last.number < end) {
    const isLastGroup = end - last.number <= mostNotFlushed && last.epoch === known?.epoch
    return isLastGroup && !endedCleanly && !wasChangedLater && !isWindows ? null : 'behind'
  }
  const after = records.filter(({ number }) => number > end)
  if (known !== null && records.find(({ number }) => number === end)?.epoch !== known.epoch) return 'other'
  if (after.some(({ isBroken }) => isBroken)) return 'older'
  if (after.length !== last.number - end) return 'damaged'
  return wasChangedLater && !isWindows ? 'put_back' : null
}
