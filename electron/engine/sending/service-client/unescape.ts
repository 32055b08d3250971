// Decodes JSON, URL and HTML escapes repeatedly, so that secrets hidden by escapes can be found. Each decoded byte
// knows its position in the source. Texts are UTF-8 bytes, one character each.

export type Reading = {
  /** In lower case. */
  readonly text: string
  /** For each byte its position in the source, plus one for the end; null: positions are identical. */
  readonly sourceOf: Uint32Array | null
}

/** An escaped text may have been escaped again. */
const rounds = 3

/** Lower-cases ASCII only: other bytes are parts of multi-byte characters. */
export function smallLetters(bytes: string): string {
  return bytes.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

export function readings(source: string): readonly Reading[] {
  const all: Reading[] = [{ text: smallLetters(source), sourceOf: null }]
  for (let round = 0; round < rounds; round += 1) {
    const last = all.at(-1)
    if (last === undefined || !/[\\%&]/.test(last.text)) break
    const next = unescaped(last)
    if (next.text === last.text) break
    all.push(next)
  }
  return all
}

const backslash = 0x5c
const percent = 0x25
const ampersand = 0x26
const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/y
const named: Readonly<Record<string, number>> = { amp: 0x26, lt: 0x3c, gt: 0x3e, quot: 0x22, apos: 0x27 }

/** Byte by byte, since a reply of a megabyte may consist of escapes only. */
function unescaped({ text, sourceOf }: Reading): Reading {
  const from = Buffer.from(text, 'latin1')
  const into = Buffer.allocUnsafe(from.length)
  const places = new Uint32Array(from.length + 1)
  let size = 0
  let at = 0
  const put = (byte: number): void => {
    places[size] = sourceOf?.[at] ?? at
    into[size] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte
    size += 1
  }
  const putCharacter = (point: number): void => {
    if (point < 0x80) return put(point)
    for (const byte of Buffer.from(String.fromCodePoint(point), 'utf8')) put(byte)
  }

  while (at < from.length) {
    const byte = from[at] ?? 0
    let end = at + 1
    if (byte === backslash) {
      while (from[end] === backslash) end += 1
      const next = from[end]
      const point = next === 0x75 ? hexAt(from, end + 1, 4) : -1
      if (point >= 0) {
        putCharacter(point)
        end += 5
      } else if (next === 0x22 || next === 0x2f) {
        put(next)
        end += 1
      } else put(backslash)
    } else if (byte === percent) {
      const value = hexAt(from, at + 1, 2)
      put(value < 0 ? byte : value)
      if (value >= 0) end = at + 3
    } else if (byte === ampersand && mayBeEntity(from[end] ?? 0)) {
      entity.lastIndex = at
      const [whole = '&', hex, decimal, name] = entity.exec(text) ?? []
      const point =
        hex !== undefined
          ? Number.parseInt(hex, 16)
          : name === undefined
            ? Number(decimal)
            : (named[name] ?? 0)
      if (whole === '&' || point > 0x10ffff) put(byte)
      else {
        putCharacter(point)
        end = at + whole.length
      }
    } else put(byte)
    at = end
  }
  places[size] = sourceOf?.[from.length] ?? from.length
  return { text: into.toString('latin1', 0, size), sourceOf: places }
}

function mayBeEntity(next: number): boolean {
  return next === 0x23 || (next >= 0x61 && next <= 0x71)
}

/** Value of so many hexadecimal digits (in lower case); -1 if other characters are there. */
function hexAt(bytes: Buffer, at: number, digits: number): number {
  let value = 0
  for (let one = at; one < at + digits; one += 1) {
    const byte = bytes[one] ?? 0
    const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}
