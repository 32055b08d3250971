// Hook that counts problems per sheet, and says whether the displayed sheet has any at a column.
import { useMemo } from 'react'
import { useProblemGroups } from '../../accounts/problem-groups.ts'

export function useProblemPlaces(
  batch: number,
  sheet: number,
): {
  readonly bySheet: ReadonlyMap<number, number>
  readonly onColumn: (column: number) => boolean
} {
  const { data, groups } = useProblemGroups(batch)
  const bySheet = useMemo(
    () => new Map(data?.sheets.map(({ sheet: position, problems }) => [position, problems])),
    [data],
  )
  const onColumn = (column: number): boolean =>
    groups.some((group) => group.sheet === sheet && group.column === column)
  return { bySheet, onColumn }
}
