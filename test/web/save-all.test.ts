// Test of "Save all files" in a browser: one archive with every file of the report, unchanged. The report's other charts
// and files stay as they are.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { takePictures } from './pictures.ts'
import { batchOfDuplicates, openStep, quickConnection } from './sending-journey.ts'
import { harnessOfAllTests } from './travel.ts'
import { button } from './user.ts'

const harness = harnessOfAllTests()

async function filesIn(path: string): Promise<Record<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(readFileSync(path), { lazyEntries: true })
  const found: Record<string, Buffer> = {}
  for await (const entry of archive.eachEntry())
    found[entry.fileName] = await buffer(await archive.openReadStreamPromise(entry))
  return found
}

test('one press saves every file of the report in one archive, unchanged', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 6, [2, 3])
  await engine.batches.release({ batch, limit: null })
  await harness().reached(batch, ({ states }) => states.done === 6)
  const { files } = await engine.batches.report({ batch, folder: null })
  const page = await harness().openPage()
  await openStep(page, batch, 'report')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save all files').click(),
  ])
  expect(download.suggestedFilename()).toBe('sending-S-6.csv report.zip')
  const saved = await filesIn(await download.path())
  expect(Object.keys(saved).sort()).toEqual(
    Object.values(files)
      .map((path) => basename(path))
      .sort(),
  )
  for (const path of Object.values(files)) expect(saved[basename(path)]).toEqual(readFileSync(path))
  await takePictures(page, 'report-save-all')
  harness().leave(page)
}, 60_000)
