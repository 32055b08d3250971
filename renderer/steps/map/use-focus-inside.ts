// Hook that moves the focus when a column's field picker opens and closes.
import { type RefObject, useEffect, useRef } from 'react'

/**
 * A row whose button was pressed gets its field's choice focused, and the button again when the choice is made. Where the
 * row is chosen from the field tree, the focus stays there.
 */
export function useFocusInside(chosen: boolean): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null)
  const before = useRef(chosen)
  const hadFocus = useRef(false)
  useEffect(() => {
    const element = row.current
    if (element === null) return undefined
    const entered = (): void => {
      hadFocus.current = true
    }
    // An element that goes with the change leaves the focus to nobody.
    const left = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) hadFocus.current = false
    }
    element.addEventListener('focusin', entered)
    element.addEventListener('focusout', left)
    return () => {
      element.removeEventListener('focusin', entered)
      element.removeEventListener('focusout', left)
    }
  }, [])
  useEffect(() => {
    if (before.current === chosen) return
    before.current = chosen
    if (!hadFocus.current) return
    const next = row.current?.querySelector<HTMLElement>(chosen ? 'input' : '[data-target]')
    next?.focus()
    // What is typed then takes the place of the field that is there.
    if (next instanceof HTMLInputElement) next.select()
  }, [chosen])
  return row
}
