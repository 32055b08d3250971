// Writes a project file as a stream: rows become JSON lines, compressed, encrypted where a passphrase is given, hashed and
// written. At most some pieces are in memory. The file has another name until the caller gives it its own.
import { Encrypter } from 'age-encryption'
import { createStored, type NewStored } from '../system/files/stored-file.ts'
import { inherited } from '../jobs/inherited.ts'
import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { CellValue, Export } from '../store/handover/export-rows.ts'
import { headOf, sealOf } from './project-frame.ts'
import type { ProjectManifest } from './project-manifest.ts'

export type WriteProject = {
  readonly path: string
  readonly passphrase: string | null
  readonly manifest: ProjectManifest
  readonly rows: Export
  readonly signal: AbortSignal
  readonly progress: (rows: number) => void
}

/** Work factor of scrypt: about a second, and 256 MiB while the key is made. */
const workFactor = 18
/** Tests let the threads inherit a lower one by this name: each passphrase would take them two seconds. */
export const workFactorName = 'work factor of passphrases'
/** Characters of JSON lines that become one piece. */
const pieceLength = 64 * 1024

/** Resolves with the bytes written, which are on the disk. */
export async function writeProject(given: WriteProject): Promise<number> {
  const { path, passphrase, signal } = given
  const file = await createStored(path, 'wx')
  try {
    const out = createOut(file)
    await out.write(headOf(passphrase === null ? 'plain' : 'encrypted'))
    const compressed = createGzip({ level: 3 })
    const lines = Readable.from(linesOf(given), { objectMode: false })
    const compressing = pipeline(lines, compressed, { signal, end: true })
    // An error of the lines reaches the loop below through the compressed stream.
    compressing.catch(() => undefined)
    for await (const chunk of await encrypted(compressed, passphrase)) await out.write(chunk)
    await compressing
    await out.write(sealOf(out.digest()))
    await file.end()
    return out.bytes()
  } finally {
    await file.close()
  }
}

async function encrypted(plain: Readable, passphrase: string | null): Promise<AsyncIterable<Uint8Array>> {
  if (passphrase === null) return plain as AsyncIterable<Uint8Array>
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  const low = inherited(workFactorName)
  encrypter.setScryptWorkFactor(typeof low === 'number' ? low : workFactor)
  return encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>)
}

function createOut(file: NewStored) {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  return {
    async write(chunk: Uint8Array): Promise<void> {
      hash.update(chunk)
      bytes += chunk.length
      await file.write(chunk)
    },
    /** Of all that was written before. */
    digest: (): Buffer => hash.copy().digest(),
    bytes: (): number => bytes,
  }
}

/** One JSON text a line: the manifest, each table's name before its rows, and how many rows there were. */
async function* linesOf({ manifest, rows, signal, progress }: WriteProject): AsyncGenerator<Buffer> {
  let text = `${JSON.stringify(manifest)}\n`
  let count = 0
  for (const table of rows.tables()) {
    text += `${JSON.stringify({ table: table.name })}\n`
    for (const row of table.rows) {
      text += `${JSON.stringify(row.map(toJson))}\n`
      count += 1
      if (text.length < pieceLength) continue
      yield Buffer.from(text)
      text = ''
      progress(count)
      await new Promise((resolve) => setImmediate(resolve))
      signal.throwIfAborted()
    }
  }
  yield Buffer.from(`${text}${JSON.stringify({ end: count })}\n`)
}

function toJson(value: CellValue): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
}
