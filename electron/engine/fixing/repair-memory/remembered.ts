// Repairs of many batches, grouped by column meaning and old text: the new texts with their counts, times and
// sources.
import { createHash } from 'node:crypto'
import type { RepairWay } from '../../../../shared/fixing/repair-match.ts'
import type { RepairOffer } from '../../../../shared/contract/fixing/memory.ts'

export type Origin = { readonly batch: number | null; readonly name: string }
type SeenIn = { readonly origin: number; cells: number; at: number }

export type SeenWay = {
  readonly after: string
  cells: number
  typed: boolean
  at: number
  readonly from: SeenIn[]
  /** The first account it was seen for; `shared`: it was seen for another one too. */
  readonly account: string | null
  shared: boolean
}
export type SeenText = {
  readonly before: string
  readonly ways: SeenWay[]
  /** Number of edited cells with this text, by origin, regardless of the new text. */
  readonly edited: Map<number, number>
  /** Number of unedited cells with this text in batches that were removed since. */
  readonly stayed: Map<number, number>
}

export type Remembered = ReturnType<typeof createRemembered>

const mostOrigins = 5

export function createRemembered() {
  const origins: Origin[] = []
  const texts = new Map<string, Map<string, SeenText>>()

  function textOf(feeds: string, before: string): SeenText {
    const column = texts.get(feeds) ?? new Map<string, SeenText>()
    texts.set(feeds, column)
    const known = column.get(before)
    if (known !== undefined) return known
    const fresh: SeenText = { before, ways: [], edited: new Map(), stayed: new Map() }
    column.set(before, fresh)
    return fresh
  }

  return {
    origins,
    texts,
    /** Returns the number by which repairs refer to it. */
    addOrigin(origin: Origin): number {
      return origins.push(origin) - 1
    },
    /** `ofValue`: it also applies to the same text on other rows. */
    add(
      origin: number,
      feeds: string,
      repair: {
        readonly before: string
        readonly after: string
        readonly way: RepairWay
        readonly at: number
        readonly key: string | null
        readonly supplier: string | null
      },
      ofValue: boolean,
    ): SeenText {
      const text = textOf(feeds, repair.before)
      text.edited.set(origin, (text.edited.get(origin) ?? 0) + 1)
      if (ofValue) addWay(text.ways, origin, repair)
      return text
    },
  }
}

export function addWay(
  ways: SeenWay[],
  origin: number,
  repair: {
    readonly after: string
    readonly way: RepairWay
    readonly at: number
    readonly key: string | null
    readonly supplier: string | null
  },
): SeenWay {
  const account = repair.key === null ? null : JSON.stringify([repair.supplier ?? '', repair.key])
  let way = ways.find((one) => one.after === repair.after)
  if (way === undefined) {
    way = { after: repair.after, cells: 0, typed: false, at: 0, from: [], account, shared: false }
    ways.push(way)
  }
  way.cells += 1
  way.shared ||= account !== null && way.account !== null && account !== way.account
  way.typed ||= repair.way === 'typed'
  way.at = Math.max(way.at, repair.at)
  const from = way.from.find((one) => one.origin === origin)
  if (from === undefined) way.from.push({ origin, cells: 1, at: repair.at })
  else {
    from.cells += 1
    from.at = Math.max(from.at, repair.at)
  }
  return way
}

/** Sources of a repair: most cells first, at most five. */
export function originsOf(way: SeenWay, origins: readonly Origin[]): RepairOffer['origins'] {
  return way.from
    .toSorted((a, b) => b.cells - a.cells || b.at - a.at)
    .slice(0, mostOrigins)
    .map(({ origin, cells, at }) => ({
      batch: origins[origin]?.batch ?? null,
      name: origins[origin]?.name ?? '',
      cells,
      at,
    }))
}

/** Stable id of a repair; reveals nothing of its texts. */
export function repairId(feeds: string, before: string, after: string): string {
  return createHash('sha256')
    .update(JSON.stringify([feeds, before, after]))
    .digest('hex')
    .slice(0, 32)
}
