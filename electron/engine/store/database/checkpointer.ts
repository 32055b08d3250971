// Checkpoints while a large file is stored: a thread with a connection of its own copies the write-ahead log into the
// database and waits for the disk, so that the thread which serves the window never does. It is started by the first few
// megabytes and ends with them; without it, or if it fails, SQLite goes on as always, on the thread that writes.
import { Worker } from 'node:worker_threads'
import type { Database } from 'better-sqlite3'

/** Bytes of rows between two checkpoints: less than the pages at which the writing thread would begin one itself. */
const everyBytes = 2 * 1024 ** 2
/** Pages at which the writing thread does it after all, as the other one cannot keep up: 64 MiB. */
const atMost = 16_000
/** As open.ts sets it. */
const usual = 1000

export type Checkpoints = {
  /** Called after each commit. Resolves when writing may continue, with whether the whole log was copied first. */
  wrote(bytes: number): Promise<boolean>
  /** Resolves with whether the log is empty now, so that nothing stands in it any more. */
  empty(): Promise<boolean>
  end(): Promise<void>
}

/** `file` is the thread's script: its source when run from sources, its bundle in Electron. */
export function createCheckpoints(
  database: Database,
  file: URL = new URL('./checkpoint-worker.ts', import.meta.url),
  every: number = everyBytes,
): Checkpoints {
  let bytes = 0
  let thread: Thread | null = null
  return {
    async wrote(more) {
      bytes += more
      if (bytes < every) return false
      bytes = 0
      thread ??= startThread(database, file)
      return thread.ask('checkpoint')
    },
    empty() {
      thread ??= startThread(database, file)
      return thread.ask('empty')
    },
    async end() {
      await thread?.end()
    },
  }
}

/** Bytes between two checkpoints while accounts are sent, and how long the thread outlives the last of them. */
const everySent = 8 * 1024 ** 2
const restMs = 3000

export type SendingCheckpoints = {
  /** Called after each commit, without waiting. */
  wrote(bytes: number): void
  /** Ends the thread; the writing thread makes its own checkpoints again. */
  end(): Promise<void>
}

/** The same for writes that come in small pieces for hours: the thread is there while they come, and ends after a rest. */
export function createSendingCheckpoints(
  database: Database,
  begin: () => Checkpoints = () => createCheckpoints(database, undefined, everySent),
): SendingCheckpoints {
  let current: Checkpoints | null = null
  let bytes = 0
  let isBusy = false
  let rest: NodeJS.Timeout | null = null

  async function end(): Promise<void> {
    if (rest !== null) clearTimeout(rest)
    rest = null
    const ending = current
    current = null
    await ending?.end()
  }

  async function copy(checkpoints: Checkpoints): Promise<void> {
    isBusy = true
    const written = bytes
    bytes = 0
    try {
      // The little that was written meanwhile: with it the log is in the database whole, and begins again in the room that
      // it has instead of growing, which costs each commit less.
      if ((await checkpoints.wrote(written)) && database.open) database.pragma('wal_checkpoint(PASSIVE)')
    } catch {
      // As with SQLite's own checkpoints nobody is reported: what is in the log is kept, and what is wrong shows at a commit.
    } finally {
      isBusy = false
    }
  }

  return {
    wrote(more) {
      bytes += more
      current ??= begin()
      if (!isBusy) void copy(current)
      if (rest === null) rest = setTimeout(() => void end(), restMs).unref()
      else rest.refresh()
    },
    end,
  }
}

/** Whether all of the log was copied, or it is empty. */
type Thread = { ask(what: 'checkpoint' | 'empty'): Promise<boolean>; end(): Promise<void> }

function startThread(database: Database, file: URL): Thread {
  const worker = new Worker(file, { workerData: database.name })
  let running = true
  let answered: ((isWhole: boolean) => void) | null = null
  const finish = (isWhole: boolean): void => {
    answered?.(isWhole)
    answered = null
  }
  database.pragma(`wal_autocheckpoint = ${atMost}`)
  worker.on('message', finish)
  // Nothing is lost with it: its exit follows, after which the writing thread makes its own checkpoints again.
  worker.on('error', () => undefined)
  const gone = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      running = false
      // Where damage was found, nothing is copied any more.
      if (database.open && database.pragma('wal_autocheckpoint', { simple: true }) === atMost)
        database.pragma(`wal_autocheckpoint = ${usual}`)
      finish(false)
      resolve()
    })
  })
  return {
    ask: (what) =>
      running
        ? new Promise((resolve) => {
            answered = resolve
            worker.postMessage(what)
          })
        : Promise.resolve(false),
    end() {
      if (running) worker.postMessage('end')
      return gone
    },
  }
}
