// Frame of a project file: a head that says what it is, the content, and a seal with a hash of everything before it. The
// hash is checked before anything of the file is used, so one changed bit, or a file that was cut, changes nothing here.
//
//   head (16 bytes) | content | seal: mark (8 bytes), SHA-256 (32 bytes)
//
// The content is compressed JSON lines, or the same encrypted by age with a passphrase.
import { createHash } from 'node:crypto'
import { type InputFile, piecesOf } from '../system/files/sealed-file.ts'

const name = 'CARRYOVER-PRJ'
const version = '1'
const kinds = { plain: 'P', encrypted: 'E' } as const
export type ContentKind = keyof typeof kinds

export const headBytes = 16
const mark = Buffer.from('CARRYEND')
const sealBytes = mark.length + 32

export function headOf(kind: ContentKind): Buffer {
  return Buffer.from(`${name}${version}${kinds[kind]}\n`, 'latin1')
}

export function sealOf(sha256: Buffer): Buffer {
  return Buffer.concat([mark, sha256])
}

export type Framed =
  | { readonly ok: true; readonly kind: ContentKind; readonly end: number }
  | { readonly ok: false; readonly why: 'no_project' | 'newer' | 'cut' | 'changed' }

/** Reads the whole file once. `end`: where its content ends. */
export async function readFrame(
  file: InputFile,
  {
    signal,
    progress,
  }: { readonly signal: AbortSignal; readonly progress: (done: number, total: number) => void },
): Promise<Framed> {
  const { size } = file
  const head = await bytesOf(file, 0, headBytes)
  const text = head.toString('latin1')
  if (head.length < headBytes && name.startsWith(text.slice(0, name.length))) return { ok: false, why: 'cut' }
  if (!text.startsWith(name)) return { ok: false, why: isNearly(text) ? 'changed' : 'no_project' }
  if (size < headBytes + sealBytes) return { ok: false, why: 'cut' }
  const seal = await bytesOf(file, size - sealBytes, sealBytes)
  const hash = createHash('sha256')
  let done = 0
  for await (const bytes of piecesOf(file, { to: size - sealBytes })) {
    signal.throwIfAborted()
    hash.update(bytes)
    done += bytes.length
    progress(done, size)
  }
  const isWhole = hash.digest().equals(seal.subarray(mark.length))
  // A cut file ends in its content; a changed one still has its mark, or still has the hash behind it.
  if (!isWhole) return { ok: false, why: seal.subarray(0, mark.length).equals(mark) ? 'changed' : 'cut' }
  if (!seal.subarray(0, mark.length).equals(mark)) return { ok: false, why: 'changed' }
  if (text[name.length] !== version) return { ok: false, why: 'newer' }
  const kind = (Object.keys(kinds) as ContentKind[]).find((one) => text === headOf(one).toString('latin1'))
  return kind === undefined ? { ok: false, why: 'newer' } : { ok: true, kind, end: size - sealBytes }
}

/** One or two characters of the name differ. */
function isNearly(text: string): boolean {
  const differing = [...name].filter((character, at) => text[at] !== character).length
  return text.length === headBytes && differing <= 2
}

async function bytesOf(file: InputFile, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}
