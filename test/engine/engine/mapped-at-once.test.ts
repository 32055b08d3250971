// A mapping that is applied in the moment between the last row and the end of reading: the accounts are checked by the
// connection that it names, not by none.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import type { Reader } from '../../../electron/engine/reading/reader.ts'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { good, header, mapping, stateOf } from '../editing/small-batch.ts'
import { openHouse } from './harness.ts'

test('accounts are checked by the connection that the mapping names, though reading has not ended altogether', async () => {
  const ends = Promise.withResolvers<void>()
  const read = createProcessReader()
  const reader: Reader = async function* (...asked) {
    yield* read(...asked)
    await ends.promise
  }
  const house = await openHouse({ reader })
  const settings = { ...house.settings, phoneRegion: 'DE' }
  await house.client().connections.save({ name: 'sandbox', settings })
  const file = join(house.folder, 'accounts.csv')
  writeFileSync(file, `${header}\n${good('A-1')}\n`)
  const { batch } = await house.client().batches.open({ path: file })
  await house.until(batch, ({ stage }) => stage === 'mapping')
  const { connection } = house
  await house.client().mapping.apply({
    batch,
    mapping: mappingFile.parse(mapping),
    catalogue: 'example',
    supplier: 'ACME',
    connection,
  })
  ends.resolve()
  await house.until(batch, ({ stage, work }) => stage === 'open' && work === null)
  // A British number without its country is none in Germany.
  expect(await stateOf(house, batch, 2)).toBe('blocked')
})
