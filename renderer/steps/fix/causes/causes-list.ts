// Flattens the cause list to lines of one virtual list: each cause, and the details of the selected one. Pure
// functions.
import type { ProblemGroup, ValueShapeGroup } from '../../../../shared/contract/views.ts'
import { isCause, type ProblemFilter } from '../fix-view.ts'

export type CauseLine =
  | { readonly kind: 'cause'; readonly key: string; readonly group: ProblemGroup; readonly chosen: boolean }
  | { readonly kind: 'about'; readonly key: string; readonly group: ProblemGroup }
  | {
      readonly kind: 'shape'
      readonly key: string
      readonly group: ProblemGroup
      readonly shape: ValueShapeGroup
    }
  | { readonly kind: 'playbook'; readonly key: string; readonly group: ProblemGroup }

export function keyOfCause({ code, source, field, sheet, column }: ProblemGroup): string {
  return JSON.stringify([code, source, field, column === null ? null : sheet, column])
}

/** `shapes`: of the selected cause; a single shape repeats the cause and gets no line. */
export function linesOf(
  groups: readonly ProblemGroup[],
  chosen: string | null,
  shapes: readonly ValueShapeGroup[],
): CauseLine[] {
  return groups.flatMap((group): CauseLine[] => {
    const key = keyOfCause(group)
    const line = { kind: 'cause', key, group, chosen: key === chosen } as const
    if (key !== chosen) return [line]
    return [
      line,
      { kind: 'about', key: `${key} about`, group },
      ...shapes.map((shape) => ({ kind: 'shape', key: `${key} ${shape.shape}`, group, shape }) as const),
      { kind: 'playbook', key: `${key} playbook`, group },
    ]
  })
}

/**
 * The cause named in the URL, on the current sheet. The URL does not contain the source: if our checks and the
 * service report the same cause, the one pressed last is used.
 */
export function chosenOf(
  groups: readonly ProblemGroup[],
  problem: ProblemFilter | null,
  sheet: number | null,
  pressed: string | null,
): ProblemGroup | null {
  const named = groups.filter(
    (group) => isCause(problem, group) && (group.column === null || group.sheet === sheet),
  )
  return named.find((group) => keyOfCause(group) === pressed) ?? named[0] ?? null
}
