// Tests in two windows of a team what holds for all: a supplier that the service closes, a brake that is marked so, and quiet
// hours, each set or met on one desktop and shown on the other; the Team page lists them and ends them.
import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfEachTest } from '../travel.ts'
import { button } from '../user.ts'
import type { WindowHarness } from '../window-harness.ts'

const harnessOfDana = harnessOfEachTest()
const harnessOfIna = harnessOfEachTest()

let service: Sandbox | null = null
beforeEach(async () => {
  service = await createSandbox({ speed: 'instant' })
})
afterEach(() => service?.close())

const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => window.location.assign(to), hash)

async function joined({ engine }: WindowHarness, address: string, password: string, name: string) {
  await engine().team.init({ address, password })
  await engine().team.join({ address, password, name })
  await expect.poll(async () => (await engine().team.get())?.state).toBe('ready')
}

async function twoMembers() {
  if (service === null) throw new Error('The service runs while tests run.')
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const dana: WindowHarness = { ...harnessOfDana(), sandbox: service }
  const ina: WindowHarness = { ...harnessOfIna(), sandbox: service }
  const ids = [await quickConnection(dana), await quickConnection(ina)] as const
  await joined(dana, address, server.password, 'Dana Whitfield')
  await joined(ina, address, server.password, 'Ina Okafor')
  return { dana, ina, ids, sandbox: service }
}

async function pictured(page: Page, name: string): Promise<void> {
  await takePictures(page, name)
  expect(await seriousInBothThemes(page)).toEqual([])
}

test('quiet hours are set for all in the connection, hold on the other desktop, and end on the Team page', async () => {
  const { dana, ina, ids } = await twoMembers()
  const page = await dana.openPage()
  await goTo(page, `#/connect/${ids[0]}`)
  await page.getByText('Quiet hours', { exact: true }).first().click()
  await button(page, 'Set for all…').hover()
  expect(await button(page, 'Set for all…').getAttribute('aria-disabled')).toBe('true')
  await button(page, 'Add quiet hours').click()
  await page.getByLabel('Quiet hours 1 from').fill('00:00')
  await page.getByLabel('Quiet hours 1 to').fill('00:00')
  await page.getByLabel('Quiet hours 1 to').blur()
  await button(page, 'Set for all…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('By the clock of').fill('Mars/Olympus')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Set for all' }).click()
  await dialog.getByText('The time zone Mars/Olympus is not known.', { exact: false }).waitFor()
  await dialog.getByLabel('By the clock of').fill('Europe/Berlin')
  await page.keyboard.press('Tab')
  await pictured(page, 'for-all-quiet-dialog')
  await dialog.getByRole('button', { name: 'Set for all' }).click()
  await page.getByText(/^Daily 00:00–00:00 · Europe\/Berlin/).waitFor()
  await pictured(page, 'for-all-quiet-connection')

  const batch = await batchOfDuplicates(ina, ids[1], 6)
  const other = await ina.openPage()
  await openStep(other, batch, 'submit')
  await ina.engine().batches.release({ batch, limit: null })
  await other
    .getByText(/Quiet hours for all, set by Dana Whitfield \(Europe\/Berlin\)/)
    .first()
    .waitFor()
  await pictured(other, 'for-all-quiet-submit')
  expect(ina.sandbox.ledger.acceptedCreates().size).toBe(0)
  await goTo(other, '#/team')
  await other.getByRole('heading', { name: 'Holds for all' }).waitFor()
  await button(other, 'End for all').click()
  await ina.reached(batch, ({ outcomes }) => outcomes.created === 6)
  await expect.poll(() => page.getByText(/^Daily 00:00–00:00/).count()).toBe(0)
})

test('a brake that is for all pauses the other desktop and says whose batch it was; closed suppliers are listed too', async () => {
  const { dana, ina, ids, sandbox } = await twoMembers()
  const batch = await batchOfDuplicates(dana, ids[0], 8)
  // Before the pause, which stops validating too.
  const waits = await batchOfDuplicates(ina, ids[1], 5, null, 'W')
  const page = await dana.openPage()
  await openStep(page, batch, 'submit')
  const forAll = page.getByRole('switch', { name: 'For all', exact: false })
  await forAll.scrollIntoViewIfNeeded()
  await forAll.click()
  await expect
    .poll(async () => (await dana.engine().batches.get({ batch })).sending.plan.brakes.forAll)
    .toBe(true)
  await pictured(page, 'for-all-brake')
  sandbox.faults.add({
    route: 'create',
    effect: {
      kind: 'status',
      status: 400,
      body: {
        kind: 'json',
        value: { code: 'import_process_failed_validation', detail: 'No.', domain: 'import_process' },
      },
    },
  })
  await dana.engine().batches.release({ batch, limit: null })
  await dana.reached(batch, ({ sending }) => sending.stop !== null)
  sandbox.faults.clear()
  const other = await ina.openPage()
  await openStep(other, waits, 'submit')
  await other
    .getByText(/Paused for all: a brake of “.+” of Dana Whitfield/)
    .first()
    .waitFor()
  await pictured(other, 'for-all-brake-submit')
  await dana
    .engine()
    .team.pause({ connection: ids[0], supplier: 'BETA', reason: 'The prices change at noon.' })
  await ina.engine().team.quietHours({
    connection: ids[1],
    hours: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' }],
    timeZone: 'Europe/London',
  })
  await goTo(other, '#/team')
  await other.getByText('Mon–Fri 22:00–06:00 · Europe/London', { exact: false }).waitFor()
  await other.getByText('The prices change at noon.').waitFor()
  await pictured(other, 'for-all-team')
  await button(other, 'Resume for all').first().click()
  await ina.engine().batches.release({ batch: waits, limit: null })
  await ina.engine().team.quietHours({ connection: ids[1], hours: [], timeZone: 'UTC' })
  await ina.reached(waits, ({ outcomes }) => outcomes.created === 5)
})
