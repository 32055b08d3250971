// API calls about handing a batch over and opening project files, and the gate that keeps a batch that is in another
// folder as it was: calls that change or send something of it are refused.
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { handoverViewOf } from '../handover/handover-view.ts'
import type { Handovers } from '../handover/handovers.ts'
import { projectEnding, projectFileOf } from '../handover/project-place.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import { message } from '../../../shared/texts/message.ts'
import { failed, success } from '../system/failure.ts'
import { batchOf, type CallContext, type Inputs, os, refusal, unwrap } from './call-context.ts'

export function handoverCalls(context: CallContext) {
  const { handovers } = context
  const calls = os.handover
  return {
    get: calls.get.handler(({ input, errors }) =>
      handoverViewOf(context.store, batchOf(context, input.batch, errors).id),
    ),
    write: calls.write.handler(async ({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { connectionId } = batch
      const isOpen = batch.stage === 'open' && connectionId !== null
      const ready = isOpen
        ? success({ ...batch, connectionId })
        : failed('input', 'batch_not_open', message('handover.not_open'))
      const path = await placeOf(context, batch, input)
      return unwrap(await handovers.write(unwrap(ready, errors), path, input.passphrase), errors)
    }),
    cancel: calls.cancel.handler(({ input, errors }) =>
      handovers.cancel(batchOf(context, input.batch, errors).id),
    ),
    inspect: calls.inspect.handler(async ({ input, errors, signal }) => {
      const { connections, ...found } = unwrap(
        await handovers.inspect(input.path, input.passphrase, signal),
        errors,
      )
      return { ...found, connections: [...connections] }
    }),
    open: calls.open.handler(async ({ input, errors, signal }) => {
      const { path, passphrase, connection = null } = input
      const { batch, replaced, digest } = unwrap(
        await handovers.open(path, passphrase, connection, signal),
        errors,
      )
      return { batch, replaced, digest }
    }),
    unlock: calls.unlock.handler(({ input, errors }) => {
      unwrap(handovers.unlock(batchOf(context, input.batch, errors)), errors)
    }),
  }
}

/** A file of its own folder that is there is one of a batch that was unlocked. */
async function placeOf(
  { status, handovers }: CallContext,
  batch: StoredBatch,
  { folder, name }: Inputs['handover']['write'],
): Promise<string> {
  if (folder !== null) return join(folder, name ?? freeName(folder, batch.name))
  const path = projectFileOf(status.folder, batch.id)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  if (handovers.refusal(batch.id) === null) await rm(path, { force: true })
  return path
}

/** The batch's name as the name of a file, with a number where there is one already. */
function freeName(folder: string, batch: string): string {
  const plain =
    batch
      .replace(/[^\p{L}\p{N} ._-]+/gu, '_')
      .replace(/^[. ]+/, '')
      .slice(0, 100) || 'batch'
  for (let number = 1; ; number += 1) {
    const name = `${plain}${number === 1 ? '' : `-${number}`}${projectEnding}`
    if (!existsSync(join(folder, name))) return name
  }
}

/** Calls that change or write something, and are made of a batch that is elsewhere as well. */
const stillAllowed: ReadonlySet<string> = new Set([
  'accounts.attemptFile',
  'batches.report',
  'batches.copyReport',
  'handover.cancel',
  'handover.unlock',
  'privacy.hide',
  'privacy.show',
  'report.cancel',
  'report.choose',
  'teamCopies.withdraw',
])

/** Throws if the call would change or send something of a batch that was handed over. */
export function refuseElsewhere(
  {
    handovers,
    store,
  }: { readonly handovers: Pick<Handovers, 'refusal'>; readonly store: CallContext['store'] },
  path: readonly string[],
  input: unknown,
): void {
  if (stillAllowed.has(path.join('.')) || typeof input !== 'object' || input === null) return
  for (const batch of batchesIn(store, input)) {
    const failure = handovers.refusal(batch)
    if (failure !== null) throw refusal(failure)
  }
}

function batchesIn(store: CallContext['store'], input: object): Set<number> {
  const named = 'batch' in input && typeof input.batch === 'number' ? [input.batch] : []
  const one = 'account' in input ? [input.account] : []
  const many = 'accounts' in input && Array.isArray(input.accounts) ? (input.accounts as unknown[]) : []
  const ofAccounts = [...one, ...many].flatMap((account) =>
    typeof account === 'number' ? (store.accounts.find(account)?.batch_id ?? []) : [],
  )
  return new Set([...named, ...ofAccounts])
}
