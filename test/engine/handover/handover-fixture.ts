// What the tests of handing over share: two data folders with a connection to the same practice service, each with an
// engine of its own, and how often the service created each account.
import { workFactorName } from '../../../electron/engine/handover/write-project.ts'
import { letInherit } from '../../../electron/engine/jobs/inherited.ts'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import { expect } from 'vitest'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { englishRefusal } from '../../support/english.ts'
import { type BareEngine, engineIn } from '../api/bare-engine.ts'
import { atEnd, type Harness, type HarnessOptions, openHarness } from '../api/harness.ts'
import { type Client, untilView } from '../api/waiting.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

export type OtherFolder = {
  readonly data: string
  readonly connection: number
  readonly client: () => Client
  readonly until: (batch: number, holds: (view: BatchView) => boolean) => Promise<BatchView>
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

export async function twoFolders(options: HarnessOptions = {}) {
  const first = await openHarness(options)
  return { first, other: await otherFolder(first, 'other') }
}

/** Another data folder with its own connection to the first one's service. */
export async function otherFolder(first: Harness, name: string): Promise<OtherFolder> {
  const data = join(first.folder, name)
  let running: BareEngine | null = await engineIn(data)
  const client = (): Client => {
    if (running === null) throw new Error('The engine is closed.')
    return running.client
  }
  const stop = async (): Promise<void> => {
    const last = running
    running = null
    await last?.close()
  }
  atEnd(stop)
  const { id: connection } = await client().connections.save({ name, settings: first.settings })
  const giveKey = (): Promise<void> =>
    client().connections.setKey({ id: connection, key: first.sandbox.apiKey })
  await giveKey()
  return {
    data,
    connection,
    client,
    until: (batch, holds) => untilView(client(), batch, holds),
    stop,
    async start() {
      running = await engineIn(data)
      await giveKey()
    },
  }
}

export const projectPath = ({ folder }: Pick<Harness, 'folder'>, name = 'batch.carryover'): string =>
  join(folder, name)

/** The job of loading ends a moment after its batch is open; until then the hand-over is refused. */
export async function write(client: Client, batch: number, path: string, passphrase: string | null = null) {
  const asked = { batch, folder: dirname(path), name: basename(path), passphrase }
  for (let left = 100; ; left -= 1)
    try {
      return await client.handover.write(asked)
    } catch (error) {
      if (left === 0 || failureCode(error) !== 'batch_busy') throw error
      await wait(20)
    }
}

const failureCode = (error: unknown): string | null =>
  error instanceof ORPCError ? ((error.data as { code?: string } | undefined)?.code ?? null) : null

export async function open(client: Client, path: string, passphrase: string | null = null) {
  return client.handover.open({ path, passphrase, onlyHere: true })
}

/** The code of a refused call. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await refusalOf(call)).code
}

/** Code and sentence of a refused call. */
export async function refusalOf(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  const { data } = (await englishRefusal(call)) as { data?: { code: string; message: string } }
  if (data === undefined) throw new Error('The call failed in another way.')
  return data
}

/** At most one accepted create each, and how many accounts there are. */
export function createdOnce({ sandbox }: Pick<Harness, 'sandbox'>): number {
  const accepted = [...sandbox.ledger.acceptedCreates()]
  for (const [identity, count] of accepted)
    expect(count, `accepted creates of ${identity}`).toBeLessThanOrEqual(1)
  return accepted.length
}
