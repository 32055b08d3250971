// The whole way of a batch as functions over a page: connect, load, map, fix, submit, watch, report. They know neither
// the web host nor Electron nor the engine: what differs between hosts is given. They use the window as a person does,
// by what is written on it, and wait for what it shows.
import type { Locator, Page } from 'playwright'
import type { Hands } from './hands.ts'

export type Traveller = {
  readonly page: Page
  readonly hands: Hands
  /** Gives the file to the dialog that `press` opens. */
  giveFile(press: () => Promise<void>, path: string): Promise<void>
  /** Called when a step is there to be looked at. */
  look(step: string): Promise<void>
}

export type Service = { readonly baseUrl: string; readonly tokenUrl: string; readonly apiKey: string }

export const connectionName = 'Practice here'

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })

async function goToStep({ page, hands }: Traveller, step: string): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Steps of this batch' })
  await hands.press(rail.getByRole('link', { name: step }))
}

/** From Home: adds a connection by its form, gives it the key and tests it; ends on its page. */
export async function connect(traveller: Traveller, service: Service): Promise<void> {
  const { page, hands, look } = traveller
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await look('home-empty')
  await hands.press(
    page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Connections' }),
  )
  await hands.press(page.getByRole('link', { name: 'New connection' }).first())
  await hands.write(page.getByLabel('Name', { exact: true }), connectionName)
  await hands.write(page.getByLabel('Base URL'), service.baseUrl)
  await hands.write(page.getByLabel('Token URL'), service.tokenUrl)
  await hands.press(page.locator('summary').filter({ hasText: 'Limits' }))
  await hands.write(page.getByLabel('First look after'), '0.1')
  await hands.write(page.getByLabel('Then at most every'), '1')
  await hands.press(button(page, 'Add the connection'))
  const key = page.locator('input[type="password"]')
  await hands.write(key, service.apiKey)
  await hands.press(button(page, 'Keep the key'))
  await page.getByText('A key is kept.').waitFor()
  await hands.press(button(page, 'Test connection'))
  await page.getByText('Everything works').waitFor()
  await look('connect')
}

/** From anywhere: opens the file and waits until it is read. */
export async function load(traveller: Traveller, file: string): Promise<void> {
  const { page, hands, look } = traveller
  await hands.press(page.getByRole('link', { name: 'Carryover' }))
  const open = button(page, /^Open a file/)
  await open.waitFor()
  await traveller.giveFile(() => hands.press(open), file)
  await page.getByRole('link', { name: 'Map the columns' }).waitFor()
  await look('load')
}

/** Takes the suggestions, settles what they leave open as the linked sample wants it, and builds the accounts. */
export async function map(traveller: Traveller, supplier: string): Promise<void> {
  const { page, hands, look } = traveller
  await hands.press(page.getByRole('link', { name: 'Map the columns' }))
  await hands.write(page.getByLabel('Supplier code'), supplier)
  await look('map')
  const accounts = page.getByRole('region', { name: 'Columns of Accounts' })
  await decide(traveller, accounts, 'Bill street', 'billing_address.street_address', 'Billing street address')
  await decide(traveller, accounts, 'Bill town', 'billing_address.locality', 'Billing locality')
  await decide(traveller, accounts, 'CRM ref', 'references.0.value', 'Reference value')
  await convert(traveller, 'Occupier', { yes: 'Y', no: 'N' })
  // It joins the meters to their address; as a field it would be fed twice.
  const supply = page.getByRole('region', { name: 'Columns of Supply' })
  await hands.press(button(row(supply, 'Supply No'), 'Ignore this column'))
  await fix(traveller, 'references.0.namespace', 'Reference namespace', 'CRM')
  await fix(traveller, 'billing_address.country', 'Billing country', 'GB')
  await page.getByText('Everything needed is mapped.').waitFor()
  await look('map-done')
  await hands.press(button(page, 'Build the accounts'))
  await button(page, /^Validate \d/).waitFor()
}

function row(section: Locator, column: string): Locator {
  const page = section.page()
  return section.getByRole('listitem').filter({ has: page.getByText(column, { exact: true }) })
}

async function decide(
  { page, hands }: Traveller,
  section: Locator,
  column: string,
  path: string,
  title: string,
): Promise<void> {
  await hands.press(button(row(section, column), 'Not decided'))
  await hands.choose(page.getByRole('combobox', { name: `Choose a field: ${column}` }), path, title)
}

/** Where the column's button asks for it: which words mean yes and no. */
async function convert(
  { page, hands }: Traveller,
  column: string,
  words: { readonly yes: string; readonly no: string },
): Promise<void> {
  await hands.press(button(row(page.locator('fieldset'), column), /^Set it/))
  const dialog = page.getByRole('dialog', { name: `Conversion of ${column}` })
  await hands.write(dialog.getByLabel('Words for yes'), words.yes)
  await hands.write(dialog.getByLabel('Words for no'), words.no)
  await hands.press(button(dialog, 'Save'))
  await dialog.waitFor({ state: 'detached' })
}

async function fix({ page, hands }: Traveller, path: string, title: string, value: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Fixed values' })
  await hands.write(section.getByLabel('Value'), value)
  await hands.choose(section.getByRole('combobox', { name: 'Field' }), path, title)
  await hands.press(button(section, 'Add'))
  await section.getByText(path).waitFor()
}

/** Has every ready account judged and waits for the end of it. */
export async function validate({ page, hands }: Traveller): Promise<void> {
  await hands.press(button(page, /^Validate \d/))
  await button(page, 'Validate').waitFor({ timeout: 60_000 })
}

function cause(page: Page, title: string): Locator {
  const causes = page.getByRole('navigation', { name: 'Problems by cause' })
  return causes.getByRole('button').filter({ hasText: title })
}

/** How many accounts have this problem, by the list of causes. */
async function accountsOf(page: Page, title: string): Promise<number> {
  const words = (await cause(page, title).getAttribute('title')) ?? ''
  return Number(/in ([\d,]+) account/.exec(words)?.[1]?.replace(',', '') ?? '0')
}

async function hasFallenTo(page: Page, title: string, accounts: number): Promise<void> {
  const left = cause(page, title)
  if (accounts === 0) await left.waitFor({ state: 'detached' })
  else await left.and(page.locator(`[title*="in ${accounts} account"]`)).waitFor()
}

/** Opens a cause and goes to the cell of a problem in it: the grid has the focus. */
async function goToCell({ page, hands }: Traveller, title: string): Promise<void> {
  const chosen = cause(page, title)
  const told = page.locator('[data-focused-problem]:not(:empty)')
  if ((await chosen.getAttribute('aria-pressed')) === 'false') {
    await hands.press(chosen)
    await told.waitFor({ state: 'attached' })
  }
  await page.keyboard.press('F8')
  await told.waitFor({ state: 'attached' })
  await page.locator('td:focus, canvas:focus').first().waitFor({ state: 'attached' })
}

/** Fixes one account's problem in the grid: the cell is opened with Enter, typed anew and kept with Enter. */
export async function fixInGrid(traveller: Traveller, title: string, text: string): Promise<void> {
  const { page } = traveller
  const before = await accountsOf(page, title)
  await goToCell(traveller, title)
  await page.keyboard.press('Enter')
  const editor = page.locator('.gdg-input')
  await editor.waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await hasFallenTo(page, title, before - 1)
}

/** Fixes one account's problem in its form: the field of the selected cell is typed anew. */
export async function fixInForm(traveller: Traveller, title: string, text: string): Promise<void> {
  const { page, hands } = traveller
  const before = await accountsOf(page, title)
  await goToCell(traveller, title)
  const field = page.locator('input[data-focused]')
  await field.waitFor()
  const marked = page.locator(`[id="${await field.getAttribute('id')}"]`)
  await hands.write(marked, text)
  await page.keyboard.press('Enter')
  await hasFallenTo(page, title, before - 1)
}

/** Agrees to the gate; releases nothing. */
export async function agree(traveller: Traveller): Promise<void> {
  const { page, hands } = traveller
  await goToStep(traveller, 'Submit')
  const box = page.getByRole('checkbox')
  await box.waitFor()
  await traveller.look('submit')
  await hands.press(box)
}

/** Releases the next wave as it is planned, or with another size, and waits until all of it has settled. */
export async function releaseWave(traveller: Traveller, wave: number, size?: number): Promise<void> {
  const { page, hands } = traveller
  if (size !== undefined) {
    await hands.write(page.getByLabel(`Accounts in wave ${wave}`), String(size))
    await page.keyboard.press('Enter')
  }
  const item = page
    .getByRole('region', { name: 'Waves' })
    .getByRole('listitem')
    .nth(wave - 1)
  await hands.press(button(item, /^Release /))
  await item.getByText('all settled').waitFor({ timeout: 60_000 })
  await traveller.look(`submit-wave-${wave}`)
}

/** Waits in the Watch step until nothing is on the way. */
export async function watch(traveller: Traveller): Promise<void> {
  await goToStep(traveller, 'Watch')
  await traveller.page.getByText('Adds up', { exact: true }).waitFor()
  await traveller.look('watch')
}

export type Totals = Readonly<Record<string, number>>

/** Makes the report; answers the totals that the window shows, by their words. */
export async function report(traveller: Traveller): Promise<Totals> {
  const { page, hands } = traveller
  await goToStep(traveller, 'Report')
  await page.getByText('Every row that was read is accounted for').waitFor()
  await hands.press(button(page, 'Make the report'))
  await page.getByText(/^Made at/).waitFor()
  await traveller.look('report')
  const lines = await page.getByRole('region', { name: 'Totals' }).getByRole('row').allInnerTexts()
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [words = '', number = ''] = line.split('\t').map((part) => part.trim())
      return /^[\d,]+$/.test(number) ? [[words, Number(number.replaceAll(',', ''))]] : []
    }),
  )
}
