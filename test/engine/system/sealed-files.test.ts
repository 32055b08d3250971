// Tests sealed files: what is read is what was written, at any place; a file that changed is refused; and an encrypted data
// folder's uploads and reports are read by no other program, while other folders are left as they are.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, assert, asyncProperty, integer, nat, tuple } from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { newDataKey, registerDataKey } from '../../../electron/engine/store/database/data-key.ts'
import { BrokenSeal, piecesOf } from '../../../electron/engine/system/files/sealed-file.ts'
import {
  copyStored,
  createStored,
  openStored,
  readStored,
  sizeOfStored,
} from '../../../electron/engine/system/files/stored-file.ts'
import { times } from '../../support/repeats.ts'
import { handWorkbook, textRows } from '../import/make-zip.ts'
import { collect } from '../import/reading-files.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) {
    registerDataKey(folder, null)
    rmSync(folder, { recursive: true, force: true })
  }
})

/** A data folder with a key, and the path of a file in its uploads. */
function encryptedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-sealed-'))
  folders.push(folder)
  for (const name of ['uploads', 'reports', 'other']) mkdirSync(join(folder, name))
  registerDataKey(folder, newDataKey())
  return { folder, path: join(folder, 'uploads', 'file') }
}

async function writeIn(path: string, pieces: readonly (Uint8Array | string)[]): Promise<void> {
  const file = await createStored(path, 'w')
  for (const piece of pieces) await file.write(piece)
  await file.end()
  await file.close()
}

async function contentOf(path: string): Promise<Buffer | 'broken'> {
  return readStored(path).catch((error: unknown) => {
    if (error instanceof BrokenSeal) return 'broken' as const
    throw error
  })
}

/** Around the ends of pieces, whose content is 64 KiB. */
const lengths = tuple(nat(3), integer({ min: -2, max: 2 })).map(([pieces, more]) =>
  Math.max(0, pieces * 65_536 + more),
)
const bytesOf = (length: number, seed: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31 + seed + (at >> 8)) & 255))

describe('a sealed file', () => {
  test('has the content that was written, whole and at any place, and no byte of it is readable', async () => {
    const { path } = encryptedFolder()
    await assert(
      asyncProperty(
        array(lengths, { maxLength: 3 }),
        nat(255),
        nat(400_000),
        nat(200_000),
        async (parts, seed, from, length) => {
          const pieces = parts.map((size, at) => bytesOf(size, seed + at))
          const all = Buffer.concat(pieces)
          await writeIn(path, pieces)
          expect((await contentOf(path)).toString('hex') === all.toString('hex')).toBe(true)
          expect(await sizeOfStored(path)).toBe(all.length)
          const file = await openStored(path)
          try {
            const part: Buffer[] = []
            for await (const piece of piecesOf(file, { from, to: from + length, atOnce: 10_000 }))
              part.push(piece)
            expect(Buffer.concat(part).equals(all.subarray(from, from + length))).toBe(true)
          } finally {
            await file.close()
          }
          if (all.length > 64) expect(readFileSync(path).includes(all.subarray(0, 64))).toBe(false)
        },
      ),
      { numRuns: times(40) },
    )
  })

  test('is refused when a byte of it changed, when it was cut or lengthened, and when its pieces changed places', async () => {
    const { path } = encryptedFolder()
    const written = bytesOf(3 * 65_536 + 5, 7)
    await writeIn(path, [written])
    const sealed = readFileSync(path)
    const changed = async (bytes: Buffer): Promise<Buffer | 'broken'> => {
      writeFileSync(path, bytes)
      return contentOf(path)
    }
    // The mark says what the file is; everything behind it counts.
    await assert(
      asyncProperty(
        integer({ min: 16, max: sealed.length - 1 }),
        integer({ min: 1, max: 255 }),
        async (at, by) => {
          const other = Buffer.from(sealed)
          other[at] = (other[at] ?? 0) ^ by
          expect(await changed(other)).toBe('broken')
        },
      ),
      { numRuns: times(60) },
    )
    const end = 32 + 3 * (65_536 + 16)
    for (const length of [0, 20, 32, 40, 32 + 65_552, end, sealed.length - 1])
      expect(await changed(sealed.subarray(0, length)), `cut after ${length}`).toBe('broken')
    expect(await changed(Buffer.concat([sealed, Buffer.alloc(1)]))).toBe('broken')
    const [first, second] = [sealed.subarray(32, 65_584), sealed.subarray(65_584, 131_136)]
    const swapped = Buffer.concat([sealed.subarray(0, 32), second, first, sealed.subarray(131_136)])
    expect(await changed(swapped)).toBe('broken')
    expect((await changed(sealed)).toString('hex') === written.toString('hex')).toBe(true)
  })

  test('has a key of its own: the same content twice gives two different files', async () => {
    const { folder, path } = encryptedFolder()
    const other = join(folder, 'uploads', 'other')
    await writeIn(path, ['the same'])
    await writeIn(other, ['the same'])
    expect(readFileSync(path).subarray(32)).not.toEqual(readFileSync(other).subarray(32))
    // Another key opens nothing.
    registerDataKey(folder, newDataKey())
    expect(await contentOf(path)).toBe('broken')
  })
})

test('only uploads and reports of an encrypted folder are sealed; a copy outside is as it was written', async () => {
  const { folder } = encryptedFolder()
  for (const name of ['uploads', 'reports', 'other']) {
    const path = join(folder, name, 'x.csv')
    await writeIn(path, ['No,Name\n1,Canary\n'])
    expect([name, readFileSync(path, 'latin1').includes('Canary')]).toEqual([name, name === 'other'])
    expect((await contentOf(path)).toString()).toBe('No,Name\n1,Canary\n')
    const copy = join(folder, `${name}-copy.csv`)
    await copyStored(path, copy)
    expect(readFileSync(copy, 'utf8')).toBe('No,Name\n1,Canary\n')
    await expect(copyStored(path, copy)).rejects.toThrow('EEXIST')
  }
  const plain = mkdtempSync(join(tmpdir(), 'carryover-plain-'))
  folders.push(plain)
  mkdirSync(join(plain, 'uploads'))
  await writeIn(join(plain, 'uploads', 'x'), ['Canary'])
  expect(readFileSync(join(plain, 'uploads', 'x'), 'utf8')).toBe('Canary')
})

test('the process of the reader reads sealed files as others, and refuses a damaged one with its sentence', async () => {
  const { folder } = encryptedFolder()
  const rows = Array.from({ length: 3000 }, (_row, at) => [`${at}`, `Ünï ${at}`, `${at * 7}`.repeat(3)])
  const contents: Record<string, Buffer | string> = {
    'x.csv': ['a,b,c', ...rows.map((row) => row.join(','))].join('\n'),
    'x.xlsx': handWorkbook({ sheets: [{ rows: textRows([['a', 'b', 'c'], ...rows]) }] }),
    'x.pdf': '%PDF-1.7',
  }
  const read = async (path: string) => {
    const { messages } = await collect(createProcessReader()(path, {}, new AbortController().signal))
    return messages.filter(({ kind }) => kind !== 'progress')
  }
  for (const [name, content] of Object.entries(contents)) {
    const [sealed, plain] = [join(folder, 'uploads', name), join(folder, 'other', name)]
    await writeIn(sealed, [content])
    writeFileSync(plain, content)
    expect(await read(sealed)).toEqual(await read(plain))
  }
  const path = join(folder, 'uploads', 'x.csv')
  const bytes = readFileSync(path)
  bytes[60_000] = (bytes[60_000] ?? 0) ^ 1
  writeFileSync(path, bytes)
  expect((await read(path)).at(-1)).toMatchObject({
    kind: 'refused',
    failure: { code: 'file_unreadable', message: { key: 'import.copy_damaged' } },
  })
})
