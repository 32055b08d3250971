// Notices for a person who does not look at the window: system notifications, the count on the icon, and the
// flashing window. A person who looks at the window sees the message there and gets no notice.
import type { Alert } from '../../../shared/contract/contract.ts'
import type { AppWindow, ElectronParts } from '../electron-parts.ts'
import { desktopTexts } from '../texts/desktop.ts'
import { dot } from './overlay-dot.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type Notices = ReturnType<typeof createNotices>

/** Shown notifications are kept in memory, because a garbage-collected one loses its click handler. */
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
    const notice = new Notification({ title: sentenceOf(alert.title), body: sentenceOf(alert.message) })
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
    /** Number of alerts that wait for a person. */
    count(now: number): void {
      if (now === waiting) return
      waiting = now
      // Windows has no count on an icon: it shows a dot, with a text for screen readers.
      if (options.platform !== 'win32') app.setBadgeCount(now)
      else
        options
          .window()
          ?.setOverlayIcon(
            now === 0 ? null : nativeImage.createFromBitmap(dot(16), { width: 16, height: 16 }),
            now === 0 ? '' : desktopTexts.waiting({ alerts: now }),
          )
    },
  }
}
