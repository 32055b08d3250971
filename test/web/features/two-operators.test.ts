// The journey of two operators, each with a desktop and a browser of their own, on one migration: they join a team, share a
// template, send files that overlap, one pauses for all, and one takes a batch over in the middle of a wave. At the end the
// service has created each account once, and both reports add up.
import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { workFactorName } from '../../../electron/engine/handover/write-project.ts'
import { letInherit } from '../../../electron/engine/jobs/inherited.ts'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { seriousInBothThemes } from '../axe.ts'
import { withMouse } from '../hands.ts'
import { load } from '../journey.ts'
import { aim, build } from '../journey-map.ts'
import { takePictures } from '../pictures.ts'
import { openStep, quickConnection } from '../sending-journey.ts'
import { browserUser, harnessOfEachTest, linkedSample, validatedBatch } from '../travel.ts'
import { button } from '../user.ts'
import type { WindowHarness } from '../window-harness.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

const harnessOfDana = harnessOfEachTest()
const harnessOfIna = harnessOfEachTest()

const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => window.location.assign(to), hash)

/** A service that is no desktop's own practice service: that one is never shared. */
let service: Sandbox | null = null
beforeEach(async () => {
  service = await createSandbox({ speed: 'instant' })
})
afterEach(() => service?.close())

async function seen(page: Page, name: string): Promise<void> {
  await takePictures(page, `two-operators-${name}`)
  expect(await seriousInBothThemes(page)).toEqual([])
}

type Team = { readonly address: string; readonly password: string }

async function join(page: Page, { address, password }: Team, name: string, isFirst: boolean): Promise<void> {
  await goTo(page, '#/team')
  await page.getByLabel('Your name in the team').fill(name)
  await page.getByLabel('Address').fill(address)
  await page.getByLabel('Password').fill(password)
  if (isFirst) {
    await button(page, 'Join').click()
    await page.getByRole('checkbox', { name: 'Make the tables' }).click()
  }
  await button(page, 'Join').click()
  await page.getByText('Connected: each account is claimed before it is created').waitFor()
}

async function saveTemplate(page: Page, batch: number, name: string): Promise<void> {
  await openStep(page, batch, 'map')
  await button(page, 'Templates').click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function shareTemplate(page: Page, batch: number, name: string): Promise<void> {
  await openStep(page, batch, 'map')
  await button(page, 'Templates').click()
  await page.getByRole('menuitem', { name: `Details of ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Not shared').waitFor()
  await seen(page, 'share')
  await dialog.getByRole('button', { name: 'Share with the team' }).click()
  await dialog.getByText(/^In step · version 1 of /).waitFor()
  await seen(page, 'is-shared')
  await page.keyboard.press('Escape')
  await goTo(page, '#/team')
  await page.getByText('In step').waitFor()
}

/** Maps the file that is open by the template that came from the other desktop, and validates its accounts. */
async function mapByTemplate(
  harness: WindowHarness,
  page: Page,
  file: string,
  name: string,
): Promise<number> {
  const user = browserUser(page, withMouse(page))
  await load(user, file)
  await page.getByRole('link', { name: 'Map the columns' }).click()
  await aim(user, 'ACME')
  await button(page, 'Templates').click()
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).waitFor()
  await seen(page, 'template')
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  await build(user)
  await button(page, /^Validate \d/).click()
  const [batch] = await harness.engine().batches.list()
  const id = batch?.id ?? 0
  await harness.reached(id, (now) => !now.validating && now.states.unvalidated === 0)
  return id
}

async function takeOver(page: Page): Promise<number> {
  await goTo(page, '#/team')
  await button(page, 'Take over…').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Passphrase').fill('open sesame')
  await dialog.getByRole('checkbox', { name: 'I go on with this batch here' }).check()
  await seen(page, 'take-over')
  await dialog.getByRole('button', { name: 'Take over', exact: true }).click()
  await page.waitForFunction(() => /#\/batch\/\d+\/watch/.test(window.location.hash))
  return Number(/batch\/(\d+)/.exec(page.url())?.[1])
}

async function handOver(page: Page, batch: number): Promise<void> {
  await goTo(page, `#/batch/${batch}/report`)
  await button(page, 'Hand over through the team…').click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(/^Passphrase(?! once)/)
    .first()
    .fill('open sesame')
  await dialog.getByLabel(/once more/).fill('open sesame')
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  await page
    .getByText(/Handed over through the team on/)
    .first()
    .waitFor()
}

const isOver = ({ states }: { states: Readonly<Record<string, number>> }): boolean =>
  (states['queued'] ?? 0) +
    (states['sending'] ?? 0) +
    (states['processing'] ?? 0) +
    (states['unconfirmed'] ?? 0) ===
  0

test('two operators share a template and overlapping files, pause for all, and one takes over in the middle of a wave', async () => {
  if (service === null) throw new Error('The service runs while tests run.')
  const server = await sharedPostgres()
  const team = { address: await server.createDatabase(), password: server.password }
  const dana: WindowHarness = { ...harnessOfDana(), sandbox: service }
  const ina: WindowHarness = { ...harnessOfIna(), sandbox: service }
  const { faults, ledger } = service
  const ids = [await quickConnection(dana), await quickConnection(ina)] as const
  const [page, other] = [await dana.openPage(), await ina.openPage()]
  await join(page, team, 'Dana Whitfield', true)
  await join(other, team, 'Ina Okafor', false)

  const first = await validatedBatch(dana, ids[0], await linkedSample(dana, 40, 'spring', 0))
  await saveTemplate(page, first, 'Northern move')
  await shareTemplate(page, first, 'Northern move')
  await goTo(other, '#/team')
  await other.getByText('Northern move').waitFor()
  await other.getByText('In step').waitFor()
  const second = await mapByTemplate(
    ina,
    other,
    (await linkedSample(ina, 60, 'summer', 0)).file,
    'Northern move',
  )

  // Slow enough to pause in the middle of the wave.
  faults.add({ id: 'slow', route: 'create', effect: { kind: 'latency', ms: 150, when: 'after_work' } })
  await dana.engine().batches.release({ batch: first, limit: null })
  await dana.reached(first, ({ outcomes }) => outcomes.created >= 5)
  await openStep(other, second, 'submit')
  await ina.engine().batches.release({ batch: second, limit: null })
  await button(other, 'Pause for all…').click()
  await other.getByLabel('Why').fill('The prices change at noon.')
  await other.getByRole('dialog').getByRole('button', { name: 'Pause for all' }).click()
  await openStep(page, first, 'submit')
  await page.getByText('Paused for all by Ina Okafor: The prices change at noon.').first().waitFor()
  await seen(page, 'paused')
  await dana.reached(first, ({ states }) => states.sending === 0)
  await ina.reached(second, ({ states }) => states.sending === 0)
  const before = ledger.acceptedCreates().size
  expect(before).toBeLessThan(60)
  expect((await dana.engine().batches.get({ batch: first })).states.queued).toBeGreaterThan(0)
  await goTo(other, '#/team')
  await other.getByRole('heading', { name: /^\d+ of \d+ created$/ }).waitFor()
  await seen(other, 'board')
  expect(ledger.acceptedCreates().size).toBe(before)
  await button(other, 'Resume for all').click()

  await dana.reached(first, ({ outcomes }) => outcomes.created >= 8)
  await handOver(page, first)
  const third = await takeOver(other)
  faults.remove('slow')
  await ina.reached(second, isOver)
  // What had not been sent waits for a new wave.
  const { states } = await ina.engine().batches.get({ batch: third })
  if (states.validated > 0) await ina.engine().batches.release({ batch: third, limit: null })
  await ina.reached(third, (now) => isOver(now) && now.states.validated === 0)
  await seen(other, 'taken-over')
  await page
    .getByText(/Ina Okafor goes on with this batch since/)
    .first()
    .waitFor()
  await seen(page, 'read-only')

  expect([...ledger.acceptedCreates().values()]).toEqual(Array.from({ length: 60 }, () => 1))
  const [mine, taken] = await Promise.all([second, third].map((batch) => ina.engine().batches.get({ batch })))
  expect((mine?.outcomes.created ?? 0) + (taken?.outcomes.created ?? 0)).toBe(60)
  expect(mine?.outcomes.with_member).toBeGreaterThan(0)
  for (const batch of [second, third])
    expect((await ina.engine().batches.reconcile({ batch })).unexplained).toBe(0)
})
