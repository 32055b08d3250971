// The full journey of a batch as functions over a page: connect, load, map, fix, submit, watch, report. They know
// neither the web host, Electron nor the engine; host differences are passed in. They operate the window by its
// visible text and wait for what it shows.
import type { Locator, Page } from 'playwright'
import { map } from './journey-map.ts'
import { button, connectionName, goToStep, type Service, type User } from './user.ts'

/** From Home: adds a connection with the form, enters the key and tests it; ends on its page. */
export async function connect(user: User, service: Service, catalogue = 'Example fields'): Promise<void> {
  const { page, hands, look } = user
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await look('home-empty')
  await hands.press(
    page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Connections' }),
  )
  await hands.press(page.getByRole('link', { name: 'New connection' }).first())
  await hands.write(page.getByLabel('Name', { exact: true }), connectionName)
  await hands.write(page.getByLabel('Base URL'), service.baseUrl)
  await hands.write(page.getByLabel('Token URL'), service.tokenUrl)
  // Only the engine knows that the sandbox is ours, so the form asks as for any address.
  await hands.press(page.getByRole('radio', { name: 'A test system' }))
  await hands.choose(page.getByLabel('Catalogue', { exact: true }), catalogue)
  await hands.press(page.locator('summary').filter({ hasText: 'Limits' }))
  await hands.write(page.getByLabel('First status read after'), '0.1')
  await hands.write(page.getByLabel('Later status reads at most every'), '1')
  await hands.write(page.getByLabel('API key'), service.apiKey)
  await hands.press(button(page, 'Add the connection'))
  await page.getByText('A key is stored.').waitFor()
  // It is tested without being asked.
  await page.getByText('Everything works').waitFor()
  await look('connect')
}

/** From anywhere: opens the file and waits until it is read. */
export async function load(user: User, file: string): Promise<void> {
  const { page, hands, look } = user
  await hands.press(page.getByRole('link', { name: 'Carryover' }))
  const open = button(page, /^Open a file/)
  await open.waitFor()
  await user.giveFile(() => hands.press(open), file)
  await page.getByRole('link', { name: 'Map the columns' }).waitFor()
  await look('load')
}

/** Starts validating every unvalidated account; does not wait. */
export async function beginValidating({ page, hands }: User): Promise<void> {
  await hands.press(button(page, /^Validate \d/))
}

/** Waits in the Fix step until every unvalidated account is validated. */
export async function hasValidated({ page }: User): Promise<void> {
  // What follows is offered in its place: nothing more to validate, or accounts to release.
  const after = page.getByRole('link', { name: /^Release [\d,]+ accounts?$/ })
  await button(page, 'Validate').or(after).waitFor({ timeout: 60_000 })
}

/** Validates every unvalidated account and waits for the end. */
export async function validate(user: User): Promise<void> {
  await beginValidating(user)
  await hasValidated(user)
}

function cause(page: Page, title: string): Locator {
  const causes = page.getByRole('navigation', { name: 'Problems by cause' })
  return causes.getByRole('button').filter({ hasText: title })
}

/** Number of accounts with this problem, by the list of causes. */
async function accountsOf(page: Page, title: string): Promise<number> {
  const words = (await cause(page, title).getAttribute('title')) ?? ''
  return Number(/in ([\d,]+) account/.exec(words)?.[1]?.replace(',', '') ?? '0')
}

async function hasFallenTo(page: Page, title: string, accounts: number): Promise<void> {
  const left = cause(page, title)
  if (accounts === 0) await left.waitFor({ state: 'detached' })
  else await left.and(page.locator(`[title*="in ${accounts} account"]`)).waitFor()
}

/** Opens a cause and moves to the cell of one of its problems: the grid has the focus. */
async function goToCell({ page, hands }: User, title: string): Promise<void> {
  const chosen = cause(page, title)
  const reported = page.locator('[data-focused-problem]:not(:empty)')
  if ((await chosen.getAttribute('aria-pressed')) === 'false') {
    await hands.press(chosen)
    await reported.waitFor({ state: 'attached' })
  }
  await page.keyboard.press('F8')
  await reported.waitFor({ state: 'attached' })
  await page.locator('td:focus, canvas:focus').first().waitFor({ state: 'attached' })
}

/** Fixes one account's problem in the grid: opens the cell with Enter, retypes it and confirms with Enter. */
export async function fixInGrid(user: User, title: string, text: string): Promise<void> {
  const { page } = user
  const before = await accountsOf(page, title)
  await goToCell(user, title)
  await page.keyboard.press('Enter')
  const editor = page.locator('.gdg-input')
  await editor.waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await hasFallenTo(page, title, before - 1)
}

/** Fixes one account's problem in its form by retyping the field of the selected cell. */
export async function fixInForm(user: User, title: string, text: string): Promise<void> {
  const { page, hands } = user
  const before = await accountsOf(page, title)
  await goToCell(user, title)
  const field = page.locator('input[data-focused]')
  await field.waitFor()
  const marked = page.locator(`[id="${await field.getAttribute('id')}"]`)
  await hands.write(marked, text)
  await page.keyboard.press('Enter')
  await hasFallenTo(page, title, before - 1)
}

/** Gives consent at the gate; releases nothing. */
export async function agree(user: User): Promise<void> {
  const { page, hands } = user
  await goToStep(user, 'Submit')
  const box = page.getByRole('checkbox')
  await box.waitFor()
  await user.look('submit')
  await hands.press(box)
}

function waveItem(page: Page, wave: number): Locator {
  return page
    .getByRole('region', { name: 'Waves' })
    .getByRole('listitem')
    .nth(wave - 1)
}

/** Releases the next wave as planned, or with another size; does not wait. */
export async function release({ page, hands }: User, wave: number, size?: number): Promise<void> {
  if (size !== undefined) {
    await hands.write(page.getByLabel(`Accounts in wave ${wave}`), String(size))
    await page.keyboard.press('Enter')
  }
  await hands.press(button(waveItem(page, wave), /^Release /))
}

/** Releases the next wave and waits until all of it is done. */
export async function releaseWave(user: User, wave: number, size?: number): Promise<void> {
  await release(user, wave, size)
  await waveItem(user.page, wave).getByText('all done').waitFor({ timeout: 60_000 })
  await user.look(`submit-wave-${wave}`)
}

/** Waits in the Watch step until nothing is in progress. */
export async function watch(user: User): Promise<void> {
  await goToStep(user, 'Watch')
  await user.page.getByText(/^(All done$|Done, )/).waitFor({ timeout: 60_000 })
  await user.page.getByText('Adds up', { exact: true }).waitFor()
  await user.look('watch')
}

/** Shows the rows to fix, with the first problem visible. */
export async function showToFix({ page, hands, look }: User): Promise<void> {
  await hands.press(button(page, /^To fix/))
  await page.locator('[data-focused-problem]:not(:empty)').waitFor({ state: 'attached' })
  await look('fix')
}

/** The full journey from an empty window to a report; fixes two problems. Returns the totals shown. */
export async function wholeWay(user: User, service: Service, file: string): Promise<Totals> {
  await connect(user, service)
  await load(user, file)
  await map(user, 'ACME')
  await validate(user)
  await fixInGrid(user, 'Communication preference', 'ONLINE')
  await fixInForm(user, 'Landline', '020 7946 0123')
  await validate(user)
  await showToFix(user)
  await agree(user)
  await releaseWave(user, 1)
  await releaseWave(user, 2)
  await releaseWave(user, 3, 1_000)
  await watch(user)
  return report(user)
}

export type Totals = Readonly<Record<string, number>>

/** Makes the report; returns the totals that the window shows, by their labels. */
export async function report(user: User): Promise<Totals> {
  const { page, hands } = user
  await goToStep(user, 'Report')
  await page.getByText('Every row that was read is accounted for').waitFor()
  await user.giveFolder(() => hands.press(button(page, 'Make the report')))
  await page.getByText(/^Made at/).waitFor()
  await user.look('report')
  // Also those of no account, which are behind one line.
  const lines = await page
    .getByRole('region', { name: 'Totals' })
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => (cell.textContent ?? '').trim())),
    )
  return Object.fromEntries(
    lines.flatMap(([words = '', number = '']) => {
      return /^[\d,]+$/.test(number) ? [[words, Number(number.replaceAll(',', ''))]] : []
    }),
  )
}
