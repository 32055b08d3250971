// Tests applying a repaired fix file in the window: given on Home, it is offered to its batch with a preview, or becomes a
// batch of its own.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { badPhone, good, header, mapping } from '../../engine/accounts/small-batch.ts'
import { asRepairer, repair, type Rows } from '../../engine/fix-file/repairer.ts'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { connected, harnessOfAllTests } from '../travel.ts'

const harness = harnessOfAllTests()
const right = '020 7946 0009'

async function loaded(): Promise<number> {
  const path = join(harness().folder, 'accounts.csv')
  const lines = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'].map((key) => badPhone(key).replace('Lee', key))
  writeFileSync(path, `${[header, ...lines, good('A-9')].join('\n')}\n`)
  const { batch } = await harness()
    .engine()
    .batches.load({
      path,
      mapping: mappingFile.parse(mapping),
      catalogue: { shipped: 'example' },
      connection: await connected(harness()),
      supplier: 'ACME',
    })
  await harness().reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

/** Three repairs, one of them also made here meanwhile, one row added and one deleted. */
function repaired(rows: Rows): Rows {
  const changed = repair(
    repair(repair(rows, 'A-1', 'Phone 1', right), 'A-2', 'Phone 1', right),
    'A-3',
    'Phone 1',
    'no number',
  )
  const added = (changed[4] ?? []).with(0, 'A-8').slice(0, -1)
  return [...changed.slice(0, 5), added].map((row, at) => [...row, at === 0 ? 'Remark' : 'seen'])
}

async function giveOnHome(page: Page, path: string): Promise<Locator> {
  await page.getByLabel('Choose a spreadsheet file').setInputFiles(path)
  return page.getByRole('dialog')
}

test('a repaired fix file is offered to its batch with what it changes, and applied as one edit', async () => {
  const batch = await loaded()
  const engine = harness().engine()
  const { files } = await engine.batches.report({ batch, folder: join(harness().folder, 'report') })
  const path = join(harness().folder, 'fix-me.xlsx')
  await asRepairer(files['fix_me_xlsx'] ?? '', path, repaired)
  const byHand = [{ sheet: 0, row: 3, column: 7, text: '020 7946 0005' }]
  await engine.edits.apply({ batch, words: 'By hand', cells: byHand })
  const page = await harness().openPage()
  const dialog = await giveOnHome(page, path)
  await dialog.getByText('fix-me.xlsx holds repairs of “accounts.csv”').waitFor()
  await dialog.getByRole('tab').first().waitFor()
  expect(await dialog.getByRole('tab').allTextContents()).toEqual([
    'Repaired1',
    'Still wrong1',
    'Edited meanwhile1',
    'Added rows1',
    'Deleted rows1',
  ])
  await takePictures(page, 'repairs-offer')
  expect(await seriousOf(page)).toEqual([])
  await dialog.getByRole('tab', { name: /^Edited meanwhile/ }).click()
  await dialog.getByText('The cell was edited here after the fix file was made.').waitFor()
  await takePictures(page, 'repairs-edited')
  await dialog.getByRole('tab', { name: /^Deleted rows/ }).click()
  await takePictures(page, 'repairs-deleted')
  await dialog.getByRole('button', { name: 'Apply 2 repairs' }).click()
  await page.getByText('Repairs of fix-me.xlsx: 2 cells changed').waitFor()
  await expect.poll(() => page.url()).toMatch(/#\/batch\/\d+\/fix/)
  const { rows } = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  expect(rows.slice(0, 3).map(({ cells }) => cells[7])).toEqual([right, '020 7946 0005', 'no number'])
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect
    .poll(async () => (await engine.edits.history({ batch })).find((edit) => !edit.undone)?.words)
    .toBe('By hand')

  // The same file as a batch of its own.
  await page.evaluate(() => window.location.assign('#/'))
  await giveOnHome(page, path)
  await dialog.getByText('Repairs of this fix file were applied before.').waitFor()
  await dialog.getByRole('button', { name: 'Load as a batch of its own' }).click()
  await expect.poll(() => page.url()).toMatch(new RegExp(`#/batch/(?!${batch}/)\\d+/load`))
  await page.close()
})
