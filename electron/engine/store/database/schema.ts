// The workspace's schema as numbered steps: `user_version` says how many have run. Each step runs in one transaction
// with its number, after a backup; a step that has been released is never changed, only followed by another.
import type { Database } from 'better-sqlite3'
import { fixing } from './schema/fixing.ts'
import { foundation } from './schema/foundation.ts'
import { holdsAndEdits } from './schema/holds-and-edits.ts'
import { sending } from './schema/sending.ts'

/** 'CARY' as the file's application id: another program's database is refused. */
export const applicationId = 0x43415259

export const steps: readonly ((database: Database) => void)[] = [foundation, holdsAndEdits, fixing, sending]

export const schemaVersion = steps.length

/** Runs the steps that a database has not had yet. */
export function migrate(
  database: Database,
  runSteps: readonly ((database: Database) => void)[] = steps,
): void {
  const from = database.pragma('user_version', { simple: true }) as number
  for (let version = from; version < runSteps.length; version += 1) {
    const step = runSteps[version]
    database
      .transaction(() => {
        step?.(database)
        database.pragma(`user_version = ${version + 1}`)
      })
      .immediate()
  }
}
