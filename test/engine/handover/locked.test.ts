// Tests the lock of a batch that was handed over: nothing of it is changed or sent, also while it was being sent; and how
// accounts that may have been sent elsewhere are looked up after it was unlocked.
import { readFileSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { auditedCalls } from '../../../electron/engine/audit/audited-calls.ts'
import { contract } from '../../../shared/contract/contract.ts'
import { createsOf, expectConsistent, inDatabase } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver } from '../api/waiting.ts'
import {
  codeOf,
  createdOnce,
  open,
  otherFolder,
  projectPath,
  refusalOf,
  twoFolders,
  write,
} from './handover-fixture.ts'

test('a batch that is being sent stops, its requests end, and what they created is in the file', async () => {
  const { first, other } = await twoFolders({
    limits: { concurrency: 4, rate: 60 },
  })
  const batch = await first.load(await plainAccounts(first.folder, numbered(120)))
  await first.validate(batch)
  await first.client().batches.release({ batch, limit: null })
  await first.until(batch, ({ outcomes, states }) => outcomes.created + states.processing > 10)
  const path = projectPath(first)
  await write(first.client(), batch, path)
  const sent = createsOf(first.sandbox).length
  expect((await first.client().batches.get({ batch })).states.sending).toBe(0)
  const arrived = await open(other.client(), path)
  const { states } = await other.client().batches.get({ batch: arrived.batch })
  expect([states.queued, states.sending]).toEqual([0, 0])
  await other.client().batches.release({ batch: arrived.batch, limit: null })
  await other.until(arrived.batch, (view) => isOver(view) && view.outcomes.created === 120)
  expect(createdOnce(first)).toBe(120)
  expect(createsOf(first.sandbox).length).toBeLessThanOrEqual(sent + 120)
  await first.stop()
  await first.start()
  await first.giveKey()
  expect((await first.client().handover.get({ batch }))?.state).toBe('away')
  expect(createsOf(first.sandbox).length).toBe(createdOnce(first))
})

test('each call that changes or sends something of a batch is refused while it is elsewhere', async () => {
  const { first } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(3)))
  await first.validate(batch)
  await write(first.client(), batch, projectPath(first))
  const client = first.client()
  const [account = 0] = inDatabase(first.data, (look) =>
    look.prepare('SELECT id FROM account').pluck().all(),
  ) as number[]
  const refused = await refusalOf(client.batches.release({ batch, limit: null }))
  expect(refused.message).toContain('batch.carryover')
  const calls = [
    client.batches.validate({ batch }),
    client.batches.goOn({ batch }),
    client.batches.rename({ batch, name: 'other' }),
    client.batches.remove({ batch }),
    client.batches.recheck({ batch, what: 'done' } as never),
    client.edits.apply({ batch, words: 'x', cells: [{ sheet: 0, row: 2, column: 2, text: 'y' }] }),
    client.accounts.hold({ accounts: [account], reason: 'x', until: null, exclude: false }),
    client.accounts.unhold({ accounts: [account] }),
    client.accounts.validate({ accounts: [account] }),
    client.accounts.sendAgain({ account }),
    client.handover.write({ batch, folder: null, passphrase: null }),
  ]
  for (const call of calls) expect(await codeOf(call)).toBe('batch_handed_over')
  // Sensitive values may be shown and masked, a report may be made and stopped, and a purge keeps the batch.
  await client.privacy.hide({ batch })
  await first.report(batch)
  expect(await client.report.cancel({ batch })).toEqual({ cancelled: false })
  const preview = await client.purge.preview({ connection: first.connection, olderThanDays: 0 })
  expect(preview.batches.map(({ stays }) => stays?.code)).toEqual(['handed_over'])
})

test('every audited call that names an account or a batch passes the lock', () => {
  const named = new Set(['batch', 'account', 'accounts'])
  const others: string[] = []
  for (const [area, calls] of Object.entries(auditedCalls))
    for (const [call, describe] of Object.entries(calls)) {
      if (describe === null) continue
      const procedure = (contract as never as Record<string, Record<string, unknown>>)[area]?.[call]
      const keys = keysOf(procedure)
      if (!keys.some((key) => named.has(key))) others.push(`${area}.${call}`)
    }
  // These are about no batch, about all batches of a connection, or only read.
  expect(others.sort()).toEqual([
    'audit.startExport',
    'audit.write',
    'batches.load',
    'batches.open',
    'batches.openPractice',
    'batches.openSample',
    'catalogues.add',
    'catalogues.remove',
    'comparison.write',
    'connections.forRun',
    'connections.pause',
    'connections.remove',
    'connections.resume',
    'connections.save',
    'connections.setKey',
    'connections.setSecret',
    'handover.open',
    'knowledge.bringBack',
    'knowledge.resolve',
    'knowledge.share',
    'knowledge.unshare',
    'memory.forget',
    'memory.keepFor',
    'memory.recall',
    'memory.removeKept',
    'operator.set',
    'overrulings.addToConnection',
    'overrulings.revert',
    'playbook.forget',
    'playbook.remove',
    'playbook.save',
    'purge.setRetention',
    'purge.start',
    'support.file',
    'support.write',
    'team.init',
    'team.join',
    'team.leave',
    'team.leaveOut',
    'team.loadTarget',
    'team.pause',
    'team.quietHours',
    'team.removeTarget',
    'team.resume',
    'teamCopies.keep',
    'teamCopies.setKeeping',
    'teamCopies.takeOver',
    'templates.remove',
    'templates.write',
    'workspace.recoveryKey',
  ])
})

type Schema = { readonly def?: { readonly shape?: object; readonly options?: readonly Schema[] } }

function keysOf(procedure: unknown): string[] {
  const schema = (procedure as { '~orpc': { inputSchema?: Schema } })['~orpc'].inputSchema
  const one = (of: Schema | undefined): string[] => Object.keys(of?.def?.shape ?? {})
  return [...one(schema), ...(schema?.def?.options ?? []).flatMap(one)]
}

test('an unlocked batch looks accounts up before it sends them: what the other folder created stays one account', async () => {
  const { first, other } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(8)))
  await first.validate(batch)
  const path = projectPath(first)
  await write(first.client(), batch, path)
  const there = await open(other.client(), path)
  await other.client().batches.release({ batch: there.batch, limit: 3 })
  await other.until(there.batch, (view) => isOver(view) && view.outcomes.created === 3)
  await other.stop()
  rmSync(path)

  await first.client().handover.unlock({ batch, otherIsGone: true })
  await first.client().batches.release({ batch, limit: null })
  const view = await first.until(batch, ({ states, outcomes }) => states.done === 8 && outcomes.created >= 5)
  expect(view.outcomes.already_there + view.outcomes.whose_account_unsure).toBe(3)
  expect(createdOnce(first)).toBe(8)
  expect(createsOf(first.sandbox)).toHaveLength(8)
  await expectConsistent(first, [batch])
})

test('the same file opened in two folders creates each account once, because each looks them up first', async () => {
  const { first, other } = await twoFolders()
  const third = await otherFolder(first, 'third')
  const batch = await first.load(await plainAccounts(first.folder, numbered(6)))
  await first.validate(batch)
  const path = projectPath(first)
  await write(first.client(), batch, path)
  for (const folder of [other, third]) {
    const { batch: there } = await open(folder.client(), path)
    await folder.client().batches.release({ batch: there, limit: null })
    await folder.until(there, ({ states }) => states.done === 6)
  }
  expect(createdOnce(first)).toBe(6)
  expect(createsOf(first.sandbox)).toHaveLength(6)
})

test('a restart of the other folder finds no difference to its attempt journal', async () => {
  const { first, other } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(4)))
  await first.send(batch)
  const path = projectPath(first)
  await write(first.client(), batch, path)
  const there = await open(other.client(), path)
  await other.stop()
  await other.start()
  expect(await other.client().workspace.attention()).toEqual([])
  const view = await other.client().batches.get({ batch: there.batch })
  expect(view.outcomes.created).toBe(4)
  expect(readFileSync(path).length).toBeGreaterThan(100)
})
