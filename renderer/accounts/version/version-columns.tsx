// Columns of both files, differing ones first, with the number of cells that only the file changed.
import type { ReactNode } from 'react'
import type { VersionColumn } from '../../../shared/fixing/version-lines.ts'
import { Badge } from '../../components/state-badge.tsx'
import { versionTexts as words } from '../../texts/load/version.ts'

const order: readonly VersionColumn['kind'][] = ['missing', 'renamed', 'added', 'same']
const tones = { missing: 'warn', renamed: 'accent', added: 'accent', same: 'still' } as const

export function VersionColumns({ columns }: { readonly columns: readonly VersionColumn[] }): ReactNode {
  const sorted = columns.toSorted(
    (one, two) => order.indexOf(one.kind) - order.indexOf(two.kind) || two.changed - one.changed,
  )
  // The only sheet of a CSV file is named after the file, so the old sheet name is not useful.
  const several = new Set(columns.flatMap(({ at, sheet }) => (at === null ? [] : [sheet]))).size > 1
  return (
    <ul
      aria-label={words.lists.columns.label}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent"
    >
      {sorted.map(({ kind, sheet, column, was, changed }) => (
        <li
          key={`${kind} ${sheet} ${column}`}
          className="grid h-9 grid-cols-[88px_minmax(120px,1fr)_1fr_1fr] items-center gap-3 border-b border-line px-4 text-sm"
        >
          <span>
            <Badge tone={tones[kind]}>{words.columnKinds[kind]}</Badge>
          </span>
          <span className="truncate font-medium">{column}</span>
          <span className="truncate text-soft">
            {was !== null ? words.columnWas({ was }) : several ? sheet : ''}
          </span>
          <span className="truncate text-soft">
            {changed === 0 ? '' : words.columnChanged({ n: changed })}
          </span>
        </li>
      ))}
    </ul>
  )
}
