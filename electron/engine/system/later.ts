// Parts that refer to each other: one of them is named before it exists and asked for only after that.

export type Later<T> = {
  /** Throws if it was not set yet, which is a fault of Carryover. */
  readonly get: () => T
  readonly set: (part: T) => T
}

export function later<T>(name: string): Later<T> {
  let made: { readonly part: T } | null = null
  return {
    get() {
      if (made === null) throw new Error(`The ${name} was asked for before it exists`)
      return made.part
    },
    set(part) {
      made = { part }
      return part
    },
  }
}
