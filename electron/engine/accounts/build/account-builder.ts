// Builds one account from its rows: payload bytes with their hash, origins, identity, and every local problem with
// its place. Pure: it runs in the build worker for whole batches, and on any thread for one account.
import { createHash } from 'node:crypto'
import { type Catalogue, readCatalogue } from '../../../../shared/catalogue/catalogue.ts'
import {
  identityOf,
  identityProblems,
  identityTemplate,
  statusPath,
} from '../../../../shared/payload/identity.ts'
import { getAt } from '../../../../shared/payload/attr-path.ts'
import { compileMapping } from '../../../../shared/mapping/compile/compile.ts'
import type { Mapping } from '../../../../shared/mapping/file.ts'
import type { Plan } from '../../../../shared/mapping/plan.ts'
import { type AccountRows, buildAccount, payloadText } from '../../../../shared/payload/build.ts'
import { type PlacingContext, place, type Problem } from '../../../../shared/payload/problems.ts'
import { rowProblems } from '../../../../shared/payload/row-checks.ts'
import { joinLocalProblems } from '../../../../shared/catalogue/schema-problems.ts'
import { supplierField } from '../../../../shared/sending/service.ts'
import type { RowRef, SheetInfo } from '../../../../shared/sheet/sheet.ts'
import type { NewAccount } from '../../store/accounts/building/built-account.ts'
import { converterTools } from './phones.ts'
import { createSchemaCheck, type SchemaCheck } from './schema-check.ts'
import { inEnglish, message } from '../../../../shared/texts/message.ts'

/** As stored, but rows are named by their sheet: the caller knows the positions. */
export type BuiltForStore = Omit<NewAccount, 'rows'> & { readonly rows: readonly RowRef[] }

export type AccountBuilder = (rows: AccountRows) => BuiltForStore

/** Data from which a thread compiles the mapping itself, because functions cannot cross threads. */
export type BuildJob = {
  readonly mapping: Mapping
  readonly sheets: readonly SheetInfo[]
  readonly catalogue: unknown
  readonly supplier: string | null
  readonly statusTemplate: string | null
  readonly phoneRegion: string | null
  readonly bodyBytes: number | null
  /** The workspace's database and the batch in it, for building again. */
  readonly stored?: { readonly file: string; readonly batch: number }
}

/** Compiles the mapping and the catalogue; throws if they do not fit. */
export function builderOf(job: BuildJob): { readonly plan: Plan; readonly build: AccountBuilder } {
  const read = readCatalogue(job.catalogue)
  if (!read.ok) throw new Error(inEnglish(read.failure.message))
  const compiled = compileMapping(job.mapping, job.sheets, read.catalogue, {
    supplier: job.supplier,
    tools: converterTools(job.phoneRegion),
  })
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => inEnglish(problem.message)).join(' '))
  const build = createAccountBuilder({
    plan: compiled.plan,
    catalogue: read.catalogue,
    statusTemplate: job.statusTemplate,
    phoneRegion: job.phoneRegion,
    bodyBytes: job.bodyBytes,
    now: () => Date.now(),
  })
  return { plan: compiled.plan, build }
}

/** Compiles the catalogue's check first, which takes some time. */
export function createAccountBuilder(options: {
  readonly plan: Plan
  readonly catalogue: Catalogue
  readonly statusTemplate: string | null
  /** Two-letter country of telephone numbers without `+`, or null. */
  readonly phoneRegion: string | null
  readonly bodyBytes: number | null
  readonly now: () => number
}): AccountBuilder {
  const { plan, statusTemplate, catalogue, now, phoneRegion, bodyBytes } = options
  const check = createSchemaCheck(catalogue, { now, phoneRegion })
  return accountBuilderWith({ plan, statusTemplate, bodyBytes, check })
}

export function accountBuilderWith({
  plan,
  statusTemplate,
  bodyBytes,
  check,
}: {
  readonly plan: Plan
  /** Status path template of the connection; null if it has none. */
  readonly statusTemplate: string | null
  /** Size of the largest payload that may be sent; null: unlimited. */
  readonly bodyBytes: number | null
  /** Compiled check of the catalogue. */
  readonly check: SchemaCheck
}): AccountBuilder {
  return (rows) => {
    const built = buildAccount(plan, rows)
    const found: Problem[] = joinLocalProblems(built.problems, check(built.payload))
    const known = new Set(found.map((problem) => problem.attr))
    if (statusTemplate !== null) {
      found.push(
        ...identityProblems(built.payload, statusTemplate).filter((problem) => !known.has(problem.attr)),
      )
    }
    const main = rows.main[0]
    const context: PlacingContext = {
      payload: built.payload,
      origins: built.origins,
      omitted: built.omitted,
      row: main === undefined ? null : { sheet: main.sheet, row: main.row.row },
    }
    const body = new TextEncoder().encode(payloadText(built.payload))
    if (bodyBytes !== null && body.byteLength > bodyBytes) found.push(tooLarge(body.byteLength, bodyBytes))
    const path = statusTemplate === null ? null : statusPath(statusTemplate, built.payload)
    const supplier = getAt(built.payload, [supplierField])
    const unread = new Set(
      built.omitted.filter(({ reason }) => reason === 'not_converted').map(({ payloadPath }) => payloadPath),
    )
    return {
      key: built.key,
      rows: built.rows,
      supplier: typeof supplier === 'string' ? supplier : null,
      identity: identityOf(identityTemplate(statusTemplate), built.payload),
      statusPath: path?.ok === true ? path.path : null,
      body,
      sha256: createHash('sha256').update(body).digest('hex'),
      origins: built.origins,
      omitted: built.omitted,
      problems: [
        ...rowProblems(plan, rows, built),
        ...found.map((problem) => ({
          ...problem,
          place: place(problem.attr, context, problem.code),
          ...(problem.attr !== null && unread.has(problem.attr) ? { noValue: true } : {}),
        })),
      ],
    }
  }
}

function tooLarge(bytes: number, most: number): Problem {
  return {
    source: 'local',
    attr: null,
    code: 'payload_too_large',
    message: message('accounts.payload_too_large', { bytes, most }),
  }
}
