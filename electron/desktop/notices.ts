// System notifications, the count on the app icon and the flash of the window, for a person who is not looking at
// Carryover. Whoever looks at the window sees the message there, and not a second time.
import type { Alert } from '../../shared/contract/contract.ts'
import type { AppWindow, ElectronParts } from './electron-parts.ts'
import { dot } from './overlay-dot.ts'

export type Notices = ReturnType<typeof createNotices>

/** Shown ones are kept, since a notification that is collected forgets what a click on it does. */
const keptNotices = 20

export function createNotices(options: {
  readonly electron: Pick<ElectronParts, 'app' | 'Notification' | 'nativeImage'>
  readonly platform: NodeJS.Platform
  readonly window: () => AppWindow | null
  /** A person clicked on it. */
  readonly open: (alert: Alert) => void
}) {
  const { app, Notification, nativeImage } = options.electron
  const shown: InstanceType<typeof Notification>[] = []
  let waiting = 0

  function notify(alert: Alert): void {
    if (!Notification.isSupported()) return
    const notice = new Notification({ title: alert.title, body: alert.message })
    notice.on('click', () => options.open(alert))
    shown.push(notice)
    if (shown.length > keptNotices) shown.shift()
    notice.show()
  }

  function flash(window: AppWindow | null): void {
    if (options.platform === 'darwin') app.dock?.bounce('informational')
    else if (window !== null) {
      window.flashFrame(true)
      window.once('focus', () => window.flashFrame(false))
    }
  }

  return {
    reported(alert: Alert): void {
      const window = options.window()
      if (window?.isFocused() === true) return
      notify(alert)
      flash(window)
    },
    /** So many alerts wait for a person. */
    count(now: number): void {
      if (now === waiting) return
      waiting = now
      // On Windows a count is no part of an icon: a dot is, with words for those who do not see it.
      if (options.platform !== 'win32') app.setBadgeCount(now)
      else
        options
          .window()
          ?.setOverlayIcon(
            now === 0 ? null : nativeImage.createFromBitmap(dot(16), { width: 16, height: 16 }),
            now === 0 ? '' : now === 1 ? '1 thing waits for you' : `${now} things wait for you`,
          )
    },
  }
}
