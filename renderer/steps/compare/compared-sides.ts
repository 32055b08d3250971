// The two sides of a comparison in the address of its page: a batch, and which validation of it, or as it is now.
import { hrefOf } from '../../app/route.ts'

export type ComparedSide = {
  readonly batch: number
  /** Counted from 1; null: as the batch is now. */
  readonly pass: number | null
}
/** Null: not chosen yet. */
export type ComparedSides = { readonly first: ComparedSide | null; readonly second: ComparedSide | null }

type Params = Readonly<Record<string, string>>

export function sidesOf(params: Params): ComparedSides {
  return { first: sideOf(params, 'first'), second: sideOf(params, 'second') }
}

function sideOf(params: Params, name: 'first' | 'second'): ComparedSide | null {
  const batch = countOf(params[name])
  return batch === null ? null : { batch, pass: countOf(params[`${name}Pass`]) }
}

const countOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

export function paramsOf({ first, second }: ComparedSides): Params {
  return { ...paramsOfSide('first', first), ...paramsOfSide('second', second) }
}

function paramsOfSide(name: 'first' | 'second', side: ComparedSide | null): Params {
  if (side === null) return {}
  return {
    [name]: String(side.batch),
    ...(side.pass === null ? {} : { [`${name}Pass`]: String(side.pass) }),
  }
}

export function hrefOfComparison(sides: ComparedSides): string {
  return hrefOf({ page: 'compare', params: paramsOf(sides) })
}

export function isSameSide(first: ComparedSide, second: ComparedSide): boolean {
  return first.batch === second.batch && first.pass === second.pass
}
