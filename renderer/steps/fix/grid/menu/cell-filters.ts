// Filters that can be created from a cell or a column: its problems, its column, the field that it feeds, its text,
// its account. Each is a change of URL parameters. Pure functions.
import { generalPath } from '../../../../../shared/catalogue/catalogue.ts'
import { causeOf } from '../../../../accounts/cause-words.ts'
import { type FieldTitles, titleOf } from '../../../../accounts/field-titles.ts'
import { stands } from '../../../../../shared/payload/problems.ts'
import type { GridRow } from '../../../../../shared/contract/views.ts'
import { marksOf } from '../drawing/cell-marks.ts'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import { type ParamChanges, paramsOfProblem, paramsOfValues } from '../../fix-view.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import { sheetColumn } from '../selection/problem-walk.ts'

export type CellFilter = { readonly words: string; readonly changes: ParamChanges }
export type CauseFilter = CellFilter & { readonly code: string | null }

/** Null row: opened from the column header. Never empty for a column that holds cells. */
export function filtersFrom(plan: GridColumnPlan, row: GridRow | null, titles: FieldTitles): CellFilter[] {
  const causes = causesHere(plan, row).map(({ words, changes }) => ({ words, changes }))
  return [...causes, ...columnEntries(plan, titles), ...rowEntries(plan, row)]
}

/** Distinct causes of a cell's problems. */
export function causesHere(plan: GridColumnPlan, row: GridRow | null): CauseFilter[] {
  const column = sheetColumn(plan)
  if (row === null || column === null) return []
  const problems = (marksOf(row).get(column)?.problems ?? []).filter(stands)
  const title = plan.kind === 'cell' ? plan.title : null
  return [...new Set(problems.map(({ code }) => code))].map((code) => ({
    code,
    words: fixTexts.onlyCause({ cause: causeOf(code, title) }),
    changes: paramsOfProblem(plan.kind === 'cell' ? { code, column } : { code }),
  }))
}

function columnEntries(plan: GridColumnPlan, titles: FieldTitles): CellFilter[] {
  if (plan.kind !== 'cell') return []
  const column = {
    words: fixTexts.onlyColumn({ column: plan.title }),
    changes: paramsOfProblem({ column: plan.index }),
  }
  if (plan.field === null) return [column]
  const field = generalPath(plan.field)
  const words = fixTexts.onlyField({ field: titleOf(field, titles) })
  return [column, { words, changes: paramsOfProblem({ field }) }]
}

function rowEntries(plan: GridColumnPlan, row: GridRow | null): CellFilter[] {
  if (row === null) return []
  const text = plan.kind === 'cell' ? (row.cells[plan.index] ?? '').trim() : ''
  const { account } = row
  const value = plan.kind === 'cell' ? (row.cells[plan.index] ?? '') : null
  return [
    ...(value === null || value.length > 200 || plan.kind !== 'cell'
      ? []
      : [
          {
            words:
              value === ''
                ? gridTexts.onlyEmpty({ column: plan.title })
                : gridTexts.onlyValue({ text: value, column: plan.title }),
            changes: paramsOfValues({ column: plan.index, texts: [value] }),
          },
        ]),
    ...(text === '' || text.length > 80 ? [] : [{ words: fixTexts.onlyText({ text }), changes: { text } }]),
    ...(account === null
      ? []
      : [{ words: fixTexts.onlyAccount({ key: account.key }), changes: { account: String(account.id) } }]),
  ]
}
