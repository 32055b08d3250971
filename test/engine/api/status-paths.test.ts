// Tests that accounts follow a change of their connection's status path, even if the engine is closed in between.
import { expect, test, vi } from 'vitest'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { createStatusPaths } from '../../../electron/engine/sending/status-paths.ts'
import { numbered, practiceSettings, practiceStore, start } from '../store/practice-store.ts'

const template = '/elsewhere/{external_account_number}/{import_supplier}/'

async function practise(accounts: number) {
  const practice = await practiceStore({ accounts })
  const { store, connection, database } = practice
  const woken: number[] = []
  const problems: unknown[] = []
  const create = () =>
    createStatusPaths({
      store,
      clock: systemClock,
      changed: () => undefined,
      wake: (id) => void woken.push(id),
      aside: (work) => work().catch((error: unknown) => void problems.push(error)),
    })
  const paths = () => database.prepare('SELECT status_path FROM account ORDER BY position').pluck().all()
  store.connections.save('practice', practiceSettings({ statusPath: template }), start)
  return { ...practice, create, paths, woken, problems, connection }
}
const renewed = (accounts: number): string[] => numbered(accounts).map((key) => `/elsewhere/${key}/ACME/`)

test('all accounts follow, those in progress at once', async () => {
  const { create, paths, woken, connection, database } = await practise(450)
  const later = Date.now() + 3_600_000
  database.prepare("UPDATE account SET state = 'processing', due_at = ? WHERE position < 10").run(later)
  const statusPaths = create()
  statusPaths.renew(connection)
  await expect.poll(() => woken).toEqual([connection])
  expect(paths()).toEqual(renewed(450))
  const due = database.prepare('SELECT count(*) FROM account WHERE state = ? AND due_at < ?').pluck()
  expect(due.get('processing', later)).toBe(10)
  await statusPaths.close()
})

test('a start goes on with what an end left, and once done it is not done again', async () => {
  const { create, paths, woken, connection, store } = await practise(300)
  const ended = create()
  ended.renew(connection)
  await ended.close()
  expect(paths()).not.toEqual(renewed(300))
  const next = create()
  next.resume()
  await expect.poll(() => woken).toEqual([connection])
  expect(paths()).toEqual(renewed(300))
  expect(store.settings.get('status_paths_to_renew')).toBe('')
  await next.close()
  const third = create()
  third.resume()
  await third.close()
  expect(woken).toEqual([connection])
})

test('without a status path none has one', async () => {
  const { create, paths, woken, connection, store } = await practise(3)
  store.connections.save('practice', practiceSettings({ statusPath: null }), start)
  const statusPaths = create()
  statusPaths.renew(connection)
  await expect.poll(() => woken).toEqual([connection])
  expect(paths()).toEqual([null, null, null])
  await statusPaths.close()
})

test('a disk that takes no writes is reported, and the next start continues', async () => {
  const { create, paths, problems, connection, database } = await practise(3)
  database.exec(
    "CREATE TRIGGER full BEFORE UPDATE OF status_path ON account BEGIN SELECT RAISE(ABORT, 'full'); END",
  )
  const statusPaths = create()
  statusPaths.renew(connection)
  await vi.waitFor(() => expect(problems).toHaveLength(1))
  await statusPaths.close()
  database.exec('DROP TRIGGER full')
  const again = create()
  again.resume()
  await vi.waitFor(() => expect(paths()).toEqual(renewed(3)))
  await again.close()
})
