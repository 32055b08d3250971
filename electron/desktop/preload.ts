// Preload script: runs in the page's sandboxed process, isolated from the page's own world, and gives it exactly
// one object. Bundled into one CommonJS file, because a sandboxed preload can load nothing else.
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { createBridge } from './page/bridge.ts'

const { port1, port2 } = new MessageChannel()

function dataOf(event: Event): unknown {
  return 'data' in event ? event.data : undefined
}

contextBridge.exposeInMainWorld(
  'carryover',
  createBridge({
    handOver: (channel, message, ports) => ipcRenderer.postMessage(channel, message, [...ports]),
    invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
    sendAndWait: (channel, ...args) => ipcRenderer.sendSync(channel, ...args),
    pathOf: (file: File) => webUtils.getPathForFile(file),
    ports: {
      near: {
        postMessage: (message) => port1.postMessage(message),
        onMessage: (listener) => port1.addEventListener('message', (event) => listener(dataOf(event))),
        onClose: (listener) => port1.addEventListener('close', () => listener()),
        start: () => port1.start(),
      },
      far: port2,
    },
  }),
)
