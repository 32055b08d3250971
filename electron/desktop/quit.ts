// How the program ends. Nothing under way is cut off without a person's word:
//
//   running ─quit─▶ asking ─nothing in flight, or "finish"─▶ finishing ─engine closed─▶ ended
//      ▲              │ └─"leave unconfirmed"──────────────▶ ended (at once; the next start settles what was left)
//      └──"go on"─────┘
import type { AppWindow, ElectronParts } from './electron-parts.ts'

export function createQuitting(options: {
  readonly app: Pick<ElectronParts['app'], 'quit' | 'exit'>
  readonly dialog: Pick<ElectronParts['dialog'], 'showMessageBox' | 'showErrorBox'>
  readonly window: () => AppWindow | null
  readonly inFlight: () => Promise<number>
  /** Ends the engine in order. */
  readonly close: () => Promise<void>
}) {
  const { app, dialog } = options
  let state: 'running' | 'asking' | 'finishing' | 'ended' = 'running'
  let finished: Promise<void> | null = null

  async function ask(waiting: boolean): Promise<'finish' | 'leave' | 'go on'> {
    const count = await options.inFlight()
    if (count === 0 && !waiting) return 'finish'
    const window = options.window()
    const box = questionFor(count, waiting)
    const { response } = await (window === null
      ? dialog.showMessageBox(box)
      : dialog.showMessageBox(window, box))
    if (response === 0) return waiting ? 'go on' : 'finish'
    return response === 1 ? 'leave' : 'go on'
  }

  async function finish(): Promise<void> {
    const window = options.window()
    // Indeterminate: how long the service takes to answer is not known.
    window?.setProgressBar(2)
    window?.setTitle('Carryover is finishing what is in flight …')
    try {
      await options.close()
    } catch (error) {
      dialog.showErrorBox(
        'Carryover did not end in order',
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
    if (isEnded()) return
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

  // Changed while something is awaited, which the compiler does not see.
  const isEnded = (): boolean => state === 'ended'

  return {
    /** For `before-quit` and for a window that is being closed: prevents it until the end is decided. */
    hold(event: { preventDefault(): void }): void {
      if (state === 'ended') return
      event.preventDefault()
      if (state === 'asking') return
      decide().catch((error: unknown) => {
        dialog.showErrorBox('Carryover could not end', error instanceof Error ? error.message : String(error))
        if (!isEnded()) state = 'running'
      })
    },
  }
}

function questionFor(count: number, waiting: boolean): Electron.MessageBoxOptions {
  const requests = count === 1 ? '1 request is in flight' : `${count} requests are in flight`
  const leave = 'Leave unconfirmed'
  return waiting
    ? {
        type: 'question',
        message: `Carryover is still finishing: ${requests}.`,
        detail: left,
        buttons: ['Keep waiting', leave],
        defaultId: 0,
        cancelId: 0,
      }
    : {
        type: 'question',
        message: `${requests}. Finish before Carryover ends?`,
        detail: `Finishing waits for the service’s answers, usually for seconds, and starts nothing new. ${left}`,
        buttons: ['Finish', leave, 'Go on working'],
        defaultId: 0,
        cancelId: 2,
      }
}

const left =
  'What is left is marked unconfirmed: the next start asks the service what became of it before anything is sent again.'
