// Tests the purge of one version of a file: a version that is not merged keeps the earlier one, and a merged version goes on
// without it, but its merge cannot be undone any more, which would make created accounts unsent again.
import { expect, test } from 'vitest'
import { type Harness, openHarness } from '../api/harness.ts'
import { firstVersion, line, merge, nextVersion } from '../version-merge/two-files.ts'
import { filesHolding, purgedBatches, secret } from './purge-fixture.ts'

const keys = ['V-1', 'V-2', 'V-3']

async function twoVersions(): Promise<{ harness: Harness; earlier: number; newer: number }> {
  const harness = await openHarness()
  const earlier = await firstVersion(
    harness,
    keys.map((key) => line(key, { surname: secret })),
  )
  await harness.send(earlier)
  const newer = await nextVersion(
    harness,
    earlier,
    [...keys, 'V-4'].map((key) => line(key)),
  )
  return { harness, earlier, newer }
}

async function staysOf({ client, connection }: Harness, batch: number): Promise<string | undefined> {
  const { batches } = await client().purge.preview({ connection, olderThanDays: 0 })
  return batches.find((one) => one.batch === batch)?.stays?.code
}

test('the earlier version stays until the newer one is merged with it', async () => {
  const { harness, earlier, newer } = await twoVersions()
  expect(await staysOf(harness, earlier)).toBe('not_merged')
  await merge(harness, newer)
  expect(await staysOf(harness, earlier)).toBeUndefined()
})

test('a merged version goes on without the purged one, and accounts that were created stay done', async () => {
  const { harness, earlier, newer } = await twoVersions()
  const client = harness.client()
  await merge(harness, newer)
  const before = await client.batches.get({ batch: newer })
  expect(before.states).toMatchObject({ done: 3, unvalidated: 1 })
  await client.purge.start({ connection: harness.connection, batches: [earlier], olderThanDays: 0 })
  await purgedBatches(client)
  expect(filesHolding(harness.data)).toEqual([])
  await client.versions.undo({ batch: newer })
  const after = await client.batches.get({ batch: newer })
  expect([after.states, after.version.earlier]).toEqual([before.states, null])
  await harness.send(newer)
  expect((await client.batches.get({ batch: newer })).outcomes).toMatchObject({
    created: 1,
    already_there: 3,
  })
  const accepted = harness.sandbox.ledger.acceptedCreates()
  expect([...accepted.values()]).toEqual([1, 1, 1, 1])
})
