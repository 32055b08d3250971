// Tests taking a batch over with two desktops, each with its window: handed over through the team in the Report step, taken
// over on the Team page with its passphrase, read-only where it came from, and a copy of a desktop that is gone.
import { workFactorName } from '../../../electron/engine/handover/write-project.ts'
import { letInherit } from '../../../electron/engine/jobs/inherited.ts'
import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, quickConnection } from '../sending-journey.ts'
import { harnessOfEachTest } from '../travel.ts'
import { button } from '../user.ts'
import type { WindowHarness } from '../window-harness.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

const harnessOfDana = harnessOfEachTest()
const harnessOfIna = harnessOfEachTest()

/** A service that is no desktop's own practice service: that one is never shared. */
let service: Sandbox | null = null
beforeEach(async () => {
  service = await createSandbox({ speed: 'instant' })
})
afterEach(() => service?.close())

const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => window.location.assign(to), hash)

async function twoMembers() {
  if (service === null) throw new Error('The service runs while tests run.')
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const dana: WindowHarness = { ...harnessOfDana(), sandbox: service }
  const ina: WindowHarness = { ...harnessOfIna(), sandbox: service }
  const connection = await quickConnection(dana)
  await quickConnection(ina)
  for (const [{ engine }, name] of [
    [dana, 'Dana Whitfield'],
    [ina, 'Ina Okafor'],
  ] as const) {
    await engine().team.init({ address, password: server.password })
    await engine().team.join({ address, password: server.password, name })
    await expect.poll(async () => (await engine().team.get())?.state).toBe('ready')
  }
  return { dana, ina, connection }
}

/** In the grid of the Fix step, which says why. */
async function keysChangeNothing(page: Page, { engine }: WindowHarness, batch: number): Promise<void> {
  const rows = () => engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 50 })
  const before = await rows()
  await goTo(page, `#/batch/${batch}/fix?show=all`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  for (const key of ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Delete'])
    await page.keyboard.press(key)
  await page.getByText('This batch was handed over: nothing of it can be changed or sent here.').waitFor()
  expect(await rows()).toEqual(before)
}

test('a batch is handed over in the Report step, taken over on the Team page, and can only be read where it came from', async () => {
  const { dana, ina, connection } = await twoMembers()
  const batch = await batchOfDuplicates(dana, connection, 12)
  await dana.engine().batches.rename({ batch, name: 'March customers' })
  await dana.engine().batches.release({ batch, limit: 5 })
  await dana.reached(batch, ({ outcomes }) => outcomes.created === 5)
  const page = await dana.openPage()
  await goTo(page, `#/batch/${batch}/report`)
  await button(page, 'Hand over through the team…').click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(/^Passphrase(?! once)/)
    .first()
    .fill('open sesame')
  await dialog.getByLabel(/once more/).fill('open sesame')
  await takePictures(page, 'team-hand-over')
  expect(await seriousInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  await page
    .getByText(/Handed over through the team on/)
    .first()
    .waitFor()
  await button(page, 'Withdraw').scrollIntoViewIfNeeded()
  await takePictures(page, 'team-handed-over')

  const other = await ina.openPage()
  await goTo(other, '#/team')
  await other.getByText('needs its passphrase').waitFor()
  await takePictures(other, 'team-copies')
  expect(await seriousInBothThemes(other)).toEqual([])
  await button(other, 'Take over…').click()
  const taking = other.getByRole('dialog')
  await taking.getByText(/Dana Whitfield .* handed it over/).waitFor()
  expect(await taking.getByRole('button', { name: 'Take over', exact: true }).isDisabled()).toBe(true)
  await taking.getByLabel('Passphrase').fill('open sesam')
  await taking.getByRole('checkbox', { name: 'I go on with this batch here' }).check()
  await taking.getByRole('button', { name: 'Take over', exact: true }).click()
  await taking.getByText('This is not the passphrase of March customers.').waitFor()
  await takePictures(other, 'team-take-over-dialog')
  expect(await seriousInBothThemes(other)).toEqual([])
  await taking.getByLabel('Passphrase').fill('open sesame')
  await taking.getByRole('button', { name: 'Take over', exact: true }).click()
  await other.waitForFunction(() => /#\/batch\/\d+\/watch/.test(window.location.hash))
  await takePictures(other, 'team-taken-over')
  const [arrived] = await ina.engine().batches.list()
  expect([arrived?.name, arrived?.outcomes.created]).toEqual(['March customers', 5])
  await ina.engine().batches.release({ batch: arrived?.id ?? 0, limit: null })
  await ina.reached(arrived?.id ?? 0, ({ outcomes }) => outcomes.created === 12)
  for (const [, accepted] of dana.sandbox.ledger.acceptedCreates()) expect(accepted).toBe(1)

  await page
    .getByText(/Ina Okafor goes on with this batch since/)
    .first()
    .waitFor()
  await takePictures(page, 'team-taken-report')
  await goTo(page, `#/batch/${batch}/submit`)
  await page
    .getByText(/Ina Okafor goes on with this batch since/)
    .first()
    .waitFor()
  await takePictures(page, 'team-taken-submit')
  expect(await seriousInBothThemes(page)).toEqual([])
  await keysChangeNothing(page, dana, batch)
})

test('copies that a person allowed are kept, and are taken over when their desktop does not answer any more', async () => {
  const { dana, ina, connection } = await twoMembers()
  const batch = await batchOfDuplicates(dana, connection, 6)
  await dana.engine().batches.rename({ batch, name: 'April customers' })
  const page = await dana.openPage()
  await goTo(page, '#/team')
  await page.getByText('No copies').waitFor()
  await button(page, 'Keep copies…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Every member of the team and whoever runs its database can read it/).waitFor()
  await dialog.getByRole('checkbox').first().check()
  await takePictures(page, 'team-keep-copies')
  expect(await seriousInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Of this desktop').waitFor()

  // As the command line allows it: a batch on its own.
  await dana.engine().teamCopies.keep({ of: 'batch', id: batch, isOn: true })
  await page.reload()
  await button(page, 'Keep copies…').click()
  await dialog.getByRole('group', { name: 'These batches' }).getByRole('checkbox').uncheck()
  await dialog.getByRole('checkbox', { name: 'Encrypt the copies' }).check()
  await dialog.getByText(/Copies that every member can read are removed/).waitFor()
  await takePictures(page, 'team-keep-copies-of-batch')
  expect(await seriousInBothThemes(page)).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Encrypt the copies' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect((await dana.engine().teamCopies.list()).keeping).toMatchObject({
    connections: [connection],
    batches: [],
  })

  const other = await ina.openPage()
  await goTo(other, '#/team')
  await other.getByText('Its desktop is there').waitFor()
  expect(await button(other, 'Take over…').count()).toBe(0)
  // Nobody waits for it any more: as one that has not answered for a minute.
  await dana.engine().team.leave()
  await button(other, 'Take over…').click()
  const taking = other.getByRole('dialog')
  await taking.getByText(/does not answer\. Its last copy was made/).waitFor()
  await takePictures(other, 'team-take-over-silent')
  expect(await seriousInBothThemes(other)).toEqual([])
  await taking
    .getByRole('checkbox', { name: 'I go on with this batch here, without what is not in the copy' })
    .check()
  await taking.getByRole('button', { name: 'Take over', exact: true }).click()
  await other.waitForFunction(() => /#\/batch\/\d+\/watch/.test(window.location.hash))
  const [arrived] = await ina.engine().batches.list()
  expect(arrived?.name).toBe('April customers')
})
