// Tree view that follows the ARIA pattern: one tab stop, arrow keys move and expand, Home and End jump, Enter
// selects. The tree keeps which nodes are open; a new `openAll` value (a search) opens all of them.
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { cx } from '../classes.ts'

export type TreeNode<T> = {
  readonly id: string
  readonly data: T
  readonly children: readonly TreeNode<T>[]
}

type Line<T> = {
  readonly node: TreeNode<T>
  readonly depth: number
  readonly parent: string | null
  readonly open: boolean
}

function linesOf<T>(
  nodes: readonly TreeNode<T>[],
  isOpen: (id: string) => boolean,
  depth = 0,
  parent: string | null = null,
): Line<T>[] {
  return nodes.flatMap((node) => {
    const open = node.children.length > 0 && isOpen(node.id)
    const own: Line<T> = { node, depth, parent, open }
    return open ? [own, ...linesOf(node.children, isOpen, depth + 1, node.id)] : [own]
  })
}

type TreeProps<T> = {
  readonly label: string
  readonly nodes: readonly TreeNode<T>[]
  readonly children: (node: TreeNode<T>) => ReactNode
  readonly openAll?: boolean
  /** Ids that are open at first; all where it is left out. */
  readonly openAtFirst?: readonly string[]
  readonly selected?: string | null
  readonly onSelect?: (node: TreeNode<T>) => void
  readonly className?: string
}

export function Tree<T>(props: TreeProps<T>): ReactNode {
  const { onSelect } = props
  const [current, setCurrent] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { lines, toggle } = useOpenLines(props)
  const active = lines.some((line) => line.node.id === current)
    ? current
    : (props.selected ?? lines[0]?.node.id ?? null)

  function move(to: Line<T> | undefined): void {
    if (to === undefined) return
    setCurrent(to.node.id)
    list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(to.node.id)}"]`)?.focus()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const at = lines.findIndex((line) => line.node.id === active)
    const line = lines[at]
    if (line === undefined) return
    const press = (): void => (onSelect === undefined ? toggle(line.node.id) : onSelect(line.node))
    const acts = keyActs(lines, at, line, { move, toggle: () => toggle(line.node.id), press })
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined
    if (act === undefined || event.target !== event.currentTarget.querySelector('[data-node]:focus')) return
    event.preventDefault()
    act()
  }

  return (
    <ul ref={list} role="tree" aria-label={props.label} onKeyDown={onKeyDown} className={props.className}>
      {lines.map(({ node, depth, open }) => (
        <TreeItem
          key={node.id}
          node={node}
          depth={depth}
          open={open}
          isSelected={props.selected === node.id}
          isActive={node.id === active}
          onFocus={() => setCurrent(node.id)}
          onToggle={() => node.children.length > 0 && toggle(node.id)}
          onClick={onSelect === undefined ? null : () => onSelect(node)}
        >
          {props.children(node)}
        </TreeItem>
      ))}
    </ul>
  )
}

/** The visible lines, and what opens and closes a node. */
function useOpenLines<T>({ nodes, openAll = false, openAtFirst }: TreeProps<T>) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const startsOpen = useMemo(() => (openAtFirst === undefined ? null : new Set(openAtFirst)), [openAtFirst])
  const isOpen = (id: string): boolean =>
    openAll || toggled.has(id) !== (startsOpen === null || startsOpen.has(id))
  function toggle(id: string): void {
    setToggled((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }
  return { lines: linesOf(nodes, isOpen), toggle }
}

/** What each key does on a line. */
function keyActs<T>(
  lines: readonly Line<T>[],
  at: number,
  line: Line<T>,
  acts: {
    readonly move: (to: Line<T> | undefined) => void
    readonly toggle: () => void
    readonly press: () => void
  },
): Readonly<Record<string, () => void>> {
  const { move, toggle, press } = acts
  const parent = lines.find((one) => one.node.id === line.parent)
  const foldable = line.node.children.length > 0
  return {
    ArrowDown: () => move(lines[at + 1]),
    ArrowUp: () => move(lines[at - 1]),
    Home: () => move(lines[0]),
    End: () => move(lines.at(-1)),
    ArrowRight: () => (foldable && !line.open ? toggle() : foldable && move(lines[at + 1])),
    ArrowLeft: () => (line.open ? toggle() : move(parent)),
    Enter: press,
    ' ': press,
  }
}

function TreeItem<T>(props: {
  readonly node: TreeNode<T>
  readonly depth: number
  readonly open: boolean
  readonly isSelected: boolean
  readonly isActive: boolean
  readonly onFocus: () => void
  readonly onToggle: () => void
  /** Null: a click opens or closes the node. */
  readonly onClick: (() => void) | null
  readonly children: ReactNode
}): ReactNode {
  const { node, depth, open, isSelected, onToggle } = props
  const foldable = node.children.length > 0
  return (
    <li
      role="treeitem"
      data-node={node.id}
      aria-level={depth + 1}
      aria-expanded={foldable ? open : undefined}
      aria-selected={isSelected}
      tabIndex={props.isActive ? 0 : -1}
      onFocus={props.onFocus}
      onClick={props.onClick ?? onToggle}
      className={cx(
        'flex min-h-7 items-center gap-1 rounded pr-2 hover:bg-hover focus-visible:-outline-offset-2',
        isSelected && 'bg-sel hover:bg-sel',
      )}
      style={{ paddingLeft: 4 + depth * 16 }}
    >
      <span
        aria-hidden
        onClick={(event) => {
          if (!foldable) return
          event.stopPropagation()
          onToggle()
        }}
        className="grid size-4 shrink-0 place-items-center text-faint"
      >
        {foldable && (
          <ChevronRight size={12} className={cx('transition-transform duration-100', open && 'rotate-90')} />
        )}
      </span>
      <span className="min-w-0 flex-1">{props.children}</span>
    </li>
  )
}
