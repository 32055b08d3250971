// Schema of the workspace as numbered steps; `user_version` is the number of steps that have run. Each step runs in
// one transaction with its number, after a backup. A released step is never changed; a new step follows it.
import type { Database } from 'better-sqlite3'
import { accountDetails } from './schema/account-details.ts'
import { accounts } from './schema/accounts.ts'
import { audit } from './schema/audit.ts'
import { batches } from './schema/batches.ts'
import { connections } from './schema/connections.ts'
import { edits } from './schema/edits.ts'
import { fixing } from './schema/fixing.ts'
import { handover } from './schema/handover.ts'
import { jobs } from './schema/jobs.ts'
import { purges } from './schema/purges.ts'
import { sending } from './schema/sending.ts'
import { team } from './schema/team.ts'

/** 'CARY' as the file's application id: a database of another program is refused. */
export const applicationId = 0x43415259

export const steps: readonly ((database: Database) => void)[] = [
  (database) =>
    void database.exec(
      [
        connections,
        batches,
        accounts,
        accountDetails,
        edits,
        fixing,
        sending,
        jobs,
        audit,
        purges,
        handover,
        team,
      ].join(''),
    ),
]

export const schemaVersion = steps.length

/** Runs the missing steps on a database. */
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
