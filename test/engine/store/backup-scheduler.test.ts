// Tests the backup scheduler: the latest backup is never much older than an hour. Backups are made while the engine
// runs, verified, and at most three are kept.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepBackups } from '../../../electron/engine/system/data-folder/backup-scheduler.ts'
import { listBackups } from '../../../electron/engine/store/database/backup/backups.ts'
import { createFakeClock } from '../sending/fake-clock.ts'
import { freshFolder, openFolder } from './practice-store.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

const minute = 60_000

test('a backup is made a minute after the start, and again once it is an hour old; three are kept', async () => {
  const folder = freshFolder()
  const workspace = await openFolder(folder)
  const clock = createFakeClock()
  const failures: string[] = []
  const keeper = keepBackups(workspace, clock, { failed: (message) => failures.push(inEnglish(message)) })
  const made = new Set<string>()
  for (const [wait, expected] of [
    [minute, 1],
    [30 * minute, 1],
    [40 * minute, 2],
    [70 * minute, 3],
    [70 * minute, 4],
  ] as const) {
    clock.advance(wait)
    await expect
      // A thread makes the copy, so it takes as long as starting a thread.
      .poll(() => {
        for (const backup of listBackups(folder)) made.add(backup.name)
        return made.size
      })
      .toBe(expected)
  }
  await keeper.stop()
  expect(failures).toEqual([])
  expect(listBackups(folder)).toHaveLength(3)
})

test('a backup that cannot be made is reported, and nothing stops', async () => {
  const folder = freshFolder()
  const workspace = await openFolder(folder)
  writeFileSync(join(folder, 'backups'), 'not a folder')
  const clock = createFakeClock()
  const failures: string[] = []
  const keeper = keepBackups(workspace, clock, { failed: (message) => failures.push(inEnglish(message)) })
  clock.advance(minute)
  await expect.poll(() => failures.length).toBe(1)
  expect(failures[0]).toMatch(/^No backup could be made/)
  await keeper.stop()
})
