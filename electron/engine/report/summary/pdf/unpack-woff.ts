// Unpacks a WOFF file (https://www.w3.org/TR/WOFF/) into the font that it holds, by zlib. The library that reads fonts can
// do so too, several times slower.
import { inflateSync } from 'node:zlib'

const woffHeader = 44
const woffEntry = 20
const fontHeader = 12
const fontEntry = 16

type Table = { readonly tag: Buffer; readonly checksum: number; readonly bytes: Buffer }

export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF file.')
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, at) =>
    tableAt(woff, woffHeader + at * woffEntry),
  )
  const header = Buffer.alloc(fontHeader + tables.length * fontEntry)
  const power = Math.floor(Math.log2(tables.length))
  header.writeUInt32BE(woff.readUInt32BE(4), 0)
  header.writeUInt16BE(tables.length, 4)
  header.writeUInt16BE(2 ** power * fontEntry, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE((tables.length - 2 ** power) * fontEntry, 10)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (const [at, { tag, checksum, bytes }] of tables.entries()) {
    const entry = fontHeader + at * fontEntry
    tag.copy(header, entry)
    header.writeUInt32BE(checksum, entry + 4)
    header.writeUInt32BE(offset, entry + 8)
    header.writeUInt32BE(bytes.length, entry + 12)
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
    bytes.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

/** A table is packed only where that makes it shorter. */
function tableAt(woff: Buffer, entry: number): Table {
  const offset = woff.readUInt32BE(entry + 4)
  const packed = woff.readUInt32BE(entry + 8)
  const length = woff.readUInt32BE(entry + 12)
  const bytes = woff.subarray(offset, offset + packed)
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    bytes: packed < length ? inflateSync(bytes) : bytes,
  }
}
