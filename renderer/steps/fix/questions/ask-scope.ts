// Scope of the questions to the customer: which wrong cells, given the filter and selection of the Fix step. Pure
// functions.
import type { QuestionScope } from '../../../../shared/contract/fixing/questions.ts'
import type { FixToolProps } from '../../../accounts/fix-tool.ts'
import { questionTexts } from '../../../texts/fix/question.ts'

export type ScopeName = 'cause' | 'selected' | 'rows' | 'all'
type Given = Pick<FixToolProps, 'filter' | 'sheet' | 'selected'>

export function scopeChoices({ filter, selected }: Given): { value: ScopeName; label: string }[] {
  const { scopes } = questionTexts
  return [
    ...(filter.code === undefined ? [] : [{ value: 'cause' as const, label: scopes.cause }]),
    ...(selected.length === 0
      ? []
      : [{ value: 'selected' as const, label: scopes.selected({ n: selected.length }) }]),
    ...(Object.keys(filter).length === 0 ? [] : [{ value: 'rows' as const, label: scopes.rows }]),
    { value: 'all', label: scopes.all },
  ]
}

/** Starts with the narrowest selection: several accounts, a cause, else everything. */
export function firstScope({ filter, selected }: Given): ScopeName {
  if (selected.length > 1) return 'selected'
  return filter.code === undefined ? 'all' : 'cause'
}

export function scopeOf(name: ScopeName, { filter, sheet, selected }: Given): QuestionScope {
  switch (name) {
    case 'cause':
      return {
        causes: [
          {
            code: filter.code ?? null,
            field: filter.field ?? null,
            sheet: filter.column === undefined ? null : sheet,
            column: filter.column ?? null,
            ...(filter.shape === undefined ? {} : { shape: filter.shape }),
          },
        ],
      }
    case 'selected':
      return { accounts: [...selected] }
    case 'rows':
      return { rows: { sheet, filter } }
    case 'all':
      return {}
  }
}
