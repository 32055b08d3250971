// Place at the right end of the footer for the next acts of the open step. The step renders them into it, so that they
// are at the same place in every step.
import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './classes.ts'

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

function setPlace(element: HTMLElement | null): void {
  place = element
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Rendered once, by the footer. `still`: the acts take no input, because the accounts are being built again. */
export function FooterPlace({ still }: { readonly still: boolean }): ReactNode {
  return (
    <div
      ref={setPlace}
      inert={still}
      className={cx('flex shrink-0 items-center gap-2 empty:hidden', still && 'opacity-50')}
    />
  )
}

/** The next acts of a step; they appear in the footer. */
export function FooterActs({ children }: { readonly children: ReactNode }): ReactNode {
  const at = useSyncExternalStore(subscribe, () => place)
  return at === null ? null : createPortal(children, at)
}
