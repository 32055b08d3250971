// Tests flushing a file in another thread: which writes wait for which flush, and what follows a flush that the disk
// refused.
import { openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flushBeside } from '../../../electron/engine/store/database/flush/flush-thread.ts'
import { freshFolder } from './practice-store.ts'

type Flush = { readonly end: (error?: Error) => void }

/** A file whose flushes end when the test lets them. */
function slowDisk() {
  const file = join(freshFolder(), 'file')
  const flushes: Flush[] = []
  const disk = flushBeside(
    openSync(file, 'w+'),
    () =>
      new Promise<void>((resolve, reject) => {
        flushes.push({ end: (error) => (error === undefined ? resolve() : reject(error)) })
      }),
  )
  return { disk, flushes, read: () => readFileSync(file, 'latin1') }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('a write that comes while a flush is under way is on the disk only after the next one', async () => {
  const { disk, flushes, read } = slowDisk()
  expect(disk.flushed()).toBeNull()
  disk.write(Buffer.from('ab'), 0)
  const done: string[] = []
  void disk.flushed()?.then(() => done.push('first'))
  disk.write(Buffer.from('cd'), 2)
  disk.write(Buffer.from('ef'), 4)
  void disk.flushed()?.then(() => done.push('third'))
  expect(read()).toBe('abcdef')
  expect(flushes).toHaveLength(1)
  flushes[0]?.end()
  await turns()
  expect(done).toEqual(['first'])
  expect(flushes).toHaveLength(2)
  flushes[1]?.end()
  await turns()
  expect(done).toEqual(['first', 'third'])
  expect(disk.flushed()).toBeNull()
})

test('a flush that the disk refused is reported to the writes that wait, and what it was for is written again before the next', async () => {
  const file = join(freshFolder(), 'file')
  const descriptor = openSync(file, 'w+')
  const refused = Object.assign(new Error('No space left on the disk'), {
    code: 'ENOSPC',
    syscall: 'fdatasync',
  })
  const seen: string[] = []
  const disk = flushBeside(descriptor, async () => {
    seen.push(readFileSync(file, 'latin1'))
    await Promise.resolve()
    if (seen.length > 1) return
    // Simulates a system that dropped the unwritten bytes.
    writeFileSync(file, '')
    throw refused
  })
  disk.write(Buffer.from('ab'), 0)
  await expect(disk.flushed()).rejects.toBe(refused)
  expect(readFileSync(file, 'latin1')).toBe('')
  disk.write(Buffer.from('cd'), 2)
  await disk.flushed()
  expect(seen).toEqual(['ab', 'abcd'])
  expect(disk.flushed()).toBeNull()
})

test('where the disk refuses to take the bytes again as well, the next one that waits tries it again', async () => {
  const file = join(freshFolder(), 'file')
  const refused = Object.assign(new Error('No space left on the disk'), { code: 'ENOSPC' })
  let isFull = true
  let writes = 0
  const disk = flushBeside(
    openSync(file, 'w+'),
    () => (isFull ? Promise.reject(refused) : Promise.resolve()),
    (...written) => {
      writes += 1
      if (isFull && writes > 1) throw refused
      return writeSync(...written)
    },
  )
  disk.write(Buffer.from('ab'), 0)
  for (let time = 0; time < 3; time += 1) await expect(disk.flushed()).rejects.toBe(refused)
  isFull = false
  await disk.flushed()
  expect(disk.flushed()).toBeNull()
  expect(readFileSync(file, 'latin1')).toBe('ab')
})

test('the last flush is done on this thread, also beside one that is under way', async () => {
  const { disk, flushes } = slowDisk()
  disk.write(Buffer.from('ab'), 0)
  const waits = disk.flushed()
  disk.flushNow()
  expect(disk.flushed()).toBeNull()
  flushes[0]?.end(new Error('The file is closed'))
  await expect(waits).rejects.toThrow('closed')
})
