// Tests a kill in the middle of a merge while the earlier batch is being sent: the next start continues the merge,
// nothing is left half done, and each account is created once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { mapping } from '../accounts/small-batch.ts'
import { expectConsistent, inDatabase, openHarness } from '../api/harness.ts'
import { isValidated, isOver } from '../api/waiting.ts'
import { fileOf, line, merge } from './two-files.ts'

const program = fileURLToPath(new URL('./doomed-merge.ts', import.meta.url))
const accounts = 60
/** Rows that only the first version has. */
const gone = 20
const edited = 30

/** Progress of the merge, by the database's content; each is awaited, then the program is killed. */
const moments = {
  asked: 'SELECT count(*) FROM batch WHERE merge IS NOT NULL',
  laid: 'SELECT count(*) FROM cell_now WHERE batch_id = 2',
  'bringing accounts in line': 'SELECT count(*) FROM version_mark',
  merged: 'SELECT count(*) FROM batch WHERE merged_at IS NOT NULL',
} as const
const kills = Object.keys(moments) as (keyof typeof moments)[]

/** Resolves as soon as another program's database satisfies the condition. */
async function seen(data: string, moment: keyof typeof moments): Promise<void> {
  const database = openDatabaseFile(join(data, 'carryover.sqlite'), { readonly: true })
  try {
    const count = database.prepare(moments[moment]).pluck()
    while (count.get() === 0) await wait(1)
  } finally {
    database.close()
  }
}

test.each(kills)('a merge killed at the step “%s” is all or nothing', async (moment) => {
  const harness = await openHarness({ limits: { concurrency: 2 }, sandbox: { speed: 5 } })
  harness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 25, when: 'after_work' } })
  const keys = Array.from({ length: accounts }, (_, at) => `K-${String(at).padStart(4, '0')}`)
  const first = fileOf(
    harness,
    'one.csv',
    keys.map((key) => line(key)),
  )
  const second = fileOf(
    harness,
    'two.csv',
    keys.slice(gone).map((key) => line(key, { street: 'New St' })),
  )
  await harness.stop()
  const settings = {
    folder: harness.data,
    settings: harness.settings,
    first,
    second,
    mapping: mappingFile.parse(mapping),
    edited,
  }
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    env: { ...process.env, DOOMED_KEY: harness.sandbox.apiKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [reported] = (await once(child.stdout, 'data')) as [Buffer]
  expect(reported.toString()).toContain('merging')
  await seen(harness.data, moment)
  child.kill('SIGKILL')
  await once(child, 'exit')

  // All or nothing: the edit covers all of its cells, or none.
  const laid = inDatabase(harness.data, (database) =>
    database.prepare('SELECT count(*) FROM cell_now WHERE batch_id = 2').pluck().get(),
  )
  expect([0, edited - gone]).toContain(laid)
  await harness.start()
  await harness.giveKey()
  const { client } = harness
  const found = await client().batches.get({ batch: 2 })
  if (found.version.merge === 'none') await merge(harness, 2)
  await harness.until(2, (view) => view.version.merge === 'merged' && view.work === null)
  const row = inDatabase(harness.data, (database) =>
    database.prepare('SELECT count(*) FROM cell_now WHERE batch_id = 2').pluck().get(),
  )
  expect(row).toBe(edited - gone)
  await client().connections.resume({ id: harness.connection })
  await client().batches.release({ batch: 1, limit: null })
  await client().batches.validate({ batch: 2 })
  await harness.until(2, isValidated)
  await client().batches.release({ batch: 2, limit: null })
  await harness.until(1, isOver)
  await harness.until(2, isOver)
  let last = await harness.until(2, ({ held }) => held === 0)
  // An account whose intent was written but which had not left at the kill is free here only after the service has
  // twice reported it unknown: then it is validated and released.
  while (last.states.done < accounts - gone) {
    await client().batches.validate({ batch: 2 })
    await harness.until(2, isValidated)
    await client().batches.release({ batch: 2, limit: null })
    last = await harness.until(2, isOver)
  }
  const { outcomes: one, held } = await client().batches.get({ batch: 1 })
  const { outcomes: two } = await client().batches.get({ batch: 2 })
  // Accounts that the first version did not create are created by the second; those that only the first has stay
  // held.
  expect(two.already_there + two.created).toBe(accounts - gone)
  expect(one.created + held).toBe(accounts)
  expect([...harness.sandbox.ledger.acceptedCreates()].filter(([, count]) => count > 1)).toEqual([])
  await expectConsistent(harness, [1, 2])
})
