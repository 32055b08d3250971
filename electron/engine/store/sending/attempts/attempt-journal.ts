// Attempt journal: a second record of every create that may have been sent, in its own files next to the database.
// The database may lose flushed commits (its log is cut or deleted, or an older copy or a backup replaces it). At
// the next start the journal names the lost attempts (journal-check.ts), and those accounts are looked up first.
//
// - Folder `attempt-journal`; one file per segment of 65,536 records, named by the number of its first record. A
//   segment is a header (magic, version, hash key, number of the first record, CRC-32) and records of 48 bytes.
//   Zeros follow them, written ahead, so that a flush does not change the size of the file.
// - A record: kind, attempt number of its account, record number (without gaps), time, keyed hash of the account,
//   first 8 bytes of the payload's SHA-256, epoch, CRC-32. A damaged record does not affect the others.
// - The account is a SHA-256 of a random key, the service's address and the account's identity, cut to 16 bytes. It
//   is recognised when its file is loaded again, and the journal holds no customer data.
// - Each start writes a record with a new random epoch. The database stores the number and the epoch of the last
//   record it knows, in the transaction that writes the intents.
// - Order: intents into the transaction, records into the journal, commit, request. Another thread flushes the
//   journal during the commit, and the request waits for both. So after a kill the journal is never behind the
//   database, and the records after the database's number are what the database lost. After a power cut the journal
//   may lack the last records, but none of their requests was sent.
// - A start record also says if the records before it may be incomplete; a database from before it trusts none of
//   them.
// - The file's modification time is at most a moment later than the time of the last record. A file that was copied
//   into this place, even over the old one, has a later time than its last record. Windows may set that time when
//   the file is closed, so it is not checked there.
// - The newest 32 segments are kept (2,097,152 records, 96 MiB). A start reads the last one, and earlier ones only
//   as far as the database is behind. For a database older than the first kept segment nothing is known, and the
//   check says so.
import { hash, randomBytes } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type BesideFlush, flushBeside } from '../../database/flush/flush-thread.ts'

export const journalFolder = 'attempt-journal'
export const recordBytes = 48
export const headerBytes = 96
const segmentRecords = 65_536
const segmentsKept = 32
/** Records that are preallocated at a time: 16 KiB. */
const roomMade = 341
const magic = Buffer.from('CARYATT1')
const attemptKind = 1
const startKind = 2

export type JournalPosition = { readonly epoch: string; readonly number: number }

/** An attempt in the journal. `identity`: as created by shared/payload/identity.ts. */
export type JournalEntry = {
  readonly service: string
  readonly identity: string
  readonly attempt: number
  readonly sha256: string
}

export type AttemptJournal = {
  /** Adds a record to the next `write`; `drop` removes those added since the last one. */
  add(entry: JournalEntry): void
  drop(): void
  /** Writes the added records, and starts a flush; returns the journal's position. Null if nothing was added. */
  write(): JournalPosition | null
  /** Resolves once everything written is on the disk; rejects with the disk's error. Null if it is already. */
  flushed(): Promise<void> | null
  hashOf(service: string, identity: string): Buffer
  close(): void
}

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

const zeros = Buffer.alloc(recordBytes * roomMade)
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

function seal(bytes: Buffer): void {
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

type Open = {
  readonly descriptor: number
  readonly disk: BesideFlush
  readonly first: number
  /** Number of records that fit into the file. */
  room: number
}

/** `now`: the system's clock, which sets the file's times, and not a clock moved by a test. */
export function startJournal(
  folder: string,
  start: {
    /** Null: a new one. */
    readonly key: Buffer | null
    /** The number of the next record. */
    readonly next: number
    /** The segment to continue; null begins another one. */
    readonly segment: Segment | null
    readonly isBroken: boolean
    /** For tests: records per segment. */
    readonly size?: number
  },
  now: () => number = Date.now,
): { readonly journal: AttemptJournal; readonly position: JournalPosition; readonly key: Buffer } {
  const directory = join(folder, journalFolder)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const key = start.key ?? randomBytes(32)
  const epoch = randomBytes(4)
  const { size = segmentRecords } = start
  let next = start.next
  let open: Open | null = start.segment === null ? null : openSegment(start.segment)
  let added: Buffer[] = []
  /** Difference between the clock of the file's times and ours: a network drive has another machine's. */
  let skew = 0

  function openSegment({ file, first }: Segment): Open {
    const descriptor = openSync(file, 'r+')
    const room = Math.floor((fstatSync(descriptor).size - headerBytes) / recordBytes)
    return { descriptor, disk: flushBeside(descriptor), first, room }
  }

  function closeSegment(): void {
    if (open === null) return
    open.disk.flushNow()
    closeSync(open.descriptor)
    open = null
  }

  function newSegment(): Open {
    closeSegment()
    const header = Buffer.alloc(headerBytes)
    magic.copy(header)
    key.copy(header, 8)
    header.writeUIntBE(next, 40, 6)
    seal(header)
    const file = join(directory, `${String(next).padStart(15, '0')}.journal`)
    const descriptor = openSync(file, 'w', 0o600)
    writeSync(descriptor, header)
    flushFolder(directory)
    for (const { file: old } of segmentsOf(folder).slice(0, -segmentsKept)) rmSync(old, { force: true })
    return (open = { descriptor, disk: flushBeside(descriptor), first: next, room: 0 })
  }

  function record(kind: number, small: number, account: Buffer | null, payload: Buffer | null): Buffer {
    const bytes = Buffer.alloc(recordBytes)
    bytes[0] = kind
    bytes.writeUInt16BE(Math.min(small, 0xffff), 2)
    account?.copy(bytes, 16)
    payload?.copy(bytes, 32)
    epoch.copy(bytes, 40)
    return bytes
  }

  function writeAdded(): JournalPosition | null {
    if (added.length === 0) return null
    const all = added
    added = []
    for (let at = 0; at < all.length; ) {
      const segment = open === null || next - open.first >= size ? newSegment() : open
      const fits = all.slice(at, at + size - (next - segment.first))
      writeInto(segment, fits)
      at += fits.length
    }
    return { epoch: epoch.toString('hex'), number: next - 1 }
  }

  function writeInto(segment: Open, records: readonly Buffer[]): void {
    const stamp = Math.max(0, Math.round(now() + skew))
    for (const [at, bytes] of records.entries()) {
      bytes.writeUIntBE(next + at, 4, 6)
      bytes.writeUIntBE(stamp, 10, 6)
      seal(bytes)
    }
    const place = next - segment.first
    const needed = place + records.length
    const more = needed > segment.room ? [zeros.subarray(0, (roomMade - 1) * recordBytes)] : []
    const bytes = Buffer.concat([...records, ...more])
    segment.disk.write(bytes, headerBytes + place * recordBytes)
    segment.room = Math.max(segment.room, place + bytes.length / recordBytes)
    next += records.length
  }

  const hashOf = (service: string, identity: string): Buffer =>
    hash('sha256', `${key.toString('hex')}\n${service}\n${identity}`, 'buffer').subarray(0, 16)

  added.push(record(startKind, start.isBroken ? 1 : 0, null, null))
  const begun = now()
  const position = writeAdded()
  const current = open
  if (position === null || current === null) throw new Error('The attempt journal did not begin')
  current.disk.flushNow()
  const differs = fstatSync(current.descriptor).ctimeMs - begun
  // The start record itself has our time, so the next start sees only a large difference.
  skew = Math.abs(differs) > changeTolerance / 2 ? differs : 0
  if (skew !== 0) {
    added.push(record(startKind, 0, null, null))
    writeAdded()
    current.disk.flushNow()
  }
  return {
    key,
    position: { epoch: epoch.toString('hex'), number: next - 1 },
    journal: {
      add: ({ service, identity, attempt, sha256 }) =>
        void added.push(
          record(attemptKind, attempt, hashOf(service, identity), Buffer.from(sha256.slice(0, 16), 'hex')),
        ),
      drop() {
        added = []
      },
      write: writeAdded,
      flushed: () => open?.disk.flushed() ?? null,
      hashOf,
      close: closeSegment,
    },
  }
}

/** Milliseconds between a record's time and the file's that count as the same moment. */
export const changeTolerance = 500

/** Flushes the folder, so that a new file's name is on the disk too; Windows has no such call and needs none. */
function flushFolder(directory: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(directory, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** For read-only access that sends nothing. */
export const noJournal: AttemptJournal = {
  add: () => undefined,
  drop: () => undefined,
  write: () => null,
  flushed: () => null,
  hashOf: () => Buffer.alloc(16),
  close: () => undefined,
}
