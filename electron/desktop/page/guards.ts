// Restrictions for every page, ours included: no permissions, navigation, new windows, embedded pages, downloads,
// or requests to anything but our own files. No external link is opened. If one is ever
// needed, it must be an id of a fixed list, never an address from a page.
import type { AppSession, PageContents } from '../electron-parts.ts'
import { origin, scheme } from './origin.ts'

/** Copying cells needs to write text to the clipboard; no other permission is ever granted. */
const allowedPermission = 'clipboard-sanitized-write'

/** `developing` also allows the developer tools to load their own page. */
export function guardSession(session: AppSession, { developing }: { readonly developing: boolean }): void {
  session.setPermissionRequestHandler((contents, permission, callback) =>
    callback(permission === allowedPermission && contents.getURL().startsWith(`${origin}/`)),
  )
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) =>
      permission === allowedPermission && requestingOrigin.replace(/\/$/, '') === origin,
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null))
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }))
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses)
  session.on('will-download', (event) => event.preventDefault())
  const allowed = developing ? [`${scheme}:`, 'devtools:'] : [`${scheme}:`]
  session.webRequest.onBeforeRequest(({ url }, callback) =>
    callback({ cancel: !allowed.some((start) => url.toLowerCase().startsWith(start)) }),
  )
}

/** Applies to every page that is created. */
export function guardContents(contents: PageContents): void {
  const deny = (event: { preventDefault(): void }): void => event.preventDefault()
  contents.on('will-navigate', deny)
  contents.on('will-frame-navigate', deny)
  contents.on('will-redirect', deny)
  contents.on('will-attach-webview', deny)
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
