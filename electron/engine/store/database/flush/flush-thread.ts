// Flushes one file to the disk in another thread, so that the main thread continues. Writes that arrive during a
// flush share the next flush. After a failed flush the data is written again, because the system may treat it as
// flushed. Node's own thread pool runs the system call: it needs no code of ours there, so no worker thread
// (jobs/threads.ts), whose messages would cost more than they save at thousands of flushes a minute.
import { fdatasync, fdatasyncSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

export type BesideFlush = {
  /** Writes the bytes at that position of the file, and starts a flush. Throws the disk's error of the write. */
  write(bytes: Buffer, place: number): void
  /** Resolves once everything written is on the disk; rejects with the disk's error. Null if it is already. */
  flushed(): Promise<void> | null
  /** Flushes on this thread: for the last time, or before the file is replaced by another. */
  flushNow(): void
}

type Written = { readonly number: number; readonly bytes: Buffer; readonly place: number }

type Write = (descriptor: number, bytes: Buffer, from: number, length: number, place: number) => number

/** `flush` and `write`: for tests. */
export function flushBeside(
  descriptor: number,
  flush: (descriptor: number) => Promise<void> = promisify(fdatasync),
  write: Write = writeSync,
): BesideFlush {
  let pending: Written[] = []
  let written = 0
  let durable = 0
  let hasFailed = false
  let underWay: Promise<void> | null = null

  function writeWhole({ bytes, place }: Pick<Written, 'bytes' | 'place'>): void {
    for (let done = 0; done < bytes.length; )
      done += write(descriptor, bytes, done, bytes.length - done, place + done)
  }

  function writeFailedAgain(): void {
    if (!hasFailed) return
    for (const one of pending) writeWhole(one)
    hasFailed = false
  }

  function isDurable(number: number): void {
    durable = Math.max(durable, number)
    pending = pending.filter((one) => one.number > durable)
  }

  function begin(): Promise<void> {
    const flushing = flushOnce().finally(() => {
      underWay = null
      if (!hasFailed && durable < written) void begin()
    })
    // A waiting caller gets the error; without one, the next caller tries again.
    flushing.catch(() => undefined)
    underWay = flushing
    return flushing
  }

  async function flushOnce(): Promise<void> {
    try {
      writeFailedAgain()
      const number = written
      await flush(descriptor)
      isDurable(number)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }

  async function until(number: number): Promise<void> {
    while (durable < number) await (underWay ?? begin())
  }

  return {
    write(bytes, place) {
      writeWhole({ bytes, place })
      written += 1
      pending.push({ number: written, bytes, place })
      if (underWay === null) void begin()
    },
    flushed: () => (durable < written ? until(written) : null),
    flushNow() {
      if (durable === written) return
      writeFailedAgain()
      fdatasyncSync(descriptor)
      isDurable(written)
    },
  }
}
