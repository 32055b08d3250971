// Tests releasing all that is left at once: it is offered beside the last wave once an earlier wave went well, asks on
// production as every release does, and is not offered after a failure.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep, quickConnection, waveLine } from '../sending-journey.ts'
import { harnessOfAllTests } from '../travel.ts'

const harness = harnessOfAllTests()

/** The sandbox under an address that is not the practice's. */
async function production(): Promise<number> {
  const { baseUrl, apiKey } = harness().sandbox
  const elsewhere = baseUrl.replace('127.0.0.1', 'localhost')
  const { connections } = harness().engine()
  const { id } = await connections.save({
    name: 'Live',
    settings: connectionSettings.parse({
      baseUrl: elsewhere,
      tokenUrl: `${elsewhere}/v1/graphql/`,
      environment: 'production',
      catalogue: 'example',
      limits: { pollFirstMs: 60, pollLongestMs: 250, readsPerMinute: null },
    }),
    environmentSaid: true,
  })
  await connections.setKey({ id, key: apiKey })
  return id
}

/** The first wave is done, with the box ticked for the next. */
async function afterFirstWave(batch: number): Promise<Page> {
  await harness().engine().batches.release({ batch, limit: 1 })
  await harness().reached(batch, ({ states }) => states.done === 1)
  const page = await harness().openPage()
  await openStep(page, batch, 'submit')
  await page.getByRole('checkbox', { name: /^I have checked the connection/ }).click()
  await page.getByRole('button', { name: 'Release 10 accounts' }).waitFor()
  return page
}

const releaseAll = (page: Page) => page.getByRole('button', { name: /^Release all / })

test('on production all that is left is released after the supplier’s code was typed, and is called the rest', async () => {
  const batch = await batchOfDuplicates(harness(), await production(), 14, null, 'P')
  const page = await afterFirstWave(batch)
  await releaseAll(page).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Release 13 accounts' })
  await takePictures(page, 'release-all-asked')
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('ACME')
  await confirm.click()
  await harness().reached(batch, ({ states }) => states.done === 14)
  await waveLine(page, 2).getByText('The rest').waitFor()
  await expect.poll(() => waveLine(page, 2).innerText()).toContain('13')
  await takePictures(page, 'release-all-done')
  harness().leave(page)
})

test('after an account failed the next wave is offered, and not all that is left', async () => {
  const connection = await quickConnection(harness(), { name: 'Failing' })
  const batch = await batchOfDuplicates(harness(), connection, 14, null, 'F')
  harness().sandbox.control.setSwitches({ failShare: 1 })
  const page = await afterFirstWave(batch)
  expect((await harness().engine().batches.get({ batch })).outcomes.failed).toBe(1)
  expect(await releaseAll(page).count()).toBe(0)
  harness().sandbox.control.setSwitches({ failShare: 0 })
  harness().leave(page)
})
