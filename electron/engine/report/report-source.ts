// Source of a report: one batch with its sheets, rows, problems and accounts, as read from the store. Its iterables
// can be started more than once and always yield the same things in the same order; a report changes nothing. Writing
// files may pause reading, so an implementation reads keyset pages instead of keeping a statement open.
import type { AccountState, Outcome } from '../../../shared/sending/states.ts'
import type { Environment } from '../../../shared/sending/connection.ts'
import type { OverrulingScope } from '../../../shared/fixing/overruling.ts'
import type { Problem } from '../../../shared/payload/problems.ts'
import type { RowRef, SheetInfo } from '../../../shared/sheet/sheet.ts'

export type ReportBatch = {
  readonly id: number
  readonly name: string
  readonly fileName: string
  readonly fileSha256: string
  readonly fileBytes: number
  /** ISO 8601, UTC. */
  readonly readAt: string
  readonly supplier: string | null
  /** The title of what it was mapped against. */
  readonly catalogue: string | null
  readonly connection: {
    readonly name: string
    readonly baseUrl: string
    /** Where its accounts went; where none was released yet, where they would go. */
    readonly environment: Environment
  } | null
  /** Our own checks that a person left to the service, with what each overruled in this batch. */
  readonly overrulings: readonly {
    readonly scope: OverrulingScope
    readonly code: string
    readonly field: string | null
    /** Of one problem: the key of its account. */
    readonly account: string | null
    /** ISO 8601, UTC. */
    readonly at: string
    readonly problems: number
    readonly accounts: number
  }[]
}

/** `rowCount`: data rows as counted while reading; the header row is not one. */
export type ReportSheet = SheetInfo & {
  readonly role: 'main' | 'linked' | 'unused'
  readonly rowCount: number
}

export type ReportAccount = {
  readonly id: number
  /** The account's key as the file writes it. */
  readonly key: string
  /** Every source row of the account, linked ones included. */
  readonly rows: readonly RowRef[]
  readonly supplier: string | null
  readonly state: AccountState
  readonly outcome: Outcome | null
  /** `excluded`: decided not to be migrated, not only put off. */
  readonly held: {
    readonly reason: string
    readonly excluded: boolean
    /** ISO 8601, UTC: when a hold asks to be looked at; null: until a person releases it. */
    readonly until: string | null
  } | null
  /** The service's own word (service-spec.md section 3), or null before it was asked. */
  readonly serviceStatus: string | null
  readonly platformIdentifier: string | null
  readonly existingAccountId: string | null
  readonly problems: readonly {
    readonly code: string | null
    readonly attr: string | null
    readonly columns: readonly string[]
    /** A person let the service decide about it. */
    readonly overruled: boolean
  }[]
  readonly attempts: number
  /** Of the last attempt. */
  readonly httpStatus: number | null
  readonly firstSentAt: string | null
  readonly doneAt: string | null
}

export type ReportRow = {
  readonly sheet: string
  readonly row: number
  /** As they were read. */
  readonly cells: readonly string[]
  /** With the edits overlaid, where there are any: what a person goes on repairing. */
  readonly current?: readonly string[]
  readonly account: ReportAccount | null
  /** Set for a row of a used sheet that belongs to no account, with the reason; by its own code where a person left it out. */
  readonly stray: { readonly code: string; readonly message: string } | null
}

/** Problems of the whole account name the account's main row and an empty column. */
export type ReportProblem = {
  readonly sheet: string
  readonly row: number
  /** The column's name; empty where no single column is meant. */
  readonly column: string
  readonly value: string
  readonly attr: string | null
  readonly source: Problem['source']
  readonly code: string | null
  readonly message: string
  /** When a person let the service decide about it, ISO 8601; null where it stands. */
  readonly overruled: string | null
  /** The account's key. */
  readonly account: string | null
}

export type ReportSource = {
  readonly batch: ReportBatch
  readonly sheets: readonly ReportSheet[]
  /** Every source row of every sheet: sheet by sheet in the order of `sheets`, by row number in each. */
  rows(): Iterable<ReportRow>
  /** In the order of `rows()`. */
  problems(): Iterable<ReportProblem>
  accounts(): Iterable<ReportAccount>
}
