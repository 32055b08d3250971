// Type-ahead for the cell editor. The grid library shows its editor a moment after the key that opens it; keys that
// are typed in between are buffered and passed to the editor.
import { type KeyboardEvent, type RefObject, useCallback, useMemo, useRef } from 'react'

const patienceMs = 1_500
const opening = new Set(['F2', 'Enter'])
/** Keys that act on the step instead of opening a cell. */
export const stepKeys: ReadonlySet<string> = new Set(['[', ']'])

type Held = {
  readonly key: string
  readonly all: boolean
  readonly shift: boolean
  readonly alt: boolean
}

function opens(event: KeyboardEvent): boolean {
  const chord = event.ctrlKey || event.metaKey || event.altKey
  return !chord && !stepKeys.has(event.key) && (opening.has(event.key) || event.key.length === 1)
}

export type TypeAhead = {
  /** The key goes to the editor, now or when it has opened; no other handler gets it. */
  readonly takes: (event: KeyboardEvent) => boolean
  /** For every other key: may open the editor. */
  readonly look: (event: KeyboardEvent) => void
}

/** Handlers for the capture phase around the grid. `mayOpen`: the focused cell can be edited. */
export function useTypeAhead(portal: RefObject<HTMLElement | null>, mayOpen: () => boolean): TypeAhead {
  const held = useRef<Held[] | null>(null)
  const canOpen = useRef(mayOpen)
  canOpen.current = mayOpen

  /** Sends the held keys to the editor; returns false if there is none yet. */
  const handOver = useCallback((): boolean => {
    const keys = held.current
    const editor = portal.current?.querySelector('textarea') ?? null
    if (keys === null) return true
    if (editor === null) return false
    held.current = null
    give(editor, keys)
    return true
  }, [portal])

  const wait = useCallback((): void => {
    const since = performance.now()
    const seek = (): void => {
      if (handOver()) return
      if (performance.now() - since < patienceMs) requestAnimationFrame(seek)
      else held.current = null
    }
    requestAnimationFrame(seek)
  }, [handOver])

  return useMemo(
    () => ({
      takes: (event) => {
        if (event.target instanceof Node && portal.current?.contains(event.target) === true) {
          // The editor has the focus before the next frame: what was typed before this key goes in before it.
          handOver()
          return true
        }
        if (held.current === null) return false
        if (/^(Control|Meta|Shift|Alt)$/.test(event.key)) return true
        event.preventDefault()
        event.stopPropagation()
        held.current.push({
          key: event.key,
          all: event.ctrlKey || event.metaKey,
          shift: event.shiftKey,
          alt: event.altKey,
        })
        return true
      },
      look: (event) => {
        if (!opens(event) || !canOpen.current()) return
        held.current = []
        wait()
      },
    }),
    [portal, wait, handOver],
  )
}

/** Types the held keys into the editor; a key that ends editing ends it. */
function give(editor: HTMLTextAreaElement, keys: readonly Held[]): void {
  const ends = ({ key, alt }: Held): boolean => (key === 'Enter' && !alt) || key === 'Tab' || key === 'Escape'
  const end = keys.findIndex(ends)
  const typed = end === -1 ? keys : keys.slice(0, end)
  for (const { key, all } of typed) {
    if (all && key.toLowerCase() === 'a') editor.select()
    else if (key === 'Enter') editor.setRangeText('\n', editor.selectionStart, editor.selectionEnd, 'end')
    else if (!all && key.length === 1)
      editor.setRangeText(key, editor.selectionStart, editor.selectionEnd, 'end')
    else if (key === 'Backspace' && editor.selectionEnd > 0) {
      const from = Math.min(editor.selectionStart, editor.selectionEnd - 1)
      editor.setRangeText('', from, editor.selectionEnd, 'end')
    }
  }
  if (typed.length > 0) editor.dispatchEvent(new InputEvent('input', { bubbles: true }))
  const last = keys[end]
  if (last === undefined) return
  const { key, all, shift } = last
  editor.dispatchEvent(
    new window.KeyboardEvent('keydown', {
      key,
      ctrlKey: all,
      shiftKey: shift,
      bubbles: true,
      cancelable: true,
    }),
  )
}
