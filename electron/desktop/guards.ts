// Restrictions for every page, ours included: no permissions, no other address, no new window, no embedded page, no
// downloads, no requests except to our own files (reliability.md section 5). Links are not opened outside either; a
// first one would go by an id from a fixed list, never by an address that a page names.
import type { AppSession, PageContents } from './electron-parts.ts'
import { origin, scheme } from './origin.ts'

/** Writing text to the clipboard is what copying cells needs; nothing else is ever allowed. */
const allowedPermission = 'clipboard-sanitized-write'

/** `developing` also lets the developer tools load their own page. */
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

/** For every page that comes to be, whoever made it. */
export function guardContents(contents: PageContents): void {
  const deny = (event: { preventDefault(): void }): void => event.preventDefault()
  contents.on('will-navigate', deny)
  contents.on('will-frame-navigate', deny)
  contents.on('will-redirect', deny)
  contents.on('will-attach-webview', deny)
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
