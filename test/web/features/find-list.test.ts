// Tests the dialog "Find a list": keys are pasted, the missing ones are named, and grid and account list show the others.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { badPhone, good, header, mapping } from '../../engine/accounts/small-batch.ts'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { connected, harnessOfAllTests } from '../travel.ts'

const harness = harnessOfAllTests()

async function loaded(): Promise<number> {
  const path = join(harness().folder, 'accounts.csv')
  const lines = Array.from({ length: 40 }, (_, at) => (at % 4 === 0 ? badPhone : good)(`A-${at}`))
  writeFileSync(path, `${[header, ...lines].join('\n')}\n`)
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

test('a pasted list filters the grid and the account list, and names what was not found', async () => {
  const batch = await loaded()
  const page = await harness().openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.locator('[data-account]').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Find a list…' }).click()
  const dialog = page.getByRole('dialog')
  const keys = dialog.getByLabel('Keys')
  await keys.fill('A-1\n"A-4"\tA-5\n A-1 \n\nB-7\nB-8\nA-39')
  await dialog.getByText('6 keys, 1 repeated').waitFor()
  await takePictures(page, 'find-list')
  expect(await seriousOf(page)).toEqual([])
  await keys.press('Control+Enter')
  await dialog.getByText('4 found, 2 not found').waitFor()
  expect(await dialog.getByLabel('Not found').last().inputValue()).toBe('B-7\nB-8')
  await takePictures(page, 'find-list-found')
  expect(await seriousOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Show in Fix' }).click()
  await page.getByText('Actions for all 4 rows shown').waitFor()
  await takePictures(page, 'find-list-fix')
  await page.getByRole('button', { name: 'Remove the filter: Accounts of a list' }).click()
  await page.getByText('Actions for all 40 rows shown').waitFor()

  // The same in Watch, reached from the palette.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('find a list')
  await page.getByRole('option', { name: 'Find a list…' }).click()
  await keys.fill('A-8\nA-9')
  await dialog.getByRole('button', { name: 'Find 2 keys' }).click()
  await dialog.getByText('2 found, 0 not found').waitFor()
  await dialog.getByRole('button', { name: 'Show in Watch' }).click()
  await page.getByRole('tab', { name: /Accounts of a list/ }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Open A-/ }).count()).toBe(2)
  await takePictures(page, 'find-list-watch')
  await page.close()
})
