// Power events of the system: before sleep, after waking, and shutdown. A locked screen changes nothing; sending
// continues.
import type { Engine } from '../../engine/engine.ts'
import type { ElectronParts } from '../electron-parts.ts'

/** After `ready`. */
export function followPower(options: {
  readonly powerMonitor: ElectronParts['powerMonitor']
  readonly tell: Engine['machine']
  readonly shutdown: (event: { preventDefault(): void }) => void
}): void {
  const { powerMonitor, tell } = options
  powerMonitor.on('suspend', () => tell('suspend'))
  powerMonitor.on('resume', () => tell('resume'))
  // Its listener gets the event, which the library's types leave out.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    if (event !== undefined) options.shutdown(event)
  })
}
