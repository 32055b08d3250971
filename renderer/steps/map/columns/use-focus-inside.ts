// Hook that manages focus when a column's field choice opens and closes.
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Opening a row by its button moves focus to its field choice; closing it returns focus to the button. If the row was
 * opened from the field tree, focus stays there.
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
    // An element that is removed by the change loses the focus without a target.
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
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' })
    if (!hadFocus.current) return
    const next = row.current?.querySelector<HTMLElement>(chosen ? 'input[role="combobox"]' : '[data-target]')
    next?.focus()
    // Typing then replaces the current field.
    if (next instanceof HTMLInputElement) next.select()
  }, [chosen])
  return row
}
