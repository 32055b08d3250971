// Tests several files in one batch in the window: chosen together on the start page, dropped or added at Load, their
// sheets named with their files and linked like those of one workbook, and taken out again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { harnessOfEachTest } from '../travel.ts'

const harness = harnessOfEachTest()

const accounts = 'Account No,Street,Postcode\nA-1,1 Nowhere Street,QA1 1AB\nA-2,2 Nowhere Street,QA1 1AB\n'
const people = 'Account No,Surname,Landline\nA-1,Bell,+44 20 7946 0123\nA-2,Fox,+44 20 7946 0125\n'

function fileOf(name: string, content: string | Buffer): string {
  const path = join(harness().folder, name)
  writeFileSync(path, content)
  return path
}
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Sheets of the file' }).getByRole('tab')
const filesOf = async (batch: number): Promise<string[]> =>
  (await harness().engine().batches.get({ batch })).files.map(({ name }) => name)
const isRead = (batch: number): Promise<unknown> =>
  harness().reached(batch, ({ stage }) => stage === 'mapping')

async function drop(page: Page, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([file = '', text = '']) => {
      const data = new DataTransfer()
      data.items.add(new File([text], file, { type: 'text/csv' }))
      return data
    },
    [name, content],
  )
  const target = page.getByRole('grid').first()
  await target.dispatchEvent('dragenter', { dataTransfer: transfer })
  await target.dispatchEvent('drop', { dataTransfer: transfer })
}

test('two files chosen together are one batch, whose sheets are linked as in a workbook', async () => {
  const paths = [fileOf('accounts.csv', accounts), fileOf('people.csv', people)]
  const page = await harness().openPage('light')
  await page.getByLabel('Choose a spreadsheet file').setInputFiles(paths)
  await expect.poll(() => tabs(page).allTextContents()).toEqual(['accounts.csv2', 'people.csv2'])
  await isRead(1)
  expect(await filesOf(1)).toEqual(['accounts.csv', 'people.csv'])
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await takePictures(page, 'several-files')
  await page.getByRole('link', { name: 'Map the columns' }).click()
  await page.getByText('people').first().waitFor()
  const { mapping } = await harness().engine().mapping.suggest({
    batch: 1,
    catalogue: 'example',
    supplier: null,
  })
  expect(mapping.linked.map(({ sheet, key }) => [sheet, key])).toEqual([['people', 'Account No']])
  await page.context().close()
})

test('a file is added at Load, by the button or dropped, and taken out again', async () => {
  const { batch } = await harness()
    .engine()
    .batches.open({ path: fileOf('accounts.csv', accounts) })
  await isRead(batch)
  const page = await harness().openPage('light')
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/load`)
  await page.getByRole('button', { name: 'Add a file' }).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a file' }).click()
  await (await chooser).setFiles([fileOf('people.csv', people)])
  await expect.poll(() => tabs(page).count()).toBe(2)
  await isRead(batch)
  // The window knows it too: before that, a dropped file would be a batch of its own.
  await page.getByRole('link', { name: 'Map the columns' }).waitFor()

  await drop(page, 'contacts.csv', 'Account No,E-mail\nA-1,ann@example.org\n')
  const dialog = page.getByRole('dialog', { name: 'What is this file?' })
  await takePictures(page, 'several-files-drop')
  await dialog.getByRole('button', { name: 'A part of accounts.csv' }).click()
  await expect.poll(() => tabs(page).count()).toBe(3)
  await isRead(batch)
  expect(await filesOf(batch)).toEqual(['accounts.csv', 'people.csv', 'contacts.csv'])

  await page.getByRole('button', { name: 'Remove people.csv from this batch' }).click()
  await expect.poll(() => tabs(page).count()).toBe(2)
  await expect.poll(() => filesOf(batch)).toEqual(['accounts.csv', 'contacts.csv'])
  expect(await harness().engine().batches.list()).toHaveLength(1)
  await page.context().close()
})

test('an added file of unsure encoding asks how it is to be read, and is then read with the others', async () => {
  const { batch } = await harness()
    .engine()
    .batches.open({ path: fileOf('accounts.csv', accounts) })
  await isRead(batch)
  const page = await harness().openPage('light')
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/load`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a file' }).click()
  const latin = Buffer.from('Account No,Surname\nA-1,Müller\nA-2,Größe\n', 'latin1')
  await (await chooser).setFiles([fileOf('people.csv', latin)])
  const dialog = page.getByRole('dialog', { name: 'people.csv cannot be read as it is' })
  await dialog.getByRole('button', { name: 'Read again' }).click()
  await expect.poll(() => filesOf(batch)).toEqual(['accounts.csv', 'people.csv'])
  await isRead(batch)
  const { rows } = await harness().engine().sheets.page({ batch, sheet: 1, offset: 0, limit: 9 })
  expect(rows.map(({ cells }) => cells[1])).toEqual(['Müller', 'Größe'])
  await dialog.waitFor({ state: 'detached' })
  await page.context().close()
})
