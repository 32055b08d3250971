// Tests the purge of the practice connection: the practice service forgets the accounts of purged batches and no others,
// also if it runs again only after the purge began.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd, freshFolder } from '../api/harness.ts'
import { openPractice, sentBatch } from './practice-folder.ts'
import { filesHolding, purgedBatches } from './purge-fixture.ts'

test('the practice service forgets the accounts of a purged batch and keeps all others', async () => {
  const folder = freshFolder()
  const data = join(folder, 'data')
  const { client, practise } = await openPractice(data, atEnd)
  const { sandbox, connection } = await practise()
  const gone = await sentBatch(client, folder, connection, 'Zwiebel')
  await sentBatch(client, folder, connection, 'Bleibt')
  expect(filesHolding(data, 'Zwiebel-2').join(' ')).toContain('sandbox.sqlite')
  expect(await client.purge.preview({ connection, olderThanDays: 0 })).toMatchObject({ practice: true })
  await client.purge.start({ connection, batches: [gone], olderThanDays: 0 })
  await purgedBatches(client)
  expect(filesHolding(data, 'Zwiebel-2')).toEqual([])
  expect(sandbox.control.processes().map(({ account }) => account)).toEqual([
    'Bleibt-1',
    'Bleibt-2',
    'Bleibt-3',
  ])
})

test('a purge that begins while the practice service does not run is completed when it runs again', async () => {
  const folder = freshFolder()
  const data = join(folder, 'data')
  const first = await openPractice(data, atEnd)
  const practice = await first.practise()
  const batch = await sentBatch(first.client, folder, practice.connection, 'Zwiebel')
  await first.end()
  await practice.sandbox.close()

  const again = await openPractice(data, atEnd)
  await again.client.purge.start({ connection: practice.connection, batches: [batch], olderThanDays: 0 })
  await expect
    .poll(() => filesHolding(data, 'Zwiebel-2').join(' '), { timeout: 60_000 })
    .toMatch(/^sandbox.sqlite(?: sandbox.sqlite-wal)?$/)
  expect(await again.client.purge.purged()).toMatchObject([{ batch, purgedAt: null }])
  await again.practise()
  await purgedBatches(again.client)
  expect(filesHolding(data, 'Zwiebel-2')).toEqual([])
})
