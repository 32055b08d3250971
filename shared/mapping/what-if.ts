// Previews the effect of a mapping change: builds the same sample rows with the old and the new mapping. Nothing is
// stored, and the figures cover only the sampled accounts, whose number is stated.
import { getAt, parseAttr } from '../payload/attr-path.ts'
import { generalPath } from '../catalogue/catalogue.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { withRestIgnored } from './draft.ts'
import { collectAccounts } from '../payload/collect-rows.ts'
import type { SheetRows } from '../payload/collect-rows.ts'
import { compileMapping } from './compile/compile.ts'
import type { MappingProblem } from './compile/compile.ts'
import type { Mapping } from './file.ts'
import type { Plan } from './plan.ts'
import { buildAccount } from '../payload/build.ts'
import type { BuiltAccount } from '../payload/build.ts'
import type { Origin, Problem } from '../payload/problems.ts'
import { requiredFields } from './required-fields.ts'
import { joinLocalProblems } from '../catalogue/schema-problems.ts'
import type { SheetInfo } from '../sheet/sheet.ts'
import type { Said } from '../texts/message.ts'

export type WhatIfInput = {
  readonly before: Mapping
  readonly after: Mapping
  /** The payload path whose values are shown; indexes and `*` both match any item. */
  readonly field: string
  readonly sheets: readonly SheetInfo[]
  /** Sample rows: some of the main sheet, and the rows of linked sheets that belong to them. */
  readonly rows: SheetRows
  readonly catalogue: Catalogue
  readonly supplier: string | null
  /** The local check of a payload against the catalogue. */
  readonly check: (payload: Readonly<Record<string, unknown>>) => readonly Problem[]
  readonly tools?: Parameters<typeof compileMapping>[3]['tools']
}

export type Effect = {
  /**
   * Problems of the mapping itself; with any, the accounts cannot be built. Open columns and an open supplier do
   * not count.
   */
  readonly mapping: readonly MappingProblem[]
  readonly required: { readonly covered: number; readonly total: number; readonly missing: readonly string[] }
  readonly accounts: number
  readonly accountsWithProblems: number
  readonly problems: number
  /** Problems by code, the most frequent first. */
  readonly byCode: readonly { readonly code: string; readonly count: number }[]
}

export type SampleValue = {
  readonly key: string
  /** Where in the payload. */
  readonly attr: string
  readonly origin: Origin | null
} & (
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | { readonly kind: 'problem'; readonly message: Said }
)

export type WhatIf = {
  readonly before: Effect
  readonly after: Effect
  /** Values of the field with the change: one per account, at most five, in the sheet's order. */
  readonly values: readonly SampleValue[]
}

const mostValues = 5
/** Placeholder for an open supplier, so that the rest can be validated. */
const openSupplier = 'not chosen yet'

export function whatIf(input: WhatIfInput): WhatIf {
  const before = tryOut(input.before, input)
  const after = tryOut(input.after, input)
  return { before: before.effect, after: after.effect, values: valuesOf(after.built, input) }
}

function tryOut(
  mapping: Mapping,
  input: WhatIfInput,
): { readonly effect: Effect; readonly built: readonly Validated[] } {
  const { sheets, catalogue, supplier, tools } = input
  const compiled = compileMapping(withRestIgnored(mapping, sheets), sheets, catalogue, {
    supplier: supplier ?? openSupplier,
    ...(tools === undefined ? {} : { tools }),
  })
  const needed = requiredFields(catalogue, mapping, supplier)
  const required = {
    covered: needed.filter((one) => one.covered).length,
    total: needed.length,
    missing: needed.filter((one) => !one.covered).map((one) => one.path),
  }
  const built = compiled.ok ? validate(compiled.plan, input) : []
  const problems = built.flatMap((one) => one.problems)
  const counts = [...Map.groupBy(problems, (one) => one.code ?? 'no code')].map(([code, same]) => ({
    code,
    count: same.length,
  }))
  return {
    built,
    effect: {
      mapping: compiled.ok ? [] : compiled.problems,
      required,
      accounts: built.length,
      accountsWithProblems: built.filter((one) => one.problems.length > 0).length,
      problems: problems.length,
      byCode: counts.toSorted((a, b) => b.count - a.count),
    },
  }
}

type Validated = { readonly account: BuiltAccount; readonly problems: readonly Problem[] }

function validate(plan: Plan, { rows, check }: WhatIfInput): Validated[] {
  return collectAccounts(plan, rows).map((one) => {
    const account = buildAccount(plan, one)
    return { account, problems: joinLocalProblems(account.problems, check(account.payload)) }
  })
}

function valuesOf(built: readonly Validated[], { field }: WhatIfInput): SampleValue[] {
  const values: SampleValue[] = []
  for (const one of built) {
    if (values.length === mostValues) break
    const value = valueOf(one, generalPath(field))
    if (value !== null) values.push(value)
  }
  return values
}

/** The account's first value of the field, or its cell's error. */
function valueOf({ account }: Validated, general: string): SampleValue | null {
  const { key, payload, origins, omitted, problems } = account
  const failed = problems.find((one) => one.attr !== null && generalPath(one.attr) === general)
  const [sent] = Object.entries(origins).filter(([path]) => generalPath(path) === general)
  if (sent !== undefined) {
    const value = getAt(payload, parseAttr(sent[0]))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return { kind: 'value', key, attr: sent[0], origin: sent[1], value }
  }
  if (failed === undefined || failed.attr === null) return null
  const origin = omitted.find((entry) => entry.payloadPath === failed.attr)?.origin ?? null
  return { kind: 'problem', key, attr: failed.attr, origin, message: failed.message }
}
