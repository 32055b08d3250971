// Keyboard shortcuts. Components declare them with a hook; one global listener runs them. Shortcuts without a
// modifier, and undo, are ignored while a text field has focus; function keys are not. No shortcut works behind a dialog.
import { useEffect, useRef } from 'react'

/** `mod+k`, `?`, `g h` is not supported: one chord. `mod` is ⌘ on a Mac, Ctrl elsewhere. */
export type Shortcut = { readonly keys: string; readonly label: string; readonly run: () => void }

const shown = new Map<string, string>()

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.role === 'combobox')
  )
}

export function matches(
  keys: string,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const needs = (name: string): boolean => parts.slice(0, -1).includes(name)
  const mod = event.ctrlKey || event.metaKey
  // A sign such as `?` already needs Shift on most keyboards.
  const shiftMatters = /^[a-z0-9]$|^.{2,}$/.test(key)
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    mod === needs('mod') &&
    event.altKey === needs('alt') &&
    (!shiftMatters || event.shiftKey === needs('shift'))
  )
}

const ownOfFields = /^mod\+(z|y|shift\+z)$/

function rests({ keys }: Shortcut, target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null)
    return true
  const bare = !/^(mod|alt)\+|^(shift\+)?f\d+$/.test(keys)
  return (bare || ownOfFields.test(keys)) && typing(target)
}

/** Active while the component is shown; listed under `?` while it is. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useRef(shortcuts)
  useEffect(() => {
    current.current = shortcuts
  })
  const listed = shortcuts.map((one) => `${one.keys}\n${one.label}`).join('\n\n')
  useEffect(() => {
    const own = listed === '' ? [] : listed.split('\n\n').map((one) => one.split('\n'))
    for (const [keys = '', label = ''] of own) shown.set(keys, label)
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented) return
      const found = current.current.find((one) => matches(one.keys, event))
      if (found === undefined || rests(found, event.target)) return
      event.preventDefault()
      found.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      for (const [keys = ''] of own) shown.delete(keys)
    }
  }, [listed])
}

/** What can be pressed now, for the list under `?`. */
export function shortcutsNow(): readonly { readonly keys: string; readonly label: string }[] {
  return [...shown].map(([keys, label]) => ({ keys, label }))
}
