// Tests a purge of one connection of an encrypted data folder that has several: no byte of the folder holds a text of the
// purged batch, also after decryption, and the batches, reports and uploads of the others stay readable.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { newDataKey } from '../../../electron/engine/store/database/data-key.ts'
import { databaseName, headOf } from '../../../electron/engine/store/database/database-file.ts'
import { readStored } from '../../../electron/engine/system/files/stored-file.ts'
import { expectConsistent, filesBelow, type Harness, openHarness } from '../api/harness.ts'
import { isLoaded } from '../api/waiting.ts'
import { copies, everyFileHolding, purgedBatches, uploadAccounts } from './purge-fixture.ts'

const words = ['Zwiebelfisch', 'Blindschleiche', 'Fliegenkopf'] as const

/** A batch of a connection whose cells, edits, uploads, report and questions hold the word. */
async function batchWith(harness: Harness, connection: number, word: string): Promise<number> {
  const client = harness.client()
  const prefix = word.slice(0, 1)
  const batch = await harness.load(await uploadAccounts(harness, 5, prefix, word), 'ACME', connection)
  await client.edits.apply({
    batch,
    words: `${word} edited`,
    cells: [
      { sheet: 0, row: 2, column: 2, text: `${word} again` },
      { sheet: 0, row: 3, column: 2, text: '' },
    ],
  })
  await harness.until(batch, (view) => isLoaded(view) && view.work === null)
  await harness.send(batch)
  await client.batches.report({ batch, folder: null })
  const options = { sensitive: true, once: false, who: [] }
  await client.questions.write({ batch, scope: {}, options, folder: null, words: { greeting: word } })
  return batch
}

/** What a person can see of a batch, and the contents of its files. */
async function shown(harness: Harness, batch: number, word: string): Promise<unknown> {
  const client = harness.client()
  const folders = [join('reports', `batch-${batch}`), join('uploads', `upload-${word.slice(0, 1)}`)]
  const files = filesBelow(harness.data).filter((file) => folders.some((folder) => file.includes(folder)))
  expect(files.length).toBeGreaterThan(5)
  const { accounts, states, outcomes, endings, report } = await client.batches.get({ batch })
  return {
    counts: { accounts, states, outcomes, endings, report },
    rows: await client.sheets.page({ batch, sheet: 0, offset: 0, limit: 10 }),
    payloads: await client.batches.payloads({ batch, after: 0, limit: 10 }),
    timeline: await client.batches.timeline({ batch, limit: 100 }),
    files: await Promise.all(files.map(async (file) => [file, (await readStored(file)).toString('base64')])),
  }
}

test('a purge of one connection of an encrypted folder leaves no byte of its batch, and all of the others', async () => {
  const harness = await openHarness({ engine: { folderKey: newDataKey() }, reader: createProcessReader() })
  const { data, settings, sandbox } = harness
  expect(headOf(join(data, databaseName))).toBe('encrypted')
  const connections = [harness.connection]
  for (const name of ['second', 'third']) {
    const { id } = await harness.client().connections.save({ name, settings })
    await harness.client().connections.setKey({ id, key: sandbox.apiKey })
    connections.push(id)
  }
  const batches: number[] = []
  for (const [at, word] of words.entries()) batches.push(await batchWith(harness, connections[at] ?? 0, word))
  const [purged = 0, ...others] = batches
  const shownOfOthers = (): Promise<unknown[]> =>
    Promise.all(others.map((batch, at) => shown(harness, batch, words[at + 1] ?? '')))
  await copies(data)
  for (const [at, word] of words.entries())
    expect(await everyFileHolding(data, word)).toEqual(
      expect.arrayContaining([
        `${databaseName}-wal`,
        expect.stringMatching(/^backups/),
        expect.stringMatching(/^damaged-/),
        join('reports', `batch-${batches[at]}`, 'changes.csv'),
        join('reports', `batch-${batches[at]}`, 'results.csv'),
      ]),
    )
  const before = await shownOfOthers()

  const { begun } = await harness
    .client()
    .purge.start({ connection: connections[0] ?? 0, batches, olderThanDays: 0 })
  expect(begun).toEqual([purged])
  expect((await purgedBatches(harness.client())).map(({ batch }) => batch)).toEqual([purged])
  expect(await everyFileHolding(data, words[0])).toEqual([])
  // Workbooks are compressed, so no text is found in them: they must be gone.
  expect(readdirSync(join(data, 'reports'))).toEqual(others.map((batch) => `batch-${batch}`))
  expect(readdirSync(join(data, 'uploads')).sort()).toEqual(['upload-B', 'upload-F'])
  expect(await shownOfOthers()).toEqual(before)

  await harness.stop()
  expect(await everyFileHolding(data, words[0])).toEqual([])
  await harness.start()
  await harness.giveKey()
  expect(await shownOfOthers()).toEqual(before)
  for (const word of words.slice(1))
    expect(await everyFileHolding(data, word)).toEqual(expect.arrayContaining([databaseName]))
  await expectConsistent(harness, others)
  expect(await harness.client().workspace.attention()).toEqual([])
})
