// Small replacement for lodash's `groupBy`, which the grid calls with a list and a function. Lodash's own contains
// its comparison of any two values, whose set-up throws and catches errors while Fix is loaded.
// oxlint-disable-next-line import/no-default-export -- The grid imports lodash's default export.
export default function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Record<string, T[]> {
  const groups: Record<string, T[]> = {}
  for (const item of items) (groups[keyOf(item)] ??= []).push(item)
  return groups
}
