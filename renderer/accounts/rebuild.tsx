// The state of a batch whose accounts are being built: one bar with the accounts built so far and the time left. While
// accounts that were complete are built again, what was on screen stays, dimmed, and takes no input: counts of a half
// would look like a result.
import { Hammer } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { BatchView } from '../../shared/contract/contract.ts'
import { cx } from '../components/classes.ts'
import { Progress } from '../components/charts/progress.tsx'
import { EmptyState } from '../components/panel.tsx'
import { texts } from '../texts/common.ts'
import { isRebuilding, runningOf, sentence } from './running.ts'
import { createInputRest, type InputRest } from './typed/rest-input.ts'

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
 * finished first; what is typed after that is named in a message that editing waits. The focus returns to its place.
 */
export function StillWhileRebuilding(props: {
  readonly batch: BatchView
  readonly children: ReactNode
}): ReactNode {
  const { batch } = props
  const still = isRebuilding(batch)
  const whole = useRef<HTMLDivElement>(null)
  const rest = useRef<InputRest | null>(null)
  useLayoutEffect(() => {
    if (whole.current === null) return undefined
    const made = createInputRest(whole.current, texts.work.waitsForRebuild)
    rest.current = made
    return made.close
  }, [])
  useLayoutEffect(() => rest.current?.want(still), [still])
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
