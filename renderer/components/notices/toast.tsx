// Toasts: short messages that any module can show and that screen readers announce. Completed actions appear in the
// status line (`toast.done('Saved')`, with undo where possible). Notices and failures appear at the bottom left, where no
// dialog has its buttons; a failure that asks for an act stays until dismissed. No toast is shown when the page itself
// already shows the result.
import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureOf } from './failure.ts'
import { texts } from '../../texts/common.ts'
import { cx } from '../classes.ts'
import { type NoteAct, showNote } from './status-note.tsx'

const manager = Base.createToastManager()
type Level = 'info' | 'warning' | 'error'
const timeouts: Readonly<Record<Level, number>> = { info: 5_000, warning: 10_000, error: 20_000 }

/** For messages longer than one sentence: title, description and link. */
type More = { readonly description?: string; readonly act?: NoteAct }

function add(level: Level, title: string, { description, act }: More = {}): void {
  const id = manager.add({
    title,
    ...(description === undefined ? {} : { description }),
    type: level,
    // What asks for an act stays until it is closed.
    timeout: act !== undefined && level === 'error' ? 0 : timeouts[level],
    // All are polite: for `high`, Base UI hides a focusable element from screen readers.
    priority: 'low',
    ...(act === undefined ? {} : { actionProps: { children: act.label, onClick: () => follow(act, id) } }),
  })
}

function follow(act: NoteAct, id: string): void {
  act.run()
  manager.close(id)
}

export const toast = {
  done: (message: string, act?: NoteAct): void => showNote(message, act ?? null),
  notice: (level: Level, message: string, more?: More): void => add(level, message, more),
  /** Shows any thrown value as a message. For `onError` of mutations. */
  failed: (error: unknown): void => failedBecause(failureOf(error).message),
  /** The same with the sentence that says what was not done. */
  notDone: (what: string | null, error: unknown): void => {
    const { message } = failureOf(error)
    failedBecause(what === null ? message : `${what} ${message}`)
  },
}

/** Failures name the batch that they are about. */
function failedBecause(message: string): void {
  const about = nameOfBatch()
  if (about === null) add('error', message)
  else add('error', about, { description: message })
}

let nameOfBatch: () => string | null = () => null

/** Failures name the batch that they are about: they may stay while another page is shown. */
export function nameFailures(of: () => string | null): void {
  nameOfBatch = of
}

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert }
const colours = { info: 'text-accent', warning: 'text-warn', error: 'text-bad' }

function levelOf(type: string | undefined): Level {
  return type === 'warning' || type === 'error' ? type : 'info'
}

export function Toasts({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed bottom-10 left-3 z-50 flex w-88 flex-col gap-2 in-data-wall:hidden">
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List(): ReactNode {
  const { toasts } = Base.useToastManager()
  return toasts.map((one) => {
    const level = levelOf(one.type)
    const Icon = icons[level]
    return (
      <Base.Root
        key={one.id}
        toast={one}
        className="rounded-lg border border-line bg-raised shadow-lift transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 data-limited:hidden"
      >
        <Base.Content className="flex items-start gap-2.5 py-2.5 pr-2 pl-3">
          <Icon size={16} aria-hidden className={cx('mt-0.5 shrink-0', colours[level])} />
          <div className="min-w-0 flex-1 text-base wrap-break-word">
            <Base.Title className={cx(one.description !== undefined && 'font-medium')} render={<p />} />
            {one.description !== undefined && (
              <Base.Description className="mt-0.5 text-soft" render={<p />} />
            )}
          </div>
          {one.actionProps !== undefined && (
            <Base.Action className="shrink-0 rounded px-1.5 font-medium text-accent hover:bg-hover" />
          )}
          <Base.Close
            aria-label={texts.common.close}
            className="grid size-5 shrink-0 place-items-center rounded text-faint hover:bg-hover hover:text-text"
          >
            <X size={14} aria-hidden />
          </Base.Close>
        </Base.Content>
      </Base.Root>
    )
  })
}
