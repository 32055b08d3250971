// Tests a kill at any moment of handing over and of opening: the next start has the batch whole in one folder, or not at
// all, and the lock stays only where the project file may be complete.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { workFactorName } from '../../../electron/engine/handover/write-project.ts'
import { inherited, letInherit } from '../../../electron/engine/jobs/inherited.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { inDatabase } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { codeOf, open, projectPath, twoFolders, write } from './handover-fixture.ts'

const program = fileURLToPath(new URL('./doomed-handover.ts', import.meta.url))
const accounts = 3000

/** Has a program kill itself as soon as its database satisfies the condition; fails if it ends before. */
async function killedWhen(
  settings: { readonly folder: string; readonly path: string; readonly batch: number | null },
  moment: string,
): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify({ ...settings, moment })], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

test('a hand-over that was killed while the file was written leaves the batch here, and no file', async () => {
  const { first } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(accounts)))
  const path = projectPath(first)
  await first.stop()
  await killedWhen(
    { folder: first.data, path, batch },
    "SELECT EXISTS (SELECT 1 FROM handover WHERE state = 'writing')",
  )
  expect(existsSync(path)).toBe(false)
  await first.start()
  await expect.poll(() => first.client().handover.get({ batch })).toBeNull()
  expect(readdirSync(first.folder).filter((name) => name.endsWith('.part'))).toEqual([])
  await first.giveKey()
  await first.client().batches.rename({ batch, name: 'still here' })
  await write(first.client(), batch, path)
})

test.each([
  ['has its name', 'placed'],
  ['has both its name and the one that it had while it was written', 'both'],
  ['still has the name that it had while it was written', 'part'],
  ['still has that name, and another file has its own', 'taken'],
])('a hand-over killed when its file %s ends in the lock only if the file is complete', async (_, place) => {
  const isPlaced = place === 'placed' || place === 'both'
  const { first, other } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(5)))
  const path = projectPath(first)
  await write(first.client(), batch, path)
  await first.stop()
  // As it is between the two commits.
  const database = openDatabaseFile(join(first.data, 'carryover.sqlite'), {})
  database.exec(
    `UPDATE handover SET state = 'placing', chain = '[]'; DELETE FROM project_file;
     INSERT INTO job (kind, batch_id, arguments, created_at) VALUES ('hand_over', ${batch}, '{}', 1)`,
  )
  database.close()
  const file = String(
    inDatabase(first.data, (look) => look.prepare('SELECT file FROM handover').pluck().get()),
  )
  const part = `${path}.${file.slice(0, 8)}.part`
  if (place === 'both') linkSync(path, part)
  if (!isPlaced) renameSync(path, part)
  if (place === 'taken') writeFileSync(path, 'of another program')
  await first.start()
  const state = async (): Promise<string | null> =>
    (await first.client().handover.get({ batch }))?.state ?? null
  await expect.poll(state).toBe(isPlaced ? 'away' : null)
  expect(existsSync(part)).toBe(false)
  if (place === 'taken') expect(readFileSync(path, 'utf8')).toBe('of another program')
  if (!isPlaced) return
  const there = await open(other.client(), path)
  const back = projectPath(first, 'back')
  await write(other.client(), there.batch, back)
  await first.giveKey()
  expect((await open(first.client(), back)).replaced).toBe(batch)
})

test.each([
  ['rows half written', 'SELECT (SELECT count(*) FROM source_row) > 500'],
  ['accounts half written', 'SELECT (SELECT count(*) FROM account) > 500'],
])(
  'opening a project file, killed with its %s, leaves nothing, and it is opened again',
  async (_, moment) => {
    const { first, other } = await twoFolders()
    const batch = await first.load(await plainAccounts(first.folder, numbered(accounts)))
    const path = projectPath(first)
    await write(first.client(), batch, path)
    await other.stop()
    await killedWhen({ folder: other.data, path, batch: null }, moment)
    await other.start()
    expect(await other.client().batches.list()).toEqual([])
    const left = (): unknown =>
      inDatabase(other.data, (look) =>
        ['batch', 'account', 'source_row', 'handover', 'project_file', 'job'].map((table) =>
          look.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
        ),
      )
    await expect.poll(left).toEqual([0, 0, 0, 0, 0, 0])
    const there = await open(other.client(), path)
    expect(await other.client().batches.get({ batch: there.batch })).toMatchObject({
      accounts,
      rows: accounts,
    })
  },
)

test('opening what comes back, killed in between, leaves the locked batch as it was', async () => {
  const { first, other } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(accounts)))
  const [path, back] = [projectPath(first), projectPath(first, 'back')]
  await write(first.client(), batch, path)
  const there = await open(other.client(), path)
  await write(other.client(), there.batch, back)
  await first.stop()
  await killedWhen(
    { folder: first.data, path: back, batch: null },
    `SELECT (SELECT count(*) FROM account) > ${accounts + 500}`,
  )
  await first.start()
  expect((await first.client().batches.list()).map(({ id, accounts: many }) => [id, many])).toEqual([
    [batch, accounts],
  ])
  expect((await first.client().handover.get({ batch }))?.state).toBe('away')
  await first.giveKey()
  const returned = await open(first.client(), back)
  expect(returned.replaced).toBe(batch)
  await expect
    .poll(() => inDatabase(first.data, (look) => look.prepare('SELECT count(*) FROM account').pluck().get()))
    .toBe(accounts)
})

test('a hand-over that is stopped, or whose place is gone, leaves the batch here', async () => {
  const { first } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(accounts)))
  const path = projectPath(first)
  const low = inherited(workFactorName)
  // With its usual work factor, making the key takes longer than to stop.
  letInherit(workFactorName, undefined)
  try {
    const writing = codeOf(write(first.client(), batch, path, 'slow to make a key of'))
    await first.until(batch, ({ work }) => work?.kind === 'handing_over')
    await first.client().handover.cancel({ batch })
    expect(['cancelled', 'ended_early']).toContain(await writing)
  } finally {
    letInherit(workFactorName, low)
  }
  expect(await first.client().handover.get({ batch })).toBeNull()
  expect(existsSync(path)).toBe(false)
  writeFileSync(join(first.folder, 'file'), 'no folder')
  expect(await codeOf(write(first.client(), batch, join(first.folder, 'file', 'x')))).toBe(
    'project_file_not_usable',
  )
  expect(await first.client().handover.get({ batch })).toBeNull()
  expect(await codeOf(write(first.client(), batch, join(first.folder, 'none', 'x')))).toBe('no_such_folder')
})
