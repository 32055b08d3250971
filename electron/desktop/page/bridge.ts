// `window.carryover`: the only Electron object that the page sees, in the shape that
// renderer/app/host/desktop-bridge.ts expects. It only forwards calls, and the page cannot name a channel.
import { channels, type FileKind } from './channels.ts'

/** The used part of a MessagePort on the page's side. */
export type BridgePort = {
  postMessage(message: string): void
  onMessage(listener: (message: unknown) => void): void
  onClose(listener: () => void): void
  start(): void
}

export type BridgeParts<Port, File> = {
  /** Sends a message to the main process, with the port. */
  readonly handOver: (channel: string, message: null, ports: readonly Port[]) => void
  readonly invoke: (channel: string, ...args: readonly unknown[]) => Promise<unknown>
  /** Sends a message and waits for the answer. */
  readonly sendAndWait: (channel: string, ...args: readonly unknown[]) => unknown
  readonly pathOf: (file: File) => string
  /** `near` stays here, `far` goes to the main process. */
  readonly ports: { readonly near: BridgePort; readonly far: Port }
}

function pathOrNothing(answer: unknown): string | null {
  return typeof answer === 'string' ? answer : null
}

function pathsIn(answer: unknown): string[] {
  return Array.isArray(answer) ? answer.filter((path) => typeof path === 'string') : []
}

export function createBridge<Port, File>(parts: BridgeParts<Port, File>) {
  const { near, far } = parts.ports
  let begun = false
  parts.handOver(channels.engine, null, [far])
  return {
    postMessage: (message: unknown): void => {
      // oRPC sends text; nothing else is accepted.
      if (typeof message === 'string') near.postMessage(message)
    },
    onMessage: (listener: (message: unknown) => void): void => {
      near.onMessage(listener)
      // Messages are buffered until there is a listener.
      if (!begun) near.start()
      begun = true
    },
    onClose: (listener: () => void): void => {
      near.onClose(listener)
    },
    pickFile: async (kind: FileKind): Promise<string | null> =>
      pathOrNothing(await parts.invoke(channels.pickFile, kind)),
    pickFiles: async (kind: FileKind): Promise<string[]> =>
      pathsIn(await parts.invoke(channels.pickFiles, kind)),
    pickFolder: async (): Promise<string | null> => pathOrNothing(await parts.invoke(channels.pickFolder)),
    pathOf: (file: File): string => {
      const path = parts.pathOf(file)
      // Granted before the path is used: the engine reads only files that a person chose.
      if (path !== '') parts.sendAndWait(channels.grant, path)
      return path
    },
    showFile: async (path: string): Promise<void> => {
      await parts.invoke(channels.showFile, path)
    },
    setLanguage: async (language: string): Promise<void> => {
      await parts.invoke(channels.language, language)
    },
  }
}
