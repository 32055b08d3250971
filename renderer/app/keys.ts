// Keyboard shortcuts. Components declare them with a hook; one global listener runs them. Shortcuts without a
// modifier, and undo, are ignored while a text field has focus; function keys are not. No shortcut works behind a dialog.
import { useEffect, useRef } from 'react'

/** `mod+k`, `?`, `g h` is not supported: one chord. `mod` is ⌘ on a Mac, Ctrl elsewhere. */
export type Shortcut = Listed & {
  readonly run: () => void
  /** It puts the focus elsewhere. */
  readonly movesFocus?: true
}

/** Where a key works: in every page, in the open step, or in the grid while that has the focus. */
export type KeysOf = 'everywhere' | 'step' | 'grid'

type Listed = {
  readonly keys: string
  readonly label: string
  /** @default step */
  readonly of?: KeysOf
}

/** `run`: null where something else runs it, such as the grid. */
type Shown = Required<Listed> & { readonly run: (() => void) | null; readonly movesFocus: boolean }

const shown = new Map<string, Shown>()

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
  const listed = textOf(shortcuts)
  const find = (keys: string) => current.current.find((one) => one.keys === keys)
  useListed(listed, find)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented) return
      const found = current.current.find((one) => matches(one.keys, event))
      if (found === undefined || rests(found, event.target)) return
      event.preventDefault()
      found.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [listed])
}

/** Keys that something else runs, such as the grid: only listed under `?`. */
export function useListedKeys(keys: readonly Listed[]): void {
  useListed(textOf(keys), null)
}

function textOf(keys: readonly Listed[]): string {
  return JSON.stringify(keys.map((one) => ({ keys: one.keys, label: one.label, of: one.of ?? 'step' })))
}

function useListed(listed: string, find: ((keys: string) => Shortcut | undefined) | null): void {
  const latest = useRef(find)
  useEffect(() => {
    latest.current = find
  })
  useEffect(() => {
    const own = JSON.parse(listed) as Required<Listed>[]
    for (const one of own)
      shown.set(`${one.of} ${one.keys}`, {
        ...one,
        run: latest.current === null ? null : () => latest.current?.(one.keys)?.run(),
        movesFocus: latest.current?.(one.keys)?.movesFocus ?? false,
      })
    return () => {
      for (const one of own) shown.delete(`${one.of} ${one.keys}`)
    }
  }, [listed])
}

export type ShortcutLine = { readonly label: string; readonly keys: readonly string[] }

/** What can be pressed now, for the list under `?`; keys that do the same stand together. */
export function shortcutsNow(): readonly { readonly of: KeysOf; readonly lines: readonly ShortcutLine[] }[] {
  return (['grid', 'step', 'everywhere'] as const).flatMap((of) => {
    const here = [...shown.values()].filter((one) => one.of === of)
    const lines = [...Map.groupBy(here, ({ label }) => label)].map(([label, all]) => ({
      label,
      keys: all.map(({ keys }) => keys),
    }))
    return lines.length === 0 ? [] : [{ of, lines }]
  })
}

/** The acts of the open step that have a key, each once with its first key, for the palette. */
export function actsWithKeys(): readonly (Pick<Shown, 'label' | 'keys' | 'movesFocus'> & { run(): void })[] {
  const acts = [...shown.values()].flatMap(({ of, label, keys, run, movesFocus }) =>
    of === 'step' && run !== null ? [{ label, keys, run, movesFocus }] : [],
  )
  return acts.filter(({ label }, at) => acts.findIndex((one) => one.label === label) === at)
}
