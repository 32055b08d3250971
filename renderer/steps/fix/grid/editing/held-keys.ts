// Keys that are typed before the editor of a cell is there: which ones begin editing, how they are kept, and how they
// are typed into the editor. A key that ends editing ends it; keys after it belong to the next cell.
import type { KeyboardEvent } from 'react'
import { onMac } from '../../../../components/text/kbd.tsx'

const openers = new Set(['F2', 'Enter'])
/**
 * The key that an input method (for Chinese, Japanese or Korean) reports while it composes a text, and on a Mac the one for
 * an accent. They compose in a field only, so the editor has to be there at the first key.
 */
const composing: ReadonlySet<string> = new Set(onMac ? ['Process', 'Dead'] : ['Process'])
/** Keys that act on the step instead of opening a cell. */
export const stepKeys: ReadonlySet<string> = new Set(['[', ']'])

/** A key, or a text that was pasted. */
export type Held = {
  readonly key: string
  readonly pasted: boolean
  readonly all: boolean
  readonly shift: boolean
  readonly alt: boolean
}

/** The key that opens the editor and is not typed into it; null for any other key that begins editing. */
export function openerOf({ key }: Pick<KeyboardEvent, 'key'>): string | null {
  if (composing.has(key)) return 'Enter'
  return openers.has(key) ? key : null
}

/** A sign that needs AltGr, such as `@` on a German keyboard; the browser reports it as Ctrl and Alt. */
function isAltSign(event: KeyboardEvent): boolean {
  return event.key.length === 1 && event.getModifierState('AltGraph')
}

/** True for a key that begins editing. Space with Shift selects a row, Enter with Shift goes up. */
export function beginsEditing(event: KeyboardEvent): boolean {
  const { key, shiftKey } = event
  if (stepKeys.has(key) && !isAltSign(event)) return false
  if ((event.ctrlKey || event.metaKey || event.altKey) && !isAltSign(event)) return false
  if (key === ' ' || key === 'Enter') return !shiftKey
  return openerOf(event) !== null || key.length === 1
}

export function heldOf(event: KeyboardEvent): Held {
  const isSign = isAltSign(event)
  return {
    key: event.key,
    pasted: false,
    all: !isSign && (event.ctrlKey || event.metaKey),
    shift: event.shiftKey,
    alt: event.altKey && !isSign,
  }
}

export function heldPaste(text: string): Held {
  return { key: text, pasted: true, all: false, shift: false, alt: false }
}

/** What these keys would have written, cell by cell; a text that ends with Escape is not wanted any more. */
export function textsOf(keys: readonly Held[]): readonly string[] {
  const texts: string[] = []
  let text = ''
  for (const one of keys) {
    const { key, pasted, all } = one
    if (endsEditing(one)) {
      if (key !== 'Escape') texts.push(text)
      text = ''
    } else if (pasted || (key.length === 1 && !all)) text += key
  }
  return [...texts, text].filter((written) => written !== '')
}

/** True where the key was for the target: the browser is not to act on it. */
export function pressOn(target: EventTarget, { key, all, shift, alt }: Omit<Held, 'pasted'>): boolean {
  return !target.dispatchEvent(
    new window.KeyboardEvent('keydown', {
      key,
      ctrlKey: all,
      shiftKey: shift,
      altKey: alt,
      bubbles: true,
      cancelable: true,
    }),
  )
}

const endsEditing = ({ key, alt, pasted }: Held): boolean =>
  !pasted && ((key === 'Enter' && !alt) || key === 'Tab' || key === 'Escape')

/** Types the held keys into the editor. Returns those after the one that ended it. */
export function give(editor: HTMLTextAreaElement | HTMLInputElement, keys: readonly Held[]): readonly Held[] {
  const end = keys.findIndex(endsEditing)
  const typed = end === -1 ? keys : keys.slice(0, end)
  for (const one of typed) typeInto(editor, one)
  if (typed.length > 0) editor.dispatchEvent(new InputEvent('input', { bubbles: true }))
  const last = keys[end]
  if (last === undefined) return []
  pressOn(editor, last)
  return keys.slice(end + 1)
}

function typeInto(editor: HTMLTextAreaElement | HTMLInputElement, { key, all, pasted }: Held): void {
  const write = (text: string, from: number, to: number): void => editor.setRangeText(text, from, to, 'end')
  const from = editor.selectionStart ?? editor.value.length
  const to = editor.selectionEnd ?? from
  if (all) {
    if (key.toLowerCase() === 'a') editor.select()
  } else if (pasted || key.length === 1) write(key, from, to)
  else if (key === 'Enter') write('\n', from, to)
  else if (key === 'Backspace' && to > 0) write('', from === to ? to - 1 : from, to)
  else if (key === 'Delete') write('', from, from === to ? to + 1 : to)
}

/**
 * The text of a cell after these keys, as its editor would have written it; null: they leave it as it was. `atEnd`: the
 * keys go behind the present text, otherwise they replace it. `left`: the keys after the one that ended the text.
 */
export function writtenBy(
  before: string,
  keys: readonly Held[],
  atEnd: boolean,
): { readonly text: string | null; readonly left: readonly Held[] } {
  const end = keys.findIndex(endsEditing)
  const typed = end === -1 ? keys : keys.slice(0, end)
  const left = end === -1 ? [] : keys.slice(end + 1)
  if (typed.length === 0 || keys[end]?.key === 'Escape') return { text: null, left }
  const field = document.createElement('textarea')
  field.value = before
  field.setSelectionRange(atEnd ? before.length : 0, before.length)
  for (const one of typed) typeInto(field, one)
  return { text: field.value, left }
}
