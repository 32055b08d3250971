// The state of a batch whose accounts are being built: one bar with the accounts built so far and the time left. While
// accounts that were complete are built again, what was on screen stays, dimmed, and takes no input: counts of a half
// would look like a result.
import { Hammer } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { BatchView } from '../../shared/contract/contract.ts'
import { cx } from '../components/classes.ts'
import { Progress } from '../components/charts/progress.tsx'
import { EmptyState } from '../components/panel.tsx'
import { toast } from '../components/toast.tsx'
import { texts } from '../texts/common.ts'
import { isRebuilding, runningOf, sentence } from './running.ts'

function BuildBar({
  batch,
  className,
}: {
  readonly batch: BatchView
  readonly className?: string
}): ReactNode {
  const running = runningOf(batch)
  const words = running === null ? texts.work.preparing : sentence(running, null)
  return (
    <div role="status" className={cx('grid gap-2', className)}>
      <Progress
        label={running?.label ?? texts.work.building}
        done={running?.done ?? 0}
        total={running?.total ?? null}
      />
      <p className="tabular-nums">
        {words.endsWith('…') ? words : `${words}.`} {isRebuilding(batch) && texts.work.waitsForRebuild}
      </p>
    </div>
  )
}

/** In the place of a step that shows nothing before the accounts are built. */
export function BuildingState({ batch }: { readonly batch: BatchView }): ReactNode {
  return (
    <EmptyState
      icon={Hammer}
      title={isRebuilding(batch) ? texts.work.rebuildingTitle : texts.work.buildingTitle}
    >
      <BuildBar batch={batch} className="mt-2 w-80 max-w-full" />
    </EmptyState>
  )
}

/**
 * A step as it was, dimmed and without input while its accounts are built again. A text that is being typed may be
 * finished first; a key after that shows the message that editing waits. The focus returns to its place.
 */
export function StillWhileRebuilding(props: {
  readonly batch: BatchView
  readonly children: ReactNode
}): ReactNode {
  const { batch } = props
  const still = isRebuilding(batch)
  const whole = useRef<HTMLDivElement>(null)
  const lastKeyAt = useLastKey()
  useLayoutEffect(() => {
    const element = whole.current
    if (element === null || !still) return undefined
    return stillOnceTyped(element, lastKeyAt)
  }, [still])
  return (
    <div className="relative h-full min-h-0">
      <div
        ref={whole}
        aria-busy={still}
        className={cx('flex h-full min-h-0 flex-col', still && 'opacity-50 transition-opacity duration-150')}
      >
        {props.children}
      </div>
      {still && (
        <div className="absolute inset-x-0 top-28 z-10 mx-auto w-110 max-w-[90%] rounded-xl border border-line bg-pane px-5 py-4 shadow-lg">
          <BuildBar batch={batch} />
        </div>
      )}
    </div>
  )
}

/** Milliseconds after the last key: until then somebody is typing. */
const typingMs = 400
const lookMs = 100

/** Milliseconds in which what is lost is said once. */
const reportedMs = 2000

/** Keys that would have changed a cell: a text, a deletion, a fill, an undo. Paste and cut have events of their own. */
function wouldChange({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return /^[dryz]$/i.test(key)
  return key.length === 1 || key === 'Delete' || key === 'Backspace'
}

/** Takes the element's input away, as soon as nothing is being typed in it. Returns what gives it back. */
function stillOnceTyped(element: HTMLElement, lastKeyAt: () => number): () => void {
  let focused: Element | null = null
  let reportedAt = Number.NEGATIVE_INFINITY
  const isTyping = (): boolean => {
    const active = document.activeElement
    if (active === null || !element.contains(active)) return false
    return (
      active.matches('input, textarea') ||
      element.querySelector('[data-typing-ahead]') !== null ||
      performance.now() - lastKeyAt() < typingMs
    )
  }
  const rest = (): void => {
    if (element.inert || isTyping()) return
    focused = document.activeElement
    element.inert = true
  }
  const report = (): void => {
    if (!element.inert || document.activeElement !== document.body) return
    // The notice is there longer than that.
    if (performance.now() - reportedAt < reportedMs) return
    reportedAt = performance.now()
    toast.notice('info', texts.work.waitsForRebuild)
  }
  const reportKey = (event: KeyboardEvent): void => {
    if (wouldChange(event)) report()
  }
  rest()
  const looking = setInterval(rest, lookMs)
  window.addEventListener('keydown', reportKey)
  for (const event of ['paste', 'cut']) window.addEventListener(event, report)
  return () => {
    clearInterval(looking)
    window.removeEventListener('keydown', reportKey)
    for (const event of ['paste', 'cut']) window.removeEventListener(event, report)
    element.inert = false
    if (focused instanceof HTMLElement && element.contains(focused)) focused.focus()
  }
}

/** When a key was pressed last, by the page's clock. */
function useLastKey(): () => number {
  const at = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const note = (): void => {
      at.current = performance.now()
    }
    window.addEventListener('keydown', note, true)
    return () => window.removeEventListener('keydown', note, true)
  }, [])
  return () => at.current
}
