// Local checks of an account's rows rather than its values: a row that looks like a total or a note, and an account
// with nothing but a key. They go beyond the specification, so the user can overrule them. Pure.
import type { Plan } from '../mapping/plan.ts'
import { oddRowProblem } from '../sheet/odd-rows.ts'
import type { AccountRows, BuiltAccount } from './build.ts'
import type { Place, Problem } from './problems.ts'
import { message } from '../texts/create-message.ts'

type PlacedProblem = Problem & { readonly place: Place }

/** Problems of the account that was built from these rows, each at its cell. */
export function rowProblems(plan: Plan, rows: AccountRows, built: BuiltAccount): PlacedProblem[] {
  const odd = rows.main.flatMap(({ row, odd: kind }): PlacedProblem[] =>
    kind === undefined
      ? []
      : [
          {
            source: 'local',
            attr: null,
            ...oddRowProblem(kind),
            place: keyPlace(plan, row.row),
          },
        ],
  )
  const first = rows.main[0]
  if (odd.length > 0 || first === undefined || built.key === '' || !hasNothingButKey(plan, built)) return odd
  return [
    {
      source: 'local',
      attr: null,
      code: 'only_a_key',
      message: message('mapping.only_a_key', { key: built.key }),
      place: keyPlace(plan, first.row.row),
    },
  ]
}

function keyPlace(plan: Plan, row: number): Place {
  const [column] = plan.keyNames
  return column === undefined
    ? { kind: 'account', row: { sheet: plan.sheet, row } }
    : { kind: 'cell', cell: { sheet: plan.sheet, row, column } }
}

/** Whether all values are fixed or come from key cells only; a cell that could not be read counts as content. */
function hasNothingButKey(plan: Plan, { origins, omitted }: BuiltAccount): boolean {
  if (omitted.some(({ reason }) => reason === 'not_converted')) return false
  const key = new Set(plan.keyNames)
  return Object.values(origins).every(
    (origin) =>
      'fixed' in origin ||
      (origin.sheet === plan.sheet && [origin.column, ...(origin.also ?? [])].every((name) => key.has(name))),
  )
}
