// Strict decoding of a text file's bytes. A byte that does not fit the encoding refuses the file, and no encoding
// is guessed silently. TextDecoder supports every encoding except UTF-32.
import { isAscii } from 'node:buffer'
import { refusal } from '../refusal.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export type Encoding = {
  /** As displayed: `utf-8`, `utf-16le`, `windows-1252` … */
  readonly name: string
  /** True if the operator named it; otherwise it was detected from the bytes. */
  readonly named: boolean
}

export type TextDecoding = {
  /** Throws NotInEncoding for invalid bytes. */
  readonly decode: (bytes: Uint8Array) => string
  readonly end: () => string
}

export class NotInEncoding extends Error {}

const marks = [
  { name: 'utf-32le', bytes: [0xff, 0xfe, 0, 0] },
  { name: 'utf-32be', bytes: [0, 0, 0xfe, 0xff] },
  { name: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bytes: [0xff, 0xfe] },
  { name: 'utf-16be', bytes: [0xfe, 0xff] },
] as const

/** By byte-order mark, else by the pattern of NUL bytes, else strict UTF-8. */
export function encodingOf(sample: Uint8Array): Encoding {
  const marked = marks.find(({ bytes }) => bytes.every((byte, index) => sample[index] === byte))
  return { name: marked?.name ?? byNulPattern(sample) ?? 'utf-8', named: false }
}

/** Mostly Latin text has a NUL in every second byte in UTF-16, and in three of four in UTF-32. */
function byNulPattern(sample: Uint8Array): string | null {
  const looked = sample.subarray(0, Math.min(sample.length, 4096) & ~3)
  if (looked.length === 0) return null
  const nuls = [0, 0, 0, 0]
  looked.forEach((byte, index) => {
    if (byte === 0) nuls[index % 4] = (nuls[index % 4] ?? 0) + 1
  })
  const quarter = looked.length / 4
  // Text of other alphabets in UTF-32: the upper two bytes of four are always or nearly always NUL.
  const [one = 0, two = 0, three = 0, four = 0] = nuls
  if (four === quarter && three > quarter * 0.9) return 'utf-32le'
  if (one === quarter && two > quarter * 0.9) return 'utf-32be'
  const pattern = nuls
    .map((count) => (count > quarter * 0.6 ? '0' : count < quarter * 0.1 ? 'x' : '?'))
    .join('')
  return { x000: 'utf-32le', '000x': 'utf-32be', x0x0: 'utf-16le', '0x0x': 'utf-16be' }[pattern] ?? null
}

/** The encoding that the operator named; refuses an unknown name. */
export function namedEncoding(label: string): Encoding {
  const plain = label.trim().toLowerCase()
  if (plain === 'utf-32le' || plain === 'utf-32be') return { name: plain, named: true }
  try {
    return { name: new TextDecoder(plain).encoding, named: true }
  } catch (cause) {
    throw refusal('encoding_unknown', message('import.encoding_unknown', { encoding: label }), { cause })
  }
}

export function createDecoding(name: string): TextDecoding {
  if (name === 'utf-32le' || name === 'utf-32be') return utf32(name === 'utf-32le')
  const decoder = new TextDecoder(name, { fatal: true })
  const guarded = (read: () => string): string => {
    try {
      return read()
    } catch (cause) {
      throw new NotInEncoding(`Not ${name}`, { cause })
    }
  }
  return {
    decode: (bytes) => guarded(() => decoder.decode(bytes, { stream: true })),
    end: () => guarded(() => decoder.decode()),
  }
}

function utf32(little: boolean): TextDecoding {
  let rest = Buffer.alloc(0)
  let first = true
  return {
    decode: (bytes) => {
      const all = Buffer.concat([rest, bytes])
      const whole = all.length & ~3
      rest = Buffer.from(all.subarray(whole))
      const parts: string[] = []
      for (let at = 0; at < whole; at += 4) {
        const point = little ? all.readUInt32LE(at) : all.readUInt32BE(at)
        if (point > 0x10_ff_ff || (point >= 0xd8_00 && point <= 0xdf_ff))
          throw new NotInEncoding('Not UTF-32')
        if (!(first && point === 0xfe_ff)) parts.push(String.fromCodePoint(point))
        first = false
      }
      return parts.join('')
    },
    end: () => {
      if (rest.length > 0) throw new NotInEncoding('UTF-32 cut short')
      return ''
    },
  }
}

/**
 * True if bytes contain only printable ASCII and line ends (and tabs, if these are fine): cheap enough for every
 * chunk.
 */
export function isPlain(bytes: Uint8Array, tabs: boolean): boolean {
  if (!isAscii(bytes) || bytes.byteOffset % 4 !== 0) return false
  // Four bytes at once; only a word with a byte below a blank is examined.
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? 0
    if (((word - 0x20_20_20_20) & ~word & 0x80_80_80_80) === 0) continue
    for (let byte = at * 4; byte < at * 4 + 4; byte += 1) if (isControl(bytes[byte] ?? 0, tabs)) return false
  }
  for (let at = words.length * 4; at < bytes.length; at += 1)
    if (isControl(bytes[at] ?? 0, tabs)) return false
  // Delete is the only control character above the blank.
  return bytes.indexOf(0x7f) === -1
}

function isControl(byte: number, tabs: boolean): boolean {
  return byte < 0x20 && byte !== 0x0a && byte !== 0x0d && !(tabs && byte === 0x09)
}
