// Renders a key or chord as printed on this machine's keyboard: `mod+k` is ⌘ K on a Mac, Ctrl K elsewhere, and
// Strg K in German.
import type { ReactNode } from 'react'
import { texts } from '../../texts/common.ts'
import { cx } from '../classes.ts'

export const onMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)

function namesOfKeys(): Readonly<Record<string, string>> {
  return {
    mod: onMac ? '⌘' : texts.keys.control,
    shift: onMac ? '⇧' : texts.keys.shift,
    alt: onMac ? '⌥' : 'Alt',
    enter: texts.keys.enter,
    tab: 'Tab',
    delete: texts.keys.delete,
    esc: 'Esc',
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
  }
}

export function chordText(keys: string): string {
  const names = namesOfKeys()
  return keys
    .split('+')
    .map((key) => (Object.hasOwn(names, key) ? names[key] : key.toUpperCase()))
    .join(' ')
}

export function Kbd({ keys, className }: { readonly keys: string; readonly className?: string }): ReactNode {
  return (
    <kbd
      className={cx(
        'inline-block shrink-0 rounded-sm border border-line bg-pane px-1.5 font-sans text-2xs leading-4 font-medium text-soft',
        className,
      )}
    >
      {chordText(keys)}
    </kbd>
  )
}
