// Joins a header of two rows: the upper row holds titles of groups of columns ("Supply address", "Billing address"),
// the lower one the columns' own names. They are joined only where the names alone would not tell the columns apart,
// so a title line above a table is never taken for groups. Pure.

const longestTitle = 40

/** The header's names, with their group's title before those that stand below one: `Supply address / Town`. */
export function joinedHeaders(upper: readonly string[] | undefined, header: readonly string[]): string[] {
  const starts = upper === undefined ? null : groupStarts(upper, header)
  if (starts === null) return [...header]
  const longest = Math.max(...starts.slice(0, -1).map(({ at }, index) => (starts[index + 1]?.at ?? at) - at))
  const names = [...header]
  for (const [index, { at, title }] of starts.entries()) {
    const end = starts[index + 1]?.at ?? at + longest
    for (let column = at; column < Math.min(end, names.length); column += 1) {
      const name = names[column]?.trim() ?? ''
      names[column] = name === '' ? title : `${title} / ${name}`
    }
  }
  return names
}

type Start = { readonly at: number; readonly title: string }

/** Where each group begins; null if the row above is no row of group titles. */
function groupStarts(upper: readonly string[], header: readonly string[]): readonly Start[] | null {
  const starts = upper.flatMap((text, at): Start[] => {
    const title = text.trim().replace(/\s+/g, ' ')
    return title === '' ? [] : [{ at, title }]
  })
  if (starts.length < 2 || starts.length >= header.length) return null
  if (!starts.every(({ title }) => /^\p{L}[^\d:=]*$/u.test(title) && title.length <= longestTitle))
    return null
  if (new Set(starts.map(({ title }) => title)).size < starts.length) return null
  const isGroup = ({ at }: Start, index: number): boolean =>
    (starts[index + 1]?.at ?? header.length) - at >= 2
  if (!starts.some(isGroup)) return null
  return repeatsAcross(starts, header) ? starts : null
}

/** Whether some column name stands below two different titles. */
function repeatsAcross(starts: readonly Start[], header: readonly string[]): boolean {
  const seen = new Map<string, number>()
  for (const [at, name] of header.entries()) {
    const plain = name.trim().toLowerCase()
    if (plain === '') continue
    const group = starts.findLastIndex((start) => start.at <= at)
    const before = seen.get(plain)
    if (before !== undefined && before !== group) return true
    seen.set(plain, group)
  }
  return false
}
