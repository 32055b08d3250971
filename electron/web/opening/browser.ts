// Opens a page in the default browser, if there is one.
import { spawn } from 'node:child_process'
import { environmentOfChild } from '../../engine/system/environment.ts'

export type Opener = { readonly command: string; readonly args: readonly string[] }

/** Command that opens a page on this machine; null if nobody would see it: no display, or a build server. */
export function openerFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): Opener | null {
  if ((environment['CI'] ?? '') !== '') return null
  if (platform === 'darwin') return { command: 'open', args: [] }
  // Not cmd's `start`, which reads `&` in a path as the end of a command.
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] }
  const display = `${environment['DISPLAY'] ?? ''}${environment['WAYLAND_DISPLAY'] ?? ''}`
  return display === '' ? null : { command: 'xdg-open', args: [] }
}

/** An opener that still runs after this time is the browser itself. */
const openedAfterMs = 1_000

/**
 * Resolves with true if the system accepted it; there may still be no browser. Every user of this machine can read
 * the arguments of a program: `page` must not be secret.
 */
export function openPage(
  { command, args }: Opener,
  page: string,
  patienceMs = openedAfterMs,
): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, page], {
      stdio: 'ignore',
      detached: true,
      env: environmentOfChild(process.env),
    })
    const timer = setTimeout(() => resolve(true), patienceMs)
    const finish = (opened: boolean): void => {
      clearTimeout(timer)
      resolve(opened)
    }
    child.once('error', () => finish(false))
    child.once('exit', (code) => finish(code === 0))
    child.unref()
  })
}
