// Tests that a cause carries the fix that helps most, already counted, where the service named the problem, and where the
// cause has very many accounts: of these a sample is counted first, and said to be one. In a real browser with the real
// engine and service.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import example from '../../../shared/catalogue/examples/example.json' with { type: 'json' }
import { mappingFile } from '../../../shared/mapping/file.ts'
import { takePictures } from '../pictures.ts'
import { connected, harnessOfAllTests, openBatch, validatedBatch } from '../travel.ts'

const longest = 20
/** The service takes shorter names than its catalogue says. */
const { billing_name: name, ...others } = example.properties
const strict = {
  ...example,
  properties: { ...others, billing_name: { ...name, maxLength: longest } },
}
const harness = harnessOfAllTests({ sandbox: { catalogue: strict } })

const mapping = mappingFile.parse({
  version: 1,
  key: 'No',
  columns: [
    { column: 'No', field: 'external_account_number' },
    { column: 'Type', field: 'account_type' },
    { column: 'Bill name', field: 'billing_name' },
    { column: 'Surname', field: 'customers.0.family_name' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'Postcode', field: 'billing_address.postal_code' },
  ],
  fixed: [
    { field: 'unknown_occupier', value: false },
    { field: 'billing_address.country', value: 'GB' },
  ],
})

type Row = { readonly type: string; readonly name: string }

function fileOf(file: string, count: number, rowAt: (at: number) => Row): string {
  const path = join(harness().folder, file)
  const lines = Array.from({ length: count }, (_, at) => {
    const row = rowAt(at)
    return `A-${at},${row.type},${row.name},Lee,1 High St,QX1 1AA`
  })
  writeFileSync(path, ['No,Type,Bill name,Surname,Street,Postcode', ...lines, ''].join('\n'))
  return path
}

async function openFix(batch: number): Promise<Page> {
  const page = await harness().openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.locator('[data-account]').waitFor()
  return page
}

const causes = (page: Page): Locator => page.getByRole('navigation', { name: 'Problems by cause' })
const cause = (page: Page): Locator => causes(page).locator('button[data-cause-step]').first()

test('a problem that the service named has its fix on the card, with the accounts to validate again', async () => {
  const file = fileOf('names.csv', 30, (at) => ({
    type: 'DOMESTIC',
    name: at % 5 === 0 ? `Ann Lee of the long Street ${at}` : 'Ann Lee',
  }))
  const batch = await validatedBatch(harness(), await connected(harness()), { file, mapping })
  const before = await harness().engine().batches.get({ batch })
  expect(before.states).toMatchObject({ rejected: 6, validated: 24 })
  const page = await openFix(batch)
  await expect.poll(() => cause(page).textContent()).toContain('Cut to 20 characters · 6 to validate again')
  await cause(page).click()
  const best = causes(page).getByRole('button', { name: 'Cut to 20 characters · 6 to validate again' }).last()
  const other = causes(page).getByRole('list', { name: 'Other fixes that help' }).getByRole('button')
  await expect.poll(() => other.allTextContents()).toEqual(['Clear 6 values'])
  await takePictures(page, 'cure-of-service')
  await best.click()
  await page
    .getByText(/: 6 cells/)
    .first()
    .waitFor()
  await harness().engine().batches.validate({ batch })
  const after = await harness().reached(
    batch,
    ({ states, validating }) => !validating && states.unvalidated === 0,
  )
  expect(after.states).toMatchObject({ rejected: 0, validated: 30 })
  harness().leave(page)
})

test('of a cause with 1,500 accounts a sample is counted and named; the chosen one counts all and cures all in one press', async () => {
  const wrong = 1_500
  const file = fileOf('types.csv', wrong + 100, (at) => ({
    type: at < wrong ? 'Domestc' : 'DOMESTIC',
    name: 'Ann Lee',
  }))
  const batch = await openBatch(harness(), null, { file, mapping })
  const page = await openFix(batch)
  const sampled = 'Change “domestc” to DOMESTICunblocks 400 of 400 sampled'
  await expect.poll(() => cause(page).textContent()).toContain(sampled)
  expect(await cause(page).locator('[title*="sample"]').getAttribute('title')).toContain(
    'Counted in a sample: 400 of 1,500 accounts, spread evenly over the file.',
  )
  await takePictures(page, 'cure-of-sample')
  await cause(page).click()
  const best = causes(page)
    .getByRole('button', { name: 'Change “domestc” to DOMESTIC · unblocks 1,500' })
    .last()
  await best.waitFor()
  await takePictures(page, 'cure-of-many')
  await best.click()
  await page
    .getByText(/: 1,500 cells/)
    .first()
    .waitFor()
  await harness().reached(batch, ({ states, work }) => states.invalid === 0 && work === null)
  harness().leave(page)
})
