// Lists of a version comparison with their counts, in the order in which a person works through them. Pure functions.
import type { VersionView } from '../../../shared/contract/fixing/versions.ts'
import type { LineList } from '../../../shared/fixing/version-lines.ts'
import { versionTexts as words } from '../../texts/load/version.ts'

export type ListName = LineList | 'columns'
export type ListEntry = {
  readonly list: ListName
  readonly count: number
  /** Number of entries that wait for a person. */
  readonly open: number
}
export type ListGroup = { readonly label: string; readonly entries: readonly ListEntry[] }

/** Empty lists are left out, except those that a person would look for. */
export function listGroups(view: VersionView): readonly ListGroup[] {
  const { comparison, currentState } = view
  if (comparison === null) return []
  const { found, columns } = comparison
  const differing = columns.filter(({ kind }) => kind !== 'same').length
  // Of the cells listed as changed after creation, those that we had not repaired.
  const changedByFile = comparison.changed - (found.conflict - comparison.conflicts)
  const entry = (list: ListName, count: number, open = 0): ListEntry => ({ list, count, open })
  const { groups } = words
  const all = [
    {
      label: groups.decide,
      entries: [
        entry('conflicts', comparison.conflicts, comparison.open),
        entry('keys', found.keys, comparison.keysOpen),
      ],
    },
    { label: groups.correct, entries: [entry('changed', comparison.changed)] },
    {
      label: groups.self,
      entries: [
        entry('carried', found.carry),
        entry('same_repair', found.same_repair),
        entry('edited_here', found.edited_here),
        entry('lost', found.lost),
      ],
    },
    {
      label: groups.file,
      entries: [
        entry('file', found.file - changedByFile),
        entry('new', found.new),
        entry('gone', found.gone),
        entry('rows', found.rows),
        entry('twice', found.twice),
        entry('columns', differing),
      ],
    },
    {
      label: groups.currentState,
      entries: [entry('on_its_way', currentState.onItsWay), entry('ended', currentState.ended)],
    },
  ]
  const always: readonly ListName[] = ['conflicts', 'changed', 'carried', 'columns']
  return all
    .map(({ label, entries }) => ({
      label,
      entries: entries.filter(({ list, count }) => count > 0 || always.includes(list)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** The list to show first: an open one, else any with entries. */
export function firstList(groups: readonly ListGroup[]): ListName {
  const entries = groups.flatMap((group) => group.entries)
  const open = entries.find((entry) => entry.open > 0)
  return (open ?? entries.find((entry) => entry.count > 0) ?? entries[0])?.list ?? 'columns'
}
