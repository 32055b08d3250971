// Reads an OLE compound file (MS-CFB): its directory of streams and the bytes of one stream. Reads the open file
// sector by sector; a chain of sectors longer than the file is a cycle and ends the reading.
import type { InputFile } from '../../system/files/sealed-file.ts'

export type CompoundStream = { readonly name: string; readonly size: number; readonly start: number }
export type Compound = {
  /** In directory order, including storages. */
  readonly streams: readonly CompoundStream[]
  /** By name, case-insensitive. */
  readonly find: (name: string) => CompoundStream | undefined
  readonly read: (stream: CompoundStream) => Promise<Buffer>
}

const lastSector = 0xfffffffa
const entryBytes = 128
/** Limit of directory sectors; real files have a few. */
const mostDirectory = 1024

/** Null for a malformed file. */
export async function openCompound(file: InputFile, fileBytes: number): Promise<Compound | null> {
  const header = await bytesAt(file, 0, 512)
  if (header === null) return null
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null
  const sectorBytes = 2 ** shift
  const sectors = Math.ceil(fileBytes / sectorBytes)
  const sector = (at: number): Promise<Buffer | null> => bytesAt(file, (at + 1) * sectorBytes, sectorBytes)
  const table = await allocationTable(header, sectors, sectorBytes, sector)
  if (table === null) return null
  const chain = (start: number, most: number): number[] | null => chainOf(table, start, most)
  const collect = async (start: number, most: number): Promise<Buffer | null> => {
    const found = chain(start, most)
    if (found === null) return null
    const pieces: Buffer[] = []
    for (const at of found) {
      const piece = await sector(at)
      if (piece === null) return null
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }
  const directory = await collect(header.readUInt32LE(48), mostDirectory)
  if (directory === null) return null
  const streams = entriesOf(directory)
  const [root] = streams
  const smallBelow = header.readUInt32LE(56)
  const small = async (stream: CompoundStream): Promise<Buffer | null> => {
    const smallTable = await collect(header.readUInt32LE(60), sectors)
    const store = root === undefined ? null : await collect(root.start, sectors)
    if (smallTable === null || store === null) return null
    const found = chainOf(wordsOf(smallTable), stream.start, Math.ceil(stream.size / 64))
    return found === null ? null : Buffer.concat(found.map((at) => store.subarray(at * 64, at * 64 + 64)))
  }
  return {
    streams,
    find: (name) => streams.find((one) => one.name.toLowerCase() === name.toLowerCase()),
    read: async (stream) => {
      const most = Math.ceil(stream.size / sectorBytes)
      const found = stream.size < smallBelow ? await small(stream) : await collect(stream.start, most)
      return (found ?? Buffer.alloc(0)).subarray(0, stream.size)
    },
  }
}

async function allocationTable(
  header: Buffer,
  sectors: number,
  sectorBytes: number,
  sector: (at: number) => Promise<Buffer | null>,
): Promise<number[] | null> {
  const places = wordsOf(header.subarray(76, 512)).filter((at) => at < lastSector)
  let next = header.readUInt32LE(68)
  while (next < lastSector) {
    const more = await sector(next)
    if (more === null || places.length > sectors) return null
    const words = wordsOf(more)
    places.push(...words.slice(0, sectorBytes / 4 - 1).filter((at) => at < lastSector))
    next = words.at(-1) ?? lastSector
  }
  const table: number[] = []
  for (const at of places) {
    const piece = await sector(at)
    if (piece === null) return null
    for (const word of wordsOf(piece)) table.push(word)
  }
  return table
}

/** At most `most` sectors; null for a broken chain. */
function chainOf(table: readonly number[], start: number, most: number): number[] | null {
  const chain: number[] = []
  for (let at = start; at < lastSector && chain.length < most; ) {
    chain.push(at)
    const next = table[at]
    if (next === undefined) return null
    at = next
  }
  return chain
}

function entriesOf(directory: Buffer): CompoundStream[] {
  const entries: CompoundStream[] = []
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const length = directory.readUInt16LE(at + 64)
    if (directory[at + 66] === 0 || length < 2 || length > 64) continue
    entries.push({
      name: directory.toString('utf16le', at, at + length - 2),
      size: directory.readUInt32LE(at + 120),
      start: directory.readUInt32LE(at + 116),
    })
  }
  return entries
}

function wordsOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_word, at) => bytes.readUInt32LE(at * 4))
}

/** Null if the file ends before; a last sector may be cut short. */
async function bytesAt(file: InputFile, position: number, length: number): Promise<Buffer | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return bytesRead === 0 ? null : buffer
}
