// Tests the team's board and the page for a wall on a real PostgreSQL: with no batch, a few and fifty, with and without a
// target, which is loaded by the dialog; and a wall that goes on while the database is away. In both languages and themes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { type Filling, filledTeam } from '../../engine/team/board/filled-team.ts'
import { ownPostgres } from '../../engine/team/team-fixture.ts'
import { said } from '../both-languages.ts'
import { takePictures } from '../pictures.ts'
import { quickConnection } from '../sending-journey.ts'
import { openInBothLanguages, type State, wrongIn } from '../states.ts'
import { harnessOfEachTest } from '../travel.ts'
import { button } from '../user.ts'
import type { WindowHarness } from '../window-harness.ts'

const harness = harnessOfEachTest()

const goTo = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => window.location.assign(to), hash)

/** A team of its own server, whose database is filled before this desktop joins. */
async function teamOf(filling: Filling | null, harnessNow: WindowHarness = harness()) {
  const server = await ownPostgres()
  const address = await server.createDatabase()
  const { engine } = harnessNow
  const { password } = server
  await engine().team.init({ address, password })
  if (filling !== null) await server.query(filledTeam(filling), address)
  await engine().team.join({ address, password, name: 'Uma Stein' })
  await expect.poll(async () => (await engine().team.get())?.state).toBe('ready')
  return { server, address }
}

const board = (page: Page): Promise<void> => page.getByText(said('* of * created')).waitFor()
const wall = (page: Page): Promise<void> => page.getByText(/^Esc:/).waitFor()

test('the board and the wall are readable without a batch and with three', async () => {
  const { server, address } = await teamOf(null)
  const pages = await openInBothLanguages(harness())
  const empty: State[] = [
    {
      name: 'board-empty',
      at: '#/team',
      act: (page) => page.getByText(said('No batch has claimed accounts yet')).waitFor(),
    },
    {
      name: 'wall-empty',
      at: '#/team/wall',
      act: (page) => page.getByText(said('No batch has claimed accounts yet')).waitFor(),
    },
  ]
  expect(await wrongIn(pages, empty)).toEqual({})
  await server.query(filledTeam({ desktops: 3, batches: 3, claims: 300, keys: 0 }), address)
  const few: State[] = [
    { name: 'board-3', at: '#/team', act: board },
    { name: 'wall-3', at: '#/team/wall', act: wall },
  ]
  expect(await wrongIn(pages, few)).toEqual({})
})

test('fifty batches sort, are found by name, and show on a wall that goes on while the database is away', async () => {
  const { server } = await teamOf({ desktops: 10, batches: 50, claims: 412_300, keys: 500_000 })
  const pages = await openInBothLanguages(harness())
  const many: State[] = [
    { name: 'board-50-target', at: '#/team', act: board },
    { name: 'wall-50-target', at: '#/team/wall', act: wall },
  ]
  expect(await wrongIn(pages, many)).toEqual({})

  const page = await harness().openPage()
  await goTo(page, '#/team')
  await page.getByText(/^412,300 of 500,000 created$|^371,070 of 500,000 created$/).waitFor()
  await page.getByText('10 desktops').waitFor()
  await page.getByText(/^about \d+ (h|min)$/).waitFor()
  const rows = page.locator('[data-batch]')
  expect(await rows.count()).toBeLessThan(40)
  await button(page, 'Sort by A minute').click()
  await expect.poll(() => rows.first().innerText()).toContain('168')
  await page.getByLabel('Find a batch or a member').fill('Tailspin Gas 4.xlsx')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByLabel('Find a batch or a member').fill(' 9.xlsx')
  await page.getByText('no answer').first().waitFor()
  await page.getByLabel('Find a batch or a member').fill('')

  await page.getByRole('link', { name: 'Show on a wall' }).click()
  await page.getByText('371,070').waitFor()
  await page.getByText('of 500,000 created').waitFor()
  await server.stop('fast')
  // Its notice would cover the time.
  const notice = page.locator('[aria-label="Notifications"] p').first()
  await notice.waitFor({ state: 'attached' })
  expect(await notice.isVisible()).toBe(false)
  await page.getByText(/^The team’s database is away\. As of /).waitFor({ timeout: 30_000 })
  await page.getByText('371,070').waitFor()
  await takePictures(page, 'wall-away')
  await server.restart()
  await page.getByText(/^As of \d/).waitFor({ timeout: 30_000 })
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Board' }).waitFor()
})

test('a target is loaded from a file and from pasted keys, replaces the one before, and is removed', async () => {
  const connection = await quickConnection(harness())
  await teamOf(null)
  const page = await harness().openPage()
  const path = join(harness().folder, 'all keys.csv')
  const keys = Array.from({ length: 1200 }, (_, at) => `A-${at}`)
  writeFileSync(
    path,
    `Customer;External account number;City\n${keys.map((key) => `x;${key};Linz`).join('\n')}\n;;\n`,
  )
  await goTo(page, '#/team')
  await button(page, 'Load target…').click()
  await page.getByLabel('Import supplier').fill('ACME')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Choose a file…').click(),
  ])
  await chooser.setFiles(path)
  await page.getByText('all keys.csv').waitFor()
  await takePictures(page, 'target-dialog')
  await button(page, 'Load').click()
  await page.getByText('0 of 1,200 created').waitFor()
  await page.getByText('1,200 keys of all keys.csv, loaded by Uma Stein', { exact: false }).waitFor()
  expect((await harness().engine().team.board()).targets).toMatchObject([{ supplier: 'ACME', keys: 1200 }])
  await takePictures(page, 'board-target')

  await button(page, 'Replace…').click()
  await page.getByLabel('Import supplier').fill('ACME')
  await page.getByLabel('Or paste the keys, one a line').fill('A-1\nA-2\nA-2\nA-3')
  await button(page, 'Load').click()
  await page.getByText('0 of 3 created').waitFor()
  await button(page, 'Remove…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the target' }).click()
  await page.getByText('The team has this target no more.').waitFor()
  expect((await harness().engine().team.board()).targets).toEqual([])
  expect(connection).toBeGreaterThan(0)
})
