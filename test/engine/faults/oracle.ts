// Oracle after every run of the fault catalogue: compares the database on disk with the
// ledger of what the sandbox received. It does not ask the engine for its view, except for the count of unexplained
// rows, which only the engine can compute.
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'

/** What the service received and stores: the sandbox, or a scripted service with the same ledger. */
export type Books = {
  readonly ledger: {
    readonly entries: () => readonly {
      readonly route: string
      readonly supplier: string | null
      readonly account: string | null
      readonly bodySha256: string
      readonly duplicateOf: number | null
    }[]
    readonly acceptedCreates: () => ReadonlyMap<string, number>
  }
  readonly control: {
    readonly process: (
      supplier: string,
      account: string,
    ) => {
      readonly record: { readonly status: string; readonly platform_identifier?: string | null | undefined }
    } | null
  }
}

export type Converging = {
  /** The workspace's folder. */
  readonly data: string
  readonly sandbox: Books
  /** Unexplained rows of each batch, as the engine counts them; left out if no file was read. */
  readonly unexplained?: readonly number[]
  /**
   * A backup replaced the database, so attempts written after it are not there to be counted; or another desktop sends to
   * the service, too.
   */
  readonly attemptsLost?: boolean
}

type Line = {
  readonly id: number
  readonly batch: number
  readonly supplier: string
  readonly key: string
  readonly identity: string | null
  readonly state: string
  readonly outcome: string | null
  readonly platform_identifier: string | null
  readonly attempts: number
}

const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

const statusesOf: Readonly<Record<string, readonly string[]>> = {
  created: ['PROCESSED'],
  already_there: ['PROCESSED'],
  whose_account_unsure: ['PROCESSED'],
  failed: ['ERRORED'],
  cancelled: ['CANCELLED'],
  with_member: ['PROCESSED'],
  dry_run: ['DRY_RUN_SUCCEEDED'],
  dry_run_failed: ['DRY_RUN_ERRORED'],
}

/** Broken promises that a run left behind; empty if there are none. */
export function wrongsOf({ data, sandbox, unexplained = [], attemptsLost = false }: Converging): string[] {
  const database = openDatabaseFile(join(data, 'carryover.sqlite'), { readonly: true })
  const wrongs: string[] = []
  try {
    const lines = database
      .prepare(
        `SELECT id, batch_id AS batch, ifnull(supplier, '') AS supplier, key, identity, state, outcome,
                platform_identifier, attempts FROM account_details ORDER BY id`,
      )
      .all() as Line[]
    wrongs.push(
      ...acceptedTwice(sandbox),
      ...lines.flatMap((line) => unsettled(line, sandbox)),
      ...lines.flatMap((line) => unlikeTheService(line, sandbox)),
      ...(attemptsLost ? [] : sentWithoutIntent(database, sandbox)),
      ...miscounted(database),
    )
    for (const check of ['integrity_check', 'foreign_key_check'] as const) {
      const said = database.pragma(check) as Record<string, unknown>[]
      const words = said.flatMap((row) => Object.values(row)).join(' ')
      if (words !== (check === 'integrity_check' ? 'ok' : '')) wrongs.push(`${check}: ${words}`)
    }
  } finally {
    database.close()
  }
  for (const rows of unexplained) if (rows !== 0) wrongs.push(`${rows} rows are unexplained`)
  for (const reason of unhandled.splice(0)) wrongs.push(`unhandled rejection: ${String(reason)}`)
  return wrongs
}

export function expectConverged(what: Converging): void {
  expect(wrongsOf(what)).toEqual([])
}

/** Creates accepted per key ≤ 1. */
function acceptedTwice(sandbox: Books): string[] {
  return [...sandbox.ledger.acceptedCreates()]
    .filter(([, times]) => times > 1)
    .map(([identity, times]) => `${identity} was accepted ${times} times`)
}

/** Every account is done or correctly unconfirmed; every account that the service accepted is known here. */
function unsettled(line: Line, sandbox: Books): string[] {
  const accepted = line.identity === null ? 0 : (sandbox.ledger.acceptedCreates().get(line.identity) ?? 0)
  if (line.state === 'queued' || line.state === 'sending' || line.state === 'processing')
    return [`${line.key} is still ${line.state}`]
  if (accepted > 0 && line.attempts > 0 && line.state !== 'done' && line.state !== 'unconfirmed')
    return [`${line.key} is ${line.state} and was accepted`]
  return []
}

/** The local state equals the service's after finishing. */
function unlikeTheService(line: Line, { control }: Books): string[] {
  if (line.state !== 'done') return []
  const process = control.process(line.supplier, line.key)
  const status = process?.record.status ?? 'none'
  if (statusesOf[line.outcome ?? '']?.includes(status) !== true)
    return [`${line.key} is ${line.outcome} here and ${status} at the service`]
  const identifier = process?.record.platform_identifier ?? null
  return line.outcome === 'created' && line.platform_identifier !== identifier
    ? [`${line.key} has the identifier ${line.platform_identifier} here and ${identifier} at the service`]
    : []
}

/** Each create that arrived has an attempt with exactly its bytes, written before it. */
function sentWithoutIntent(database: Database.Database, { ledger }: Books): string[] {
  const written = new Map<string, number>()
  const attempts = database
    .prepare(
      'SELECT a.identity AS identity, t.sha256 AS sha FROM attempt t JOIN account a ON a.id = t.account_id',
    )
    .all() as { identity: string | null; sha: string }[]
  for (const { identity, sha } of attempts) {
    const name = `${identity} ${sha}`
    written.set(name, (written.get(name) ?? 0) + 1)
  }
  const wrongs: string[] = []
  for (const { route, supplier, account, bodySha256, duplicateOf } of ledger.entries()) {
    if (route !== 'create' || account === null || duplicateOf !== null) continue
    const name = `${JSON.stringify([supplier, account])} ${bodySha256}`
    const left = (written.get(name) ?? 0) - 1
    written.set(name, left)
    if (left === -1)
      wrongs.push(`more creates of ${account} arrived than attempts with these bytes were written`)
  }
  return wrongs
}

/** Counts add up: the trigger-maintained counts equal a recount, and each row of a file is accounted for once. */
function miscounted(database: Database.Database): string[] {
  const kept = database
    .prepare(
      'SELECT batch_id, state, outcome, held, sum(count) FROM account_count WHERE count > 0 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4',
    )
    .raw()
    .all()
  const counted = database
    .prepare(
      `SELECT batch_id, state, ifnull(outcome, ''), held_reason IS NOT NULL, count(*) FROM account
       GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    )
    .raw()
    .all()
  const wrongs =
    JSON.stringify(kept) === JSON.stringify(counted) ? [] : ['the counts by state are not what is there']
  const open = database
    .prepare(
      'SELECT count(*) FROM attempt t JOIN account a ON a.id = t.account_id WHERE t.ended_at IS NULL AND a.state <> ?',
    )
    .pluck()
    .get('sending') as number
  return open === 0 ? wrongs : [...wrongs, `${open} attempts are open on accounts that are not being sent`]
}
