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

/** Null if the examined part is not JSON. */
export function boundJson(text: string, limits: JsonLimits): BoundedJson | null {
  const kept: string[] = []
  const open: { readonly close: '}' | ']'; count: number }[] = []
  const cut = { leftOut: 0, tooDeep: 0, longTexts: 0 }
  let values = 0
  let beyond = 0
  let at = 0

  const skipBlank = (): void => {
    if (text.charCodeAt(at) > 0x20) return
    blank.lastIndex = at
    blank.test(text)
    at = blank.lastIndex
  }

  /** The end of the value at `at`, or -1. */
  function endOfValue(): number {
    const first = text[at]
    if (first === '"') return endOfText(text, at)
    if (first === '{' || first === '[') return endOfContainer(text, at)
    scalar.lastIndex = at
    return scalar.test(text) ? scalar.lastIndex : -1
  }

  function isRoom(): boolean {
    if (values < limits.values) return true
    const first = text[at]
    if (open.length !== 1 || first === '{' || first === '[' || beyond >= outermostBeyond) return false
    beyond += 1
    return true
  }

  function shortened(source: string): string {
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

  /** Takes the value at `at` with its key, which starts at `keyFrom` (-1: none); false if it is no value. */
  function take(keyFrom: number, keyEnd: number): boolean {
    const first = text[at]
    const isContainer = first === '{' || first === '['
    const container = open.at(-1)
    if (isRoom()) {
      if (container !== undefined) {
        if (container.count > 0) kept.push(',')
        container.count += 1
      }
      values += 1
      if (keyFrom !== -1) kept.push(shortened(text.slice(keyFrom, keyEnd)), ':')
      if (isContainer && open.length < limits.depth) {
        kept.push(first)
        open.push({ close: first === '{' ? '}' : ']', count: 0 })
        at += 1
        return true
      }
      const end = endOfValue()
      if (end === -1) return false
      if (isContainer) {
        cut.tooDeep += 1
        kept.push(JSON.stringify(excerpt(text, at, end)))
      } else kept.push(first === '"' ? shortened(text.slice(at, end)) : text.slice(at, end))
      at = end
      return true
    }
    const end = endOfValue()
    if (end === -1) return false
    cut.leftOut += 1
    at = end
    return true
  }

  skipBlank()
  if (!take(-1, -1)) return null
  let isFirst = true
  while (open.length > 0) {
    const container = open.at(-1)
    skipBlank()
    if (text[at] === container?.close) {
      kept.push(text[at] ?? '')
      at += 1
      open.pop()
      isFirst = false
      continue
    }
    if (!isFirst) {
      if (text[at] !== ',') return null
      at += 1
      skipBlank()
    }
    let keyFrom = -1
    let keyEnd = -1
    if (container?.close === '}') {
      keyFrom = at
      keyEnd = text[at] === '"' ? endOfText(text, at) : -1
      if (keyEnd === -1) return null
      at = keyEnd
      skipBlank()
      if (text[at] !== ':') return null
      at += 1
      skipBlank()
    }
    const depth = open.length
    if (!take(keyFrom, keyEnd)) return null
    isFirst = open.length > depth
  }
  skipBlank()
  if (at < text.length) return null
  const isWhole = cut.leftOut + cut.tooDeep + cut.longTexts === 0
  return isWhole ? { text, cut: null } : { text: kept.join(''), cut }
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
