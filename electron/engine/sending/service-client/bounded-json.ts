// Reduces a reply's JSON before it is parsed, so that no reply blocks the thread, fills the memory or overflows the
// stack. Values nested too deeply stay as text, and values beyond a limit are left out. One pass without recursion;
// skipped parts are only checked for brackets and quotation marks, and counted.

export type JsonLimits = {
  /** Nesting depth of containers. */
  readonly depth: number
  /** Number of values, including containers. */
  readonly values: number
  /** Characters of one string. */
  readonly text: number
}

export type JsonCut = {
  /** Number of members and items left out. */
  readonly leftOut: number
  /** Number of objects and lists kept as text. */
  readonly tooDeep: number
  readonly longTexts: number
}

/** `cut` is null if the text is within the limits; then it is returned unchanged. */
export type BoundedJson = { readonly text: string; readonly cut: JsonCut | null }

/**
 * Members of the outermost object that are read even when the limit is reached, because a reply's messages are there.
 */
const outermostBeyond = 50

const scalar = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const blank = /[ \t\r\n]*/y

/** The reading of one text: the position, the open containers, and what is kept. */
type Reader = {
  readonly text: string
  readonly limits: JsonLimits
  at: number
  readonly open: { readonly close: '}' | ']'; count: number }[]
  readonly kept: string[]
  readonly cut: { leftOut: number; tooDeep: number; longTexts: number }
  values: number
  /** Members of the outermost object that were read beyond the limit. */
  beyond: number
}

/** Null if the examined part is not JSON. */
export function boundJson(text: string, limits: JsonLimits): BoundedJson | null {
  const cut = { leftOut: 0, tooDeep: 0, longTexts: 0 }
  const reader: Reader = { text, limits, at: 0, open: [], kept: [], cut, values: 0, beyond: 0 }
  skipBlank(reader)
  if (!takeValue(reader, null)) return null
  for (let isFirst: boolean | null = true; reader.open.length > 0; ) {
    isFirst = takeNext(reader, isFirst)
    if (isFirst === null) return null
  }
  skipBlank(reader)
  if (reader.at < text.length) return null
  const isWhole = cut.leftOut + cut.tooDeep + cut.longTexts === 0
  return isWhole ? { text, cut: null } : { text: reader.kept.join(''), cut }
}

/**
 * Takes the next member or item of the innermost container, or its end. `isFirst`: the container has just begun.
 * Returns that for the next call; null if the text is not JSON.
 */
function takeNext(reader: Reader, isFirst: boolean): boolean | null {
  const { text, open } = reader
  const container = open.at(-1)
  skipBlank(reader)
  if (text[reader.at] === container?.close) {
    reader.kept.push(text[reader.at] ?? '')
    reader.at += 1
    open.pop()
    return false
  }
  if (!isFirst) {
    if (text[reader.at] !== ',') return null
    reader.at += 1
    skipBlank(reader)
  }
  const key = container?.close === '}' ? readKey(reader) : null
  if (container?.close === '}' && key === null) return null
  const depth = open.length
  if (!takeValue(reader, key)) return null
  return open.length > depth
}

/** The key at the position, as written; null if there is none. Moves to its value. */
function readKey(reader: Reader): string | null {
  const from = reader.at
  const end = reader.text[from] === '"' ? endOfText(reader.text, from) : -1
  if (end === -1) return null
  reader.at = end
  skipBlank(reader)
  if (reader.text[reader.at] !== ':') return null
  reader.at += 1
  skipBlank(reader)
  return reader.text.slice(from, end)
}

/** Takes the value at the position with its key, or leaves it out; false if it is no value. */
function takeValue(reader: Reader, key: string | null): boolean {
  const { text, open, kept, cut } = reader
  const first = text[reader.at]
  const isContainer = first === '{' || first === '['
  if (!isRoom(reader)) {
    const end = endOfValue(reader)
    if (end === -1) return false
    cut.leftOut += 1
    reader.at = end
    return true
  }
  const container = open.at(-1)
  if (container !== undefined) {
    if (container.count > 0) kept.push(',')
    container.count += 1
  }
  reader.values += 1
  if (key !== null) kept.push(shortened(reader, key), ':')
  if (isContainer && open.length < reader.limits.depth) {
    kept.push(first)
    open.push({ close: first === '{' ? '}' : ']', count: 0 })
    reader.at += 1
    return true
  }
  const end = endOfValue(reader)
  if (end === -1) return false
  if (isContainer) {
    cut.tooDeep += 1
    kept.push(JSON.stringify(excerpt(text, reader.at, end)))
  } else {
    const source = text.slice(reader.at, end)
    kept.push(first === '"' ? shortened(reader, source) : source)
  }
  reader.at = end
  return true
}

function isRoom(reader: Reader): boolean {
  if (reader.values < reader.limits.values) return true
  const first = reader.text[reader.at]
  if (reader.open.length !== 1 || first === '{' || first === '[') return false
  if (reader.beyond >= outermostBeyond) return false
  reader.beyond += 1
  return true
}

function skipBlank(reader: Reader): void {
  if (reader.text.charCodeAt(reader.at) > 0x20) return
  blank.lastIndex = reader.at
  blank.test(reader.text)
  reader.at = blank.lastIndex
}

/** The end of the value at the position, or -1. */
function endOfValue({ text, at }: Reader): number {
  const first = text[at]
  if (first === '"') return endOfText(text, at)
  if (first === '{' || first === '[') return endOfContainer(text, at)
  scalar.lastIndex = at
  return scalar.test(text) ? scalar.lastIndex : -1
}

function shortened({ limits, cut }: Reader, source: string): string {
  if (source.length <= limits.text) return source
  try {
    const decodedText = JSON.parse(source) as string
    if (decodedText.length <= limits.text) return source
    cut.longTexts += 1
    return JSON.stringify(`${decodedText.slice(0, limits.text - 1)}…`)
  } catch {
    return source
  }
}

/** The position after the quotation mark that closes the string at `from`, or -1. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return at + 1
  }
  return -1
}

/** The position after the bracket that closes the container at `from`, or -1. */
function endOfContainer(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      const end = endOfText(text, at)
      if (end === -1) return -1
      at = end - 1
    } else if (code === 0x5b || code === 0x7b) depth += 1
    else if (code === 0x5d || code === 0x7d) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

function excerpt(text: string, from: number, end: number): string {
  const longest = 200
  return end - from <= longest ? text.slice(from, end) : `${text.slice(from, from + longest - 1)}…`
}
