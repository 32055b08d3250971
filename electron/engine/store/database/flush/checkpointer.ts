// Checkpoints while a large file is stored. A thread with its own connection copies the write-ahead log into the
// database and waits for the disk, so the thread that serves the window does not. It starts after the first few
// megabytes and ends with the file. Without it, or if it fails, SQLite checkpoints on the writing thread as usual.
import type { Database } from 'better-sqlite3'
import { startThread } from '../../../jobs/threads.ts'
import type { CheckpointTask } from './checkpoint-worker.ts'

/** Bytes of rows between two checkpoints: less than the pages at which the writing thread would checkpoint itself. */
const everyBytes = 2 * 1024 ** 2
/** Pages at which the writing thread checkpoints after all, because the other one is too slow: 64 MiB. */
const atMost = 16_000
/** The value set by open.ts. */
const usual = 1000

export type Checkpoints = {
  /** Called after each commit. Resolves when writing may continue: true if the whole log was copied first. */
  wrote(bytes: number): Promise<boolean>
  /** Resolves with true if the log is empty now. */
  empty(): Promise<boolean>
  end(): Promise<void>
}

/** `script`: the task's module (its source or, in Electron, its bundle). */
export function createCheckpoints(
  database: Database,
  script: URL = new URL('./checkpoint-worker.ts', import.meta.url),
  every: number = everyBytes,
): Checkpoints {
  let bytes = 0
  let thread: Checkpointing | null = null
  return {
    async wrote(more) {
      bytes += more
      if (bytes < every) return false
      bytes = 0
      thread ??= startCheckpointing(database, script)
      return thread.ask('checkpoint')
    },
    empty() {
      thread ??= startCheckpointing(database, script)
      return thread.ask('empty')
    },
    async end() {
      await thread?.end()
    },
  }
}

/** Bytes between two checkpoints while accounts are sent, and the idle time after which the thread ends. */
const everySent = 8 * 1024 ** 2
const restMs = 3000

export type SendingCheckpoints = {
  /** Called after each commit, without waiting. */
  wrote(bytes: number): void
  /** Ends the thread; the writing thread checkpoints itself again. */
  end(): Promise<void>
}

/** Checkpoints for small writes over hours: the thread runs while they come, and ends after an idle time. */
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
      // Copies the few writes made meanwhile. With them the log is completely in the database and is reused from its
      // start instead of growing, which makes each commit cheaper.
      if ((await checkpoints.wrote(written)) && database.open) database.pragma('wal_checkpoint(PASSIVE)')
    } catch {
      // Errors are ignored as with SQLite's own checkpoints: the log keeps its content, and a commit reports the
      // error.
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

type Checkpointing = { ask(what: CheckpointTask['asked']): Promise<boolean>; end(): Promise<void> }

/** While the thread runs, the writing thread checkpoints only what the other one could not keep up with. */
function startCheckpointing(database: Database, script: URL): Checkpointing {
  database.pragma(`wal_autocheckpoint = ${atMost}`)
  const thread = startThread<CheckpointTask>({ name: 'checkpoint', script, data: database.name })
  const restore = async (): Promise<void> => {
    await thread.ended
    // After damage was found, nothing is copied any more.
    if (database.open && database.pragma('wal_autocheckpoint', { simple: true }) === atMost)
      database.pragma(`wal_autocheckpoint = ${usual}`)
  }
  const restored = restore()
  return {
    // Nothing is lost if the thread breaks down: the writing thread checkpoints again.
    ask: (what) => thread.ask(what).catch(() => false),
    async end() {
      if (thread.isRunning) await thread.close()
      await restored
    },
  }
}
