// Virtual list of the file's warnings by kind, each linked to its cell. It handles thousands of warnings; each line
// is as high as its text.
import { ChevronRight, CircleCheck, EyeOff, TriangleAlert } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { FileWarning } from '../../../shared/sheet/sheet.ts'
import { cx } from '../../components/classes.ts'
import { format } from '../../texts/format.ts'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { GroupLabel, SkeletonRows } from '../../components/panel.tsx'
import { loadTexts } from '../../texts/load/load.ts'
import { groupWarnings, linesOf, type WarningGroup } from './warning-groups.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const words = loadTexts.warnings
/** Up to this many messages are expanded at first. */
const openAtFirst = 6

export function WarningList(props: {
  readonly warnings: readonly FileWarning[] | null
  readonly reading: boolean
  readonly onWarning: (warning: FileWarning) => void
}): ReactNode {
  const { warnings } = props
  return (
    <section className="flex min-h-40 flex-1 flex-col border-t border-line pt-3">
      <GroupLabel className="px-4 pb-1">
        {words.title}
        {warnings !== null && warnings.length > 0 && ` (${format.number(cellsIn(warnings))})`}
      </GroupLabel>
      {warnings === null ? (
        <SkeletonRows rows={3} className="px-4 pt-2" />
      ) : warnings.length === 0 ? (
        <p className="flex items-start gap-2 px-4 pt-1 text-sm text-soft">
          {!props.reading && <CircleCheck size={14} aria-hidden className="mt-[3px] shrink-0 text-ok" />}
          {props.reading ? words.stillReading : words.none}
        </p>
      ) : (
        <Lines warnings={warnings} onWarning={props.onWarning} />
      )}
    </section>
  )
}

function Lines(props: {
  readonly warnings: readonly FileWarning[]
  readonly onWarning: (warning: FileWarning) => void
}): ReactNode {
  const { warnings } = props
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const groups = useMemo(() => groupWarnings(warnings), [warnings])
  const few = warnings.length <= openAtFirst
  const lines = useMemo(() => linesOf(groups, (code) => few !== toggled.has(code)), [groups, few, toggled])
  function toggle(code: string): void {
    const next = new Set(toggled)
    if (!next.delete(code)) next.add(code)
    setToggled(next)
  }
  return (
    <>
      <p className="px-4 pb-1 text-xs text-faint">{words.hint}</p>
      <VirtualList
        label={words.title}
        items={lines}
        rowHeight={(line) => (line.kind === 'group' ? 28 : 60)}
        keyOf={(line) => (line.kind === 'group' ? line.group.code : line.key)}
        focusable={false}
        className="flex-1 px-2 pb-3"
      >
        {(line) =>
          line.kind === 'group' ? (
            <Kind group={line.group} open={line.open} onToggle={() => toggle(line.group.code)} />
          ) : (
            <Sentence warning={line.warning} onWarning={props.onWarning} />
          )
        }
      </VirtualList>
    </>
  )
}

function Kind(props: {
  readonly group: WarningGroup
  readonly open: boolean
  readonly onToggle: () => void
}): ReactNode {
  const { group, open } = props
  const Icon = group.code.startsWith('hidden_') ? EyeOff : TriangleAlert
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={props.onToggle}
      className="flex w-full items-start gap-2 rounded px-2 py-1 text-left hover:bg-hover"
    >
      <ChevronRight
        size={12}
        aria-hidden
        className={cx('mt-1 shrink-0 text-faint transition-transform duration-100', open && 'rotate-90')}
      />
      <Icon
        size={12}
        aria-hidden
        className={cx('mt-1 shrink-0', Icon === EyeOff ? 'text-faint' : 'text-warn')}
      />
      <span className="min-w-0 flex-1 text-sm">{kindOf(group.code)}</span>
      <span className="shrink-0 text-sm text-faint">
        {group.atLeast ? words.atLeast({ n: group.cells }) : format.number(group.cells)}
      </span>
    </button>
  )
}

/** A kind that this window does not know is reported by its code. */
function kindOf(code: string): string {
  const known: Readonly<Record<string, string>> = words.kinds
  return Object.hasOwn(known, code) ? (known[code] ?? code) : code.replaceAll('_', ' ')
}

function Sentence(props: {
  readonly warning: FileWarning
  readonly onWarning: (warning: FileWarning) => void
}): ReactNode {
  const { warning } = props
  const place = [
    warning.sheet,
    warning.row === null ? null : words.row({ n: warning.row }),
    warning.column,
  ].filter((part) => part !== null)
  const body = (
    <>
      <span className="block text-sm leading-[18px] wrap-break-word">{sentenceOf(warning.message)}</span>
      {place.length > 0 && <span className="block truncate text-xs text-faint">{place.join(' · ')}</span>}
    </>
  )
  const className = 'block w-full rounded py-1 pr-2 pl-7 text-left'
  // Without a sheet there is no place to go to.
  return warning.sheet === null ? (
    <div className={className}>{body}</div>
  ) : (
    <button
      type="button"
      onClick={() => props.onWarning(warning)}
      className={cx(className, 'hover:bg-hover')}
    >
      {body}
    </button>
  )
}

/** The sum of what the list shows. */
function cellsIn(warnings: readonly FileWarning[]): number {
  return groupWarnings(warnings).reduce((sum, { cells }) => sum + cells, 0)
}
