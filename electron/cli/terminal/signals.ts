// External ends of a command: Ctrl-C, a termination signal, a closed output pipe.
import { exitCodes } from './exit.ts'
import { say } from './terminal.ts'
import { runTexts } from '../texts/run.ts'

/** Aborted by the first Ctrl-C; the second ends the process at once, which leaves requests under way unconfirmed. */
export function interruption(): AbortSignal {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      say(process, `carryover: ${runTexts.ends.stoppedAtOnce}`)
      process.exit(exitCodes.interrupted)
    }
    controller.abort()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  // The terminal was closed: nobody reads on, but the shutdown is still in order.
  process.on('SIGHUP', () => {
    process.stdout.removeAllListeners('error').on('error', () => undefined)
    interrupt()
  })
  return controller.signal
}

/**
 * If the reader of a pipe ends (`… | head`), the process ends quietly; closed progress output is no reason to stop.
 */
export function outliveClosedPipes(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.interrupted)
    throw error
  })
  process.stderr.on('error', () => undefined)
}
