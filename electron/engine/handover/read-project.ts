// Reads a project file in two passes: the hash of the whole file, then its lines, piece by piece as they are asked for.
// Nothing of the second pass is used unless the first one found the file as it was written.
import { Decrypter } from 'age-encryption'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { type OpenStored, openStored } from '../system/files/stored-file.ts'
import { piecesOf } from '../system/files/sealed-file.ts'
import { messageOf } from '../system/failure.ts'
import type { CellValue, RowValues } from '../store/handover/export-rows.ts'
import { headBytes, readFrame } from './project-frame.ts'
import { type ProjectManifest, projectFormat, projectManifest } from './project-manifest.ts'

/** Why a file cannot be opened. */
export type ProjectFault =
  | 'no_project'
  | 'newer'
  | 'cut'
  | 'changed'
  | 'passphrase_missing'
  | 'passphrase_wrong'
  | 'passphrase_not_needed'

export type OpenedProject = {
  readonly manifest: ProjectManifest
  readonly encrypted: boolean
  readonly bytes: number
  /** Rows of one table; null: there are no more, and as many were read as were written. */
  readonly next: () => Promise<Piece | null>
  readonly close: () => void
}
export type Piece = { readonly table: string; readonly rows: readonly RowValues[] }

/** Rows of a piece. */
const rowsAtOnce = 250

export type Opening = {
  readonly path: string
  readonly passphrase: string | null
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}

export async function openProject(given: Opening): Promise<OpenedProject | ProjectFault> {
  const input = await openStored(given.path)
  try {
    const opened = await openedIn(input, given)
    if (typeof opened === 'string') await input.close()
    return opened
  } catch (error) {
    await input.close()
    throw error
  }
}

async function openedIn(input: OpenStored, given: Opening): Promise<OpenedProject | ProjectFault> {
  const { passphrase } = given
  const frame = await readFrame(input, given)
  if (!frame.ok) return frame.why
  const isEncrypted = frame.kind === 'encrypted'
  if (isEncrypted && passphrase === null) return 'passphrase_missing'
  if (!isEncrypted && passphrase !== null) return 'passphrase_not_needed'
  const file = Readable.from(piecesOf(input, { from: headBytes, to: frame.end }), { objectMode: false })
  const content = passphrase === null ? file : await decrypted(file, passphrase)
  if (content === null) return 'passphrase_wrong'
  const lines = linesOf(content)
  const first = await lines.next()
  const manifest = projectManifest.safeParse(first.done === true ? null : JSON.parse(first.value))
  const opened = { encrypted: isEncrypted, bytes: frame.end, close: () => closeBoth(file, input) }
  if (manifest.success) return { ...opened, manifest: manifest.data, next: rowsOf(lines) }
  return isNewer(first.done === true ? '' : first.value) ? 'newer' : 'changed'
}

function isNewer(text: string): boolean {
  const found = z.object({ format: z.number() }).safeParse(JSON.parse(text === '' ? 'null' : text))
  return found.success && found.data.format > projectFormat
}

function closeBoth(file: Readable, input: OpenStored): void {
  // One that was read to its end is closed already, and says it no more.
  if (file.closed) return void input.close()
  // A read that is under way ends before the file is closed.
  file.once('close', () => void input.close()).destroy()
}

/** Null: the passphrase is another one. Everything else was found sound by its hash. */
async function decrypted(file: Readable, passphrase: string): Promise<Readable | null> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    const stream = await decrypter.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>)
    return Readable.fromWeb(stream)
  } catch (error) {
    if (/no identity matched/.test(messageOf(error))) return null
    throw error
  }
}

/** Lines end at a line feed alone: texts of cells hold other characters that some readers take for the end of a line. */
async function* linesOf(content: Readable): AsyncGenerator<string, undefined> {
  const plain = createGunzip()
  content.on('error', (error) => plain.destroy(error))
  let parts: Buffer[] = []
  for await (const chunk of content.pipe(plain)) {
    let rest = chunk as Buffer
    for (let at = rest.indexOf(lineFeed); at >= 0; at = rest.indexOf(lineFeed)) {
      yield Buffer.concat([...parts, rest.subarray(0, at)]).toString('utf8')
      parts = []
      rest = rest.subarray(at + 1)
    }
    if (rest.length > 0) parts.push(rest)
  }
  return undefined
}

const lineFeed = 0x0a

type Line = { readonly table: string } | { readonly end: number } | RowValues

function rowsOf(lines: AsyncGenerator<string, undefined>): () => Promise<Piece | null> {
  let table = ''
  let count = 0
  let isOver = false
  return async () => {
    const rows: RowValues[] = []
    while (!isOver) {
      const { done, value } = await lines.next()
      if (done === true) throw new Error('A project file has no end')
      const line = JSON.parse(value) as Line
      if ('end' in line) {
        if (line.end !== count) throw new Error('A project file has other rows than it says')
        isOver = true
      } else if ('table' in line) {
        const before = table
        table = line.table
        if (rows.length > 0) return { table: before, rows }
      } else {
        count += 1
        rows.push(line.map(fromJson))
        if (rows.length >= rowsAtOnce) return { table, rows }
      }
    }
    return rows.length > 0 ? { table, rows } : null
  }
}

function fromJson(value: CellValue | { readonly base64: string }): CellValue {
  return typeof value === 'object' && value !== null && 'base64' in value
    ? Buffer.from(value.base64, 'base64')
    : value
}
