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

export function Tree<T>(props: {
  readonly label: string
  readonly nodes: readonly TreeNode<T>[]
  readonly children: (node: TreeNode<T>) => ReactNode
  readonly openAll?: boolean
  /** Ids that are open at first; all where it is left out. */
  readonly openAtFirst?: readonly string[]
  readonly selected?: string | null
  readonly onSelect?: (node: TreeNode<T>) => void
  readonly className?: string
}): ReactNode {
  const { nodes, openAll = false, onSelect } = props
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const startsOpen = useMemo(
    () => (props.openAtFirst === undefined ? null : new Set(props.openAtFirst)),
    [props.openAtFirst],
  )
  const isOpen = (id: string): boolean =>
    openAll || toggled.has(id) !== (startsOpen === null || startsOpen.has(id))
  const lines = linesOf(nodes, isOpen)
  const active = lines.some((line) => line.node.id === current)
    ? current
    : (props.selected ?? lines[0]?.node.id ?? null)

  function toggle(id: string): void {
    setToggled((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }
  function move(to: Line<T> | undefined): void {
    if (to === undefined) return
    setCurrent(to.node.id)
    list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(to.node.id)}"]`)?.focus()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const at = lines.findIndex((line) => line.node.id === active)
    const line = lines[at]
    if (line === undefined) return
    const parent = lines.find((one) => one.node.id === line.parent)
    const foldable = line.node.children.length > 0
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(lines[at + 1]),
      ArrowUp: () => move(lines[at - 1]),
      Home: () => move(lines[0]),
      End: () => move(lines.at(-1)),
      ArrowRight: () => (foldable && !line.open ? toggle(line.node.id) : foldable && move(lines[at + 1])),
      ArrowLeft: () => (line.open ? toggle(line.node.id) : move(parent)),
      Enter: () => (onSelect === undefined ? toggle(line.node.id) : onSelect(line.node)),
      ' ': () => (onSelect === undefined ? toggle(line.node.id) : onSelect(line.node)),
    }
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined
    if (act === undefined || event.target !== event.currentTarget.querySelector('[data-node]:focus')) return
    event.preventDefault()
    act()
  }

  return (
    <ul ref={list} role="tree" aria-label={props.label} onKeyDown={onKeyDown} className={props.className}>
      {lines.map(({ node, depth, open }) => (
        <li
          key={node.id}
          role="treeitem"
          data-node={node.id}
          aria-level={depth + 1}
          aria-expanded={node.children.length > 0 ? open : undefined}
          aria-selected={props.selected === node.id}
          tabIndex={node.id === active ? 0 : -1}
          onFocus={() => setCurrent(node.id)}
          onClick={() =>
            onSelect === undefined ? node.children.length > 0 && toggle(node.id) : onSelect(node)
          }
          className={cx(
            'flex min-h-7 items-center gap-1 rounded pr-2 hover:bg-hover focus-visible:-outline-offset-2',
            props.selected === node.id && 'bg-sel hover:bg-sel',
          )}
          style={{ paddingLeft: 4 + depth * 16 }}
        >
          <span
            aria-hidden
            onClick={(event) => {
              if (node.children.length === 0) return
              event.stopPropagation()
              toggle(node.id)
            }}
            className="grid size-4 shrink-0 place-items-center text-faint"
          >
            {node.children.length > 0 && (
              <ChevronRight
                size={12}
                className={cx('transition-transform duration-100', open && 'rotate-90')}
              />
            )}
          </span>
          <span className="min-w-0 flex-1">{props.children(node)}</span>
        </li>
      ))}
    </ul>
  )
}
