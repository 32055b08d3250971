// Hook that finds the column for a field that nothing fills: the one that the engine's suggestion maps to it, or else the
// nearest one that it offers for it. It also finds a column that a person ignored or mapped to another field.
import { useQuery } from '@tanstack/react-query'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { api } from '../../../app/engine.ts'
import type { MapperProps } from '../map-props.ts'
import { feedAlso, feedsOf, scopesOf } from './draft.ts'

export type FittingColumns = {
  /** The column of the main sheet for the field; null: none fits, or the suggestion is not here yet. */
  readonly of: (path: string) => string | null
  /** The column fills the field, besides what it fills already. */
  readonly use: (column: string, path: string) => void
}

export function useFittingColumns(
  { batch, draft, sheets, change }: Pick<MapperProps, 'batch' | 'draft' | 'sheets' | 'change'>,
  isNeeded: boolean,
): FittingColumns {
  const supplier = draft.supplier.trim() === '' ? null : draft.supplier.trim()
  const suggested = useQuery({
    ...api.mapping.suggest.queryOptions({ input: { batch: batch.id, catalogue: draft.catalogue, supplier } }),
    enabled: isNeeded,
    retry: false,
  })
  const [main] = scopesOf(draft.mapping, sheets)
  return {
    of(path) {
      if (main === undefined || suggested.data === undefined) return null
      const { reasons, offers } = suggested.data
      const found = [...reasons, ...offers].find(
        (one) => one.sheet === main.sheet && generalPath(one.field) === generalPath(path),
      )
      if (found === undefined) return null
      const isFilling = feedsOf(draft.mapping, main, found.column).some((feed) => feed.path === path)
      return isFilling ? null : found.column
    },
    use(column, path) {
      change((before) => {
        const [scope] = scopesOf(before.mapping, sheets)
        if (scope === undefined) return before
        const mapping = feedAlso(before.mapping, scope, column, { path, conversion: null })
        return { ...before, mapping }
      })
    },
  }
}
