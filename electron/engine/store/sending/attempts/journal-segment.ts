// Segments of the attempt journal on the disk: how they are named, laid out and read. attempt-journal.ts writes them.
//
// - Folder `attempt-journal`; one file per segment of 65,536 records, named by the number of its first record. A
//   segment is a header (magic, version, hash key, number of the first record, CRC-32) and records of 48 bytes.
//   Zeros follow them, written ahead, so that a flush does not change the size of the file.
// - A record: kind, attempt number of its account, record number (without gaps), time, keyed hash of the account,
//   first 8 bytes of the payload's SHA-256, epoch, CRC-32. A damaged record does not affect the others.
// - The account is a SHA-256 of a random key, the service's address and the account's identity, cut to 16 bytes. It
//   is recognised when its file is loaded again, and the journal holds no customer data.
import { closeSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

export const journalFolder = 'attempt-journal'
export const recordBytes = 48
export const headerBytes = 96
/** Records that are preallocated at a time: 16 KiB. */
export const roomMade = 341
export const magic = Buffer.from('CARYATT1')
export const attemptKind = 1
export const startKind = 2

export type JournalRecord = {
  readonly isStart: boolean
  /** For a start record: the records before it may be incomplete. */
  readonly isBroken: boolean
  readonly number: number
  readonly at: number
  readonly account: Buffer
  readonly epoch: string
}

/** One segment on the disk. `spoiled`: numbers of damaged records. */
export type Segment = {
  readonly file: string
  readonly first: number
  readonly key: Buffer
  readonly records: readonly JournalRecord[]
  readonly spoiled: readonly number[]
  /** The file's modification time. */
  readonly changedAt: number
}

/** The files of the journal, oldest first. */
export function segmentsOf(folder: string): { readonly file: string; readonly first: number }[] {
  const directory = join(folder, journalFolder)
  let names: string[]
  try {
    names = readdirSync(directory)
  } catch {
    return []
  }
  return names
    .filter((name) => /^\d{15}\.journal$/.test(name))
    .sort()
    .map((name) => ({ file: join(directory, name), first: Number(name.slice(0, 15)) }))
}

/** Records from number `from` on; null if not even the header can be read. */
export function readSegment(
  { file, first }: { readonly file: string; readonly first: number },
  from = first,
): Segment | null {
  const descriptor = openSync(file, 'r')
  try {
    const bytes = readFileSync(descriptor)
    const header = bytes.subarray(0, headerBytes)
    if (!isSound(header) || !header.subarray(0, 8).equals(magic) || header.readUIntBE(40, 6) !== first)
      return null
    const records: JournalRecord[] = []
    const spoiled: number[] = []
    const begin = headerBytes + Math.max(0, from - first) * recordBytes
    for (let at = begin; at < bytes.length; at += recordBytes) {
      const record = bytes.subarray(at, at + recordBytes)
      if (isZero(record) && isZero(bytes.subarray(at))) break
      const number = first + (at - headerBytes) / recordBytes
      const isAsWritten =
        record.length === recordBytes && isSound(record) && record.readUIntBE(4, 6) === number
      if (isAsWritten) records.push(recordOf(record))
      else spoiled.push(number)
    }
    return {
      file,
      first,
      key: Buffer.from(header.subarray(8, 40)),
      records,
      spoiled,
      changedAt: fstatSync(descriptor).ctimeMs,
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Written ahead of the records. */
export const zeros = Buffer.alloc(recordBytes * roomMade)
function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const part = bytes.subarray(at, at + zeros.length)
    if (!part.equals(zeros.subarray(0, part.length))) return false
  }
  return true
}

function isSound(bytes: Buffer): boolean {
  const end = bytes.length - 4
  return bytes.length > 4 && crc32(bytes.subarray(0, end)) === bytes.readUInt32BE(end)
}

export function seal(bytes: Buffer): void {
  bytes.writeUInt32BE(crc32(bytes.subarray(0, bytes.length - 4)), bytes.length - 4)
}

function recordOf(bytes: Buffer): JournalRecord {
  const isStart = bytes[0] === startKind
  return {
    isStart,
    isBroken: isStart && bytes.readUInt16BE(2) === 1,
    number: bytes.readUIntBE(4, 6),
    at: bytes.readUIntBE(10, 6),
    account: Buffer.from(bytes.subarray(16, 32)),
    epoch: bytes.toString('hex', 40, 44),
  }
}
