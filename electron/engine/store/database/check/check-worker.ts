// Task of the check thread: reads a whole database, reports its progress, and then runs SQLite's integrity check. It
// reads one snapshot: later writes stay in the log until the check is over.
//
// SQLite's check is one call that cannot be interrupted. It is short once the pages are in the system's memory, so
// the thread first walks the pages, which reports progress and can be cancelled at every page. If the database does
// not fit into memory, the walk is useless and is skipped, and cancelling waits for the check.
import { statSync } from 'node:fs'
import { totalmem } from 'node:os'
import type Database from 'better-sqlite3'
import { serveTask } from '../../../jobs/thread-task.ts'
import { messageOf } from '../../../system/failure.ts'
import type { CheckEnd, CheckProgress, CheckTask, Depth } from './database-check.ts'
import { damageIn, isDamage } from './damage.ts'
import { openDatabaseFile } from '../database-file.ts'

/** Pages between two reads of the clock, and milliseconds between two progress reports. */
const pagesAtOnce = 64
const tellEvery = 200

serveTask<CheckTask>(() => ({
  run({ file, depth, stop }, { progress }) {
    const isLeft = (): boolean => Atomics.load(stop, 0) !== 0
    try {
      return check(file, depth, isLeft, progress)
    } catch (error) {
      return { kind: isDamage(error) ? 'damaged' : 'failed', what: messageOf(error) }
    }
  },
}))

type Tell = (progress: CheckProgress) => void

function check(file: string, depth: Depth, isLeft: () => boolean, tell: Tell): CheckEnd {
  const database = openDatabaseFile(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    // Pages are seldom read again, so more of them in memory make the check no faster. Below zero: KiB.
    for (const setting of ['mmap_size = 0', 'cache_size = -2000']) database.pragma(setting)
    database.exec('BEGIN')
    // The first statement fixes the snapshot that is read.
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    if (statSync(file).size < totalmem() / 2) walk(database, isLeft, tell)
    if (isLeft()) return { kind: 'left' }
    const what = damageIn(database, depth)
    return what === null ? { kind: 'sound' } : { kind: 'damaged', what }
  } finally {
    database.close()
  }
}

function walk(database: Database.Database, isLeft: () => boolean, tell: Tell): void {
  const total = database.pragma('page_count', { simple: true }) as number
  let done = 0
  let reported = performance.now()
  try {
    for (const _ of database.prepare('SELECT pageno FROM dbstat').pluck().iterate()) {
      done += 1
      if (done % pagesAtOnce !== 0) continue
      if (isLeft()) return
      if (performance.now() - reported < tellEvery) continue
      reported = performance.now()
      tell({ done, total })
    }
    tell({ done: total, total })
  } catch (error) {
    // The check itself reports the damage.
    if (!isDamage(error)) throw error
  }
}
