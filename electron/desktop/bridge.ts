// The one object that the page sees of Electron: `window.carryover`, in the shape that renderer/app/desktop-bridge.ts
// expects. It forwards; it decides nothing, and it gives the page no way to name a channel.
import { channels, type FileKind } from './channels.ts'

/** A MessagePort of the page's side, as far as it is used. */
export type BridgePort = {
  postMessage(message: string): void
  onMessage(listener: (message: unknown) => void): void
  onClose(listener: () => void): void
  start(): void
}

export type BridgeParts<Port, File> = {
  /** Sends a message to the main process, the port with it. */
  readonly handOver: (channel: string, message: null, ports: readonly Port[]) => void
  readonly invoke: (channel: string, ...args: readonly unknown[]) => Promise<unknown>
  /** Waits for the answer. */
  readonly sendAndWait: (channel: string, ...args: readonly unknown[]) => unknown
  readonly pathOf: (file: File) => string
  /** `near` stays here, `far` goes to the main process. */
  readonly ports: { readonly near: BridgePort; readonly far: Port }
}

function pathOrNothing(answer: unknown): string | null {
  return typeof answer === 'string' ? answer : null
}

export function createBridge<Port, File>(parts: BridgeParts<Port, File>) {
  const { near, far } = parts.ports
  let begun = false
  parts.handOver(channels.engine, null, [far])
  return {
    postMessage: (message: unknown): void => {
      // oRPC writes text; anything else is not ours to send.
      if (typeof message === 'string') near.postMessage(message)
    },
    onMessage: (listener: (message: unknown) => void): void => {
      near.onMessage(listener)
      // Messages wait until somebody listens.
      if (!begun) near.start()
      begun = true
    },
    onClose: (listener: () => void): void => {
      near.onClose(listener)
    },
    pickFile: async (kind: FileKind): Promise<string | null> =>
      pathOrNothing(await parts.invoke(channels.pickFile, kind)),
    pickFolder: async (): Promise<string | null> => pathOrNothing(await parts.invoke(channels.pickFolder)),
    pathOf: (file: File): string => {
      const path = parts.pathOf(file)
      // Before the path is used: the engine reads only what a person chose.
      if (path !== '') parts.sendAndWait(channels.grant, path)
      return path
    },
    showFile: async (path: string): Promise<void> => {
      await parts.invoke(channels.showFile, path)
    },
  }
}
