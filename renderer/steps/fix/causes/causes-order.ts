// Order of the causes. While a person works on a batch, causes keep their place and new ones are appended. The list is
// sorted again on request, or when the batch is opened again. Pure functions.
export type Ordered<T> = { readonly items: readonly T[]; readonly isKept: boolean }

/**
 * Keeps known items in the order `before` and appends new ones. `items` is the ideal order; `isKept` is true if the
 * result differs from it.
 */
export function keepingOrder<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  before: readonly string[],
): Ordered<T> {
  const known = new Map(items.map((item) => [keyOf(item), item]))
  const stays = before.flatMap((key) => known.get(key) ?? [])
  const there = new Set(before)
  const kept = [...stays, ...items.filter((item) => !there.has(keyOf(item)))]
  return { items: kept, isKept: kept.some((item, at) => item !== items[at]) }
}
