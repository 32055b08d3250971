// Message in the middle of the status line about the latest completed action. Only the newest is shown. It disappears
// after a short time, stays while hovered or focused, and is removed when the page changes. Its space is reserved where
// something stands above it, so nothing moves. An open dialog shows it too, because the dialog covers the status line.
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { cx } from '../classes.ts'

export type NoteAct = { readonly label: string; readonly run: () => void }
type Note = {
  readonly id: number
  readonly message: string
  readonly act: NoteAct | null
  /** The page that it belongs to. */
  readonly place: string
}

const shownMs = 3_000
/** Long messages are shown longer. */
const readMsALetter = 60
/** Long enough to read it and to press its button. */
const shownWithActMs = 8_000

let note: Note | null = null
let last = 0
let timer: ReturnType<typeof setTimeout> | null = null
const listeners = new Set<() => void>()

/** The URL without its query: a filter or selection does not make another page. */
function placeNow(): string {
  return window.location.hash.split('?')[0] ?? ''
}

function become(next: Note | null): void {
  note = next
  for (const listener of listeners) listener()
}

function stopTimer(): void {
  if (timer !== null) clearTimeout(timer)
  timer = null
}

function hideLater(): void {
  stopTimer()
  if (note === null) return
  const least = note.act === null ? shownMs : shownWithActMs
  timer = setTimeout(() => become(null), Math.max(least, note.message.length * readMsALetter))
}

/** Shows it instead of the one before. */
export function showNote(message: string, act: NoteAct | null): void {
  last += 1
  become({ id: last, message, act, place: placeNow() })
  hideLater()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function leave(): void {
  if (note !== null && note.place !== placeNow()) become(null)
}

/** Subscribes a place that shows the note: the frame, or a dialog in front of it. */
function follow(listener: () => void): () => void {
  window.addEventListener('hashchange', leave)
  const end = subscribe(listener)
  return () => {
    window.removeEventListener('hashchange', leave)
    end()
  }
}

export function StatusNote(props: { readonly className?: string }): ReactNode {
  const shown = useSyncExternalStore(follow, () => note)
  const act = shown?.act ?? null
  return (
    <div
      role="status"
      onMouseEnter={stopTimer}
      onMouseLeave={hideLater}
      onFocus={stopTimer}
      onBlur={hideLater}
      className={cx('flex min-w-0 items-center justify-center gap-1.5', props.className)}
    >
      {shown !== null && (
        <span key={shown.id} data-note="" className="flex min-w-0 items-center gap-1.5 text-text">
          <CircleCheck size={14} aria-hidden className="shrink-0 text-ok" />
          <span className="truncate" title={shown.message}>
            {shown.message}
          </span>
        </span>
      )}
      {act !== null && (
        <button
          type="button"
          onClick={() => {
            act.run()
            become(null)
          }}
          className="shrink-0 rounded px-1.5 font-medium text-accent hover:bg-hover"
        >
          {act.label}
        </button>
      )}
    </div>
  )
}
