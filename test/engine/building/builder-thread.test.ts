import { readFileSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startBuilderThread } from '../../../electron/engine/building/builder-thread.ts'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { nameColumns } from '../../../shared/name-columns.ts'
import { header, mapping } from '../editing/small-batch.ts'

const catalogue = new URL('../../../shared/catalogues/example.json', import.meta.url)

const started = () =>
  startBuilderThread({
    mapping: mappingFile.parse(mapping),
    sheets: [{ name: 'accounts', hidden: false, headerRow: 1, columns: nameColumns(header.split(',')) }],
    catalogue: JSON.parse(readFileSync(catalogue, 'utf8')) as unknown,
    supplier: 'ACME',
    statusTemplate: null,
    phoneRegion: null,
  })

test('whoever leaves while accounts are built closes the thread with them, and nothing is left that nobody handles', async () => {
  const unhandled: unknown[] = []
  const hear = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', hear)
  try {
    const thread = started()
    void thread.build([])
    await thread.close()
    await breathe()
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', hear)
  }
})

test('whoever waits for accounts is told that their thread ended', async () => {
  const thread = started()
  const built = thread.build([])
  await thread.close()
  await expect(built).rejects.toThrow('The build worker ended')
  await expect(thread.build([])).rejects.toThrow('The build worker ended')
})
