// Tests the acts of the palette: found by other words too, with the key that does the same beside each, done at once
// where nothing needs a person, and with the focus at the place that an entry leads to.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { seriousInBothThemes } from '../axe.ts'
import { gridHasFocus } from '../hands.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfAllTests()

const finder = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Find an account or go somewhere' })
const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name })

async function search(page: Page, text: string): Promise<void> {
  if (!(await finder(page).isVisible())) await page.keyboard.press('ControlOrMeta+k')
  await finder(page).fill(text)
}

async function follow(page: Page, text: string, name: string | RegExp): Promise<void> {
  await search(page, text)
  await option(page, name).first().click()
  await finder(page).waitFor({ state: 'detached' })
}

const mapping = mappingFile.parse({
  version: 1,
  key: 'No',
  columns: [
    { column: 'No', field: 'external_account_number' },
    { column: 'Type', field: 'account_type' },
    { column: 'Bill name', field: 'billing_name' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'Postcode', field: 'billing_address.postal_code' },
    { column: 'Surname', field: 'customers.0.family_name' },
  ],
  fixed: [
    { field: 'unknown_occupier', value: false },
    { field: 'billing_address.country', value: 'GB' },
  ],
})

/** Six accounts; the types of two are no choice, and nothing else is wrong. */
async function batchWithProblems(name: string, connection: number | null = null): Promise<number> {
  const path = join(harness().folder, `${name}.csv`)
  const lines = Array.from({ length: 6 }, (_, at) => {
    const type = at === 2 || at === 4 ? 'Houshold' : 'DOMESTIC'
    return `${name}-${at},${type},Ann Lee,${at} High St,QX1 1AA,Lee`
  })
  writeFileSync(path, `${['No,Type,Bill name,Street,Postcode,Surname', ...lines].join('\n')}\n`)
  const { batch } = await harness()
    .engine()
    .batches.load({ path, mapping, catalogue: { shipped: 'example' }, connection, supplier: 'ACME' })
  await harness().reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

test.each(['release', 'send', 'submit', 'create'])(
  '“%s” finds the act that releases accounts, with its key',
  async (word) => {
    const batch = await batchOfDuplicates(harness(), await quickConnection(harness()), 3, null, word)
    const page = await harness().openPage()
    await openStep(page, batch, 'fix')
    await search(page, word)
    const release = option(page, /^Release 3 accounts…/)
    await release.waitFor()
    expect(await release.locator('kbd').innerText()).toBe('Alt 4')
    await release.click()
    await page.waitForURL(new RegExp(`#/batch/${batch}/submit$`))
    // The gate asks first: nothing was released.
    await button(page, /^Release 1 account/).waitFor()
    expect((await harness().engine().batches.get({ batch })).sending.waves).toEqual([])
    harness().leave(page)
  },
)

test('every act on the batch and every act of the step has its key beside it', async () => {
  const connection = await quickConnection(harness())
  const batch = await batchWithProblems('keys', connection)
  const page = await harness().openPage()
  await openStep(page, batch, 'fix')
  await page.locator('[data-account]').waitFor()
  const keyOf = async (text: string, name: string | RegExp): Promise<string> => {
    await search(page, text)
    return option(page, name).first().locator('kbd').innerText()
  }
  expect(await keyOf('check', /^Validate 4 accounts/)).toBe('F9')
  expect(await keyOf('stop', /^Pause sending to/)).toBe('Shift F9')
  expect(await keyOf('summary', /^Write the report/)).toBe('Alt 6')
  expect(await keyOf('substitute', /^Find and replace/)).toBe('Ctrl H')
  expect(await option(page, /^Find and replace/).count()).toBe(1)
  expect(await keyOf('next problem', /^Next problem/)).toBe('F8')
  expect(await keyOf('causes', 'Hide the causes')).toBe('[')
  await search(page, 'p')
  await takePictures(page, 'palette-acts')
  expect(await seriousInBothThemes(page)).toEqual([])
  await page.keyboard.press('Escape')
  harness().leave(page)
})

test('the palette and the key validate the accounts, and pause and resume sending', async () => {
  const connection = await quickConnection(harness())
  const batch = await batchWithProblems('acts', connection)
  const pauses = async () => (await harness().engine().batches.get({ batch })).pauses.length
  const page = await harness().openPage()
  await openStep(page, batch, 'map')
  await follow(page, 'halt', /^Pause sending/)
  await expect.poll(pauses).toBe(1)
  await page.getByRole('banner').getByRole('button', { name: 'Resume' }).waitFor()
  await page.keyboard.press('Shift+F9')
  await expect.poll(pauses).toBe(0)
  await page.keyboard.press('F9')
  await page.waitForURL(new RegExp(`#/batch/${batch}/fix`))
  const { states } = await harness().reached(batch, (now) => !now.validating && now.states.unvalidated === 0)
  expect(states.validated).toBe(4)
  harness().leave(page)
})

test.each(['submit', 'fix'])(
  'a problem chosen in the palette on %s has the focus at its cell',
  async (step) => {
    const batch = await batchWithProblems(`from-${step}`)
    const page = await harness().openPage()
    await openStep(page, batch, step === 'fix' ? 'fix?show=all' : step)
    if (step === 'fix') await page.locator('[data-account]').waitFor()
    await follow(page, 'not one of', /not one of the choices/)
    await page.waitForURL(/#\/batch\/\d+\/fix\?.*account_type/)
    await expect.poll(() => gridHasFocus(page)).toBe(true)
    await page.keyboard.type('BUSINESS')
    await page.keyboard.press('Enter')
    const types = async () => {
      const { rows } = await harness().engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 10 })
      return rows.map(({ cells }) => cells[1])
    }
    await expect.poll(types).toEqual(['DOMESTIC', 'DOMESTIC', 'BUSINESS', 'DOMESTIC', 'Houshold', 'DOMESTIC'])
    harness().leave(page)
  },
)

test('an act of the step that moves the focus keeps it, and after any other act it is where it was', async () => {
  const batch = await batchWithProblems('focus')
  const page = await harness().openPage()
  await openStep(page, batch, 'fix')
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  await follow(page, 'hide', 'Hide the causes')
  await page.getByRole('navigation', { name: 'Problems by cause' }).waitFor({ state: 'detached' })
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  await follow(page, 'search for', /^Search for text/)
  const field = page.getByRole('searchbox').first()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  harness().leave(page)
})
