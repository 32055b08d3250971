/// <reference types="vite/client" />
// Editor of one cell. It wraps long text, grows with its lines and closes directly on the key press, without a timer.
// Enter accepts and moves down, Shift+Enter up, Tab sideways; Alt+Enter breaks the line, Ctrl+Enter fills the
// selection, Escape leaves the cell unchanged. Where the grid goes while a cell is open, because another page is shown, what
// was typed is taken. A closed list or a calendar below it offers what the column takes.
import type { ProvideEditorCallback, TextCell } from '@glideapps/glide-data-grid'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import type { EditorHelp } from './editor-help.ts'
import { useEditorOffer } from './use-editor-offer.tsx'

type EditorProps = {
  readonly value: TextCell
  readonly onChange: (next: TextCell) => void
  readonly onFinishedEditing: (next?: TextCell, movement?: readonly [-1 | 0 | 1, -1 | 0 | 1]) => void
  readonly isHighlighted: boolean
  readonly byF2: boolean
  /** Width of the cell in pixels; the editor is at least as wide. */
  readonly width: number
  readonly onFill: (text: string) => void
  readonly onOpen: (open: boolean) => void
  /** It is not wanted any more: a press elsewhere came before it. */
  readonly isTooLate: () => boolean
  /** The editor went although nothing had ended it. */
  readonly onLeft: (left: TextCell) => void
  readonly help: EditorHelp | null
  /** Where what is offered is put. */
  readonly portal: HTMLElement | null
}

type Given = Pick<EditorProps, 'value' | 'onChange' | 'onFinishedEditing' | 'isHighlighted'> & {
  readonly target: { readonly width: number }
  readonly portalElementRef?: RefObject<HTMLElement | null>
}

type Movement = readonly [-1 | 0 | 1, -1 | 0 | 1]

function movementOf({ key, shiftKey }: KeyboardEvent): Movement | null {
  if (key === 'Enter') return [0, shiftKey ? -1 : 1]
  if (key === 'Tab') return [shiftKey ? -1 : 1, 0]
  return null
}

const growsByItself = CSS.supports('field-sizing', 'content')

/** Fallback for browsers in which a field cannot grow with its text. */
function fit(area: HTMLTextAreaElement): void {
  if (growsByItself) return
  area.style.width = `min(${Math.max(24, area.value.length + 4)}ch, 420px)`
  area.style.height = '0'
  area.style.height = `${area.scrollHeight}px`
}

function CellEditor(given: EditorProps): ReactNode {
  const props = useEnding(given)
  const { value } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(value.data)
  useOpening(props, area)
  const offer = useEditorOffer({ ...props, text, area })
  const write = (next: string): void => {
    setText(next)
    props.onChange({ ...value, data: next })
  }
  return (
    <>
      <textarea
        {...offer.field}
        ref={area}
        data-cell-editor
        value={text}
        aria-label={gridTexts.editor}
        dir="auto"
        spellCheck={false}
        rows={1}
        className="gdg-input field-sizing-content block max-h-[50vh] resize-none overflow-y-auto border-0 bg-pane text-sm leading-[19px] wrap-anywhere whitespace-pre-wrap text-text outline-none"
        style={{ padding: '4px 9px', minWidth: props.width, maxWidth: Math.max(props.width, 420) }}
        onChange={(event) => {
          write(event.target.value)
          offer.onTyped()
          fit(event.target)
        }}
        onKeyDown={(event) => {
          if (!offer.takesKey(event)) finishByKey(event, props)
        }}
      />
      {/* After the field, whose place it takes. */}
      {offer.panel}
    </>
  )
}

/** What is typed when the editor goes without an end is taken. */
function useEnding(given: EditorProps): EditorProps {
  const isOver = useRef(false)
  const typed = useRef<TextCell | null>(null)
  const latest = useRef(given)
  latest.current = given
  useLayoutEffect(
    () => () => {
      if (!isOver.current && typed.current !== null) latest.current.onLeft(typed.current)
    },
    [],
  )
  return {
    ...given,
    onChange: (next) => {
      typed.current = next
      given.onChange(next)
    },
    onFinishedEditing: (next, movement) => {
      isOver.current = true
      given.onFinishedEditing(next, movement)
    },
  }
}

function useOpening(props: EditorProps, area: RefObject<HTMLTextAreaElement | null>): void {
  const latest = useRef(props)
  latest.current = props
  useLayoutEffect(() => {
    props.onOpen(true)
    return () => props.onOpen(false)
    // From when it opens until it is gone.
  }, [])
  // It does not follow its cell: what is typed is taken, and the cell keeps the focus.
  useEffect(() => {
    const finish = (): void => {
      const { current } = area
      if (current !== null)
        latest.current.onFinishedEditing({ ...latest.current.value, data: current.value }, [0, 0])
    }
    window.addEventListener('resize', finish)
    return () => window.removeEventListener('resize', finish)
  }, [area])
  // Before anything else can be typed into it.
  useLayoutEffect(() => {
    const { current } = area
    if (current === null) return
    if (props.isTooLate()) {
      const active = document.activeElement
      props.onFinishedEditing(undefined, [0, 0])
      // The library gives the focus to the grid.
      if (active instanceof HTMLElement) active.focus()
      return
    }
    current.focus()
    const end = current.value.length
    current.setSelectionRange(props.isHighlighted && !props.byF2 ? 0 : end, end)
    fit(current)
    // Once, when it opens.
  }, [])
}

function finishByKey(event: KeyboardEvent<HTMLTextAreaElement>, props: EditorProps): void {
  // The library's own handler would close the editor with a timer.
  event.stopPropagation()
  if (event.nativeEvent.isComposing) return
  const { currentTarget: field } = event
  const isEnd = event.key === 'Escape' || movementOf(event) !== null
  if (!isEnd) return
  event.preventDefault()
  if (event.key === 'Escape') return props.onFinishedEditing(undefined, [0, 0])
  if (event.key === 'Enter' && event.altKey) {
    field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    return
  }
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    const text = field.value
    props.onFinishedEditing(undefined, [0, 0])
    props.onFill(text)
    return
  }
  props.onFinishedEditing({ ...props.value, data: field.value }, movementOf(event) ?? [0, 0])
}

type EditorHandlers = {
  /** Gets the text that Ctrl+Enter gives to every selected cell. */
  readonly onFill: (text: string) => void
  /** Gets whether an editor is open. */
  readonly onOpen: (open: boolean) => void
  readonly isTooLate: () => boolean
  readonly onLeft: (left: TextCell) => void
  readonly helpOf: (cell: TextCell) => EditorHelp | null
}

/** For the grid. */
export function cellEditors({ helpOf, ...handlers }: EditorHandlers): ProvideEditorCallback<TextCell> {
  // Created once: a new component type would replace the editor that is being typed into.
  const made = (byF2: boolean) => (props: Given) => (
    <CellEditor
      {...handlers}
      value={props.value}
      onChange={props.onChange}
      onFinishedEditing={props.onFinishedEditing}
      isHighlighted={props.isHighlighted}
      byF2={byF2}
      width={props.target.width + 2}
      help={helpOf(props.value)}
      portal={props.portalElementRef?.current ?? null}
    />
  )
  const byOthers = { disablePadding: true, editor: made(false) }
  const byF2 = { disablePadding: true, editor: made(true) }
  return ({ activation }) =>
    activation?.inputType === 'keyboard' && activation.key === 'F2' ? byF2 : byOthers
}

/** The library does not export its editor, hence the import by path. */
const editors = import.meta.glob(
  '../../../../../node_modules/@glideapps/glide-data-grid/dist/esm/internal/data-grid-overlay-editor/data-grid-overlay-editor.js',
)

/**
 * Preloads the library's editor with the step: otherwise it loads when the first cell is opened, and keys typed
 * meanwhile are lost. Resolves when a cell can be opened without waiting. Errors are ignored: the grid reports them when it loads the
 * editor again.
 */
export async function warmEditor(): Promise<void> {
  await Promise.allSettled(Object.values(editors).map((load) => load()))
}
