// Takes the input of a step away for a while and gives it back. A text that is being typed is finished first, in both
// directions: no half of a text reaches a cell. What is typed or pasted meanwhile is named in a sentence.
import { toast } from '../../components/notices/toast.tsx'
import { notWrittenBecause } from './refused-texts.ts'

/** Milliseconds after the last key: until then somebody is typing. */
const typingMs = 400
const lookMs = 100

export type InputRest = {
  /** Takes the input away as soon as nothing is being typed, or gives it back, with the focus. */
  readonly want: (rests: boolean) => void
  /** Gives it back at once. */
  readonly close: () => void
}

/** `why`: the sentence that says why nothing can be typed now. */
export function createInputRest(element: HTMLElement, why: string): InputRest {
  const lost = createLostTexts(why)
  let wanted = false
  let focused: Element | null = null
  let lastKeyAt = Number.NEGATIVE_INFINITY
  let looking: ReturnType<typeof setInterval> | undefined
  const isAway = (): boolean => element.inert && document.activeElement === document.body
  const hasKeys = (): boolean => performance.now() - lastKeyAt < typingMs
  const giveBack = (): void => {
    lost.report()
    if (!element.inert) return
    element.inert = false
    if (focused instanceof HTMLElement && element.contains(focused)) focused.focus()
  }
  const look = (): void => {
    if (wanted && !element.inert && !isTypingIn(element, hasKeys())) {
      focused = document.activeElement
      element.inert = true
    }
    if (!hasKeys()) lost.report()
    if (wanted || (element.inert && lost.isBegun())) return
    giveBack()
    clearInterval(looking)
    looking = undefined
  }
  const onKey = (event: KeyboardEvent): void => {
    lastKeyAt = performance.now()
    if (isAway()) lost.key(event)
  }
  const onPaste = (event: ClipboardEvent): void => {
    if (!isAway()) return
    lastKeyAt = performance.now()
    lost.paste(event.clipboardData?.getData('text/plain') ?? '')
  }
  window.addEventListener('keydown', onKey, true)
  for (const event of ['paste', 'cut'] as const) window.addEventListener(event, onPaste)
  return {
    want(rests) {
      wanted = rests
      look()
      if (wanted || element.inert) looking ??= setInterval(look, lookMs)
    },
    close() {
      clearInterval(looking)
      giveBack()
      window.removeEventListener('keydown', onKey, true)
      for (const event of ['paste', 'cut'] as const) window.removeEventListener(event, onPaste)
    },
  }
}

function isTypingIn(element: HTMLElement, hasKeys: boolean): boolean {
  const active = document.activeElement
  if (active === null || !element.contains(active)) return false
  return active.matches('input, textarea') || element.querySelector('[data-typing-ahead]') !== null || hasKeys
}

/** Collects what would have changed cells, and says it. */
function createLostTexts(why: string) {
  let text = ''
  let done: string[] = []
  let isActLost = false
  const endText = (): void => {
    if (text !== '') done.push(text)
    text = ''
  }
  return {
    isBegun: (): boolean => text !== '' || done.length > 0 || isActLost,
    key({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
      // Ctrl and Alt together type a sign.
      const isChord = (ctrlKey || metaKey || altKey) && !(ctrlKey && altKey)
      if (isChord) isActLost ||= /^[dryz]$/i.test(key)
      else if (key.length === 1) text += key
      else if (key === 'Backspace' && text !== '') text = text.slice(0, -1)
      else if (key === 'Delete' || key === 'Backspace') isActLost = true
      else if (key === 'Escape') text = ''
      else if (key === 'Enter' || key === 'Tab') endText()
    },
    paste(pasted: string): void {
      endText()
      done.push(...pasted.split(/[\t\r\n]+/).filter((cell) => cell !== ''))
      isActLost ||= pasted === ''
    },
    report(): void {
      endText()
      if (done.length > 0) toast.notice('warning', notWrittenBecause(done, why))
      else if (isActLost) toast.notice('info', why)
      done = []
      isActLost = false
    },
  }
}
