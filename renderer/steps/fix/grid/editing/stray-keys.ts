// Keys that reach no element although the grid had the focus: the grid library moves the focus to its table for screen
// readers, and draws that table again. They go to the grid, so that nothing that is typed is lost.
import type { DataEditorRef } from '@glideapps/glide-data-grid'
import { type RefObject, useEffect } from 'react'
import { pressOn } from './held-keys.ts'

/** `box`: the element around the grid. */
export function useStrayKeys(
  box: RefObject<HTMLElement | null>,
  gridRef: RefObject<DataEditorRef | null>,
): void {
  useEffect(() => {
    let hadFocus = false
    const isInside = ({ target }: Event): boolean =>
      target instanceof Node && box.current?.contains(target) === true
    const follow = (event: Event): void => {
      hadFocus = isInside(event)
    }
    // A press elsewhere takes the focus away on purpose.
    const leave = (event: Event): void => {
      if (!isInside(event)) hadFocus = false
    }
    const take = (event: KeyboardEvent): void => {
      const { current } = box
      const canvas = current?.querySelector('canvas')
      if (!hadFocus || event.target !== document.body || current?.closest('[inert]') !== null) return
      if (canvas === null || canvas === undefined) return
      event.stopPropagation()
      gridRef.current?.focus()
      const { key, shiftKey: shift, altKey: alt, ctrlKey, metaKey } = event
      // Keys of the browser itself, such as those that load the page again, stay with it.
      if (pressOn(canvas, { key, shift, alt, all: ctrlKey || metaKey })) event.preventDefault()
    }
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', leave, true)
    window.addEventListener('keydown', take, true)
    return () => {
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', leave, true)
      window.removeEventListener('keydown', take, true)
    }
  }, [box, gridRef])
}
