// Message about the last action, in the middle of the status line, where it covers nothing. Only the newest is shown.
// It disappears after a short time, but not while it is hovered or focused, and never stays for another page. Its
// space is reserved, so nothing moves. A dialog that stays open shows it too.
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { cx } from './classes.ts'

export type NoteAct = { readonly label: string; readonly run: () => void }
type Note = {
  readonly id: number
  readonly message: string
  readonly act: NoteAct | null
  /** The page that it belongs to. */
  readonly place: string
}

const shownMs = 3_000
/** A long one gets the time that reading it takes. */
const readMsALetter = 60
/** Long enough to read it and to press its button. */
const shownWithActMs = 8_000

let note: Note | null = null
let last = 0
let timer: ReturnType<typeof setTimeout> | null = null
const listeners = new Set<() => void>()

/** The address without its query: what is filtered or selected on a page is the same page. */
function placeNow(): string {
  return window.location.hash.split('?')[0] ?? ''
}

function become(next: Note | null): void {
  note = next
  for (const listener of listeners) listener()
}

function hold(): void {
  if (timer !== null) clearTimeout(timer)
  timer = null
}

function letGo(): void {
  hold()
  if (note === null) return
  const least = note.act === null ? shownMs : shownWithActMs
  timer = setTimeout(() => become(null), Math.max(least, note.message.length * readMsALetter))
}

/** Shows it instead of the one before. */
export function showNote(message: string, act: NoteAct | null): void {
  last += 1
  become({ id: last, message, act, place: placeNow() })
  letGo()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function leave(): void {
  if (note !== null && note.place !== placeNow()) become(null)
}

/** By each place that shows it: the frame, and a dialog that stands before it. */
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
      onMouseEnter={hold}
      onMouseLeave={letGo}
      onFocus={hold}
      onBlur={letGo}
      className={cx('flex min-w-0 items-center justify-center gap-1.5', props.className)}
    >
      {shown !== null && (
        <span key={shown.id} className="flex min-w-0 items-center gap-1.5 text-text">
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
