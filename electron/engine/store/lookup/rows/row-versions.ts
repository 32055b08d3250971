// Versions of row sets: what a decision about all matching rows compares with the rows that were displayed. A list is
// hashed once; its pages share the result.

/** The version of all rows of a sheet: they do not change, so their number is enough. */
export function versionOfAllRows(total: number): string {
  return `all-${total}`
}

export function createRowVersions() {
  const known = new WeakMap<Int32Array, string>()
  return {
    /** Equal for the same rows in any order. */
    of(rows: Int32Array): string {
      const before = known.get(rows)
      if (before !== undefined) return before
      const version = hashOf(rows)
      known.set(rows, version)
      return version
    },
  }
}

/** Two sums of well-mixed row numbers, which do not depend on the order. */
function hashOf(rows: Int32Array): string {
  let first = 0
  let second = 0
  for (const row of rows) {
    const mixed = mix(row)
    first = (first + mixed) | 0
    second = (second + mix(mixed ^ 0x9e3779b9)) | 0
  }
  return `${rows.length}-${(first >>> 0).toString(36)}-${(second >>> 0).toString(36)}`
}

/** The finalizer of MurmurHash3: one changed bit changes half of all bits. */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
