// Input of a report: one batch with its sheets, rows, problems and accounts. Iterables can be started more than
// once and give the same items in the same order, and a report changes nothing. Reading pauses while files are
// written, so an implementation pages by key instead of keeping a statement open.
import type { BlankRows } from '../../../shared/sheet/blank-rows.ts'
import type { Ending } from '../../../shared/sending/endings.ts'
import type { AccountState, Outcome } from '../../../shared/sending/states.ts'
import type { RecordFacts } from '../../../shared/sending/service-record.ts'
import type { Environment } from '../../../shared/sending/connection.ts'
import type { OverrulingScope } from '../../../shared/fixing/overruling.ts'
import type { Origins, Problem } from '../../../shared/payload/problems.ts'
import type { RowRef, SheetInfo } from '../../../shared/sheet/sheet.ts'
import { type Said } from '../../../shared/texts/message.ts'

export type ReportBatch = {
  readonly id: number
  readonly name: string
  /** Who makes the report. */
  readonly preparedBy: string
  /** The files it was loaded from. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
  /** ISO 8601, UTC. */
  readonly readAt: string
  readonly supplier: string | null
  /** The mapping that its accounts were built with; null: it is not mapped. */
  readonly mapping: {
    /** ISO 8601, UTC: when a person applied it. */
    readonly at: string
    /** Hash of the mapping as Carryover stores it: two batches with the same one have the same mapping. */
    readonly sha256: string
  } | null
  /** Of its mapping. The illustrative one is named as such, because a signed report must state it. */
  readonly catalogue: { readonly title: string | null; readonly isIllustrative: boolean } | null
  readonly connection: {
    readonly name: string
    readonly baseUrl: string
    /** Environment of the released accounts, or the one they would go to. */
    readonly environment: Environment
  } | null
  /** Our own checks that a person left to the service, each with the problems it overruled in this batch. */
  readonly overrulings: readonly {
    readonly scope: OverrulingScope
    readonly code: string
    readonly field: string | null
    /** For one problem: the key of its account. */
    readonly account: string | null
    /** ISO 8601, UTC. */
    readonly at: string
    readonly problems: number
    readonly accounts: number
  }[]
}

/** `rowCount`: data rows counted while reading, without the header row. */
export type ReportSheet = SheetInfo & {
  readonly role: 'main' | 'linked' | 'unused'
  readonly rowCount: number
  /** Rows without text below the header, which reading left out; they are not among `rowCount`. */
  readonly blankRows: BlankRows | null
  /** Of the file that it is a sheet of. */
  readonly sha256: string
}

export type ReportAccount = AccountLine & {
  /** What the service's last record said beyond its status; null: no record was read. */
  readonly record: RecordFacts | null
  readonly attempts: number
  /** Of the latest attempt. */
  readonly httpStatus: number | null
}

/** An account without its evidence: what a list of accounts says of it. */
export type AccountLine = {
  readonly id: number
  /** The account's key as written in the file. */
  readonly key: string
  /** Every source row of the account, linked ones included. */
  readonly rows: readonly RowRef[]
  readonly supplier: string | null
  /** The wave that it was released with last; null: it was never released, or was cancelled again. */
  readonly wave: number | null
  readonly state: AccountState
  readonly outcome: Outcome | null
  /** `excluded`: decided not to be migrated, as opposed to postponed. */
  readonly held: {
    readonly reason: Said
    readonly excluded: boolean
    /** ISO 8601, UTC: when the hold is due for review; null: until a person releases it. */
    readonly until: string | null
    /** The operator who decided so; null: Carryover did. */
    readonly by: string | null
  } | null
  /** The service's own status (service-spec.md section 3), or null before the first read. */
  readonly serviceStatus: string | null
  readonly platformIdentifier: string | null
  readonly existingAccountId: string | null
  readonly problems: readonly {
    readonly code: string | null
    readonly attr: string | null
    readonly columns: readonly string[]
    /** For a person; the service's own sentence where it gave one. */
    readonly message: Said
    /** A person left it to the service. */
    readonly overruled: boolean
  }[]
  readonly firstSentAt: string | null
  readonly doneAt: string | null
}

/** Accounts that count alike in all totals. */
export type AccountGroup = Pick<AccountLine, 'supplier' | 'wave' | 'state' | 'outcome'> & {
  readonly accounts: number
  readonly held: AccountLine['held']
}

/** Counts of a batch, for its totals. */
export type AccountCounts = {
  /** Each account is in one of them. */
  readonly groups: readonly AccountGroup[]
  /** Rows that the accounts name as theirs. */
  readonly rows: number
  /** By code: problems that apply, those of accounts and of rows without one, and the accounts that have some. */
  readonly codes: readonly {
    readonly code: string | null
    readonly problems: number
    readonly accounts: number
  }[]
  /** Problems that a person left to the service. */
  readonly leftToService: number
}

/** A cell whose text is not the file's. */
export type ReportChange = {
  /** Position of the column among the row's cells. */
  readonly column: number
  readonly text: string
  /** It was empty and was filled from a cell above. */
  readonly filled: boolean
  /** The latest edit of the cell; null: there was none. */
  readonly edit: {
    readonly number: number
    /** What the edit did. */
    readonly words: Said
    /** ISO 8601, UTC. */
    readonly at: string
    readonly operator: string
  } | null
}

export type ReportRow = {
  readonly sheet: string
  readonly row: number
  /** As the file has them. */
  readonly cells: readonly string[]
  /** With filled cells and edits, if there are any: the version that a person continues to repair. */
  readonly current?: readonly string[]
  /** What makes `current` different, in the order of the columns. Absent if nothing does. */
  readonly changes?: readonly ReportChange[]
  /** Columns whose cell is empty in the file and was filled from a cell above. Absent if there are none. */
  readonly filled?: readonly string[]
  readonly account: ReportAccount | null
  /** Fingerprint, for the fix file, of the text of a withheld column; null for a column that is not. */
  readonly withheldPrint?: (column: number) => string | null
  /** For a row of a used sheet without an account: the reason; with its own code if a person left the row out. */
  readonly stray: { readonly code: string; readonly message: Said } | null
}

/** A problem of the whole account has the account's main row and an empty column. */
export type ReportProblem = {
  readonly sheet: string
  readonly row: number
  /** Names of the columns that it is about, which may contain any character. */
  readonly columns: readonly string[]
  readonly value: string
  readonly attr: string | null
  readonly source: Problem['source']
  readonly code: string | null
  readonly message: Said
  /** Time at which a person left it to the service, ISO 8601; null if it still applies. */
  readonly overruled: string | null
  /** The account's key. */
  readonly account: string | null
}

/** A release of accounts. */
export type ReportWave = {
  readonly number: number
  /** ISO 8601, UTC. */
  readonly releasedAt: string
  /** Who released it; null: the plan did. */
  readonly by: string | null
  /** What stood behind the connection's address at the release; null where that was not recorded. */
  readonly environment: Environment | null
}

/** What was made of an account and what the service answered, oldest first. Times are ISO 8601, UTC. */
export type AccountEvidence = {
  /** The service's last record that said something new, as it came. */
  readonly record: { readonly at: string; readonly text: string } | null
  /** Every payload that was built and is kept: those that were sent, and the present one. */
  readonly payloads: readonly {
    readonly sha256: string
    readonly builtAt: string
    /** JSON text: the bytes that are sent. */
    readonly body: string
    readonly origins: Origins
  }[]
  readonly validations: readonly {
    readonly at: string
    readonly httpStatus: number
    readonly verdict: string
    readonly answer: string
  }[]
  /** Create requests. `sha256` names the payload that was sent. */
  readonly attempts: readonly {
    readonly number: number
    readonly startedAt: string
    readonly endedAt: string | null
    readonly class: string | null
    readonly httpStatus: number | null
    readonly code: string | null
    readonly sha256: string
    readonly answer: string | null
    /** The service's clock minus ours in milliseconds, where its reply had one. */
    readonly skewMs: number | null
  }[]
}

/**
 * Those with this ending, in the order of the file; or those with a problem of this code that applies, in the order in
 * which their problems were found.
 */
export type AccountsAmong = { readonly ending: Ending } | { readonly code: string | null }

export type ReportSource = {
  readonly batch: ReportBatch
  readonly waves: readonly ReportWave[]
  readonly sheets: readonly ReportSheet[]
  /** Every source row of every sheet, in the order of `sheets` and then by row number. */
  rows(): Iterable<ReportRow>
  /** In the order of `rows()`. */
  problems(): Iterable<ReportProblem>
  counts(): AccountCounts
  /** Sentences of problems and hold reasons that are no message of ours about a cell, in the order of the accounts. */
  sentences(): Iterable<{ readonly account: number; readonly said: Said }>
  /** In the order of the file. */
  accounts(): Iterable<ReportAccount>
  accountsAmong(among: AccountsAmong): Iterable<AccountLine>
  evidence(account: number): AccountEvidence
}
