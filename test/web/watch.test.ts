// Tests the Watch step over a batch with a finished wave: every count links to its accounts, an account can be held
// with a reason and a day, its timeline shows the exact bytes sent, and changed outcomes and slow accounts are
// reported.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { endings } from '../../shared/sending/endings.ts'
import { generateAccounts } from '../files/generate.ts'
import { seriousOf } from './axe.ts'
import { aWeekFromToday, chooseDay } from './hold-day.ts'
import { pageThatWaits } from './page-that-waits.ts'
import { takePictures } from './pictures.ts'
import { batchOfDuplicates, quickConnection } from './sending-journey.ts'
import { connected, validatedBatch } from './travel.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from './window-harness.ts'

let browser: Browser
let harness: WindowHarness
let page: Page
/** A batch of 60 accounts, of which 30 were done before any window was opened. */
let batch = 0
beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const sample = await generateAccounts({
    seed: 5,
    count: 60,
    shape: 'linked',
    damage: 0.3,
    format: 'xlsx',
    folder: harness.folder,
  })
  batch = await validatedBatch(harness, await connected(harness), sample)
  await harness.engine().batches.release({ batch, limit: 30 })
  await harness.reached(batch, ({ states }) => states.done === 30)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})
beforeEach(async () => {
  page = await harness.openPage()
  await page.evaluate((at) => (location.hash = at), `#/batch/${batch}/watch`)
  await page.getByText('Adds up', { exact: true }).waitFor()
})
afterEach(() => harness.leave(page))

/** The active tab's label and number of accounts. */
async function openTab(words: RegExp): Promise<Locator> {
  const tab = page
    .getByRole('tablist', { name: 'Which accounts to list' })
    .getByRole('tab', { selected: true })
  await tab.filter({ hasText: words }).waitFor()
  return tab
}

test('a status of the service, an outcome and a state each list their accounts, and their counts agree', async () => {
  const { outcomes, states } = await harness.engine().batches.get({ batch })
  const { words } = await harness.engine().batches.serviceWords({ batch })
  expect(words.reduce((sum, one) => sum + one.accounts, 0)).toBe(30)
  const said = page.getByRole('region', { name: 'In the service’s words' })
  for (const { word, accounts } of words) {
    if (word === null) continue
    await said.getByRole('button', { name: word }).click()
    await openTab(new RegExp(`^${word}${accounts}$`))
  }
  await page.getByRole('button', { name: /^Created/ }).click()
  await openTab(new RegExp(`^Created${outcomes.created}$`))
  await page.getByRole('button', { name: /^Has errors/ }).click()
  await openTab(new RegExp(`^Has errors${states.invalid}$`))
  expect(new URL(page.url()).hash).toContain('show=invalid')
})

test('the progress chart includes the accounts done before the window was opened', async () => {
  const progress = page.getByRole('region', { name: 'Progress' })
  await progress.getByRole('img', { name: 'Progress over time: now 30 done and 0 on the way' }).waitFor()
  await progress.getByText('Done30').waitFor()
  // One time where all were done within the same second.
  await expect.poll(() => progress.getByText(/^(From .+ to|At) /).count()).toBe(1)
})

test('an account is held with a reason and a date, found among the held accounts, changed, and released', async () => {
  await page.getByRole('tab', { name: /^Not sent/ }).click()
  const first = page.getByRole('button', { name: /^Hold: / }).first()
  const key = (await first.getAttribute('aria-label'))?.replace('Hold: ', '') ?? ''
  await first.click()
  const dialog = page.getByRole('dialog', { name: `Hold ${key}` })
  await dialog.getByLabel('Reason').fill('The customer asked us to wait')
  await chooseDay(page, ['ArrowLeft', 'Enter'])
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await dialog.getByText('Choose a day after today.').waitFor()
  await chooseDay(page, ['ArrowDown', 'ArrowRight', 'Enter'])
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: /^Held/ }).click()
  await openTab(/^Held1$/)
  await page.getByText(/^Held until \d{1,2} [A-Z][a-z]+ 2\d{3}: The customer asked us to wait$/).waitFor()
  const { accounts } = await harness.engine().accounts.list({
    batch,
    states: ['invalid', 'rejected', 'unvalidated', 'validated'],
    held: true,
    offset: 0,
    limit: 10,
  })
  expect(accounts.map((line) => [line.key, line.held, line.heldUntil])).toEqual([
    [key, 'The customer asked us to wait', await aWeekFromToday(page)],
  ])

  await page.getByRole('button', { name: `Change the hold: ${key}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End hold' }).click()
  await page.getByText('No account is held', { exact: true }).waitFor()
})

/** Opens the history of the first account that is listed, once the list no longer shows the tab before. */
async function openFirst(): Promise<Locator> {
  const first = page
    .getByRole('region', { name: 'Account list' })
    .and(page.locator('[aria-busy="false"]'))
    .getByRole('button', { name: /^Open / })
    .first()
  const key = (await first.getAttribute('aria-label'))?.replace('Open ', '') ?? ''
  await first.click()
  return page.getByRole('complementary', { name: key })
}

test('the timeline of an account shows its validation, its attempt and the exact bytes sent', async () => {
  await page.getByRole('tab', { name: /^Done/ }).click()
  await openTab(/^Done/)
  const history = await openFirst()
  await history.getByText('Validated, pass 1: accepted').waitFor()
  await history.locator('summary', { hasText: 'Attempt 1 · accepted · HTTP 201 · took ' }).click()
  const sent = history.getByRole('region', { name: 'What was sent' })
  const text = (await sent.innerText()).trim()
  const account = Number(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('account'))
  const attempt = await harness.engine().accounts.attempt({ account, number: 1 })
  expect(JSON.parse(text)).toEqual(JSON.parse(attempt.body))
  await history.getByText(`POST ${attempt.path}`).waitFor()

  // These accounts have dates of birth, which nobody has shown yet.
  await history.getByText('Sensitive values are masked here and in the file.').waitFor()
  const { columns } = await harness.engine().privacy.state({ batch })
  await harness.engine().privacy.show({ batch, fields: [...new Set(columns.map(({ field }) => field))] })
  await history.getByText('These are exactly the bytes recorded before sending.').waitFor()
  const shown = await harness.engine().accounts.attempt({ account, number: 1 })
  expect(JSON.parse(shown.body)).not.toEqual(JSON.parse(attempt.body))
  expect(JSON.parse(await sent.innerText())).toEqual(JSON.parse(shown.body))
  await harness.engine().privacy.hide({ batch })
})

/** The account that is open in Watch, as the engine has it, with the record that was read from the practice service. */
async function openAccount() {
  const account = Number(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('account'))
  const { record } = await harness.engine().accounts.get({ account })
  if (record === null) throw new Error('No record was read.')
  return { id: account, record }
}

/** As the page shows a moment: its locale and zone are the page's. */
const shown = (at: string | number): Promise<string> =>
  page.evaluate((one) => {
    const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' } as const
    return new Intl.DateTimeFormat('en-GB', { ...date, ...time }).format(new Date(one))
  }, at)

test('the service’s own times and its last event stand on an account’s life line, by its clock, beside ours', async () => {
  await page.getByRole('tab', { name: /^Done/ }).click()
  await openTab(/^Done/)
  const history = await openFirst()
  const { record } = await openAccount()
  const { createdAt, modifiedAt, event, eventAt } = record.facts
  const line = history.getByRole('listitem')
  const created = line.filter({ hasText: 'Created by the service' })
  await created.getByText(`Service’s clock: ${await shown(createdAt ?? '')}`).waitFor()
  const changed = line.filter({ hasText: 'Last changed by the service' })
  await changed.getByText(`Service’s clock: ${await shown(modifiedAt ?? '')}`).waitFor()
  const happened = line.filter({ hasText: `Last event of the service: ${event}` })
  await happened.getByText(`Service’s clock: ${await shown(eventAt ?? '')}`).waitFor()
  expect(event).toMatch(/^EVENT_ACCOUNT_IMPORT_PROCESS_/)
  // The newest first: the service created it after we had sent it.
  const all = await line.allInnerTexts()
  const place = (words: string): number => all.findIndex((text) => text.includes(words))
  expect(place('Last changed by the service')).toBeLessThan(place('Created by the service'))
  expect(place('Created by the service')).toBeLessThan(place('Attempt 1'))
  expect(await seriousOf(page)).toEqual([])
  await takePictures(page, 'watch-life-line')
})

test('the service’s record of an account is closed until a person opens it, and then raw, with the time by our clock', async () => {
  await page.getByRole('tab', { name: /^Done/ }).click()
  await openTab(/^Done/)
  const history = await openFirst()
  const fold = history.locator('summary', { hasText: 'We read the service’s record' })
  await fold.waitFor()
  const raw = history.getByRole('region', { name: 'The service’s record' })
  expect(await raw.count()).toBe(0)
  await fold.click()
  const { record } = await openAccount()
  expect(JSON.parse(await raw.innerText())).toEqual(JSON.parse(record.text))
  await history.getByText(`Our clock: ${await shown(record.at)}`).waitFor()
  await takePictures(page, 'watch-life-line-record')
})

test('where the service’s clock contradicts ours, the life line says so and keeps the order in which it happened', async () => {
  harness.sandbox.faults.add({
    id: 'an-hour-ahead',
    route: 'status',
    effect: { kind: 'skew', ms: 3_600_000, of: 'created_at' },
  })
  const ahead = await batchOfDuplicates(
    harness,
    await quickConnection(harness, { name: 'Ahead' }),
    1,
    null,
    'B',
  )
  await harness.engine().batches.release({ batch: ahead, limit: 1 })
  await harness.reached(ahead, ({ states }) => states.done === 1)
  harness.sandbox.faults.remove('an-hour-ahead')
  await page.evaluate((at) => (location.hash = at), `#/batch/${ahead}/watch?show=done`)
  await openTab(/^Done/)
  const history = await openFirst()
  const created = history.getByRole('listitem').filter({ hasText: 'Created by the service' })
  await created
    .getByText(
      /^The two clocks contradict each other: by the service’s, this was (59|60) min after we read of it/,
    )
    .waitFor()
  const all = await history.getByRole('listitem').allInnerTexts()
  const place = (words: string): number => all.findIndex((text) => text.includes(words))
  expect(place('We read the service’s record')).toBeLessThan(place('Created by the service'))
  expect(place('Created by the service')).toBeLessThan(place('Attempt 1'))
  await takePictures(page, 'watch-life-line-clocks')
})

test('a finished batch with a failed account says how many failed, leads to Fix, and keeps its waves as they were', async () => {
  const engine = harness.engine()
  const finished = await batchOfDuplicates(harness, await quickConnection(harness), 6, [2, 3], 'Z')
  // The plan has a third and a fourth wave, for which nothing is left.
  for (const [limit, done] of [
    [1, 1],
    [5, 6],
  ] as const) {
    await engine.batches.release({ batch: finished, limit })
    await harness.reached(finished, ({ states }) => states.done === done)
  }
  await page.evaluate((at) => (location.hash = at), `#/batch/${finished}/watch`)
  await page.getByRole('status').filter({ hasText: 'Done, 1 failed' }).waitFor()
  await takePictures(page, 'watch-failed')
  await page.getByRole('button', { name: 'Failed 1', exact: true }).click()
  await openTab(/^Failed1$/)
  const history = await openFirst()
  const event = history.getByRole('listitem').filter({ hasText: 'Last event of the service' })
  await event.getByText(/EVENT_ACCOUNT_IMPORT_PROCESS_ERRORED$/).waitFor()
  await event.getByText('import_process', { exact: true }).waitFor()
  await takePictures(page, 'watch-life-line-failed')
  const fix = page.getByRole('link', { name: 'Fix failed (1)' })
  await page.keyboard.press('w')
  const large = page.getByRole('dialog', { name: /large view$/ })
  await large.getByRole('link', { name: 'Fix 1 failed' }).waitFor()
  await takePictures(page, 'watch-failed-large')
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  await page.evaluate((at) => (location.hash = at), `#/batch/${finished}/submit`)
  const waves = page.getByRole('region', { name: 'Waves' })
  await waves.getByText(/nothing is left for another wave/).waitFor()
  await waves.getByText('Larger').waitFor()
  expect(await waves.getByRole('textbox').count()).toBe(0)
  expect(await waves.getByRole('button', { name: 'Add a wave' }).getAttribute('aria-disabled')).toBe('true')
  await takePictures(page, 'submit-over')
  await page.evaluate((at) => (location.hash = at), `#/batch/${finished}/watch`)
  await fix.click()
  await page.waitForURL(new RegExp(`#/batch/${finished}/fix`))
})

test('the mapping of a batch that was sent cannot change: it leads to Watch, and another file becomes a new batch', async () => {
  await page.evaluate((at) => (location.hash = at), `#/batch/${batch}/map`)
  await page.getByText(/^Accounts of this batch were already sent/).waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a file as a new batch' }).click(),
  ])
  await chooser.setFiles({ name: 'again.csv', mimeType: '', buffer: Buffer.from('Account No\nN-1\n') })
  await page.waitForURL(/#\/batch\/\d+\/load/)
  expect(page.url()).not.toContain(`/batch/${batch}/`)
  await page.evaluate((at) => (location.hash = at), `#/batch/${batch}/map`)
  await page.getByRole('link', { name: 'Go to Watch' }).click()
  await page.getByText('Adds up', { exact: true }).waitFor()
})

test('the report folds outcomes of no account, leads to what is not sent, and prints the summary at its sign-off', async () => {
  await page.evaluate((at) => (location.hash = at), `#/batch/${batch}/report`)
  const totals = page.getByRole('region', { name: 'Totals' })
  const fold = totals.getByRole('button', { name: /^\d+ more outcomes with no account$/ })
  await fold.waitFor()
  const shown = (): Promise<string[]> => totals.locator('td[data-figure]:visible').allInnerTexts()
  expect(await shown()).not.toContain('0')
  await fold.click()
  await expect.poll(async () => (await shown()).length).toBe(endings.length + 1)
  const signOff = page.getByRole('region', { name: 'Sign-off' })
  expect(await signOff.getByRole('link', { name: 'Go to Submit' }).getAttribute('href')).toBe(
    `#/batch/${batch}/submit`,
  )
  await harness.engine().batches.report({ batch, folder: null })
  await takePictures(page, 'report-signed')
  await signOff.getByRole('button', { name: 'Print the summary to sign…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).waitFor()
})

test('while another list is loading, nothing in the shown list can be chosen', async () => {
  const { of, hold, resume } = await pageThatWaits(harness)
  await of.evaluate((at) => (location.hash = at), `#/batch/${batch}/watch`)
  await of.getByRole('tab', { name: /^Not sent/ }).click()
  const choices = of.getByRole('region', { name: 'Account list' }).getByRole('checkbox')
  const all = of.getByRole('checkbox', { name: 'Choose all listed accounts' })
  const openOnes = of.getByRole('button', { name: /^Open / })
  const done = of.getByRole('tab', { name: /^Done/, selected: true })
  await of.getByRole('tab', { name: /^Not sent/, selected: true }).waitFor()
  await expect.poll(() => choices.first().isEnabled()).toBe(true)
  const before = await openOnes.first().getAttribute('aria-label')

  await hold()
  await of.getByRole('tab', { name: /^Done/ }).click()
  await done.waitFor()
  expect(await openOnes.first().getAttribute('aria-label')).toBe(before)
  expect(await choices.count()).toBeGreaterThan(3)
  for (const one of [all, ...(await choices.all())]) expect(await one.isDisabled()).toBe(true)

  await resume()
  await expect.poll(() => all.isEnabled()).toBe(true)
  expect(await openOnes.first().getAttribute('aria-label')).not.toBe(before)
  await all.click()
  await of.getByText('30 accounts chosen').waitFor()
  harness.leave(of)
})

test('accounts are chosen one by one or all at once, and rechecked; the choice is then cleared', async () => {
  await page.getByRole('tab', { name: /^Done/ }).click()
  await openTab(/^Done30$/)
  await page
    .getByRole('checkbox', { name: /^Choose XK-/ })
    .first()
    .click()
  await page.getByText('1 account chosen').waitFor()
  await page.getByRole('checkbox', { name: 'Choose all listed accounts' }).click()
  await page.getByText('30 accounts chosen').waitFor()
  const reads = () => harness.sandbox.ledger.entries().filter(({ route }) => route === 'status').length
  const before = reads()
  await page.getByText('30 accounts chosen').locator('..').getByRole('button', { name: 'Recheck' }).click()
  await page.getByText('30 accounts chosen').waitFor({ state: 'detached' })
  const after = await harness.reached(
    batch,
    ({ processing }) => processing.rechecking === 0 && reads() >= before + 30,
  )
  expect([after.states.done, after.processing.mindChanged]).toEqual([30, 0])
})

test('the service changes the status of a done account: the account is listed, and the report is outdated', async () => {
  const engine = harness.engine()
  const { control, faults } = harness.sandbox
  const before = await engine.batches.get({ batch })
  await engine.batches.report({ batch, folder: null })
  const { accounts } = await engine.accounts.list({
    batch,
    states: ['done'],
    outcomes: ['created'],
    offset: 0,
    limit: 1,
  })
  const [line] = accounts
  if (line === undefined) throw new Error('None was created.')
  const process = control.process('ACME', line.key)
  const error = {
    code: 'account_creation_failed',
    detail: 'Cancelled by the operator.',
    domain: 'import_process',
  }
  const value = { ...process?.record, status: 'ERRORED', platform_identifier: null, latest_error: error }
  const changed = faults.add({
    route: 'status',
    account: line.key,
    effect: { kind: 'status', status: 200, body: { kind: 'json', value } },
  })
  await page.getByRole('button', { name: 'Recheck', exact: true }).first().click()
  await page.getByRole('menuitem', { name: /^Recheck 30 accounts that are done/ }).click()
  await page.getByText('The report is outdated: the outcome of 1 account changed since').waitFor()
  await page.getByRole('button', { name: 'Show them' }).click()
  await openTab(/^Changed since1$/)
  const history = await openFirst()
  await history
    .getByText(
      'The service changed its mind about this account: from created (PROCESSED) to failed (ERRORED).',
    )
    .waitFor()
  const { outcomes, processing } = await engine.batches.get({ batch })
  expect([outcomes.failed, processing.mindChangedSinceReport]).toEqual([before.outcomes.failed + 1, 1])
  // One press makes it again and shows it.
  await page.getByRole('button', { name: 'Make it again' }).click()
  await page.getByText('summary.html', { exact: true }).waitFor()
  await expect
    .poll(async () => (await engine.batches.get({ batch })).processing.mindChangedSinceReport)
    .toBe(0)
  faults.remove(changed)
})

test('an account unchanged at the service beyond the threshold is marked and counted, with advice', async () => {
  const engine = harness.engine()
  const [connection] = await engine.connections.list()
  if (connection === undefined) throw new Error('There is no connection.')
  const { limits } = connection.settings
  harness.sandbox.control.setSwitches({ pendingSeconds: [100_000, 100_000] })
  await engine.batches.release({ batch, limit: 2 })
  await harness.reached(batch, ({ states }) => states.processing === 2)
  await engine.connections.save({
    name: connection.name,
    settings: {
      ...connection.settings,
      limits: { ...limits, stuckAfterMs: { ...limits.stuckAfterMs, pending: 1 } },
    },
  })
  await page.getByRole('tab', { name: /^Stuck/ }).click()
  await openTab(/^Stuck2$/)
  await page.getByLabel('Longer than the threshold of the connection').first().waitFor()
  const history = await openFirst()
  await history.getByText('Taking longer than expected').waitFor()
  await history.getByText(/ask the platform operator whether it still goes on, and recheck/).waitFor()
  harness.sandbox.control.setSwitches({ pendingSeconds: [0.3, 1.2] })
  await expect.poll(async () => (await engine.batches.get({ batch })).processing.stuck).toBe(2)
})

test('failed accounts are validated again by one press, after they were counted; held ones are left out', async () => {
  const engine = harness.engine()
  const before = await engine.batches.get({ batch })
  harness.sandbox.control.setSwitches({ failShare: 1 })
  await engine.batches.release({ batch, limit: 2 })
  const { outcomes } = await harness.reached(
    batch,
    (view) => view.outcomes.failed === before.outcomes.failed + 2 && view.states.queued === 0,
  )
  harness.sandbox.control.setSwitches({ failShare: 0 })
  const { failed } = outcomes
  const { accounts } = await engine.accounts.list({
    batch,
    states: ['done'],
    outcomes: ['failed'],
    offset: 0,
    limit: 1,
  })
  const [held] = accounts
  await engine.accounts.hold({ accounts: [held?.id ?? 0], reason: 'The customer decides' })

  await page.getByRole('button', { name: `Validate failed again (${failed})…` }).click()
  const dialog = page.getByRole('dialog', { name: 'Validate failed accounts again?' })
  const counted = failed === 2 ? '1 account is' : `${failed - 1} accounts are`
  await dialog.getByText(`${counted} validated again. 1 is held and left out.`).waitFor()
  await takePictures(page, 'watch-retry')
  expect(await seriousOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Validate again' }).click()
  await page.getByRole('button', { name: 'Validate failed again (1)…' }).waitFor()
  await harness.reached(batch, (view) => view.outcomes.failed === 1 && view.work === null)
  const again = await engine.batches.get({ batch })
  expect(again.states.validated).toBe(before.states.validated - 2 + failed - 1)
})
