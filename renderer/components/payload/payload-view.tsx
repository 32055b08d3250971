// Payload viewer with origins. Each value shows its source cell on hover and focus, and links to it if the caller
// allows. Values that the mapping provides but that are left out appear faded in their place, with the reason.
// Problems mark their line by shape and colour.
import { useMemo, type ReactNode } from 'react'
import { joinAttr } from '../../../shared/payload/attr-path.ts'
import type { Omission, Origin, Origins } from '../../../shared/payload/problems.ts'
import type { CellRef } from '../../../shared/sheet/sheet.ts'
import { texts } from '../../texts/common.ts'
import { cx } from '../classes.ts'
import { StateMark } from '../state-badge.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'
import { type Said, sentenceOf } from '../../../shared/texts/message.ts'

export type PayloadProblem = {
  readonly attr: string | null
  readonly message: Said
  /** It does not count: a service problem about other bytes, or a check left to the service. */
  readonly stale?: boolean
}

type Line = {
  readonly id: string
  readonly depth: number
  readonly name: string | null
  readonly text: string
  readonly path: string
  readonly leaf: boolean
  readonly ghost: Omission | null
}

export function originText(origin: Origin): string {
  return 'fixed' in origin
    ? texts.payload.fixed
    : texts.payload.cell({ sheet: origin.sheet, column: origin.column, row: origin.row })
}

function parentOf(path: string): string {
  const at = path.lastIndexOf('.')
  return at === -1 ? '' : path.slice(0, at)
}

/** By the payload path that they would be inside of. */
function byParent(omitted: readonly Omission[]): ReadonlyMap<string, readonly Omission[]> {
  return Map.groupBy(omitted, ({ payloadPath, path }) => parentOf(payloadPath ?? path))
}

function ghostLine(ghost: Omission, name: string, depth: number, at: number): Line {
  return { id: `ghost ${ghost.path} ${at}`, depth, name, text: '', path: ghost.path, leaf: true, ghost }
}

function linesOf(payload: unknown, omitted: readonly Omission[]): Line[] {
  const lines: Line[] = []
  const ghosts = byParent(omitted)
  const reported = new Set<Omission>()
  function addGhosts(path: string, depth: number): void {
    for (const ghost of ghosts.get(path) ?? []) {
      if (reported.has(ghost)) continue
      reported.add(ghost)
      const own = (ghost.payloadPath ?? ghost.path).slice(path === '' ? 0 : path.length + 1)
      lines.push(ghostLine(ghost, own, depth, lines.length))
    }
  }
  function add(value: unknown, name: string | null, path: string, depth: number): void {
    if (typeof value !== 'object' || value === null) {
      const text = JSON.stringify(value) ?? 'null'
      lines.push({ id: path, depth, name, text, path, leaf: true, ghost: null })
      return
    }
    const list = Array.isArray(value)
    if (path !== '')
      lines.push({ id: path, depth, name, text: list ? '[ ]' : '', path, leaf: false, ghost: null })
    const below = path === '' ? depth : depth + 1
    for (const [key, one] of Object.entries(value))
      add(one, key, joinAttr(path, list ? Number(key) : key), below)
    addGhosts(path, below)
  }
  add(payload ?? {}, null, '', 0)
  // Parts whose parent is also left out have no place inside; they come last with their full path.
  for (const ghost of omitted) {
    if (reported.has(ghost)) continue
    reported.add(ghost)
    lines.push(ghostLine(ghost, ghost.path, 0, lines.length))
  }
  return lines
}

export function PayloadView(props: {
  readonly label: string
  readonly payload: unknown
  readonly origins: Origins
  readonly omitted: readonly Omission[]
  readonly problems?: readonly PayloadProblem[]
  /** Path prefixes to highlight. */
  readonly highlight?: string | null
  /** A value that came from a cell is a button that leads there. */
  readonly onCell?: (cell: CellRef) => void
  readonly className?: string
}): ReactNode {
  const lines = useMemo(() => linesOf(props.payload, props.omitted), [props.payload, props.omitted])
  return (
    <ul aria-label={props.label} className={cx('font-mono text-xs leading-[20px]', props.className)}>
      {lines.map((line) => (
        <PayloadLine
          key={line.id}
          line={line}
          origin={Object.hasOwn(props.origins, line.path) ? (props.origins[line.path] ?? null) : null}
          problem={props.problems?.find((one) => one.attr === line.path) ?? null}
          lit={props.highlight === line.path}
          onCell={props.onCell}
        />
      ))}
    </ul>
  )
}

function PayloadLine(props: {
  readonly line: Line
  readonly origin: Origin | null
  readonly problem: PayloadProblem | null
  readonly lit: boolean
  readonly onCell: ((cell: CellRef) => void) | undefined
}): ReactNode {
  const { line, origin, problem } = props
  const place = line.ghost?.origin ?? origin
  const cell = place === null || 'fixed' in place ? null : place
  const { onCell } = props
  const leads = onCell !== undefined && cell !== null
  const Box = leads ? 'button' : 'span'
  const content = (
    <Box
      {...(leads
        ? { type: 'button' as const, onClick: () => onCell(cell) }
        : { tabIndex: place === null && line.ghost === null ? undefined : 0 })}
      data-path={line.path}
      className={cx(
        'inline-flex max-w-full text-left items-center gap-2 rounded-sm px-1 focus-visible:outline-offset-0',
        place !== null && 'hover:bg-accent-bg',
        props.lit && 'bg-sel',
        problem !== null && (problem.stale === true ? 'bg-still-bg' : 'bg-bad-bg'),
      )}
    >
      <LineText line={line} />
      {problem !== null && <StateMark mark={problem.stale === true ? 'cancelled' : 'invalid'} />}
    </Box>
  )
  const words = [
    ...(problem === null ? [] : [sentenceOf(problem.message)]),
    ...(line.ghost === null ? [] : [sentenceOf(line.ghost.message)]),
    ...(place === null ? [] : [originText(place)]),
  ].join(' · ')
  return (
    <li className="flex" style={{ paddingLeft: line.depth * 16 }}>
      {words === '' ? (
        content
      ) : (
        <Tooltip text={words} side="left">
          {content}
        </Tooltip>
      )}
    </li>
  )
}

/** The name, and the value or why it is left out. */
function LineText({ line }: { readonly line: Line }): ReactNode {
  const item = line.name !== null && /^\d+$/.test(line.name)
  return (
    <>
      <span
        className={cx(
          line.ghost === null ? 'shrink-0' : 'min-w-0 truncate',
          line.leaf ? 'text-soft' : 'font-medium text-text',
          line.ghost !== null && 'text-faint',
        )}
      >
        {item ? texts.payload.item({ n: Number(line.name) + 1 }) : line.name}
      </span>
      {line.ghost === null ? (
        line.leaf && <span className="truncate text-text">{line.text}</span>
      ) : (
        <span className="shrink-0 rounded-sm border border-dashed border-edge px-1 font-sans text-2xs leading-4 text-faint">
          {texts.payload.leftOut[line.ghost.reason]}
        </span>
      )}
    </>
  )
}
