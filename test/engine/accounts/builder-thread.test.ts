import { readFileSync } from 'node:fs'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  startBuilderThread,
  startRowBuilder,
} from '../../../electron/engine/accounts/build/builder-thread.ts'
import type { BuildJob } from '../../../electron/engine/accounts/build/account-builder.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { nameColumns } from '../../../shared/sheet/name-columns.ts'
import { badPhone, good, header, mapping } from './small-batch.ts'

const catalogue = new URL('../../../shared/catalogue/examples/example.json', import.meta.url)

const job = (known: unknown): BuildJob => ({
  mapping: mappingFile.parse(mapping),
  sheets: [{ name: 'accounts', hidden: false, headerRow: 1, columns: nameColumns(header.split(',')) }],
  catalogue: known,
  supplier: 'ACME',
  statusTemplate: null,
  bodyBytes: null,
  phoneRegion: null,
})
const example: unknown = JSON.parse(readFileSync(catalogue, 'utf8'))
const started = (known = example) => startBuilderThread(job(known))

async function unhandledIn(work: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = []
  const hear = (reason: unknown): void => void unhandled.push(reason)
  process.on('unhandledRejection', hear)
  try {
    await work()
    await yieldToEventLoop()
    return unhandled
  } finally {
    process.off('unhandledRejection', hear)
  }
}

test('cancelling while accounts are built closes the thread with them, and leaves no unhandled rejection', async () => {
  const unhandled = await unhandledIn(async () => {
    const thread = started()
    void thread.build([])
    await thread.close()
  })
  expect(unhandled).toEqual([])
})

test('the error of a thread that could not start reaches the waiting callers, and nobody else', async () => {
  const unhandled = await unhandledIn(async () => {
    const thread = started('no catalogue')
    await expect(thread.build([])).rejects.toThrow('The catalogue is not a JSON Schema')
    // By now its end is known.
    void thread.build([])
    await yieldToEventLoop()
    await expect(thread.build([])).rejects.toThrow('The catalogue is not a JSON Schema')
    await thread.close()
  })
  expect(unhandled).toEqual([])
})

test('a caller that waits for accounts gets an error when their thread ends', async () => {
  const thread = started()
  const built = thread.build([])
  await thread.close()
  await expect(built).rejects.toThrow('The build thread ended')
  await expect(thread.build([])).rejects.toThrow('The build thread ended')
})

test('a few rows, which need no thread, are built as many are', async () => {
  const rows = [good('A-1'), badPhone('A-2')].map((line, at) => ({
    main: [{ sheet: 'accounts', row: { row: at + 2, cells: line.split(',') }, linked: [] }],
  }))
  const [few, many] = await Promise.all(
    [rows.length, 1_000_000].map(async (count) => {
      const builder = startRowBuilder(job(example), count)
      const built = await builder.build(rows)
      await builder.close()
      return built
    }),
  )
  expect(few).toEqual(many)
  expect(few?.map(({ key, problems }) => [key, problems.length])).toEqual([
    ['A-1', 0],
    ['A-2', 1],
  ])
})
