// The Map step of the journey: choose connection and supplier, map each column to a field, and build the accounts.
import type { Locator } from 'playwright'
import { button, connectionName, type User } from './user.ts'

/** Accepts the suggestions, completes or changes them as the linked sample needs, and builds the accounts. */
export async function map(user: User, supplier: string): Promise<void> {
  const { page, hands, look } = user
  await hands.press(page.getByRole('link', { name: 'Map the columns' }))
  await aim(user, supplier)
  await look('map')
  const accounts = page.getByRole('region', { name: 'Columns of Accounts' })
  await decide(user, accounts, 'Bill street', 'billing_address.street_address', 'Billing street address')
  await decide(user, accounts, 'Bill town', 'billing_address.locality', 'Billing locality')
  await decide(user, accounts, 'CRM ref', 'references.0.value', 'Reference value')
  await convert(user, 'Occupier', { yes: 'Y', no: 'N' })
  // It links the meters to their address; as a field it would be fed twice.
  await onlyJoin(user, page.getByRole('region', { name: 'Columns of Supply' }), 'Supply No')
  await fix(user, 'references.0.namespace', 'Reference namespace', 'CRM')
  await fix(user, 'billing_address.country', 'Billing country', 'GB')
  await build(user)
}

/** Chooses connection and supplier. */
export async function aim({ page, hands }: User, supplier: string): Promise<void> {
  const connection = page.getByRole('combobox', { name: 'Connection' })
  await connection.waitFor()
  if (!(await connection.innerText()).includes(connectionName)) await hands.choose(connection, connectionName)
  await hands.write(page.getByLabel('Supplier code', { exact: true }), supplier)
}

/** Builds the accounts with a complete mapping. */
export async function build({ page, hands, look }: User): Promise<void> {
  await page.getByText('Everything needed is mapped.').waitFor()
  await look('map-done')
  await hands.press(button(page, 'Build the accounts'))
  await button(page, /^Validate \d/).waitFor()
}

function row(section: Locator, column: string): Locator {
  const page = section.page()
  return section.getByRole('listitem').filter({ has: page.getByText(column, { exact: true }) })
}

/** Maps a column to its field where the suggestion did not. */
async function decide(
  { page, hands }: User,
  section: Locator,
  column: string,
  path: string,
  title: string,
): Promise<void> {
  const here = row(section, column)
  const target = here.locator('[data-target]')
  await target.waitFor()
  const placed = here.getByText(path, { exact: true })
  if ((await placed.count()) > 0) return
  await hands.press(target)
  await hands.choose(page.getByRole('combobox', { name: `Choose a field: ${column}` }), path, title)
  await placed.waitFor()
  await page.getByText(`Choose a field for “${column}”`).waitFor({ state: 'detached' })
}

/** Unmaps a column that only links rows. */
async function onlyJoin({ hands }: User, section: Locator, column: string): Promise<void> {
  const here = row(section, column)
  await here.locator('[data-target]').waitFor()
  if ((await here.getByText('only joins rows').count()) > 0) return
  await hands.press(button(here, 'Ignore this column'))
}

/** Sets the words of a column that mean yes and no. */
async function convert(
  { page, hands }: User,
  column: string,
  words: { readonly yes: string; readonly no: string },
): Promise<void> {
  const here = row(page.locator('fieldset'), column)
  // With its samples, the dialog knows which words are needed.
  await here.getByText('…', { exact: true }).waitFor({ state: 'detached' })
  await hands.press(button(here, new RegExp(`Conversion of ${column}`)))
  const dialog = page.getByRole('dialog', { name: `Conversion of ${column}` })
  await hands.write(dialog.getByLabel('Words for yes'), words.yes)
  await hands.write(dialog.getByLabel('Words for no'), words.no)
  await hands.press(button(dialog, 'Save'))
  await dialog.waitFor({ state: 'detached' })
}

async function fix({ page, hands }: User, path: string, title: string, value: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Fixed values' })
  await hands.write(section.getByLabel('Value'), value)
  await hands.choose(section.getByRole('combobox', { name: 'Field' }), path, title)
  await hands.press(button(section, 'Add'))
  await section.getByText(path).waitFor()
  // The next value can be typed at once.
  await section.getByLabel('Value').and(page.locator(':focus')).waitFor()
}
