// Decrypted contents of the files of a data folder. The pages of a database and of its log are encrypted
// (database-file.ts), in an encrypted folder with its own key, so a search for a text must read each page through SQLite,
// including free pages and pages that the log holds twice. A page that cannot be read throws, so that it never counts as free of the text.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataKey, dataKeyOf, registerDataKey } from '../../../electron/engine/store/database/data-key.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'

const pageBytes = 4096
const logHeader = 32
const frameHeader = 24
const marks = ['Carryover data', 'Carryover sealed'].map((mark) => Buffer.from(mark, 'latin1'))
const filling = 0xa5

/** `number`: the page's position in the database, from 1, to which the cipher binds it. */
type Page = { readonly number: number; readonly bytes: Buffer }

export function fileHolds(file: string, text: string): boolean {
  const needle = Buffer.from(text, 'utf8')
  for (const part of plainParts(file)) if (part.includes(needle)) return true
  return false
}

/** All contents of a file, in parts: page by page for a database and its log, the raw bytes for any other file. */
export function* plainParts(file: string): Generator<Buffer> {
  const bytes = readFileSync(file)
  const pages = pagesIn(bytes)
  if (pages === null) return yield bytes
  // The first page of a database holds the schema and no rows.
  const isWritten = ({ bytes }: Page): boolean => bytes.some((byte) => byte !== 0)
  for (const layer of layersOf(pages.filter((page) => page.number > 1 && isWritten(page))))
    yield* decipher(layer, dataKeyOf(file))
}

/** Null if it is neither a Carryover database nor the log of one. */
function pagesIn(bytes: Buffer): Page[] | null {
  if (marks.some((mark) => bytes.subarray(0, mark.length).equals(mark))) {
    const count = Math.ceil(bytes.length / pageBytes)
    return Array.from({ length: count }, (_page, at) => ({
      number: at + 1,
      bytes: bytes.subarray(at * pageBytes, (at + 1) * pageBytes),
    }))
  }
  const isLog = bytes.length >= logHeader && bytes.readUInt32BE(0) >>> 1 === 0x377f0682 >>> 1
  if (!isLog) return null
  const frame = frameHeader + pageBytes
  const count = Math.floor((bytes.length - logHeader) / frame)
  return Array.from({ length: count }, (_frame, index) => {
    const at = logHeader + index * frame
    return { number: bytes.readUInt32BE(at), bytes: bytes.subarray(at + frameHeader, at + frame) }
  })
}

/** The log holds a page once for each write: each layer holds a page at most once. */
function layersOf(pages: readonly Page[]): Page[][] {
  const layers: Page[][] = []
  const met = new Map<number, number>()
  for (const page of pages) {
    const at = met.get(page.number) ?? 0
    met.set(page.number, at + 1)
    ;(layers[at] ??= []).push(page)
  }
  return layers
}

/** Writes the pages to a separate database, at their positions, and lets SQLite read all of it. */
function* decipher(pages: readonly Page[], key: DataKey | null): Generator<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-plain-'))
  registerDataKey(folder, key)
  try {
    const file = join(folder, 'scratch.sqlite')
    const last = Math.max(...pages.map(({ number }) => number))
    fill(file, last + 2)
    const bytes = readFileSync(file)
    for (const page of pages) page.bytes.copy(bytes, (page.number - 1) * pageBytes)
    writeFileSync(file, bytes)
    const scratch = openDatabaseFile(file, { readonly: true })
    const plain = scratch.serialize()
    scratch.close()
    // From the first unreadable page on, SQLite returns only zeros.
    const end = plain.subarray((last + 1) * pageBytes)
    if (!end.includes(Buffer.alloc(64, filling)))
      throw new Error('A page cannot be read, so nobody knows what stands in it.')
    for (const { number } of pages) yield plain.subarray((number - 1) * pageBytes, number * pageBytes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(file: string, pages: number): void {
  const scratch = openDatabaseFile(file)
  scratch.exec('CREATE TABLE filler (bytes BLOB)')
  scratch.prepare('INSERT INTO filler VALUES (?)').run(Buffer.alloc((pages + 2) * pageBytes, filling))
  scratch.close()
}
