// Detects encodings that write characters beyond ASCII in ASCII: ISO-2022 by escape sequences, HZ by `~{ … ~}`,
// UTF-7 by `+ … -`. Read as plain text they would silently give nonsense, so they are reported by name. Plus signs
// and tildes are common in ordinary text, so the text after them must decode to real writing.
import { hangul, japanese, languages, simplified, traditional } from './text-languages.ts'

export type SevenBit = {
  readonly name: string
  /** The decoded text. */
  readonly says: string
  /** Its position in the text. */
  readonly index: number
}

/** Characters after an escape character. */
const shifts: Readonly<Record<string, readonly string[]>> = {
  'iso-2022-jp': ['$@', '$B', '$(D', '(I', '(J'],
  'iso-2022-kr': ['$)C'],
  'iso-2022-cn': ['$)A', '$)G', '$)E', '$*H'],
}

/** Null for plain text. `text`: ASCII only; an incomplete sequence at its very end waits for the next piece. */
export function sevenBitOf(text: string): SevenBit | null {
  for (let index = text.indexOf('\x1b'); index !== -1; index = text.indexOf('\x1b', index + 1)) {
    const found = Object.entries(shifts).find(([, all]) =>
      all.some((shift) => text.startsWith(shift, index + 1)),
    )
    if (found === undefined) continue
    const [name] = found
    return { name, says: name === 'iso-2022-jp' ? iso2022(text, index) : '', index }
  }
  return hzOf(text) ?? utf7Of(text)
}

function iso2022(text: string, index: number): string {
  const start = text.lastIndexOf('\n', index) + 1
  const end = text.indexOf('\n', index)
  const line = text.slice(start, end === -1 ? undefined : end)
  return new TextDecoder('iso-2022-jp').decode(Buffer.from(line, 'latin1')).trim()
}

function hzOf(text: string): SevenBit | null {
  if (!text.includes('~{')) return null
  for (const { 1: pairs = '', index } of text.matchAll(/~\{((?:[\x21-\x77][\x21-\x7e])+?)~\}/g)) {
    const bytes = Uint8Array.from(pairs, (character) => character.charCodeAt(0) | 0x80)
    const says = new TextDecoder('gb18030').decode(bytes)
    if ([...says].filter((character) => simplified.has(character)).length * 2 >= says.length)
      return { name: 'HZ (hz-gb-2312)', says, index }
  }
  return null
}

function utf7Of(text: string): SevenBit | null {
  if (!text.includes('+')) return null
  let eastAsian = 0
  for (const { 1: base64 = '', index } of text.matchAll(/\+([A-Za-z0-9+/]{3,})(?=[^A-Za-z0-9+/=])/g)) {
    const says = utf16Of(base64)
    if (says === null) continue
    if (isWord(says)) return { name: 'UTF-7', says, index }
    // A word after a plus sign may decode to such characters by chance, but not twice, and not to common ones.
    if (isEastAsian(says)) eastAsian += 1
    if (eastAsian > 1) return { name: 'UTF-7', says, index }
  }
  return null
}

/** Null if it is not whole UTF-16 units with only zero bits left over. */
function utf16Of(base64: string): string | null {
  const bits = base64.length * 6
  if (bits % 16 >= 6) return null
  const bytes = Buffer.from(base64, 'base64')
  const units = Math.floor(bits / 16)
  const rest = bytes.subarray(units * 2)
  if (units === 0 || rest.some((byte) => byte !== 0)) return null
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(
    base64.at(-1) ?? 'A',
  )
  if ((last & ((1 << (bits % 16)) - 1)) !== 0) return null
  const text = Buffer.from(bytes.subarray(0, units * 2))
    .swap16()
    .toString('utf16le')
  return text.isWellFormed() ? text : null
}

/** Letters of one of the languages of the encodings, or typographic signs. */
function isWord(text: string): boolean {
  const letters = [...text].map((character) => character.toLowerCase())
  return (
    languages.some((language) => letters.every((letter) => language.letters.has(letter))) ||
    letters.every((letter) => /[–—‘’“”„…€£]/.test(letter))
  )
}

function isEastAsian(text: string): boolean {
  const sets = [simplified, traditional, japanese, hangul]
  return (
    text.length > 1 &&
    sets.some((common) => [...text].every((one) => common.has(one) || /[\u3040-\u30ff]/.test(one)))
  )
}
