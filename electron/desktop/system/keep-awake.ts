// Keeps the machine awake while accounts are sent: only while requests are in flight or queued accounts can be
// sent. Watching may take days and does not need it.
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { ElectronParts } from '../electron-parts.ts'

export type KeepAwake = ReturnType<typeof createKeepAwake>

export function createKeepAwake(blocker: Pick<ElectronParts['powerSaveBlocker'], 'start' | 'stop'>) {
  let held: number | null = null
  function release(): void {
    if (held !== null) blocker.stop(held)
    held = null
  }
  return {
    set(isBusy: boolean): void {
      if (isBusy) held ??= blocker.start('prevent-app-suspension')
      else release()
    },
    end: release,
  }
}

/** True if something of this batch is being sent, or would be sent at once. */
export function isSending({ states, pauses, sending, supplier }: BatchView): boolean {
  if (states.sending > 0) return true
  if (states.queued === 0) return false
  const isPaused = pauses.some((pause) => pause.supplier === '' || pause.supplier === supplier)
  return !isPaused && sending.stop === null && sending.pace.waiting?.for !== 'quiet_hours'
}
