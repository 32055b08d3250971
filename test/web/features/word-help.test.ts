// Tests of the help that explains words: the question mark beside a word says what it means, by mouse and keyboard,
// and `?` lists all words beside the shortcuts, and what changed in each version, which is said once after an update.
// They speak the window's language.
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { readChoices } from '../../../renderer/app/display/display-choices.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfAllTests()

test('the question mark beside a word explains it, by mouse and by keyboard', async () => {
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 3)
  const page = await harness().openPage()
  await openStep(page, batch, 'submit')
  await button(page, 'What does “Wave” mean?').click()
  const meaning = page.getByRole('dialog', { name: 'Wave', exact: true })
  await meaning.getByText('Accounts that are released together').waitFor()
  await takePictures(page, 'word-help')
  expect(await seriousInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await meaning.waitFor({ state: 'detached' })

  const supplier = button(page, 'What does “Supplier” mean?')
  await supplier.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Supplier' }).getByText('by its code at the service').waitFor()
  await page.keyboard.press('?')
  const all = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await all.waitFor()
  await page.keyboard.press('Escape')
  await all.waitFor({ state: 'detached' })
  await supplier.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Supplier' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => supplier.evaluate((one) => one === document.activeElement)).toBe(true)
  harness().leave(page)
})

test('batch, account, mapping, release and pause are explained where they first stand', async () => {
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 2, null, 'H')
  await batchOfDuplicates(harness(), connection, 2, null, 'I')
  const page = await harness().openPage()
  const explained = async (word: string, meaning: string | RegExp): Promise<void> => {
    await button(page, `What does “${word}” mean?`).first().click()
    await page.getByRole('dialog', { name: word, exact: true }).getByText(meaning).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: word, exact: true }).waitFor({ state: 'detached' })
  }
  await explained('Batch', /on the way from file to report/)
  await takePictures(page, 'words-home')
  await openStep(page, batch, 'map')
  await explained('Mapping', /Which column fills which field/)
  await explained('Account', /created once at most/)
  await takePictures(page, 'words-map')
  await openStep(page, batch, 'submit')
  await explained('Release', /What you do in the step Submit/)
  await explained('Pause', /until you resume/)
  await takePictures(page, 'words-submit')
  await page.evaluate((at) => (location.hash = at), `#/connect/${connection}`)
  await explained('Connection', /address, key, limits/)
  await explained('Pause', /until you resume/)
  await takePictures(page, 'words-connect')
  expect(await seriousInBothThemes(page)).toEqual([])
  harness().leave(page)
})

test('? in Fix lists the keys of the rows, of the step and of every page, and no action twice', async () => {
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 2, null, 'K')
  const page = await harness().openPage()
  await openStep(page, batch, 'fix?show=all')
  await page.locator('[data-account]').waitFor()
  await page.locator('main').focus()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const group of ['In the rows', 'In this step', 'Everywhere'])
    await list.getByRole('region', { name: group }).waitFor()
  await list.getByRole('region', { name: 'In the rows' }).getByText('Fill down').waitFor()
  const words = await list.getByRole('tabpanel').innerText()
  const actions = words.split('\n').filter((line) => /^(?:Undo|Redo|Nothing to)/.test(line))
  expect(actions).toEqual(['Nothing to undo', 'Nothing to redo'])
  await takePictures(page, 'shortcuts-of-fix')
  await page.keyboard.press('Escape')
  harness().leave(page)
})

test('? lists the words beside the shortcuts, in the language of the window', async () => {
  const page = await harness().openPage()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  await help.getByText('Find an account or go somewhere').waitFor()
  await help.getByRole('tab', { name: 'Words' }).click()
  await help.getByText('Unconfirmed', { exact: true }).waitFor()
  // The title is that of what is shown.
  await help.getByRole('heading', { name: 'Words', level: 2 }).waitFor()
  await takePictures(page, 'words')
  expect(await seriousInBothThemes(page)).toEqual([])
  await help.getByRole('tab', { name: 'What’s new' }).click()
  await help.getByText('This is Carryover').waitFor()
  await help.getByText(/One button validates all failed accounts/).waitFor()
  await takePictures(page, 'changes')
  expect(await seriousInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  await button(page, /^Language: /).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await page.getByRole('link', { name: 'Verbindungen' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('tab', { name: 'Wörter' }).click()
  await page.getByText('Unbestätigt', { exact: true }).waitFor()
})

test('after an update the status line says so once, and leads to what changed', async () => {
  const { display } = harness().engine()
  const seen = async (): Promise<string | null> => readChoices((await display.get()).choices).seenVersion
  const page = await harness().openPage()
  const { version } = await display.get()
  await expect.poll(seen).toBe(version)
  const said = (page: Page): Locator => page.getByText(`Carryover was updated to ${version}.`)
  expect(await said(page).count()).toBe(0)

  await display.set({ choices: JSON.stringify({ seenVersion: '0.0.1' }) })
  await page.reload()
  await said(page).waitFor()
  await takePictures(page, 'updated')
  await button(page, 'What’s new').click()
  const help = page.getByRole('dialog', { name: 'What’s new' })
  await help.getByRole('tab', { name: 'What’s new', selected: true }).waitFor()
  await help.getByText(/One button validates all failed accounts/).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(seen).toBe(version)
  await page.reload()
  await button(page, /^Language: /).waitFor()
  expect(await said(page).count()).toBe(0)
  await page.context().close()
})
