// Opening a page in the person's own browser, where there is one to open.
import { spawn } from 'node:child_process'
import { environmentOfChild } from '../engine/system/environment.ts'

export type Opener = { readonly command: string; readonly args: readonly string[] }

/** How this machine opens a page; null where nobody would see it: no display, or a build server. */
export function openerFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): Opener | null {
  if ((environment['CI'] ?? '') !== '') return null
  if (platform === 'darwin') return { command: 'open', args: [] }
  // Not `start` of cmd, which reads `&` in a path as the end of a command.
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler'] }
  const display = `${environment['DISPLAY'] ?? ''}${environment['WAYLAND_DISPLAY'] ?? ''}`
  return display === '' ? null : { command: 'xdg-open', args: [] }
}

/** An opener that still runs after this is the browser itself, started by it. */
const openedAfterMs = 1_000

/**
 * Resolves to whether the system took it; it need not have a browser. Every user of this machine can read the arguments of
 * a program: `page` is no secret.
 */
export function openPage({ command, args }: Opener, page: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, page], {
      stdio: 'ignore',
      detached: true,
      env: environmentOfChild(process.env),
    })
    const timer = setTimeout(() => resolve(true), openedAfterMs)
    const finish = (opened: boolean): void => {
      clearTimeout(timer)
      resolve(opened)
    }
    child.once('error', () => finish(false))
    child.once('exit', (code) => finish(code === 0))
    child.unref()
  })
}
