// Words of a check that was left to the service: its scope, and what reverting it does.
import type { OverrulingView } from '../../shared/contract/fixing/overrulings.ts'
import { overrulingTexts as words } from '../texts/fix/decisions/left-to-service.ts'
import { type FieldTitles, titleOf } from './field-titles.ts'

/** Scope of a decision, without what it checks. */
export function scopeWords(
  { scope, field, attr, key }: Pick<OverrulingView, 'scope' | 'field' | 'attr' | 'key'>,
  titles?: FieldTitles,
): string {
  switch (scope) {
    case 'problem':
      return attr === null
        ? words.scopes.account({ key: key ?? '' })
        : words.scopes.value({ attr: titleOf(attr, titles), key: key ?? '' })
    case 'cause':
      return field === null ? words.scopes.accounts : words.scopes.field({ field: titleOf(field, titles) })
    case 'kind':
      return words.scopes.everyField
  }
}

/** @param counted null until it is */
export function revertWords(
  what: string,
  counted: Pick<OverrulingView, 'problems' | 'accounts'> | null,
): string {
  if (counted === null) return words.revertCounting({ what })
  const { problems, accounts } = counted
  return accounts === 0 ? words.revertNone({ what }) : words.revertBody({ what, problems, accounts })
}
