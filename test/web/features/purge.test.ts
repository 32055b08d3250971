// Tests retention and purging in the window: the preview with what stays and why, choosing the batches, the purge, and
// the line that remains; and the question before a period by which batches are due already.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfAllTests()

/** As if nobody had touched the batch for that many days. */
function age(batch: number, days: number): void {
  const database = openDatabaseFile(join(harness().folder, 'data', 'carryover.sqlite'))
  const at = Date.now() - days * 24 * 60 * 60_000
  database
    .prepare('UPDATE batch SET created_at = @at, read_at = @at, mapped_at = @at WHERE id = @batch')
    .run({ at, batch })
  database.prepare('DELETE FROM event WHERE batch_id = ?').run(batch)
  database.close()
}

test('a person sees what goes and what stays, purges, and finds the numbers in the data folder', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness())
  const gone = await batchOfDuplicates(harness(), connection, 3)
  const kept = await batchOfDuplicates(harness(), connection, 4)
  await engine.batches.rename({ batch: gone, name: 'March customers' })
  await engine.batches.rename({ batch: kept, name: 'April customers' })
  await engine.batches.release({ batch: gone, limit: null })
  await harness().reached(gone, ({ states }) => states.done === 3)
  const view = await engine.batches.get({ batch: gone })
  const queued = await batchOfDuplicates(harness(), connection, 2, null, 'M')
  await engine.batches.rename({ batch: queued, name: 'May customers' })
  await engine.connections.pause({ id: connection })
  await engine.batches.release({ batch: queued, limit: null })
  await harness().reached(queued, ({ states }) => states.queued === 2)
  const page = await harness().openPage()
  await page.evaluate((id) => window.location.assign(`#/connect/${id}`), connection)
  await page.getByText('Retention', { exact: true }).click()
  await button(page, 'Purge now…').scrollIntoViewIfNeeded()
  await takePictures(page, 'retention')
  await button(page, 'Purge now…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/only the service prevents a second account/).waitFor()
  const isChecked = (name: string): Promise<boolean> =>
    dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) }).isChecked()
  // It has accounts that were never released: it goes only if it is chosen.
  expect([await isChecked('March customers'), await isChecked('April customers')]).toEqual([true, false])
  await dialog.getByText(/4 accounts, 4 never released/).waitFor()
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'May customers' })
    .getByText('2 accounts are on their way.')
    .waitFor()
  await takePictures(page, 'purge-dialog')
  expect(await seriousInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Purge 1 batch' }).click()
  await page.getByText('1 batch is being purged').waitFor()
  await expect.poll(async () => (await engine.batches.list()).map(({ id }) => id)).toEqual([kept, queued])
  await expect.poll(async () => (await engine.purge.purged())[0]?.purgedAt ?? null).not.toBeNull()

  await page.evaluate(() => window.location.assign('#/audit'))
  await page.getByRole('tab', { name: 'Data folder' }).click()
  const line = page.getByRole('row').filter({ hasText: 'March customers' })
  await line.waitFor()
  expect(await line.getByRole('cell').allInnerTexts()).toEqual(
    expect.arrayContaining([String(view.rows), String(view.accounts)]),
  )
  await takePictures(page, 'purged-batches')
  expect(await seriousInBothThemes(page)).toEqual([])

  await page.evaluate((id) => window.location.assign(`#/connect/${id}`), connection)
  await page.getByText('Retention', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Purge finished batches' }).click()
  await page.getByRole('option', { name: 'After 180 days' }).click()
  await expect.poll(() => engine.purge.retention({ connection })).toEqual({ days: 180 })
  // By a shorter period it is due.
  age(kept, 100)
  await page.getByRole('combobox', { name: 'Purge finished batches' }).click()
  await page.getByRole('option', { name: 'After 90 days' }).click()
  const question = page.getByRole('dialog')
  await question.getByText('1 batch has not changed for longer').waitFor()
  await takePictures(page, 'retention-question')
  expect(await engine.purge.retention({ connection })).toEqual({ days: 180 })
  await question.getByRole('button', { name: 'Purge after 90 days' }).click()
  await expect.poll(() => engine.purge.retention({ connection })).toEqual({ days: 90 })
  await page.getByText('Finished batches are purged after 90 days.').waitFor()
  await page.getByRole('heading', { name: 'Practice here' }).waitFor()

  // A look at the German words.
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch', exact: true }).click()
  await button(page, 'Jetzt löschen…').click()
  await page.getByRole('dialog').getByText('2 Konten sind unterwegs.').waitFor()
  await takePictures(page, 'purge-dialog-de')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sprache' }).click()
  await page.getByRole('menuitemradio', { name: 'English', exact: true }).click()
  await button(page, 'Purge now…').waitFor()
  harness().leave(page)
})
