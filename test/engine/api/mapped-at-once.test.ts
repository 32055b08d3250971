// Tests a mapping that is applied between the last row and the end of reading: the accounts are checked against the
// connection that the mapping names.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import type { Reader } from '../../../electron/engine/import/reader.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { good, header, mapping, stateOf } from '../accounts/small-batch.ts'
import { openHarness } from './harness.ts'

test('accounts are checked for the connection in the mapping, even if reading has not ended', async () => {
  const ends = Promise.withResolvers<void>()
  const read = createProcessReader()
  const reader: Reader = async function* (...asked) {
    yield* read(...asked)
    await ends.promise
  }
  const harness = await openHarness({ reader })
  const settings = { ...harness.settings, phoneRegion: 'DE' }
  await harness.client().connections.save({ name: 'sandbox', settings })
  const file = join(harness.folder, 'accounts.csv')
  writeFileSync(file, `${header}\n${good('A-1')}\n`)
  const { batch } = await harness.client().batches.open({ path: file })
  // No event says so before the reader has ended.
  await expect
    .poll(async () => (await harness.client().batches.get({ batch })).stage, { timeout: 60_000 })
    .toBe('mapping')
  const { connection } = harness
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse(mapping),
    catalogue: 'example',
    supplier: 'ACME',
    connection,
  })
  ends.resolve()
  await harness.until(batch, ({ stage, work }) => stage === 'open' && work === null)
  // A British number without its country code is invalid in Germany.
  expect(await stateOf(harness, batch, 2)).toBe('invalid')
})
