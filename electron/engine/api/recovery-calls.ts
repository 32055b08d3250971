// API calls about a data folder that cannot be opened. They are the only calls while no folder is open. While one
// is open, there is nothing to recover and the actions fail.
import type { Router } from '@orpc/server'
import type { contract, RecoveryState } from '../../../shared/contract/contract.ts'
import { failed, type Result } from '../system/failure.ts'
import { os, unwrap } from './call-context.ts'
import { message } from '../../../shared/texts/message.ts'

/** Each opens a folder, or returns the reason why not. */
export type RecoverySteps = {
  readonly state: () => RecoveryState | null
  readonly restore: (backup: string) => Promise<Result<void>>
  readonly tryAgain: () => Promise<Result<void>>
  readonly unlock: (recoveryKey: string) => Promise<Result<void>>
  readonly retireOriginal: () => Promise<Result<void>>
  readonly useFolder: (name: string) => Promise<Result<void>>
}

export type RecoveryRouter = {
  readonly recovery: Router<(typeof contract)['recovery'], Record<never, never>>
}

export function createRecoveryRouter(steps: RecoverySteps): RecoveryRouter {
  return { recovery: callsOf(steps) }
}

const isOpen = async (): Promise<Result<void>> =>
  failed('workspace', 'folder_open', message('store.folder_open'))

export const callsWhileOpen = callsOf({
  state: () => null,
  restore: isOpen,
  tryAgain: isOpen,
  unlock: isOpen,
  retireOriginal: isOpen,
  useFolder: isOpen,
})

function callsOf(steps: RecoverySteps): RecoveryRouter['recovery'] {
  const calls = os.recovery
  return calls.router({
    state: calls.state.handler(() => steps.state()),
    restore: calls.restore.handler(async ({ input, errors }) =>
      unwrap(await steps.restore(input.backup), errors),
    ),
    tryAgain: calls.tryAgain.handler(async ({ errors }) => unwrap(await steps.tryAgain(), errors)),
    unlock: calls.unlock.handler(async ({ input, errors }) =>
      unwrap(await steps.unlock(input.recoveryKey), errors),
    ),
    retireOriginal: calls.retireOriginal.handler(async ({ errors }) =>
      unwrap(await steps.retireOriginal(), errors),
    ),
    useFolder: calls.useFolder.handler(async ({ input, errors }) =>
      unwrap(await steps.useFolder(input.name), errors),
    ),
  })
}
