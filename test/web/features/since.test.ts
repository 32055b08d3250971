// Tests the filter by when the service reported a problem: it shows the accounts since a day, is named where it hides all
// rows, and is not offered for our own checks.
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { badPhone, header, mapping, noSurname } from '../../engine/accounts/small-batch.ts'
import { takePictures } from '../pictures.ts'
import { openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests, validatedBatch } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfAllTests()
const dayMs = 86_400_000

/** As if the service had answered so many days earlier. */
function answeredEarlier(key: string, days: number): void {
  const database = openDatabaseFile(join(harness().folder, 'data', databaseName))
  const { changes } = database
    .prepare(
      "UPDATE problem SET at = at - ? WHERE source = 'validate' AND account_id IN (SELECT id FROM account WHERE key = ?)",
    )
    .run(days * dayMs, key)
  database.close()
  expect(changes).toBe(1)
}

async function choose(page: Page, now: string, next: string): Promise<void> {
  await button(page, `Reported by the service: ${now}`).click()
  await page.getByRole('menuitemradio', { name: next }).click()
  await button(page, `Reported by the service: ${next}`).waitFor()
}

test('the rows of a problem are those that the service has reported since the chosen day', async () => {
  const file = join(harness().folder, 'since.csv')
  await writeFile(
    file,
    [header, noSurname('N-1'), noSurname('N-2'), noSurname('N-3'), badPhone('N-4')].join('\n'),
  )
  const connection = await quickConnection(harness())
  const batch = await validatedBatch(harness(), connection, { file, mapping: mappingFile.parse(mapping) })
  answeredEarlier('N-1', 1)
  answeredEarlier('N-2', 3)

  const page = await harness().openPage()
  await openStep(page, batch, 'fix')
  const shown = (words: string) => page.getByText(words, { exact: true }).first().waitFor()
  const cause = (words: RegExp) => page.locator('[data-cause-step]').filter({ hasText: words }).first()
  await cause(/phone/i).click()
  await button(page, /^Remove the filter: .*phone/i).waitFor()
  expect(await page.getByText(/^Reported by the service/).count(), 'our own check').toBe(0)

  await cause(/name/i).click()
  await shown('3 rows')
  await choose(page, 'at any time', 'since yesterday')
  await shown('2 rows')
  await takePictures(page, 'since-yesterday')
  await choose(page, 'since yesterday', 'today')
  await shown('1 row')
  await choose(page, 'today', 'in the last 7 days')
  await shown('3 rows')
  answeredEarlier('N-1', 30)
  answeredEarlier('N-2', 30)
  answeredEarlier('N-3', 30)
  await choose(page, 'in the last 7 days', 'in the last 30 days')
  await page.getByText('when it was reported', { exact: false }).waitFor()
  await takePictures(page, 'since-nothing')
  await choose(page, 'in the last 30 days', 'at any time')
  await shown('3 rows')
})
