// Keys in a pasted text: one a line, or cells copied from a spreadsheet. Pure.

/** Of one list. */
export const mostKeys = 10_000
export const longestKey = 500

export type PastedKeys = {
  /** In the order of the text, each once, without the blanks and quotation marks around it. */
  readonly keys: readonly string[]
  /** How often a key came that was there before. */
  readonly repeated: number
}

const quoted = /^(?:"(.*)"|'(.*)'|“(.*)”|„(.*)[“”])$/s

export function keysIn(text: string): PastedKeys {
  const keys = new Set<string>()
  let all = 0
  for (const cell of text.split(/[\r\n\t]+/)) {
    const key = bareKey(cell)
    if (key === '') continue
    all += 1
    keys.add(key)
  }
  return { keys: [...keys], repeated: all - keys.size }
}

/** A cell's text without the blanks and quotation marks around it; empty: no key. */
export function bareKey(cell: string): string {
  const text = cell.replace(/^[\s\uFEFF]+|\s+$/g, '')
  const inner = quoted
    .exec(text)
    ?.slice(1)
    .find((one) => one !== undefined)
  return inner === undefined ? text : inner.replaceAll('""', '"').trim()
}
