// Attempt journal: a second record of every create that may have been sent, in its own files next to the database.
// The database may lose flushed commits (its log is cut or deleted, or an older copy or a backup replaces it). At
// the next start the journal names the lost attempts (journal-check.ts), and those accounts are looked up first.
//
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
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type BesideFlush, flushBeside } from '../../database/flush/flush-thread.ts'
import {
  attemptKind,
  headerBytes,
  journalFolder,
  magic,
  recordBytes,
  roomMade,
  seal,
  type Segment,
  segmentsOf,
  startKind,
  zeros,
} from './journal-segment.ts'

const segmentRecords = 65_536
const segmentsKept = 32

/** Milliseconds between a record's time and the file's that count as the same moment. */
export const changeTolerance = 500

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

type OpenSegment = {
  readonly descriptor: number
  readonly disk: BesideFlush
  readonly first: number
  /** Number of records that fit into the file. */
  room: number
}

/** The journal that is being written. */
type Writer = {
  readonly folder: string
  readonly key: Buffer
  /** The same in hex, for the hash of each record. */
  readonly keyText: string
  readonly epoch: Buffer
  readonly size: number
  readonly now: () => number
  /** The number of the next record. */
  next: number
  open: OpenSegment | null
  added: Buffer[]
  /** Difference between the clock of the file's times and ours: a network drive has another machine's. */
  skew: number
}

type JournalStart = {
  /** Null: a new one. */
  readonly key: Buffer | null
  /** The number of the next record. */
  readonly next: number
  /** The segment to continue; null begins another one. */
  readonly segment: Segment | null
  readonly isBroken: boolean
  /** For tests: records per segment. */
  readonly size?: number
}

/** `now`: the system's clock, which sets the file's times, and not a clock moved by a test. */
export function startJournal(
  folder: string,
  start: JournalStart,
  now: () => number = Date.now,
): { readonly journal: AttemptJournal; readonly position: JournalPosition; readonly key: Buffer } {
  mkdirSync(join(folder, journalFolder), { recursive: true, mode: 0o700 })
  const { next, segment, isBroken, size = segmentRecords } = start
  const key = start.key ?? randomBytes(32)
  const writer: Writer = {
    folder,
    key,
    keyText: key.toString('hex'),
    epoch: randomBytes(4),
    size,
    now,
    next,
    open: segment === null ? null : openSegment(segment),
    added: [],
    skew: 0,
  }
  writeStart(writer, isBroken)
  return { key, position: positionOf(writer), journal: journalOf(writer) }
}

function journalOf(writer: Writer): AttemptJournal {
  const hashOf = (service: string, identity: string): Buffer => hashAccount(writer.keyText, service, identity)
  return {
    add({ service, identity, attempt, sha256 }) {
      const payload = Buffer.from(sha256.slice(0, 16), 'hex')
      writer.added.push(createRecord(writer, attemptKind, attempt, hashOf(service, identity), payload))
    },
    drop() {
      writer.added = []
    },
    write: () => writeAdded(writer),
    flushed: () => writer.open?.disk.flushed() ?? null,
    hashOf,
    close: () => closeSegment(writer),
  }
}

/** Writes the start record, and measures by the file's time how the clock of the disk differs from ours. */
function writeStart(writer: Writer, isBroken: boolean): void {
  writer.added.push(createRecord(writer, startKind, isBroken ? 1 : 0, null, null))
  const begun = writer.now()
  writeAdded(writer)
  const { open } = writer
  if (open === null) throw new Error('The attempt journal did not begin')
  open.disk.flushNow()
  const differs = fstatSync(open.descriptor).ctimeMs - begun
  // The start record itself has our time, so the next start sees only a large difference.
  writer.skew = Math.abs(differs) > changeTolerance / 2 ? differs : 0
  if (writer.skew === 0) return
  writer.added.push(createRecord(writer, startKind, 0, null, null))
  writeAdded(writer)
  open.disk.flushNow()
}

function positionOf({ epoch, next }: Writer): JournalPosition {
  return { epoch: epoch.toString('hex'), number: next - 1 }
}

function openSegment({ file, first }: Segment): OpenSegment {
  const descriptor = openSync(file, 'r+')
  const room = Math.floor((fstatSync(descriptor).size - headerBytes) / recordBytes)
  return { descriptor, disk: flushBeside(descriptor), first, room }
}

function closeSegment(writer: Writer): void {
  if (writer.open === null) return
  writer.open.disk.flushNow()
  closeSync(writer.open.descriptor)
  writer.open = null
}

/** Begins the next segment, and deletes those that are not kept any more. */
function createSegment(writer: Writer): OpenSegment {
  closeSegment(writer)
  const { folder, key, next } = writer
  const header = Buffer.alloc(headerBytes)
  magic.copy(header)
  key.copy(header, 8)
  header.writeUIntBE(next, 40, 6)
  seal(header)
  const directory = join(folder, journalFolder)
  const file = join(directory, `${String(next).padStart(15, '0')}.journal`)
  const descriptor = openSync(file, 'w', 0o600)
  writeSync(descriptor, header)
  flushFolder(directory)
  for (const { file: old } of segmentsOf(folder).slice(0, -segmentsKept)) rmSync(old, { force: true })
  const segment: OpenSegment = { descriptor, disk: flushBeside(descriptor), first: next, room: 0 }
  writer.open = segment
  return segment
}

/** A record without its number, time and checksum, which are set when it is written. */
function createRecord(
  { epoch }: Writer,
  kind: number,
  small: number,
  account: Buffer | null,
  payload: Buffer | null,
): Buffer {
  const bytes = Buffer.alloc(recordBytes)
  bytes[0] = kind
  bytes.writeUInt16BE(Math.min(small, 0xffff), 2)
  account?.copy(bytes, 16)
  payload?.copy(bytes, 32)
  epoch.copy(bytes, 40)
  return bytes
}

function writeAdded(writer: Writer): JournalPosition | null {
  if (writer.added.length === 0) return null
  const all = writer.added
  writer.added = []
  for (let at = 0; at < all.length; ) {
    const { open, next, size } = writer
    const segment = open === null || next - open.first >= size ? createSegment(writer) : open
    const fits = all.slice(at, at + size - (next - segment.first))
    writeInto(writer, segment, fits)
    at += fits.length
  }
  return positionOf(writer)
}

function writeInto(writer: Writer, segment: OpenSegment, records: readonly Buffer[]): void {
  const stamp = Math.max(0, Math.round(writer.now() + writer.skew))
  for (const [at, bytes] of records.entries()) {
    bytes.writeUIntBE(writer.next + at, 4, 6)
    bytes.writeUIntBE(stamp, 10, 6)
    seal(bytes)
  }
  const place = writer.next - segment.first
  const needed = place + records.length
  const more = needed > segment.room ? [zeros.subarray(0, (roomMade - 1) * recordBytes)] : []
  const bytes = Buffer.concat([...records, ...more])
  segment.disk.write(bytes, headerBytes + place * recordBytes)
  segment.room = Math.max(segment.room, place + bytes.length / recordBytes)
  writer.next += records.length
}

function hashAccount(keyText: string, service: string, identity: string): Buffer {
  return hash('sha256', `${keyText}\n${service}\n${identity}`, 'buffer').subarray(0, 16)
}

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
