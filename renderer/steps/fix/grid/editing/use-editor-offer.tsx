// Hook with what the editor of a cell offers: its list or calendar, and the keys that go to it. Arrow keys choose in a
// list, Enter and Tab take the chosen word; an arrow key down goes into a calendar. Every other key is the field's own.
import type { TextCell } from '@glideapps/glide-data-grid'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { choicesHolding, dayOfText, type EditorHelp, meantChoice, textOfDay } from './editor-help.ts'
import { ChoicePanel, DatePanel } from './editor-panel.tsx'

type Options = {
  readonly help: EditorHelp | null
  readonly portal: HTMLElement | null
  readonly text: string
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly value: TextCell
  readonly onFinishedEditing: (next?: TextCell, movement?: readonly [-1 | 0 | 1, -1 | 0 | 1]) => void
}

type Offer = {
  readonly panel: ReactNode
  /** Attributes of the field. */
  readonly field: Readonly<Record<string, string | boolean | undefined>>
  readonly onTyped: () => void
  /** True where the key was for what is offered. */
  readonly takesKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
}

const nothing: Offer = { panel: null, field: {}, onTyped: () => undefined, takesKey: () => false }

export function useEditorOffer(options: Options): Offer {
  const list = useChoices(options)
  const calendar = useCalendar(options)
  if (options.help === null) return nothing
  return options.help.kind === 'choices' ? list : calendar
}

/** A key that neither ends a composition nor has a modifier. */
function isPlain({ nativeEvent, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !nativeEvent.isComposing && !altKey && !ctrlKey && !metaKey
}

function useChoices({ help, portal, text, area, value, onFinishedEditing }: Options): Offer {
  const id = useId()
  const [typed, setTyped] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const all = help?.kind === 'choices' ? help.choices : []
  const choices = typed ? choicesHolding(all, text) : all
  const meant = meantChoice(all, text)
  const take = (choice: string, movement: readonly [-1 | 0 | 1, -1 | 0 | 1]): void =>
    onFinishedEditing({ ...value, data: choice }, movement)
  function takesKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = at === null ? undefined : choices[at]
    if (!isPlain(event)) return false
    if (step !== undefined && choices.length > 0) {
      const from = at ?? (step === 1 ? -1 : 0)
      setAt((from + step + choices.length) % choices.length)
    } else if (event.key === 'Enter' && !event.shiftKey && chosen !== undefined) take(chosen, [0, 1])
    else if (event.key === 'Tab' && chosen !== undefined) take(chosen, [event.shiftKey ? -1 : 1, 0])
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    panel: (
      <ChoicePanel
        field={area}
        portal={portal}
        lines={text.length}
        id={id}
        choices={choices}
        highlighted={at}
        meant={meant}
        onTake={(choice) => take(choice, [0, 0])}
      />
    ),
    field: {
      role: 'combobox',
      'aria-expanded': choices.length > 0,
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-activedescendant': at === null ? undefined : `${id}-${at}`,
    },
    onTyped: () => {
      setTyped(true)
      setAt(null)
    },
    takesKey,
  }
}

function useCalendar({ help, portal, text, area, value, onFinishedEditing }: Options): Offer {
  const entry = useRef<HTMLButtonElement>(null)
  const pattern = help?.kind === 'date' ? help.pattern : ''
  return {
    panel: (
      <DatePanel
        field={area}
        portal={portal}
        lines={text.length}
        pattern={pattern}
        chosen={pattern === '' ? null : dayOfText(text, pattern)}
        entry={entry}
        onPick={(day) => onFinishedEditing({ ...value, data: textOfDay(day, pattern) }, [0, 0])}
      />
    ),
    field: { 'aria-haspopup': 'grid' },
    onTyped: () => undefined,
    takesKey(event) {
      if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing || text.includes('\n')) return false
      event.preventDefault()
      event.stopPropagation()
      entry.current?.focus()
      return true
    },
  }
}
