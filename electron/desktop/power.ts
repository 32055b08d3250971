// Power events of the machine: before it sleeps, after it woke, when it shuts down. A locked screen changes nothing;
// sending continues.
import type { Engine } from '../engine/engine.ts'
import type { ElectronParts } from './electron-parts.ts'

/** After `ready`. */
export function followPower(options: {
  readonly powerMonitor: ElectronParts['powerMonitor']
  readonly tell: Engine['machine']
  readonly shutdown: (event: { preventDefault(): void }) => void
}): void {
  const { powerMonitor, tell } = options
  powerMonitor.on('suspend', () => tell('suspend'))
  powerMonitor.on('resume', () => tell('resume'))
  // Its listener is given the event, which the library's types leave out.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    if (event !== undefined) options.shutdown(event)
  })
}
