// Recalls the repairs of other batches that fit cells of one batch, in a thread of its own. First come repairs of
// the same accounts, looked up by key. Then one walk over the batch's rows finds texts that were repaired by value.
// Last, only for the texts found, it counts the cells of other batches that had the same text and stayed
// unrepaired.
import {
  basisOf,
  type ColumnMeaning,
  fieldsOf,
  isSure,
  isValueRepair,
  type OfferBasis,
} from '../../../../shared/fixing/repair-match.ts'
import type { RepairedCell, RepairRows } from '../../store/fixing/repair-rows.ts'
import type { FoundOffer, FoundOffers, RecallTarget, RepairSource } from './recall-job.ts'
import {
  addWay,
  createRemembered,
  originsOf,
  repairId,
  type Remembered,
  type SeenText,
  type SeenWay,
} from './remembered.ts'
import { countStayed } from './stayed.ts'

/** Upper limit of a sheet's columns, so that row and column fit in one number. */
const columnsAtMost = 65_536

type Claim = {
  readonly column: ColumnMeaning
  readonly before: string
  readonly after: string
  readonly way: RepairedCell['way']
  readonly at: number
  readonly origin: number
  readonly key: string
  readonly supplier: string | null
}
/** By the sheet's position, then by row and column as one number: the repair of this very cell of the account. */
type Claims = Map<number, Map<number, Claim>>

export function recallOffers(
  rows: RepairRows,
  target: RecallTarget,
  sources: readonly RepairSource[],
): FoundOffers {
  const memory = createRemembered()
  const unwanted = rows.unwanted()
  const claims = collect(rows, target, sources, memory, unwanted)
  const found: Finding = {
    memory,
    unwanted,
    kinds: target.kinds,
    made: [],
    cells: [],
    agreed: [],
    ofText: new Map(),
    stayedOf: new Map(),
  }
  walk(rows, target, memory, claims, found)
  finish(found, countStayed(rows, sources, memory, textsWithOneOffer(found)), claims)
  return offersIn(found)
}

/** Stores every repair in memory, and returns those whose text also occurs in the target's own cells. */
function collect(
  rows: RepairRows,
  target: RecallTarget,
  sources: readonly RepairSource[],
  memory: Remembered,
  unwanted: ReadonlySet<string>,
): Claims {
  const feeds = new Set(target.columns.map((column) => column.feeds))
  const places = Map.groupBy(target.columns, (column) => column.place)
  const claims: Claims = new Map()

  function take(
    origin: number,
    meaning: { readonly feeds: string; readonly place: string },
    repair: Omit<RepairedCell, 'sheet' | 'row' | 'col'>,
  ): SeenText | null {
    if (!feeds.has(meaning.feeds)) return null
    const text = memory.add(origin, meaning.feeds, repair, repair.way !== 'row')
    const { key, ordinal, supplier, before, after, way, at } = repair
    if (key === null || ordinal === null) return text
    for (const column of places.get(meaning.place) ?? []) {
      const row = rows.rowOf(target.batch, column.sheet, key, supplier, ordinal)
      if (row === null || rows.text(target.batch, { ...column, row }) !== before) continue
      if (unwanted.size > 0 && unwanted.has(repairId(meaning.feeds, before, after))) continue
      const ofSheet = claims.get(column.sheet) ?? new Map<number, Claim>()
      claims.set(column.sheet, ofSheet)
      const cell = row * columnsAtMost + column.col
      // Of two repairs of one cell the later one counts.
      if ((ofSheet.get(cell)?.at ?? -1) <= at)
        ofSheet.set(cell, { column, before, after, way, at, origin, key, supplier })
    }
    return text
  }

  for (const source of sources) {
    const meanings = new Map(source.columns.map((column) => [`${column.sheet} ${column.col}`, column]))
    if (!source.columns.some((column) => feeds.has(column.feeds))) continue
    const origin = memory.addOrigin({ batch: source.batch, name: source.name })
    for (const repair of rows.repaired(source.batch)) {
      const meaning = meanings.get(`${repair.sheet} ${repair.col}`)
      if (meaning !== undefined) take(origin, meaning, repair)
    }
  }
  const removed = new Map<string, number>()
  for (const repair of rows.kept()) {
    const name = `${repair.batch} ${repair.made} ${repair.batchName}`
    const origin = removed.get(name) ?? memory.addOrigin({ batch: null, name: repair.batchName })
    removed.set(name, origin)
    take(origin, repair, repair)?.stayed.set(origin, repair.stayed)
  }
  return claims
}

/** Walks the target's rows once and finds texts that were repaired by value. */
function walk(
  rows: RepairRows,
  target: RecallTarget,
  memory: Remembered,
  claims: Claims,
  found: Finding,
): void {
  const wanted = new Map<string, ReadonlyMap<string, SeenText>>()
  for (const [feeds, texts] of memory.texts) {
    const values = [...texts].filter(([before, { ways }]) => isValueRepair(before, ways))
    if (values.length > 0) wanted.set(feeds, new Map(values))
  }
  for (const [sheet, columns] of Map.groupBy(target.columns, (column) => column.sheet)) {
    const looked = columns.flatMap((column) => {
      const texts = wanted.get(column.feeds)
      return texts === undefined ? [] : [{ column, texts }]
    })
    if (looked.length === 0) continue
    const ofSheet = claims.get(sheet)
    for (const [row, json] of rows.rows(target.batch, sheet)) {
      const cells = JSON.parse(json) as readonly string[]
      for (const { column, texts } of looked) {
        const text = texts.get(cells[column.col] ?? '')
        if (text === undefined) continue
        const cell = row * columnsAtMost + column.col
        take(found, column, row, text, ofSheet?.get(cell))
      }
    }
  }
}

type Place = { readonly sheet: number; readonly row: number; readonly col: number }
type ValueOffer = { readonly at: number; readonly way: SeenWay }

/** The offers so far, and the cells that they fit. */
type Finding = {
  readonly memory: Remembered
  readonly unwanted: ReadonlySet<string>
  readonly kinds: RecallTarget['kinds']
  readonly made: (Omit<FoundOffer, 'stayed' | 'sure'> & { readonly text: SeenText | null })[]
  readonly cells: (Place & { readonly offer: number })[]
  /** Cells whose own repair is the only one by value. */
  readonly agreed: (Place & { readonly offer: number; readonly text: SeenText })[]
  readonly ofText: Map<SeenText, readonly ValueOffer[]>
  /** Number of cells of other batches that had the text and stayed unrepaired. */
  readonly stayedOf: Map<SeenText, number>
}

/** Adds an offer; returns its index. */
function make(
  { made, kinds, memory }: Finding,
  kind: FoundOffer['kind'],
  column: ColumnMeaning,
  before: string,
  way: SeenWay,
  text: SeenText | null,
  otherwise: readonly SeenWay[],
): number {
  const repair = repairId(column.feeds, before, way.after)
  return (
    made.push({
      id: `${kind === 'value' ? 'v' : 'c'}${repair}`,
      repair,
      kind,
      basis:
        kind === 'cell'
          ? 'account'
          : basisOf(kinds.get(column.feeds) ?? 'unknown', { before, after: way.after, shared: way.shared }),
      feeds: column.feeds,
      place: column.place,
      before,
      after: way.after,
      fields: fieldsOf(column.feeds),
      seen: way.cells,
      origins: originsOf(way, memory.origins),
      at: way.at,
      typed: way.typed,
      otherwise: otherwise.map(({ after, cells: count }) => ({ after, cells: count })),
      text,
    }) - 1
  )
}

/** One offer for each alternative that is still wanted. */
function offersOf(parts: Finding, column: ColumnMeaning, text: SeenText): readonly ValueOffer[] {
  const { ofText, unwanted } = parts
  const known = ofText.get(text)
  if (known !== undefined) return known
  const ways = text.ways
    .filter(({ after }) => unwanted.size === 0 || !unwanted.has(repairId(column.feeds, text.before, after)))
    .toSorted((a, b) => b.cells - a.cells || b.at - a.at)
  const wanted = isValueRepair(text.before, ways) ? ways : []
  const offers = wanted.map((way) => ({
    at: make(
      parts,
      'value',
      column,
      text.before,
      way,
      text,
      wanted.filter((other) => other !== way),
    ),
    way,
  }))
  ofText.set(text, offers)
  return offers
}

function isSureOf({ stayedOf }: Finding, text: SeenText, basis: OfferBasis): boolean {
  return isSure(basis, text.ways.length, stayedOf.get(text) ?? 0)
}

/** Repairs of the same cells, as one offer per repair. */
function addClaims(parts: Finding, claims: readonly (Place & { readonly claim: Claim })[]): void {
  const { cells } = parts
  const groups = Map.groupBy(claims, ({ claim }) =>
    JSON.stringify([claim.column.feeds, claim.before, claim.after]),
  )
  for (const same of groups.values()) {
    const ways: SeenWay[] = []
    for (const { claim } of same) addWay(ways, claim.origin, claim)
    const [first] = same
    const [way] = ways
    if (first === undefined || way === undefined) continue
    const offer = make(parts, 'cell', first.claim.column, first.claim.before, way, null, [])
    for (const { sheet, row, col } of same) cells.push({ sheet, row, col, offer })
  }
}

/** Notes that a cell of the target has a text which was repaired by value; `claim`: the repair of this very cell. */
function take(
  parts: Finding,
  column: ColumnMeaning,
  row: number,
  text: SeenText,
  claim: Claim | undefined,
): void {
  const { cells, agreed } = parts
  const offers = offersOf(parts, column, text)
  const [only] = offers
  const place = { sheet: column.sheet, row, col: column.col }
  if (claim === undefined) for (const { at } of offers) cells.push({ ...place, offer: at })
  else if (offers.length === 1 && only?.way.after === claim.after)
    agreed.push({ ...place, offer: only.at, text })
}

/** Such an offer is certain only depending on the unrepaired cells. */
function textsWithOneOffer({ ofText, made }: Finding): { readonly feeds: string; readonly text: SeenText }[] {
  return [...ofText].flatMap(([text, offers]) => {
    const feeds = made[offers[0]?.at ?? -1]?.feeds
    return feeds === undefined || offers.length !== 1 ? [] : [{ feeds, text }]
  })
}

/**
 * A certain repair by value covers the cells with the same repair of their own; otherwise those are separate offers.
 */
function finish(parts: Finding, stayed: ReadonlyMap<SeenText, number>, claims: Claims): void {
  const { stayedOf, agreed, made, cells } = parts
  for (const [text, count] of stayed) stayedOf.set(text, count)
  for (const { text, ...cell } of agreed) {
    if (!isSureOf(parts, text, made[cell.offer]?.basis ?? 'value')) continue
    cells.push(cell)
    claims.get(cell.sheet)?.delete(cell.row * columnsAtMost + cell.col)
  }
  addClaims(
    parts,
    [...claims].flatMap(([sheet, ofSheet]) =>
      [...ofSheet].map(([cell, claim]) => {
        return { sheet, row: Math.floor(cell / columnsAtMost), col: cell % columnsAtMost, claim }
      }),
    ),
  )
}

function offersIn(parts: Finding): FoundOffers {
  const { cells, made, stayedOf } = parts
  cells.sort((a, b) => a.sheet - b.sheet || a.row - b.row || a.col - b.col)
  return {
    offers: made.map(({ text, ...offer }) => ({
      ...offer,
      stayed: text === null ? 0 : (stayedOf.get(text) ?? 0),
      sure: text === null || isSureOf(parts, text, offer.basis),
    })),
    sheet: Int32Array.from(cells, (cell) => cell.sheet),
    row: Int32Array.from(cells, (cell) => cell.row),
    col: Int32Array.from(cells, (cell) => cell.col),
    offer: Int32Array.from(cells, (cell) => cell.offer),
  }
}
