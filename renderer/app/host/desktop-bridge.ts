// Access to `window.carryover`, the API that Electron's preload script exposes. It is absent in a browser. No other
// module reads `window.carryover`.
import { RPCLink } from '@orpc/client/message-port'
import type { Language } from '../../../shared/texts/language.ts'

/** A link like a MessagePort: the preload forwards each message to the engine's port and each answer back. */
export type DesktopBridge = {
  readonly postMessage: (message: unknown) => void
  /** Called for each message of the engine; one listener is enough. */
  readonly onMessage: (listener: (message: unknown) => void) => void
  /** Called once when the engine's side has closed. */
  readonly onClose: (listener: () => void) => void
  /** The native dialog; null when it was dismissed. */
  readonly pickFile: (kind: 'spreadsheet' | 'catalogue' | 'certificate' | 'project') => Promise<string | null>
  /** The same for several files; none when it was dismissed. */
  readonly pickFiles: (kind: 'spreadsheet' | 'catalogue' | 'certificate' | 'project') => Promise<string[]>
  /** The native dialog for a folder to save a report's files in; null when it was dismissed. */
  readonly pickFolder: () => Promise<string | null>
  /** The path of a file that was dropped or picked in the page. */
  readonly pathOf: (file: File) => string
  /** Shows a file that a report wrote in the system's file manager. */
  readonly showFile: (path: string) => Promise<void>
  /** The language of menus, dialogs and notices, which are not the page's. */
  readonly setLanguage: (language: Language) => Promise<void>
}

declare global {
  interface Window {
    readonly carryover?: DesktopBridge
  }
}

/** The bridge in Electron, null in a browser. */
export const desktop: DesktopBridge | null = window.carryover ?? null

export function linkOverBridge(bridge: DesktopBridge): RPCLink<Record<never, never>> {
  return new RPCLink({
    port: {
      postMessage: (message: unknown) => bridge.postMessage(message),
      onMessage: { addListener: (listener) => bridge.onMessage(listener) },
      onDisconnect: { addListener: (listener) => bridge.onClose(listener) },
    },
  })
}
