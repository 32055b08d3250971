// Where problems stand: how many on each sheet, and whether any stands on a column of the sheet that is shown.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../app/engine.ts'

export function useProblemPlaces(
  batch: number,
  sheet: number,
): {
  readonly bySheet: ReadonlyMap<number, number>
  readonly onColumn: (column: number) => boolean
} {
  const groups = useQuery(api.problems.groups.queryOptions({ input: { batch } }))
  const bySheet = useMemo(() => {
    const counts = new Map<number, number>()
    for (const group of groups.data ?? [])
      if (group.sheet !== null) counts.set(group.sheet, (counts.get(group.sheet) ?? 0) + group.problems)
    return counts
  }, [groups.data])
  const onColumn = (column: number): boolean =>
    (groups.data ?? []).some((group) => group.sheet === sheet && group.column === column)
  return { bySheet, onColumn }
}
