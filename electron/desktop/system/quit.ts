// Quits the program. Work in progress is never interrupted without a person's consent:
//
//   running ─quit─▶ asking ─nothing in flight, or "finish"─▶ finishing ─engine closed─▶ ended
//      ▲              │ └─"leave unconfirmed"──────────────▶ ended (at once; the next start finishes what was left)
//      └──"go on"─────┘
//
// When the system shuts down, nobody can be asked: requests in flight are finished as far as the system waits for
// them.
import type { UnderWay } from '../../web/under-way.ts'
import type { AppWindow, ElectronParts } from '../electron-parts.ts'
import { desktopTexts } from '../texts/desktop.ts'

export type QuittingOptions = {
  readonly app: Pick<ElectronParts['app'], 'quit' | 'exit'>
  readonly dialog: Pick<ElectronParts['dialog'], 'showMessageBox' | 'showErrorBox'>
  readonly window: () => AppWindow | null
  readonly underWay: () => Promise<UnderWay>
  /** Ends the engine in order. */
  readonly close: () => Promise<void>
  /** Limit in milliseconds for delaying the system's shutdown. */
  readonly shutdownPatienceMs?: number
}

type QuittingParts = QuittingOptions & {
  state: 'running' | 'asking' | 'finishing' | 'ended'
  /** The engine is closed once, whoever decides it. */
  finished: Promise<void> | null
  isShuttingDown: boolean
}

type Preventable = { preventDefault(): void }

export type Quitting = {
  /** For `before-quit` and a closing window: prevents it until the end is decided. */
  hold(event: Preventable): void
  /** For the system's shutdown: delays it until the engine has closed, but no longer than the system allows. */
  shutdown(event: Preventable): void
}

export function createQuitting(options: QuittingOptions): Quitting {
  const parts: QuittingParts = { ...options, state: 'running', finished: null, isShuttingDown: false }
  return {
    hold: (event) => hold(parts, event),
    shutdown: (event) => shutdown(parts, event),
  }
}

function hold(parts: QuittingParts, event: Preventable): void {
  if (parts.state === 'ended') return
  event.preventDefault()
  if (parts.state === 'asking' || parts.isShuttingDown) return
  decide(parts).catch((error: unknown) => {
    parts.dialog.showErrorBox(desktopTexts.quit.failed, textOf(error))
    if (!isEnded(parts)) parts.state = 'running'
  })
}

function shutdown(parts: QuittingParts, event: Preventable): void {
  if (parts.state === 'ended') return
  event.preventDefault()
  if (parts.isShuttingDown) return
  parts.isShuttingDown = true
  parts.state = 'finishing'
  setTimeout(() => {
    if (!isEnded(parts)) exit(parts, 0)
  }, parts.shutdownPatienceMs ?? usualPatience).unref()
  parts.finished ??= finish(parts)
}

async function decide(parts: QuittingParts): Promise<void> {
  const waiting = parts.state === 'finishing'
  parts.state = 'asking'
  const answer = await ask(parts, waiting)
  if (isEnded(parts) || parts.isShuttingDown) return
  if (answer === 'leave') return exit(parts, 0)
  if (answer === 'go on' && !waiting) {
    parts.state = 'running'
    return
  }
  parts.state = 'finishing'
  parts.finished ??= finish(parts)
  await parts.finished
}

/** `waiting`: the engine is finishing already, and the person quits once more. */
async function ask(parts: QuittingParts, waiting: boolean): Promise<'finish' | 'leave' | 'go on'> {
  const underWay = await parts.underWay()
  if (parts.isShuttingDown || (underWay.sending === 0 && !waiting)) return 'finish'
  const window = parts.window()
  const box = questionFor(underWay, waiting)
  const { response } = await (window === null
    ? parts.dialog.showMessageBox(box)
    : parts.dialog.showMessageBox(window, box))
  if (response === 0) return waiting ? 'go on' : 'finish'
  return response === 1 ? 'leave' : 'go on'
}

async function finish(parts: QuittingParts): Promise<void> {
  const window = parts.window()
  // Indeterminate: the service's answer time is unknown.
  window?.setProgressBar(2)
  window?.setTitle(desktopTexts.quit.title)
  try {
    await parts.close()
  } catch (error) {
    parts.dialog.showErrorBox(desktopTexts.quit.notInOrder, textOf(error))
    return exit(parts, 1)
  }
  if (isEnded(parts)) return
  parts.state = 'ended'
  parts.app.quit()
}

function exit(parts: QuittingParts, code: number): void {
  parts.state = 'ended'
  parts.app.exit(code)
}

/** The state changes during an await, which the compiler cannot see. */
function isEnded(parts: QuittingParts): boolean {
  return parts.state === 'ended'
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Runs every step, even after a failed one. */
export function endInOrder(steps: readonly (() => Promise<void>)[]): () => Promise<void> {
  return async () => {
    const [first, ...rest] = steps
    try {
      await first?.()
    } finally {
      if (rest.length > 0) await endInOrder(rest)()
    }
  }
}

/** Windows waits 5 s before it kills a program; other systems wait longer. */
const usualPatience = 4500

function questionFor({ sending, queued }: UnderWay, waiting: boolean): Electron.MessageBoxOptions {
  const words = desktopTexts.quit
  return waiting
    ? {
        type: 'question',
        message: words.still({ sending }),
        detail: words.stillDetail,
        buttons: [words.wait, words.leave],
        defaultId: 0,
        cancelId: 0,
      }
    : {
        type: 'question',
        message: words.question({ sending }),
        detail: words.detail({ queued }),
        buttons: [words.finish, words.leave, words.goOn],
        defaultId: 0,
        cancelId: 2,
      }
}
