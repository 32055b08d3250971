// Tests that accounts follow a change of their connection's status path, even if the engine is closed in between.
import { expect, test } from 'vitest'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { createJobRunner } from '../../../electron/engine/jobs/runner.ts'
import {
  createStatusPaths,
  renewStatusPathsKind,
} from '../../../electron/engine/sending/status/status-paths.ts'
import { createDiskWait } from '../../../electron/engine/system/data-folder/disk-wait.ts'
import { numbered, practiceSettings, practiceStore, start } from '../store/practice-store.ts'

const template = '/elsewhere/{external_account_number}/{import_supplier}/'

async function practise(accounts: number) {
  const practice = await practiceStore({ accounts })
  const { store, connection, database } = practice
  const woken: number[] = []
  const problems: unknown[] = []
  const create = () => {
    const kind = renewStatusPathsKind({
      store,
      clock: systemClock,
      changed: () => undefined,
      wake: (id) => void woken.push(id),
    })
    const jobs = createJobRunner({
      store: store.jobs,
      clock: systemClock,
      untilDisk: createDiskWait(systemClock, () => undefined),
      changed: () => undefined,
      failed: (error) => void problems.push(error),
      kinds: { renew_status_paths: kind },
    })
    return { jobs, ...createStatusPaths({ store, clock: systemClock, jobs }) }
  }
  const paths = () => database.prepare('SELECT status_path FROM account ORDER BY position').pluck().all()
  store.connections.save('practice', practiceSettings({ statusPath: template }), start)
  return { ...practice, create, paths, woken, problems, connection }
}
const renewed = (accounts: number, at = '/elsewhere'): string[] =>
  numbered(accounts).map((key) => `${at}/${key}/ACME/`)

test('a changed status path reaches all accounts, and those in progress are polled at once', async () => {
  const { create, paths, woken, connection, database, store } = await practise(450)
  const later = Date.now() + 3_600_000
  database.prepare("UPDATE account SET state = 'processing', due_at = ? WHERE position < 10").run(later)
  const { renew, jobs } = create()
  renew(connection)
  await expect.poll(() => woken).toEqual([connection])
  expect(paths()).toEqual(renewed(450))
  const due = database.prepare('SELECT count(*) FROM account WHERE state = ? AND due_at < ?').pluck()
  expect(due.get('processing', later)).toBe(10)
  expect(store.jobs.all()).toEqual([])
  await jobs.stop()
})

test('an interrupted renewal continues at the next start, and is not repeated once finished', async () => {
  const { create, paths, woken, connection, store } = await practise(300)
  const ended = create()
  ended.renew(connection)
  await ended.jobs.stop()
  expect(paths()).not.toEqual(renewed(300))
  const next = create()
  next.jobs.resume()
  await expect.poll(() => woken).toEqual([connection])
  expect(paths()).toEqual(renewed(300))
  expect(store.jobs.all()).toEqual([])
  await next.jobs.stop()
  const third = create()
  third.jobs.resume()
  await third.jobs.stop()
  expect(woken).toEqual([connection])
})

test('a setting that changes during a renewal reaches all accounts', async () => {
  const { create, paths, woken, connection, store } = await practise(450)
  store.jobs.add({ kind: 'renew_status_paths', connection, arguments: {}, createdAt: start })
  const [job] = store.jobs.all()
  const { jobs, renew } = create()
  renew(connection)
  await expect.poll(() => paths()[0]).toBe('/elsewhere/A-1/ACME/')
  store.connections.save(
    'practice',
    practiceSettings({ statusPath: template.replace('elsewhere', 'last') }),
    start,
  )
  renew(connection)
  await expect.poll(() => woken).toEqual([connection])
  expect(paths()).toEqual(renewed(450, '/last'))
  expect(store.jobs.get(job?.id ?? 0)).toBeNull()
  await jobs.stop()
})

test('a connection without a status path removes it from every account', async () => {
  const { create, paths, woken, connection, store } = await practise(3)
  store.connections.save('practice', practiceSettings({ statusPath: null }), start)
  const { jobs, renew } = create()
  renew(connection)
  await expect.poll(() => woken).toEqual([connection])
  expect(paths()).toEqual([null, null, null])
  await jobs.stop()
})

test('a disk that accepts no writes is reported, and the renewal continues at the next start', async () => {
  const { create, paths, problems, connection, database } = await practise(3)
  database.exec(
    "CREATE TRIGGER full BEFORE UPDATE OF status_path ON account BEGIN SELECT RAISE(ABORT, 'full'); END",
  )
  const { jobs, renew } = create()
  renew(connection)
  await expect.poll(() => problems).toHaveLength(1)
  await jobs.stop()
  expect(database.prepare('SELECT state, error FROM job').get()).toEqual({ state: 'failed', error: 'full' })
  database.exec('DROP TRIGGER full')
  const again = create()
  again.jobs.resume()
  await expect.poll(paths).toEqual(renewed(3))
  await again.jobs.stop()
})
