// A text as it came, and with the escapes of JSON, of addresses and of pages read, once and again: what was hidden by an
// escape is found there, and each byte of it knows its place in the source. Texts are bytes of UTF-8, one character each.

export type Reading = {
  /** In small letters. */
  readonly text: string
  /** For each byte its place in the source, with one more for the end; null: it is at its own place. */
  readonly sourceOf: Uint32Array | null
}

/** An escaped text may have been escaped again. */
const rounds = 3

/** Of ASCII only: in another byte a letter is a part of some character. */
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

/** A byte after the other, since a reply of a megabyte may hold nothing but escapes. */
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

/** The number that so many hexadecimal digits (in small letters) write; -1 where others stand there. */
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
