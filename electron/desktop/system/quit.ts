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

export function createQuitting(options: {
  readonly app: Pick<ElectronParts['app'], 'quit' | 'exit'>
  readonly dialog: Pick<ElectronParts['dialog'], 'showMessageBox' | 'showErrorBox'>
  readonly window: () => AppWindow | null
  readonly underWay: () => Promise<UnderWay>
  /** Ends the engine in order. */
  readonly close: () => Promise<void>
  /** Limit in milliseconds for delaying the system's shutdown. */
  readonly shutdownPatienceMs?: number
}) {
  const { app, dialog } = options
  let state: 'running' | 'asking' | 'finishing' | 'ended' = 'running'
  let finished: Promise<void> | null = null
  let shuttingDown = false

  async function ask(waiting: boolean): Promise<'finish' | 'leave' | 'go on'> {
    const underWay = await options.underWay()
    if (shuttingDown || (underWay.inFlight === 0 && !waiting)) return 'finish'
    const window = options.window()
    const box = questionFor(underWay, waiting)
    const { response } = await (window === null
      ? dialog.showMessageBox(box)
      : dialog.showMessageBox(window, box))
    if (response === 0) return waiting ? 'go on' : 'finish'
    return response === 1 ? 'leave' : 'go on'
  }

  async function finish(): Promise<void> {
    const window = options.window()
    // Indeterminate: the service's answer time is unknown.
    window?.setProgressBar(2)
    window?.setTitle(desktopTexts.quit.title)
    try {
      await options.close()
    } catch (error) {
      dialog.showErrorBox(
        desktopTexts.quit.notInOrder,
        error instanceof Error ? error.message : String(error),
      )
      state = 'ended'
      app.exit(1)
      return
    }
    if (isEnded()) return
    state = 'ended'
    app.quit()
  }

  async function decide(): Promise<void> {
    const waiting = state === 'finishing'
    state = 'asking'
    const answer = await ask(waiting)
    if (isEnded() || shuttingDown) return
    if (answer === 'leave') {
      state = 'ended'
      app.exit(0)
      return
    }
    if (answer === 'go on' && !waiting) {
      state = 'running'
      return
    }
    state = 'finishing'
    finished ??= finish()
    await finished
  }

  // Changes during an await, which the compiler cannot see.
  const isEnded = (): boolean => state === 'ended'

  return {
    /** For `before-quit` and a closing window: prevents it until the end is decided. */
    hold(event: { preventDefault(): void }): void {
      if (state === 'ended') return
      event.preventDefault()
      if (state === 'asking' || shuttingDown) return
      decide().catch((error: unknown) => {
        dialog.showErrorBox(desktopTexts.quit.failed, error instanceof Error ? error.message : String(error))
        if (!isEnded()) state = 'running'
      })
    },
    /** For the system's shutdown: delays it until the engine has closed, but no longer than the system allows. */
    shutdown(event: { preventDefault(): void }): void {
      if (state === 'ended') return
      event.preventDefault()
      if (shuttingDown) return
      shuttingDown = true
      state = 'finishing'
      setTimeout(() => {
        if (isEnded()) return
        state = 'ended'
        app.exit(0)
      }, options.shutdownPatienceMs ?? usualPatience).unref()
      finished ??= finish()
    },
  }
}

/** Windows waits 5 s before it kills a program; other systems wait longer. */
const usualPatience = 4500

function questionFor({ inFlight, queued }: UnderWay, waiting: boolean): Electron.MessageBoxOptions {
  const words = desktopTexts.quit
  return waiting
    ? {
        type: 'question',
        message: words.still({ inFlight }),
        detail: words.stillDetail,
        buttons: [words.wait, words.leave],
        defaultId: 0,
        cancelId: 0,
      }
    : {
        type: 'question',
        message: words.question({ inFlight }),
        detail: words.detail({ queued }),
        buttons: [words.finish, words.leave, words.goOn],
        defaultId: 0,
        cancelId: 2,
      }
}
