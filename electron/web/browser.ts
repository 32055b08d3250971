// Opening the person's own browser, where there is one to open.
import { spawn } from 'node:child_process'

export type Opener = { readonly command: string; readonly args: readonly string[] }

/** How this machine opens an address; null where nobody would see it: no display, or a build server. */
export function openerFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): Opener | null {
  if ((environment['CI'] ?? '') !== '') return null
  if (platform === 'darwin') return { command: 'open', args: [] }
  if (platform === 'win32') return { command: 'cmd', args: ['/c', 'start', ''] }
  const display = `${environment['DISPLAY'] ?? ''}${environment['WAYLAND_DISPLAY'] ?? ''}`
  return display === '' ? null : { command: 'xdg-open', args: [] }
}

/** An opener that still runs after this is the browser itself, started by it. */
const openedAfterMs = 1_000

/** Resolves to whether the system took the address; it need not have a browser. */
export function openAddress({ command, args }: Opener, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true })
    const timer = setTimeout(() => resolve(true), openedAfterMs)
    const settle = (opened: boolean): void => {
      clearTimeout(timer)
      resolve(opened)
    }
    child.once('error', () => settle(false))
    child.once('exit', (code) => settle(code === 0))
    child.unref()
  })
}
