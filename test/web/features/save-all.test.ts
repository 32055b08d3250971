// Tests in a browser that "Save all files" gives one archive with every file of the report, unchanged, and that the report
// has what a person chose.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import yauzl from 'yauzl'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests } from '../travel.ts'
import { button } from '../user.ts'

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

  await button(page, 'Choose contents').click()
  const dialog = page.getByRole('dialog', { name: 'Contents of the report' })
  await dialog.getByRole('checkbox', { name: 'accounts.jsonl' }).click()
  await dialog.getByRole('checkbox', { name: 'changes.csv' }).click()
  await dialog.getByRole('checkbox', { name: 'Add up Postcode' }).click()
  expect(await dialog.getByRole('checkbox', { name: 'Withhold Account No' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: 'Withhold Street' }).click()
  expect(await dialog.getByRole('checkbox', { name: 'fix-me.xlsx' }).isChecked()).toBe(true)
  await takePictures(page, 'report-contents')
  expect(await seriousInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await button(page, 'Make it again').click()
  await expect
    .poll(async () => Object.keys((await engine.batches.get({ batch })).report?.files ?? {}))
    .toContain('accounts_jsonl')
  const made = (await engine.batches.get({ batch })).report?.files ?? {}
  expect(Object.keys(made).toSorted()).toEqual(
    [
      'accounts_jsonl',
      'errors_csv',
      'fix_me_xlsx',
      'results_csv',
      'results_xlsx',
      'summary_html',
      'summary_json',
      'summary_pdf',
    ].toSorted(),
  )
  expect(readFileSync(made['summary_html'] ?? '', 'utf8')).toContain('Control totals')
  harness().leave(page)
})

test('the totals in the window and in the printable summary have the same words, counts and shares, and the results have sentences', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness(), { name: 'Totals' })
  const batch = await batchOfDuplicates(harness(), connection, 55, [2, 3], 'T')
  await engine.batches.release({ batch, limit: null })
  await harness().reached(batch, ({ states }) => states.done === 55)
  const { files } = await engine.batches.report({ batch, folder: null })
  const page = await harness().openPage()
  await openStep(page, batch, 'report')
  const rows = page.getByRole('region', { name: 'Totals' }).locator('tbody tr')
  const shown = async (all: Locator): Promise<string[]> => {
    const texts = await all.allInnerTexts()
    return texts.map((text) => text.split(/\s*[\t\n]\s*/).join(' ')).filter((text) => /\d%$/.test(text))
  }
  await expect.poll(() => shown(rows)).toEqual(['Created 54 98.2%', 'Failed 1 1.8%'])
  const summary = await page.context().newPage()
  await summary.setContent(readFileSync(files['summary_html'] ?? '', 'utf8'))
  expect((await shown(summary.locator('section').first().locator('tbody tr'))).slice(0, 2)).toEqual(
    await shown(rows),
  )
  await summary.close()
  const { sheets } = await readXlsx(readFileSync(files['results_xlsx'] ?? ''))
  const failed = sheets.find(({ name }) => name === 'Failed')?.rows[1]
  expect(failed).toContain('reference_already_exists')
  expect(failed).toContainEqual(expect.stringMatching(/^[A-Z].* reference .*\.$/i))
  harness().leave(page)
})
