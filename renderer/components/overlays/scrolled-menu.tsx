// Content of a long menu. Where it does not fit, an arrow at the upper or the lower edge says that it goes on there.
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../classes.ts'

/** Pixels beyond the first and the last item. */
const edge = 5

/** Its parent is a flex column whose height is limited. */
export function ScrolledMenu({ children }: { readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState({ above: false, below: false })
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return undefined
    const look = (): void => {
      const { scrollTop, scrollHeight, clientHeight } = current
      const now = { above: scrollTop > edge, below: scrollTop + clientHeight < scrollHeight - edge }
      setHidden((before) => (before.above === now.above && before.below === now.below ? before : now))
    }
    look()
    const seen = new ResizeObserver(look)
    seen.observe(current)
    current.addEventListener('scroll', look)
    return () => {
      seen.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [])
  return (
    <>
      <More icon={ChevronUp} edge="above" shown={hidden.above} />
      <div ref={box} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1">
        {children}
      </div>
      <More icon={ChevronDown} edge="below" shown={hidden.below} />
    </>
  )
}

function More(props: {
  readonly icon: typeof ChevronUp
  readonly edge: 'above' | 'below'
  readonly shown: boolean
}): ReactNode {
  const { icon: Icon, edge, shown } = props
  if (!shown) return null
  return (
    <span
      aria-hidden
      data-more={edge}
      className={cx(
        'pointer-events-none absolute inset-x-0 z-10 grid h-5 place-items-center bg-raised text-soft',
        edge === 'above'
          ? 'top-0 rounded-t-lg border-b border-line'
          : 'bottom-0 rounded-b-lg border-t border-line',
      )}
    >
      <Icon size={14} />
    </span>
  )
}
