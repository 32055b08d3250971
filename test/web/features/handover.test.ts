// Tests handing a batch over in the window: the dialog with its passphrase, the lock above every step, the project file that
// comes back on Home with what changed, and unlocking.
import { workFactorName } from '../../../electron/engine/handover/write-project.ts'
import { letInherit } from '../../../electron/engine/jobs/inherited.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engineIn } from '../../engine/api/bare-engine.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests } from '../travel.ts'
import { button } from '../user.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

const harness = harnessOfAllTests()

/** Opens the project file in another data folder, as a colleague does, changes it, and hands it back. */
async function colleague(path: string, passphrase: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-colleague-'))
  const { client, close } = await engineIn(join(folder, 'data'))
  try {
    const [ours] = await harness().engine().connections.list()
    if (ours === undefined) throw new Error('There is no connection.')
    await client.connections.save({ name: 'theirs', settings: ours.settings })
    await client.operator.set({ name: 'Ada' })
    const { batch } = await client.handover.open({ path, passphrase, onlyHere: true })
    await client.edits.apply({
      batch,
      words: 'typed',
      cells: [{ sheet: 0, row: 2, column: 1, text: 'Edited' }],
    })
    const back = await client.handover.write({ batch, folder: harness().folder, passphrase: null })
    return back.path
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a person hands a batch over, sees the lock on every step, and opens what comes back with what changed', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 3)
  await engine.batches.rename({ batch, name: 'March customers' })
  const page = await harness().openPage()
  await page.evaluate((id) => window.location.assign(`#/batch/${id}/report`), batch)
  await button(page, 'Hand over…').scrollIntoViewIfNeeded()
  await button(page, 'Hand over…').click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(/^Passphrase(?! once)/)
    .first()
    .fill('open sesame')
  await dialog.getByLabel(/once more/).fill('open sesam')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await dialog.getByText('The two are not the same.').waitFor()
  await takePictures(page, 'hand-over-dialog')
  expect(await seriousInBothThemes(page)).toEqual([])
  await dialog.getByLabel(/once more/).fill('open sesame')
  await dialog.getByRole('button', { name: 'Hand over' }).click()

  const banner = page
    .getByRole('region', { name: 'Hand over' })
    .getByText(/Nothing of this batch can be changed/)
  await banner.waitFor()
  await button(page, 'Unlock…').scrollIntoViewIfNeeded()
  await takePictures(page, 'handed-over')
  expect(await seriousInBothThemes(page)).toEqual([])
  await page.evaluate((id) => window.location.assign(`#/batch/${id}/submit`), batch)
  await banner.waitFor()
  await takePictures(page, 'handed-over-submit')

  const path = (await engine.handover.get({ batch }))?.path ?? ''
  const back = await colleague(path, 'open sesame')
  await page.evaluate(() => window.location.assign('#/'))
  await button(page, 'Open a project file…').click()
  await dialog.locator('input[type=file]').setInputFiles(back)
  await dialog.getByText(/^File: /).waitFor()
  await dialog.getByRole('button', { name: 'Check the file' }).click()
  await dialog.getByText('It replaces the batch that was handed over from here.').waitFor()
  await takePictures(page, 'open-project')
  expect(await seriousInBothThemes(page)).toEqual([])
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('heading', { name: 'Since it left' }).scrollIntoViewIfNeeded()
  await page.getByText(/by Ada/).waitFor()
  await page.getByText(/1 edit ·/).waitFor()
  await takePictures(page, 'came-back')
  expect((await engine.batches.list()).map(({ name }) => name)).toEqual(['March customers'])
})

test('a person unlocks a batch whose other data folder is gone', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 2)
  await engine.handover.write({ batch, folder: null, passphrase: null })
  const page = await harness().openPage()
  await page.evaluate((id) => window.location.assign(`#/batch/${id}/report`), batch)
  await button(page, 'Unlock…').click()
  await page
    .getByRole('dialog')
    .getByText(/both send/)
    .waitFor()
  await takePictures(page, 'unlock-batch')
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock: nobody goes on with it' }).click()
  await expect.poll(async () => (await engine.handover.get({ batch }))?.state).toBe('here')
  await button(page, 'Hand over…').waitFor()
})

test('on the steps of a batch that was handed over, what is refused cannot be pressed and says why', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 3)
  await engine.handover.write({ batch, folder: null, passphrase: null })
  const page = await harness().openPage()
  const step = (name: string): Promise<void> =>
    page.evaluate(([id, to]) => window.location.assign(`#/batch/${id}/${to}`), [batch, name] as const)
  const why = 'This batch was handed over: nothing of it can be changed or sent here.'

  await step('submit')
  const agree = page.getByRole('checkbox', { name: /I have checked the connection/ })
  await agree.waitFor()
  expect(await agree.isDisabled()).toBe(true)
  for (const name of ['Accounts in wave 1', 'Between two waves'])
    expect([name, await page.getByLabel(name).first().isDisabled()]).toEqual([name, true])
  expect(await button(page, 'Release 1 account').isDisabled()).toBe(true)
  expect(await page.getByText('Tick the box above first.').count()).toBe(0)
  expect(await button(page, 'Pause sending').isEnabled()).toBe(true)
  await takePictures(page, 'locked-submit')
  expect(await seriousInBothThemes(page)).toEqual([])

  await step('map')
  const build = page.getByRole('button', { name: /^Build/ })
  await build.hover()
  await page.getByText(why).waitFor()
  expect(await build.getAttribute('aria-disabled')).toBe('true')
  await takePictures(page, 'locked-map')

  await step('load')
  await page.getByText(why).first().waitFor()
  expect(await button(page, 'Add a file').count()).toBe(0)
  await takePictures(page, 'locked-load')

  await step('fix?show=all')
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.getByTestId('data-grid-canvas').waitFor()
  await page.getByLabel('Family name').waitFor()
  expect(await page.getByLabel('Family name').getAttribute('readonly')).not.toBeNull()
  for (const name of ['Hold this account', 'Validate while editing'])
    expect([name, await page.getByLabel(name).first().getAttribute('aria-disabled')]).toEqual([name, 'true'])
  expect(await page.getByRole('link', { name: 'Release 3 accounts' }).count()).toBe(0)
  await takePictures(page, 'locked-fix')

  await step('report')
  const make = button(page, 'Make the report')
  expect(await make.getAttribute('aria-disabled')).toBeNull()
  await make.click()
  await page.getByText('results.csv').first().waitFor()
})
