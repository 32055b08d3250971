// Type-ahead for the cell editor: a key that begins editing opens the editor of the focused cell, and keys typed before
// it is there are kept and passed to it. It opens every cell in the same way, also a pinned one and one that was
// scrolled out of view, where the grid library ignores typing. It waits for a row that is still loading. A press
// elsewhere before the editor is there writes what was typed into the cell that it was typed for.
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { toast } from '../../../../components/notices/toast.tsx'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import { notWrittenBecause } from '../../../../accounts/typed/refused-texts.ts'
import {
  beginsEditing,
  give,
  type Held,
  heldOf,
  heldPaste,
  openerOf,
  pressOn,
  textsOf,
  writtenBy,
} from './held-keys.ts'

/** The longest wait for a row that is being read, and for the editor to open. */
const patienceMs = 10_000
/** A cell that does not come into view within this time is opened where it is. */
const scrollMs = 500

/** Whether the focused cell can be edited: `later` while its row is being read, `never` where nothing can be typed. */
export type Opening = 'now' | 'later' | 'never'

/** A cell of the sheet, with its text when typing began. */
export type TypedCell = { readonly row: number; readonly column: number; readonly text: string }

type Options = {
  /** Where the grid puts the cell editor; within the element around the grid. */
  readonly portal: RefObject<HTMLElement | null>
  readonly opening: () => Opening
  /** The focused cell with its text; null while its row is being read. */
  readonly cell: () => TypedCell | null
  /** Writes a text into a cell without an editor. */
  readonly write: (cell: TypedCell, text: string) => void
  /** A text was begun where none can be typed. */
  readonly onNoField: () => void
  /** True when the focused cell is in view; otherwise it is being scrolled there. */
  readonly bringIntoView: () => boolean
}

export type TypeAhead = {
  /** The key goes to the editor, now or when it has opened; no other handler gets it. */
  readonly takes: (event: KeyboardEvent) => boolean
  /** The same for a pasted text. */
  readonly takesPaste: (text: string) => boolean
  /** True if the key opens the editor, now or as soon as the row is there. */
  readonly opens: (event: KeyboardEvent) => boolean
  /** True once for an editor that opens although its text was written already, by a press elsewhere. */
  readonly isTooLate: () => boolean
}

type Waiting = {
  readonly keys: Held[]
  /** Enter selects the cell's text, which a typed character then replaces; F2 puts the caret at its end. */
  readonly opener: string
  readonly since: number
  readonly cell: TypedCell | null
  asked: boolean
}

type TypeAheadState = {
  readonly options: () => Options
  waiting: Waiting | null
  /** Keys that were typed after the one that ended the editor, for the next cell. */
  rest: Held[]
  /** The opener is on its way to the library. */
  passing: boolean
  /** The editor that the library was asked for is not wanted any more. */
  isTooLate: boolean
}

/** Handlers for the capture phase around the grid. */
export function useTypeAhead(options: Options): TypeAhead {
  const latest = useRef(options)
  latest.current = options
  const state = useMemo(
    (): TypeAheadState => ({
      options: () => latest.current,
      waiting: null,
      rest: [],
      passing: false,
      isTooLate: false,
    }),
    [],
  )
  useEffect(() => {
    const leave = (): void => finishWithoutEditor(state)
    document.addEventListener('pointerdown', leave, true)
    return () => {
      document.removeEventListener('pointerdown', leave, true)
      // Another page is shown.
      leave()
    }
  }, [state])
  return useMemo(() => {
    return {
      takes: (event) => takeKey(state, event),
      takesPaste(text) {
        state.waiting?.keys.push(heldPaste(text))
        return state.waiting !== null
      },
      opens: (event) => openBy(state, event),
      isTooLate() {
        const { isTooLate } = state
        state.isTooLate = false
        return isTooLate
      },
    }
  }, [state])
}

function takeKey(state: TypeAheadState, event: KeyboardEvent): boolean {
  const { options, rest, waiting } = state
  if (state.passing) return false
  const inEditor = event.target instanceof Node && options().portal.current?.contains(event.target) === true
  if (inEditor && rest.length === 0) {
    // The editor has the focus before the next frame: what was typed before this key goes in before it.
    handOver(state)
    return true
  }
  const isOurs = !event.nativeEvent.isTrusted
  if (waiting === null && (rest.length === 0 || isOurs)) return inEditor
  if (/^(Control|Meta|Shift|Alt|AltGraph|CapsLock)$/.test(event.key)) return true
  event.stopPropagation()
  // The browser then reports what is pasted.
  if (isPaste(event)) return true
  event.preventDefault()
  const line = rest.length > 0 && !isOurs ? rest : (waiting?.keys ?? rest)
  line.push(heldOf(event))
  return true
}

function openBy(state: TypeAheadState, event: KeyboardEvent): boolean {
  if (state.passing) return true
  if (!beginsEditing(event)) return false
  if (state.options().opening() === 'never') {
    if (openerOf(event) === null) state.options().onNoField()
    return false
  }
  event.preventDefault()
  event.stopPropagation()
  state.isTooLate = false
  const opener = openerOf(event) ?? 'Enter'
  const keys = openerOf(event) === null ? [heldOf(event)] : []
  const cell = state.options().cell()
  state.waiting = { keys, opener, since: performance.now(), cell, asked: false }
  mark(state)
  seek(state)
  return true
}

/** Before the selection moves: what was typed for the cell is written into it; keys for the cells after it are not. */
function finishWithoutEditor(state: TypeAheadState): void {
  const { waiting, rest, options } = state
  // An earlier one has opened, or never will.
  state.isTooLate = false
  if (editorIn(options()) !== null) return
  state.isTooLate = waiting?.asked === true
  state.waiting = null
  state.rest = []
  mark(state)
  if (waiting === null) return tellLost(rest, gridTexts.leftBefore)
  const { cell, keys, opener } = waiting
  if (cell === null) return tellLost([...keys, ...rest], gridTexts.leftBefore)
  const written = writtenBy(cell.text, keys, opener === 'F2')
  if (written.text !== null && written.text !== cell.text) options().write(cell, written.text)
  tellLost([...written.left, ...rest], gridTexts.leftBefore)
}

/** Says on the element around the grid that keys wait for a cell: no input may be taken from it now. */
function mark({ options, waiting, rest }: TypeAheadState): void {
  const around = options().portal.current?.parentElement
  around?.toggleAttribute('data-typing-ahead', waiting !== null || rest.length > 0)
}

/** Sends the kept keys to the editor; returns false if there is none yet. */
function handOver(state: TypeAheadState): boolean {
  const { waiting } = state
  const editor = editorIn(state.options())
  if (waiting === null) return true
  if (editor === null) return false
  state.waiting = null
  state.rest.unshift(...give(editor, waiting.keys))
  mark(state)
  if (state.rest.length > 0) requestAnimationFrame(() => goOn(state))
  return true
}

/** One key a frame, so that each finds the grid as the one before has left it. */
function goOn(state: TypeAheadState): void {
  const { rest, waiting, options } = state
  const [next, ...others] = rest
  const editor = editorIn(options())
  if (next === undefined) return
  if (waiting !== null) {
    waiting.keys.push(...rest)
    state.rest = []
  } else if (editor !== null) state.rest = [...give(editor, rest)]
  else {
    const grid = gridOf(options())
    if (grid === null) return finishWithoutEditor(state)
    state.rest = others
    pressOn(grid, next)
  }
  mark(state)
  if (state.rest.length > 0) requestAnimationFrame(() => goOn(state))
}

/** Opens the editor as soon as the cell is there and in view, and waits for it. */
function seek(state: TypeAheadState): void {
  const { waiting, options } = state
  if (waiting === null || handOver(state)) return
  const waited = performance.now() - waiting.since
  const opening = options().opening()
  const grid = gridOf(options())
  if (opening === 'never' || grid === null || waited > patienceMs) {
    tellLost([...waiting.keys, ...state.rest], gridTexts.rowNotRead)
    state.waiting = null
    state.rest = []
    mark(state)
    return
  }
  const isReady = opening === 'now' && (options().bringIntoView() || waited > scrollMs)
  if (isReady && !waiting.asked) {
    waiting.asked = true
    state.passing = true
    pressOn(grid, { key: waiting.opener, all: false, shift: false, alt: false })
    state.passing = false
  }
  requestAnimationFrame(() => seek(state))
}

function isPaste({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 'v'
}

function editorIn({ portal }: Options): HTMLTextAreaElement | HTMLInputElement | null {
  return portal.current?.querySelector<HTMLTextAreaElement | HTMLInputElement>('[data-cell-editor]') ?? null
}

function gridOf({ portal }: Options): HTMLElement | null {
  return portal.current?.parentElement?.querySelector('canvas') ?? null
}

/** Typing is never lost without a word. */
function tellLost(keys: readonly Held[], why: string): void {
  const texts = textsOf(keys)
  if (texts.length > 0) toast.notice('warning', notWrittenBecause(texts, why))
}
