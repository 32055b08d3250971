// Where problems stand: how many on each sheet, and whether any stands on a column of the sheet that is shown.
import { useMemo } from 'react'
import { useProblemGroups } from '../../app/problem-groups.ts'

export function useProblemPlaces(
  batch: number,
  sheet: number,
): {
  readonly bySheet: ReadonlyMap<number, number>
  readonly onColumn: (column: number) => boolean
} {
  const { groups } = useProblemGroups(batch)
  const bySheet = useMemo(() => {
    const counts = new Map<number, number>()
    for (const group of groups)
      if (group.sheet !== null) counts.set(group.sheet, (counts.get(group.sheet) ?? 0) + group.problems)
    return counts
  }, [groups])
  const onColumn = (column: number): boolean =>
    groups.some((group) => group.sheet === sheet && group.column === column)
  return { bySheet, onColumn }
}
