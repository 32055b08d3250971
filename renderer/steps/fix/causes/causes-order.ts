// In which order the causes stand. While a person is in the list (the mouse over it, the focus in it) nothing moves under
// their hands: what was there keeps its place, what is new comes at the end, and the order is made again when they ask or
// have left. Pure.
export type Ordered<T> = { readonly items: readonly T[]; readonly isKept: boolean }

/** `items` in the order that they should have; `before`: the keys as they stand. Kept only where that differs. */
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
