// Looks at every state of Fix, Submit, Watch and Report, and at the pages without an engine, in English and German: no
// serious finding of axe in either theme, nothing that scrolls sideways, inputs with a visible edge.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { badPhone, good, header, mapping, noSurname } from '../../engine/accounts/small-batch.ts'
import { answer, asCustomer } from '../../engine/question-pack/customer.ts'
import { generateAccounts } from '../../files/generate.ts'
import { generateRuleDamaged } from '../../files/rule-damage.ts'
import { said, saidIn } from '../both-languages.ts'
import { batchOfDuplicates, keyOf, operatorOf, quickConnection } from '../sending-journey.ts'
import { openInBothLanguages, type Pages, type State, wrongIn } from '../states.ts'
import { waitingFor } from '../page-that-waits.ts'
import { openBatch, validatedBatch } from '../travel.ts'
import { conflictedBatches } from '../versions-harness.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'

let harness: WindowHarness
let pages: Pages
let practice = 0

beforeAll(async () => {
  harness = await openWindowHarness(await openBrowser(), { sandbox: { operator: true } })
  practice = await quickConnection(harness)
  pages = await openInBothLanguages(harness)
})
afterAll(() => harness.close())

const button = (page: Page | Locator, words: string): Locator =>
  page.getByRole('button', { name: said(words) }).first()
const text = (page: Page | Locator, words: string): Locator => page.getByText(saidIn(words)).first()
const dialog = (page: Page): Locator => page.getByRole('dialog').last()
const account = (page: Page): Locator => page.getByRole('complementary', { name: said('Account') })
/** The button that shows the account, by whether it is shown. */
const accountButton = (page: Page, isShown: boolean): Locator =>
  page
    .locator(`button[aria-expanded="${isShown}"]`)
    .filter({ hasText: said('Account') })
    .first()
const causes = (page: Page): Locator => page.getByRole('navigation', { name: said('Problems by cause') })
const shown = (page: Page): Promise<void> => page.locator('[data-account]').waitFor()
const isOpen = (page: Page): Promise<void> => dialog(page).waitFor()
const isGrid = (page: Page): Promise<void> => page.getByTestId('data-grid-canvas').waitFor()

async function more(page: Page, entry: string): Promise<void> {
  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: said(entry) }).click()
  await isOpen(page)
}

/** The problem card that says this; the catalogue's titles are English. */
async function choose(page: Page, cause: RegExp): Promise<void> {
  const card = page.locator('[data-cause-step]').filter({ hasText: cause }).first()
  await card.waitFor()
  if ((await card.getAttribute('aria-pressed')) !== 'true') await card.click()
}

let files = 0
async function smallBatch(lines: readonly string[], connection: number | null = practice): Promise<number> {
  files += 1
  const file = join(harness.folder, `customers-${files}.csv`)
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`)
  return openBatch(harness, connection, { file, mapping: mappingFile.parse(mapping) })
}

test('Fix with problems, an account, and without any', async () => {
  const engine = harness.engine()
  const sample = await generateAccounts({
    seed: 7,
    count: 200,
    shape: 'wide',
    damage: 0.4,
    format: 'csv',
    folder: harness.folder,
    name: 'Northwind March',
  })
  const batch = await validatedBatch(harness, practice, sample)
  const linked = await generateAccounts({
    seed: 3,
    count: 60,
    shape: 'linked',
    damage: 0.3,
    format: 'xlsx',
    folder: harness.folder,
    name: 'Northwind linked',
  })
  const several = await validatedBatch(harness, practice, linked, 'ACME ENERGY')
  const sound = await smallBatch([good('A-1'), good('A-2'), good('A-3')])
  await engine.batches.validate({ batch: sound })
  await harness.reached(sound, ({ states }) => states.validated === 3)
  const unmapped = (await engine.batches.open({ path: linked.file })).batch
  await harness.reached(unmapped, ({ stage }) => stage === 'mapping')
  const fix = `#/batch/${batch}/fix`
  const tab = (name: string) => async (page: Page) => {
    await account(page)
      .getByRole('tab', { name: said(name) })
      .click()
    await page.locator('[role=tabpanel]').last().waitFor()
  }
  const states: State[] = [
    { name: 'fix', at: fix, grid: true, act: shown },
    {
      name: 'fix-cause',
      act: async (page) => {
        await page.locator('[data-cause-step]').nth(1).click()
        await page.locator('[data-focused-problem]:not(:empty)').waitFor({ state: 'attached' })
      },
    },
    { name: 'fix-payload', act: tab('Payload') },
    { name: 'fix-answer', act: tab('Answer') },
    { name: 'fix-history', act: tab('History') },
    {
      name: 'fix-no-account',
      act: async (page) => {
        await tab('Account')(page)
        await accountButton(page, true).click()
        await page.locator('[data-account]').waitFor({ state: 'detached' })
      },
    },
    {
      name: 'fix-all-rows',
      at: `${fix}?show=all`,
      act: async (page) => {
        await isGrid(page)
        await accountButton(page, false).click()
        await shown(page)
      },
    },
    {
      name: 'fix-selected',
      act: async (page) => {
        await page.getByTestId('data-grid-canvas').focus()
        await page.keyboard.press('Control+Home')
        for (let row = 0; row < 4; row += 1) await page.keyboard.press('Shift+ArrowDown')
        await button(page, 'Exclude…').waitFor()
      },
    },
    {
      name: 'fix-exclude',
      act: async (page) => {
        await button(page, 'Exclude…').click()
        await isOpen(page)
      },
    },
    {
      name: 'fix-hold',
      act: async (page) => {
        await page.keyboard.press('Escape')
        await button(page, 'Hold…').click()
        await isOpen(page)
        await dialog(page).getByRole('textbox').first().press('Enter')
        await text(dialog(page), 'Enter a reason.').waitFor()
      },
    },
    {
      name: 'fix-cell-menu',
      at: `${fix}?show=all&sort=c2`,
      act: async (page) => {
        await shown(page)
        await page.getByTestId('data-grid-canvas').focus()
        for (const key of ['Control+Home', 'ArrowRight', 'ArrowRight', 'Shift+F10'])
          await page.keyboard.press(key)
        await page.getByRole('menuitem').first().waitFor()
      },
    },
    {
      name: 'fix-value-filter',
      act: async (page) => {
        await page.getByRole('menuitem', { name: saidIn('Filter * by value…') }).press('Enter')
        await dialog(page).getByRole('checkbox').first().waitFor()
      },
    },
    {
      name: 'fix-columns',
      at: `${fix}?show=all`,
      act: async (page) => {
        await shown(page)
        await button(page, 'Choose columns').click()
        await dialog(page).getByRole('searchbox').waitFor()
      },
    },
    {
      name: 'fix-views',
      at: `${fix}?show=all`,
      act: async (page) => {
        await shown(page)
        await button(page, 'Saved views').click()
        await dialog(page).getByRole('textbox').waitFor()
      },
    },
    {
      name: 'fix-list-editor',
      at: `${fix}?show=all`,
      act: async (page) => {
        await shown(page)
        await page.getByTestId('data-grid-canvas').focus()
        for (const key of ['Control+Home', 'ArrowRight', 'ArrowRight', 'F2']) await page.keyboard.press(key)
        await page.locator('.gdg-input, [role=listbox]').first().waitFor()
      },
    },
    {
      name: 'fix-search-none',
      at: `${fix}?show=all&text=${encodeURIComponent('no such text anywhere')}`,
      act: (page) => text(page, 'No row matches').waitFor(),
    },
    {
      name: 'fix-changed-none',
      at: `${fix}?show=changed`,
      act: (page) => text(page, 'No changed row in *').waitFor(),
    },
    { name: 'fix-held-none', at: `${fix}?show=held`, act: (page) => text(page, 'Nothing is held').waitFor() },
    {
      name: 'fix-excluded-none',
      at: `${fix}?show=excluded`,
      act: (page) => text(page, 'Nothing is excluded').waitFor(),
    },
    { name: 'fix-linked', at: `#/batch/${several}/fix`, act: shown },
    { name: 'fix-sound', at: `#/batch/${sound}/fix`, act: (page) => text(page, 'Nothing to fix').waitFor() },
    {
      name: 'fix-not-mapped',
      at: `#/batch/${unmapped}/fix`,
      act: (page) => text(page, 'The columns are not mapped yet').waitFor(),
    },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
})

test('Fix: changes of many cells', async () => {
  const sample = await generateRuleDamaged({ seed: 3, count: 120, share: 0.3, folder: harness.folder })
  const batch = await openBatch(harness, practice, sample)
  const fix = `#/batch/${batch}/fix`
  const fixAll = (column: RegExp) => async (page: Page) => {
    await shown(page)
    await choose(page, column)
    await causes(page)
      .getByRole('button', { name: saidIn('Fix all at once') })
      .click()
    await dialog(page).locator('form').waitFor()
  }
  const kind = (label: string) => async (page: Page) => {
    await dialog(page).getByLabel(said('What to do')).click()
    await page
      .getByRole('option', { name: saidIn(label) })
      .first()
      .click()
    await page.getByRole('option').first().waitFor({ state: 'detached' })
  }
  const states: State[] = [
    { name: 'bulk-causes', at: fix, act: shown },
    { name: 'bulk-phone', at: fix, act: fixAll(/Landline/) },
    { name: 'bulk-date', at: fix, act: fixAll(/Move-in|Date of sale|Supply start/) },
    { name: 'bulk-table', at: fix, act: fixAll(/Paperless|Communication/) },
    { name: 'bulk-number', at: fix, act: fixAll(/Balance/i) },
    {
      name: 'bulk-replace',
      at: `${fix}?show=all`,
      act: async (page) => {
        await shown(page)
        await page.getByTestId('data-grid-canvas').focus()
        await page.keyboard.press('Control+h')
        await dialog(page).getByLabel(said('Find')).fill('street')
        await dialog(page).getByLabel(said('Replace with')).fill('St')
        await dialog(page).getByRole('row').nth(1).waitFor()
      },
    },
    { name: 'bulk-tidy', act: kind('Tidy') },
    { name: 'bulk-set', act: kind('Set to a text') },
    { name: 'bulk-clear', act: kind('Clear') },
    { name: 'bulk-fill-down', act: kind('Fill down') },
    { name: 'bulk-take', act: kind('Copy from another column') },
    { name: 'bulk-split', act: kind('Keep one part') },
    { name: 'bulk-digits', act: kind('Keep digits only') },
    { name: 'bulk-pad', act: kind('Zeros in front') },
    { name: 'bulk-shorten', act: kind('Shorten') },
    {
      name: 'bulk-kinds',
      act: async (page) => {
        await dialog(page).getByLabel(said('What to do')).click()
        await page.getByRole('option').first().waitFor()
      },
    },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
})

test('Fix: decisions, questions, remembered repairs and versions', async () => {
  const engine = harness.engine()
  const withoutCountry = {
    ...mapping,
    columns: mapping.columns.map((one) =>
      one.column === 'Country' ? { column: 'Country', ignore: true as const } : one,
    ),
  }
  const file = join(harness.folder, 'no-country.csv')
  writeFileSync(file, `${[header, good('A-1'), good('A-2'), badPhone('A-3')].join('\n')}\n`)
  const bare = await openBatch(harness, practice, { file, mapping: mappingFile.parse(withoutCountry) })
  const named = (key: string, name: string, note = ''): string =>
    `${good(key).replace('Ann Lee', name)}${note}`
  const twice = await smallBatch([
    named('NQ-0000133', 'Norrin Vexford', 'CRM 0000133'),
    named('NQ-0000133', 'Elowen Fenwhistle', 'CRM 0000134'),
    named('NQ-0000310', 'Ida Moss'),
    named('NQ-0000310', 'Ida Mosse'),
    named('NQ-0000391', 'Per Ash'),
    named('NQ-0000391', 'Per Ash'),
  ])
  const line = (key: string, phone: string, note = ''): string =>
    `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,${phone},,,,${note}`
  const march = await smallBatch([
    line('M-1', '020.7946.0010'),
    line('M-2', '020.7946.0010'),
    line('M-3', '020 7946 0001', 'gone'),
    line('M-4', 'after six'),
  ])
  const repair = (batch: number, row: number, column: number, to: string) =>
    engine.edits.apply({ batch, words: 'Repair', cells: [{ sheet: 0, row, column, text: to }] })
  await repair(march, 2, 7, '020 7946 0010')
  await repair(march, 3, 7, '020 7946 0010')
  await repair(march, 4, 11, 'Ann Okafor')
  await repair(march, 5, 7, '020 7946 0099')
  const april = await smallBatch([
    line('M-8', '020.7946.0010', 'gone'),
    line('M-9', '020.7946.0010'),
    line('M-10', 'after six'),
  ])
  const asked = await smallBatch([badPhone('Q-1'), badPhone('Q-2'), badPhone('Q-3'), noSurname('Q-4')])
  const pack = await engine.questions.write({
    batch: asked,
    scope: {},
    options: { once: false, sensitive: false, who: [] },
    folder: join(harness.folder, 'pack'),
    words: { greeting: '', contact: '', due: '' },
  })
  const back = await asCustomer(pack.path, join(harness.folder, 'back.xlsx'), (rows) =>
    answer(rows, { 'Q-1': '020 7946 0002', 'Q-2': 'after six', 'Q-3': 'n/a' }),
  )
  const { second } = await conflictedBatches(harness, practice, ['V-1', 'V-2', 'V-3'])
  const stricter = await engine.connections.save({
    name: 'Stricter',
    settings: connectionSettings.parse({
      baseUrl: harness.sandbox.baseUrl,
      tokenUrl: harness.sandbox.tokenUrl,
      phoneRegion: 'DE',
    }),
  })
  await engine.connections.setKey({ id: stricter.id, key: harness.sandbox.apiKey })
  const strict = await smallBatch([good('D-1'), good('D-2')], stricter.id)
  const states: State[] = [
    { name: 'fix-unmapped-field', at: `#/batch/${bare}/fix`, act: shown },
    {
      name: 'fix-fixed-value',
      act: async (page) => {
        await page
          .getByRole('button', { name: saidIn('Set * for all *…') })
          .or(button(page, 'Set a fixed value…'))
          .first()
          .click()
        await isOpen(page)
      },
    },
    {
      name: 'duplicates',
      at: `#/batch/${twice}/fix`,
      act: async (page) => {
        await shown(page)
        await choose(page, saidIn('The same account twice'))
        await button(page, 'Decide side by side…').click()
        await page.getByRole('region', { name: said('Side by side') }).waitFor()
      },
    },
    {
      name: 'duplicates-merge',
      act: async (page) => {
        await page
          .getByRole('region', { name: said('Side by side') })
          .getByRole('button', { name: /^(Merge|Zusammen)/ })
          .first()
          .click()
        await page
          .getByRole('region', { name: said('Side by side') })
          .getByRole('button', { name: saidIn('Merge into row *') })
          .first()
          .waitFor()
      },
    },
    { name: 'memory-strip', at: `#/batch/${april}/fix`, act: (page) => button(page, 'Look').waitFor() },
    {
      name: 'memory',
      act: async (page) => {
        await button(page, 'Look').click()
        await dialog(page).getByRole('checkbox').first().waitFor()
      },
    },
    {
      name: 'memory-all',
      act: async (page) => {
        await dialog(page)
          .getByRole('tab', { name: saidIn('All that is remembered') })
          .click()
        await dialog(page).getByRole('listitem').first().waitFor()
      },
    },
    {
      name: 'ask',
      at: `#/batch/${asked}/fix`,
      act: (page) => shown(page).then(() => more(page, 'Ask the customer…')),
    },
    {
      name: 'answers-choose',
      at: `#/batch/${asked}/fix`,
      act: (page) => shown(page).then(() => more(page, 'Merge answers…')),
    },
    {
      name: 'answers',
      act: async (page) => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          button(dialog(page), 'Choose the file').click(),
        ])
        await chooser.setFiles(back)
        await dialog(page).getByRole('tab').first().waitFor()
      },
    },
    {
      name: 'versions',
      at: `#/batch/${second}/load?view=version`,
      act: (page) => page.getByRole('grid').first().waitFor(),
    },
    {
      name: 'overruling',
      at: `#/batch/${strict}/fix`,
      act: async (page) => {
        await shown(page)
        await button(account(page), 'Let the service decide…').click()
        await isOpen(page)
      },
    },
    {
      name: 'edits',
      at: `#/batch/${march}/fix?show=all`,
      act: async (page) => {
        await shown(page)
        await button(page, 'Edits').click()
        await isOpen(page)
      },
    },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
})

test('Fix and Watch while accounts are built again', async () => {
  const engine = harness.engine()
  const sample = await generateAccounts({
    seed: 9,
    count: 6000,
    shape: 'wide',
    damage: 0.1,
    format: 'csv',
    folder: harness.folder,
    name: 'Northwind June',
  })
  // One for each language: both are built again at the same time.
  const english = await openBatch(harness, practice, sample)
  const german = await openBatch(harness, practice, sample)
  const batchOf = (page: Page): number => (page === pages.german ? german : english)
  const place = (page: Page, step: string): Promise<unknown> =>
    page.evaluate((hash) => (location.hash = hash), `#/batch/${batchOf(page)}/${step}`)
  const states: State[] = [
    {
      name: 'fix-rebuilding',
      act: async (page) => {
        await place(page, 'fix')
        await shown(page)
        const batch = batchOf(page)
        const cells = [{ sheet: 0, row: 40, column: 0, text: 'NEW-KEY-1' }]
        await engine.edits.apply({ batch, words: 'Another key', cells })
        await text(page, 'Editing, validating and releasing wait until the accounts are built.').waitFor()
        // What the page shows stays: it does not hear that the accounts are built.
        await waitingFor(page).hold()
      },
    },
    {
      name: 'watch-rebuilding',
      act: async (page) => {
        await place(page, 'watch')
        await text(page, 'Rebuilding the accounts').waitFor()
      },
    },
    {
      name: 'fix-rebuilt',
      act: async (page) => {
        await waitingFor(page).resume()
        await place(page, 'fix')
        await shown(page)
        await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
      },
    },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
})

async function production(): Promise<number> {
  const baseUrl = harness.sandbox.baseUrl.replace('127.0.0.1', 'localhost')
  const settings = connectionSettings.parse({
    baseUrl,
    tokenUrl: `${baseUrl}/v1/graphql/`,
    environment: 'production',
    catalogue: 'example',
    suppliers: [{ code: 'ACME', note: 'Sends a welcome e-mail to every customer.' }],
  })
  const { id } = await harness
    .engine()
    .connections.save({ name: 'Northwind live', settings, environmentSaid: true })
  await harness.engine().connections.setKey({ id, key: harness.sandbox.apiKey })
  return id
}

test('Submit, Watch and Report', async () => {
  const engine = harness.engine()
  const code = 'reference_already_exists'
  const operator = operatorOf(harness)
  const sending = await quickConnection(harness, { name: 'Sending' })
  const ready = await batchOfDuplicates(harness, sending, 40, null, 'R')
  const released = await batchOfDuplicates(harness, sending, 12, null, 'W')
  const fresh = await smallBatch([good('F-1'), badPhone('F-2')])
  await engine.batches.release({ batch: released, limit: 5 })
  await harness.reached(released, ({ states }) => states.done === 5)
  const done = await batchOfDuplicates(harness, sending, 12, [2, 5], 'E')
  await engine.batches.release({ batch: done, limit: null })
  await harness.reached(done, ({ states }) => states.done === 12)
  await engine.playbook.save({ code, words: 'Ask Priya in billing which of the two is right.' })
  const stopping = await quickConnection(harness, { name: 'Stopping' })
  const stopped = await batchOfDuplicates(harness, stopping, 12, [1, 3], 'X')
  const { sending: plan } = await engine.batches.get({ batch: stopped })
  await operator.slow(60)
  await engine.batches.setPlan({
    batch: stopped,
    plan: { ...plan.plan, brakes: { ...plan.plan.brakes, stopCodes: [code] } },
  })
  await engine.batches.release({ batch: stopped, limit: 9 })
  await harness.reached(stopped, (now) => now.sending.stop !== null && now.states.sending === 0)
  await operator.quick()
  const pausing = await quickConnection(harness, { name: 'Pausing' })
  const paused = await batchOfDuplicates(harness, pausing, 8, null, 'P')
  await engine.connections.pause({ id: pausing })
  await engine.batches.release({ batch: paused, limit: 3 })
  const live = await batchOfDuplicates(harness, await production(), 6, null, 'L')
  const reported = await batchOfDuplicates(harness, sending, 6, null, 'T')
  await engine.batches.release({ batch: reported, limit: null })
  await harness.reached(reported, ({ states }) => states.done === 6)
  await engine.batches.report({ batch: reported, folder: null })
  const keyless = await quickConnection(harness, { name: 'Revoked' })
  const revoked = await batchOfDuplicates(harness, keyless, 4, null, 'K')
  await engine.connections.setKey({ id: keyless, key: 'not-the-key' })
  await engine.batches.release({ batch: revoked, limit: 2 })
  await harness.reached(revoked, ({ pauses }) => pauses.length > 0)
  harness.sandbox.control.setSwitches({ pendingSeconds: [100_000, 100_000] })
  const moving = await batchOfDuplicates(harness, sending, 30, null, 'G')
  await engine.batches.release({ batch: moving, limit: 10 })
  await harness.reached(moving, ({ states }) => states.processing === 10)
  const { accounts } = await engine.accounts.list({ batch: done, states: ['done'], offset: 0, limit: 1 })
  const waves = (page: Page): Promise<void> => page.getByRole('region', { name: said('Waves') }).waitFor()
  const addsUp = (page: Page): Promise<void> => text(page, 'Adds up').waitFor()
  const states: State[] = [
    { name: 'submit-before', at: `#/batch/${fresh}/submit`, act: waves },
    { name: 'submit-ready', at: `#/batch/${ready}/submit`, act: waves },
    { name: 'submit-waves', at: `#/batch/${released}/submit`, act: waves },
    { name: 'submit-stopped', at: `#/batch/${stopped}/submit`, act: waves },
    { name: 'submit-paused', at: `#/batch/${paused}/submit`, act: waves },
    { name: 'submit-production', at: `#/batch/${live}/submit`, act: waves },
    {
      name: 'submit-gate',
      act: async (page) => {
        await page.getByRole('checkbox').first().click()
        await page
          .getByRole('region', { name: said('Waves') })
          .getByRole('button', { name: saidIn('Release *') })
          .first()
          .click()
        await dialog(page).getByRole('textbox').waitFor()
      },
    },
    {
      name: 'submit-key',
      at: `#/batch/${revoked}/submit`,
      act: (page) => button(page, 'Enter the key').waitFor(),
    },
    {
      name: 'submit-key-dialog',
      act: async (page) => {
        await button(page, 'Enter the key').click()
        await button(dialog(page), 'Use this key').waitFor()
      },
    },
    {
      name: 'watch-none',
      at: `#/batch/${ready}/watch`,
      act: (page) => text(page, 'Nothing has been sent yet').waitFor(),
    },
    { name: 'watch-moving', at: `#/batch/${moving}/watch`, act: addsUp },
    { name: 'watch-stopped', at: `#/batch/${stopped}/watch`, act: addsUp },
    { name: 'watch-done', at: `#/batch/${done}/watch?show=done`, act: addsUp },
    {
      name: 'watch-account',
      at: `#/batch/${done}/watch?account=${accounts[0]?.id}`,
      act: async (page) => {
        await page.locator('main summary').first().click()
        await page.getByRole('complementary', { name: keyOf(1, 'E') }).waitFor()
      },
    },
    {
      name: 'watch-attempt',
      act: async (page) => {
        await page
          .locator('summary')
          .filter({ hasText: saidIn('Attempt *') })
          .first()
          .click()
      },
    },
    {
      name: 'watch-large',
      at: `#/batch/${moving}/watch?view=live`,
      act: isOpen,
    },
    {
      name: 'watch-large-done',
      at: `#/batch/${done}/watch?view=live`,
      act: isOpen,
    },
    {
      name: 'watch-hold',
      at: `#/batch/${released}/watch?show=not-sent`,
      act: async (page) => {
        await page
          .getByRole('button', { name: saidIn('Hold: *') })
          .first()
          .click()
        await isOpen(page)
      },
    },
    {
      name: 'report-none',
      at: `#/batch/${released}/report`,
      act: (page) => button(page, 'Make the report').waitFor(),
    },
    {
      name: 'report-made',
      at: `#/batch/${reported}/report`,
      act: (page) => button(page, 'Save all files').waitFor(),
    },
    {
      name: 'report-preview',
      act: async (page) => {
        await page
          .getByRole('button', { name: said('Open the summary') })
          .first()
          .click()
        await button(dialog(page), 'Print').waitFor()
      },
    },
    {
      name: 'report-contents',
      at: `#/batch/${reported}/report`,
      act: async (page) => {
        await button(page, 'Choose contents').click()
        await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
      },
    },
    {
      name: 'audit-log',
      at: '#/audit',
      act: async (page) => {
        await button(page, 'Check the seals').click()
        await page.locator('p[role=status] svg').waitFor()
      },
    },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
  await operator.goAway()
  await engine.connections.resume({ id: pausing })
  const away: State[] = [
    {
      name: 'submit-away',
      at: `#/batch/${paused}/submit`,
      act: (page) => text(page, 'The service is not answering').waitFor({ timeout: 30_000 }),
    },
    { name: 'watch-away', at: `#/batch/${paused}/watch`, act: addsUp },
  ]
  expect(await wrongIn(pages, away)).toEqual({})
  await operator.comeBack()
  harness.sandbox.control.setSwitches({ pendingSeconds: [0, 0] })
}, 300_000)
