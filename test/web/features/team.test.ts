// Tests the page Team with two desktops, each with its window, on a real PostgreSQL: joining by the form, the board, a
// pause for all, and what the windows say while nothing is created. In both languages, sizes and themes.
import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { ownPostgres } from '../../engine/team/team-fixture.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { said } from '../both-languages.ts'
import { batchOfDuplicates, openStep, quickConnection } from '../sending-journey.ts'
import { openInBothLanguages, type State, wrongIn } from '../states.ts'
import { harnessOfEachTest } from '../travel.ts'
import { button } from '../user.ts'
import type { WindowHarness } from '../window-harness.ts'

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

async function bothConnected() {
  if (service === null) throw new Error('The service runs while tests run.')
  const dana: WindowHarness = { ...harnessOfDana(), sandbox: service }
  const ina: WindowHarness = { ...harnessOfIna(), sandbox: service }
  return { dana, ina, ids: [await quickConnection(dana), await quickConnection(ina)] as const }
}

async function joined({ engine }: WindowHarness, address: string, password: string, name: string) {
  await engine().team.init({ address, password })
  await engine().team.join({ address, password, name })
  await expect.poll(async () => (await engine().team.get())?.state).toBe('ready')
}

async function released({ engine, reached }: WindowHarness, batch: number): Promise<void> {
  await engine().batches.release({ batch, limit: null })
  await reached(batch, ({ states }) => states.queued + states.sending + states.processing === 0)
}

test('two desktops join by the form, share the work, stop for all, and one leaves', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const { dana, ina, ids } = await bothConnected()
  const page = await dana.openPage()
  await goTo(page, '#/team')
  await button(page, 'Join').click()
  await page.getByText('Give the address of the team’s database.').waitFor()
  await page.getByLabel('Your name in the team').fill('Dana')
  await page.getByLabel('Address').fill('db.example.org')
  await button(page, 'Join').click()
  await page.getByText('This is no address of a team’s database.', { exact: false }).waitFor()
  await page.getByLabel('Address').fill(address)
  await page.getByLabel('Password').fill('wrong')
  await button(page, 'Join').click()
  await page.getByText('does not accept the user', { exact: false }).waitFor()
  await page.getByLabel('Password').fill(server.password)
  await button(page, 'Join').click()
  await page.getByText('This database has no tables of a team yet.', { exact: false }).waitFor()
  await page.getByRole('checkbox', { name: 'Make the tables' }).click()
  await button(page, 'Join').click()
  await page.getByText('Connected: each account is claimed before it is created').waitFor()
  expect(await page.content()).not.toContain(server.password)

  await joined(ina, address, server.password, 'Ina')
  const first = await batchOfDuplicates(dana, ids[0], 12)
  const second = await batchOfDuplicates(ina, ids[1], 20)
  await released(dana, first)
  await released(ina, second)
  for (const [, accepted] of dana.sandbox.ledger.acceptedCreates()) expect(accepted).toBe(1)
  await page.getByText('20 of 20 created').waitFor()
  await page.getByText('2 desktops').waitFor()
  const rows = page.locator('[data-batch]')
  await rows.filter({ hasText: 'Dana' }).filter({ hasText: '12 of 12' }).waitFor()
  await rows.filter({ hasText: 'Ina' }).filter({ hasText: '8 of 20' }).waitFor()

  const other = await ina.openPage()
  await openStep(other, second, 'watch')
  await goTo(other, `#/batch/${second}/watch?account=1`)
  await other
    .getByText(/Dana created it: wave 1 of “sending-S-12.csv”/)
    .first()
    .waitFor()

  const third = await batchOfDuplicates(ina, ids[1], 5, null, 'T')
  await goTo(page, `#/connect/${ids[0]}`)
  await button(page, 'Pause for all…').click()
  await page.getByLabel('Why').fill('new prices')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause for all' }).click()
  await page.getByText('Practice here is paused for all.').waitFor()

  await openStep(other, third, 'submit')
  await other.getByText('Paused for all by Dana: new prices.').first().waitFor()
  await ina.engine().batches.release({ batch: third, limit: null })
  await other.getByText('Paused for all', { exact: true }).first().waitFor()
  const before = dana.sandbox.ledger.acceptedCreates().size
  await goTo(page, '#/team')
  await page.getByText('new prices').waitFor()
  expect((await ina.engine().batches.get({ batch: third })).states.queued).toBe(5)
  expect(dana.sandbox.ledger.acceptedCreates().size).toBe(before)
  await button(page, 'Resume for all').click()
  await ina.reached(third, ({ outcomes }) => outcomes.created === 5)

  await button(page, 'Leave…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the team' }).click()
  await page.getByRole('heading', { name: 'Join a team' }).waitFor()
  expect(await dana.engine().team.get()).toBeNull()
  await goTo(other, '#/team')
  await other.getByText('1 desktop', { exact: true }).waitFor()
})

/** States that need no more than a team; `release` makes a batch wait. */
function joinedStates(batch: number, connection: number): State[] {
  const open = (page: Page, name: string) =>
    page
      .getByRole('button', { name: said(name) })
      .first()
      .click()
  return [
    {
      name: 'team-board',
      at: '#/team',
      act: (page) => page.getByText(said('* of * created')).waitFor(),
    },
    { name: 'team-leave', act: (page) => open(page, 'Leave…') },
    {
      name: 'team-pause-for-all',
      at: `#/connect/${connection}`,
      act: (page) => open(page, 'Pause for all…'),
    },
    {
      name: 'team-submit',
      at: `#/batch/${batch}/submit`,
      act: (page) => page.getByText(said('Pause for all…')).waitFor(),
    },
  ]
}

test('every state of the page is readable, and says why nothing is created', async () => {
  const server = await ownPostgres()
  const { dana, ina, ids } = await bothConnected()
  const pages = await openInBothLanguages(dana)
  const form: State = {
    name: 'team-form',
    at: '#/team',
    async act(page) {
      await page.getByRole('button', { name: said('Join') }).click()
      await page.getByText(said('Give the address of the team’s database.')).waitFor()
    },
  }
  expect(await wrongIn(pages, [form])).toEqual({})

  await joined(dana, server.url, server.password, 'Dana Whitfield')
  const empty: State = {
    name: 'team-empty',
    at: '#/team',
    act: (page) => page.getByText(said('No batch has claimed accounts yet')).waitFor(),
  }
  expect(await wrongIn(pages, [empty])).toEqual({})
  await joined(ina, server.url, server.password, 'Ina Okafor')
  const first = await batchOfDuplicates(dana, ids[0], 40, [3, 4])
  const second = await batchOfDuplicates(ina, ids[1], 60)
  await released(dana, first)
  await released(ina, second)
  const waits = await batchOfDuplicates(dana, ids[0], 25, null, 'W')
  expect(await wrongIn(pages, joinedStates(waits, ids[0]))).toEqual({})
  const withMember: State[] = ['watch', 'fix'].map((step) => ({
    name: `team-account-${step}`,
    at: `#/batch/1/${step}?account=1`,
    act: (page) =>
      page
        .getByText(/Dana Whitfield/)
        .first()
        .waitFor(),
  }))
  expect(await wrongIn(await openInBothLanguages(ina), withMember)).toEqual({})

  await dana.engine().team.pause({ connection: ids[0], supplier: '', reason: 'The prices change at noon.' })
  await dana.engine().batches.release({ batch: waits, limit: null })
  const paused: State = {
    name: 'team-paused',
    at: '#/team',
    act: (page) => page.getByText('The prices change at noon.').first().waitFor(),
  }
  const pausedSubmit = { ...paused, name: 'team-paused-submit', at: `#/batch/${waits}/submit` }
  expect(await wrongIn(pages, [paused, pausedSubmit])).toEqual({})

  await dana.engine().team.resume({ connection: ids[0] })
  await dana.reached(waits, ({ outcomes }) => outcomes.created === 25)
  await server.stop('fast')
  const stays = await batchOfDuplicates(dana, ids[0], 15, null, 'X')
  await dana.engine().batches.release({ batch: stays, limit: null })
  const why = (page: Page) =>
    page
      .getByText(/Nothing is created meanwhile|Solange wird nichts angelegt/)
      .first()
      .waitFor()
  const away: State[] = [
    { name: 'team-away', at: '#/team', act: why },
    { name: 'team-away-submit', at: `#/batch/${stays}/submit`, act: why },
    { name: 'team-away-watch', at: `#/batch/${stays}/watch`, act: why },
    { name: 'team-away-live', at: `#/batch/${stays}/watch?view=live`, act: why },
  ]
  expect(await wrongIn(pages, away)).toEqual({})
}, 300_000)
