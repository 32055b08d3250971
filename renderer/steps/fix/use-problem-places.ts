// Hook that returns the number of problems on each sheet, and whether any is on a column of the current sheet.
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
