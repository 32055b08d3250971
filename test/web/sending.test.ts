// Tests sending and watching in Chromium, over the web host with the real engine and sandbox: a wave stopped by its
// brake, fixed and continued; a supplier paused and resumed; a key revoked and renewed; a service outage. The
// window's figures must equal the engine's, and the sandbox's ledger proves what it received.
import type { Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { type Hands, withMouse } from './hands.ts'
import { agree, release, report, watch } from './journey.ts'
import { takePictures } from './pictures.ts'
import {
  batchOfSuppliers,
  batchOfDuplicates,
  goOn,
  headline,
  keyOf,
  lookFromAfar,
  fixReference,
  openStep,
  operatorOf,
  pauseNote,
  quickConnection,
  stopOn,
  stopPanel,
  waveLine,
} from './sending-journey.ts'
import { browserUser, countedTotals, harnessOfAllTests } from './travel.ts'
import { button, goToStep, type User } from './user.ts'

const harness = harnessOfAllTests({ sandbox: { operator: true } })
const duplicate = 'reference_already_exists'
afterEach(() => harness().sandbox.faults.clear())

/** A connection of the test's own, because its pauses and settings are the test's. */
const connectionFor = (name: string): Promise<number> => quickConnection(harness(), { name })

/** How often each account of a batch was accepted by the service, by the key that it was sent with. */
function acceptedCreates(prefix: string): [string, number][] {
  const all = [...harness().sandbox.ledger.acceptedCreates()]
  return all.filter(([key]) => key.includes(`${prefix}-0`))
}

const inBrowser = (page: Page, hands: Hands = withMouse(page)): User =>
  browserUser(page, hands, (name) => takePictures(page, name))

test('after a stop, a paused supplier, a revoked key and an outage each account is created once', async () => {
  const operator = operatorOf(harness())
  const batch = await batchOfDuplicates(harness(), await connectionFor('Practice here'), 60, [5, 8])
  await harness()
    .engine()
    .playbook.save({ code: duplicate, words: 'Ask Priya in billing which of the two is right.' })
  const page = await harness().openPage()
  const user = inBrowser(page)
  await openStep(page, batch, 'submit')
  await agree(user)
  await stopOn(user, duplicate)
  await release(user, 1, 2)
  await waveLine(page, 1).getByText('2 created · all done').waitFor()

  // A wave stopped by its brake.
  await operator.slow(60)
  await release(user, 2, 20)
  await stopPanel(page).waitFor()
  await stopPanel(page).getByText('Ask Priya in billing which of the two is right.').waitFor()
  await stopPanel(page)
    .getByRole('link', { name: keyOf(8) })
    .waitFor()
  await waveLine(page, 2).getByText('Stopped').waitFor()
  const stopped = await harness().reached(batch, ({ states }) => states.sending + states.processing === 0)
  expect(stopped.sending.stop).toMatchObject({ reason: 'stop_code', code: duplicate, wave: 2 })
  expect(stopped.states.queued).toBeGreaterThan(0)
  await user.look('submit-stopped')
  await goToStep(user, 'Watch')
  await lookFromAfar(user, 'Stopped by a brake', 'live-stopped')
  await user.look('watch-stopped')
  await goToStep(user, 'Submit')
  await fixReference(user, keyOf(8), 'R-S8')
  await goOn(user)
  await harness().reached(batch, ({ states }) => states.queued + states.sending + states.processing === 0)

  // The supplier is paused and resumed by the operator.
  await release(user, 3)
  const underWay = (created: number) =>
    harness().reached(batch, ({ outcomes }) => outcomes.created >= created)
  await underWay(25)
  await operator.setSupplier('paused')
  await pauseNote(page, ' for ACME: the supplier does not take accounts').waitFor()
  await headline(page, 'Paused because ACME is closed').waitFor()
  await user.look('submit-supplier-paused')
  await operator.setSupplier('ongoing')
  await button(page, 'Resume').last().click()
  await underWay(32)

  // The key is revoked and renewed.
  await operator.revokeKeys()
  await pauseNote(page, ': the service does not accept the key').waitFor()
  await operator.renewKeys()
  await button(page, 'Enter the key').click()
  await page.getByLabel('API key').fill(harness().sandbox.apiKey)
  await button(page, 'Use this key').click()
  await underWay(38)

  // The service is unavailable until the page shows it.
  await operator.goAway()
  await headline(page, 'The service is not answering').waitFor({ timeout: 30_000 })
  await goToStep(user, 'Watch')
  await lookFromAfar(user, 'The service is not answering', 'live-away')
  await operator.comeBack()
  await operator.quick()
  await watch(user)
  await lookFromAfar(user, 'All done', 'live-done')

  const totals = await report(user)
  expect(totals).toEqual(await countedTotals(harness(), batch))
  expect(totals['Created']).toBe(60)
  const created = acceptedCreates('S')
  expect(created.length).toBe(60)
  // The account that the service finished as errored was created again, with its new reference.
  const more = created.filter(([, times]) => times !== 1)
  expect(more).toEqual([[expect.stringContaining(keyOf(8)), 2]])
  expect(
    harness()
      .sandbox.control.processes({ supplier: 'ACME' })
      .filter(({ account }) => account === keyOf(8))
      .map(({ record }) => record.status),
  ).toEqual(['ERRORED', 'PROCESSED'])
  harness().leave(page)
})

test('the note about a paused supplier can cancel its queued accounts; the other accounts are sent', async () => {
  harness().sandbox.control.setSupplier('BETA', { status: 'ongoing' })
  const connection = await connectionFor('One supplier paused')
  const suppliers = ['ACME', 'BETA', 'ACME', 'BETA', 'ACME']
  const batch = await batchOfSuppliers(harness(), connection, suppliers, 'P')
  await harness().engine().connections.pause({ id: connection, supplier: 'ACME' })
  const page = await harness().openPage()
  const user = inBrowser(page)
  await openStep(page, batch, 'submit')
  await agree(user)
  await release(user, 1, 5)
  await harness().reached(batch, ({ outcomes }) => outcomes.created === 2)
  await user.look('submit-lane-paused')
  await button(page, 'Cancel what is queued for ACME').click()
  await page.getByText('3 accounts of ACME cancelled').first().waitFor()
  const { states } = await harness().engine().batches.get({ batch })
  expect([states.validated, states.queued]).toEqual([3, 0])
  expect(acceptedCreates('P').length).toBe(2)
  harness().leave(page)
})

test('quiet hours set in the form delay sending, and sending continues by itself once they are removed', async () => {
  const connection = await connectionFor('With quiet hours')
  const batch = await batchOfDuplicates(harness(), connection, 3, null, 'Q')
  const page = await harness().openPage()
  const user = inBrowser(page)
  const hour = new Date().getHours()
  const clock = (hours: number): string => `${String(hours % 24).padStart(2, '0')}:00`
  const openForm = async (): Promise<void> => {
    await page.evaluate((at) => (location.hash = at), `#/connect/${connection}`)
    await page.locator('summary').filter({ hasText: 'Quiet hours' }).click()
  }
  await openForm()
  await button(page, 'Add quiet hours').click()
  await page.getByLabel('Quiet hours 1 from').fill(clock(hour))
  await page.getByLabel('Quiet hours 1 to').fill(clock(hour + 2))
  await button(page, 'Save').click()
  await page.getByText('With quiet hours is saved.').waitFor()
  await openStep(page, batch, 'submit')
  await agree(user)
  await release(user, 1, 3)
  await headline(page, /^Quiet until/).waitFor()
  const held = await harness().engine().batches.get({ batch })
  expect([held.states.queued, held.inFlight]).toEqual([3, 0])
  await openForm()
  await button(page, 'Remove quiet hours 1').click()
  await button(page, 'Save').click()
  await harness().reached(batch, ({ outcomes }) => outcomes.created === 3)
  harness().leave(page)
})

test('without status reads, a lost answer waits for a person, who sends the account again by typing its key', async () => {
  const { baseUrl, tokenUrl, apiKey } = harness().sandbox
  const { id } = await harness()
    .engine()
    .connections.save({
      name: 'Without status reads',
      settings: connectionSettings.parse({ baseUrl, tokenUrl, statusPath: null }),
    })
  await harness().engine().connections.setKey({ id, key: apiKey })
  const batch = await batchOfDuplicates(harness(), id, 2, null, 'L')
  harness().sandbox.faults.add({ route: 'create', count: 1, effect: { kind: 'reset', when: 'before_work' } })
  await harness().engine().batches.release({ batch, limit: 1 })
  await harness().reached(batch, ({ states }) => states.unconfirmed === 1)
  const page = await harness().openPage()
  await openStep(page, batch, 'watch')
  await button(page, `Open ${keyOf(1, 'L')}`).click()
  await button(page, 'It was not received: send again').click()
  const confirm = button(page.getByRole('dialog'), 'Send again')
  await expect.poll(() => confirm.isEnabled()).toBe(false)
  await page.getByLabel(`Type ${keyOf(1, 'L')} to confirm`).fill(keyOf(1, 'L'))
  await confirm.click()
  await harness().reached(batch, ({ states }) => states.processing === 1)
  expect(acceptedCreates('L').map(([, times]) => times)).toEqual([1])
  harness().leave(page)
})
