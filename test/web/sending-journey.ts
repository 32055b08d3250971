// Journey of sending as functions over a page: the plan, waves, brakes, pauses and the large view, with a mouse and
// by keyboard alone. Also provides a file in which two accounts claim the same reference, which the service only
// detects while processing them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { hasValidated } from './journey.ts'
import { button, goToStep, type User } from './user.ts'
import type { WindowHarness } from './window-harness.ts'

const columns = [
  ['Account No', 'external_account_number'],
  ['Surname', 'customers.0.family_name'],
  ['Landline', 'customers.0.landline'],
  ['Street', 'billing_address.street_address'],
  ['Postcode', 'billing_address.postal_code'],
  ['CRM ref', 'references.0.value'],
] as const

const mapping = mappingFile.parse({
  version: 1,
  key: 'Account No',
  columns: columns.map(([column, field]) => ({ column, field })),
  fixed: [
    { field: 'billing_address.country', value: 'GB' },
    { field: 'account_type', value: 'DOMESTIC' },
    { field: 'references.0.namespace', value: 'CRM' },
  ],
})

/** `prefix`: the batches of one service need accounts of their own. */
export const keyOf = (n: number, prefix = 'S'): string => `${prefix}-${String(n).padStart(3, '0')}`

/** Connected with settings that make every wait short; one request at a time, so that accounts are sent in order. */
export async function quickConnection(
  harness: WindowHarness,
  { concurrency = 1, name = 'Practice here' } = {},
): Promise<number> {
  const { baseUrl, tokenUrl, apiKey } = harness.sandbox
  const limits = {
    concurrency,
    adaptive: false,
    pollFirstMs: 60,
    readsPerMinute: null,
    pollLongestMs: 250,
    quietMs: 300,
  }
  const { id } = await harness.engine().connections.save({
    name,
    settings: connectionSettings.parse({
      baseUrl,
      tokenUrl,
      limits,
      environment: 'test',
      catalogue: 'example',
    }),
  })
  await harness.engine().connections.setKey({ id, key: apiKey })
  return id
}

/** A batch of `count` validated accounts; `duplicates`: two of them claim the same reference. */
export function batchOfDuplicates(
  harness: WindowHarness,
  connection: number,
  count: number,
  duplicates: readonly [number, number] | null = null,
  prefix = 'S',
): Promise<number> {
  const lines = Array.from({ length: count }, (_, at) => accountLine(at + 1, prefix, duplicates))
  const file = { name: `sending-${prefix}-${count}.csv`, header: columns.map(([column]) => column), lines }
  return validatedBatch(harness, connection, file, { mapping, supplier: 'ACME' })
}

/** A batch of validated accounts that name their own supplier: one for each of `suppliers`. */
export function batchOfSuppliers(
  harness: WindowHarness,
  connection: number,
  suppliers: readonly string[],
  prefix = 'S',
): Promise<number> {
  const own = { column: 'Supplier', field: 'import_supplier' }
  const file = {
    name: 'suppliers.csv',
    header: [...columns.map(([column]) => column), own.column],
    lines: suppliers.map((supplier, at) => [...accountLine(at + 1, prefix), supplier]),
  }
  const named = mappingFile.parse({ ...mapping, columns: [...mapping.columns, own] })
  return validatedBatch(harness, connection, file, { mapping: named, supplier: null })
}

function accountLine(
  n: number,
  prefix: string,
  duplicates: readonly [number, number] | null = null,
): string[] {
  const reference = `R-${prefix}${n === duplicates?.[1] ? duplicates[0] : n}`
  return [keyOf(n, prefix), 'Sample', '+44 20 7946 0123', '1 Nowhere Street', 'QA1 1AB', reference]
}

async function validatedBatch(
  harness: WindowHarness,
  connection: number,
  file: { readonly name: string; readonly header: readonly string[]; readonly lines: readonly string[][] },
  as: { readonly mapping: typeof mapping; readonly supplier: string | null },
): Promise<number> {
  const engine = harness.engine()
  const path = join(harness.folder, file.name)
  writeFileSync(path, `${[file.header, ...file.lines].map((line) => line.join(',')).join('\n')}\n`)
  const { batch } = await engine.batches.load({
    path,
    ...as,
    catalogue: { shipped: 'example' },
    connection,
  })
  await harness.reached(batch, (now) => now.stage === 'open')
  await engine.batches.validate({ batch })
  await harness.reached(batch, (now) => !now.validating && now.states.unvalidated === 0)
  return batch
}

export async function openStep(page: Page, batch: number, step: string): Promise<void> {
  await page.evaluate((at) => (location.hash = at), `#/batch/${batch}/${step}`)
}

/** The headline of the live activity, wherever it appears first. */
export function headline(page: Page, words: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Live view' }).getByRole('status').filter({ hasText: words })
}

/** The wave's line in the Submit step's list, by its position. */
export function waveLine(page: Page, place: number): Locator {
  return page
    .getByRole('region', { name: 'Waves' })
    .getByRole('listitem')
    .nth(place - 1)
}

/** A code that always stops, as written in the plan's field. */
export async function stopOn({ page, hands }: User, codes: string): Promise<void> {
  await hands.write(page.getByLabel('Codes, with commas between'), codes)
  await page.keyboard.press('Enter')
  await page.getByText('The plan is changed.').waitFor()
}

export const stopPanel = (page: Page): Locator => page.getByRole('region', { name: /^A brake has stopped/ })

export async function goOn({ page, hands }: User): Promise<void> {
  await hands.press(button(stopPanel(page), 'Go on'))
  await stopPanel(page).waitFor({ state: 'detached' })
}

/** In Submit. */
export async function pause({ page, hands }: User): Promise<void> {
  await hands.press(button(page, 'Pause sending'))
  await headline(page, 'Paused by a person').waitFor()
}

export async function resume({ page, hands }: User): Promise<void> {
  await hands.press(button(page, 'Resume sending'))
  await headline(page, 'Paused by a person').waitFor({ state: 'detached' })
}

export async function cancelQueued({ page, hands }: User, queued: number): Promise<void> {
  await hands.press(button(page, `Cancel ${queued} queued`))
  await button(page, 'Cancel queued').waitFor()
}

/** In Fix, from the stop's panel: the one account with this code gets another reference and is validated. */
export async function fixReference(user: User, key: string, reference: string): Promise<void> {
  const { page, hands } = user
  await hands.press(page.getByRole('link', { name: 'Fix “Reference already exists”' }))
  const account = page.locator(`[data-account="${key}"]`)
  await account.waitFor()
  const field = account.locator('[id="fix-references.0.value"]')
  await hands.write(field, reference)
  await page.keyboard.press('Enter')
  await hands.press(button(page, 'Validate 1'))
  await hasValidated(user)
  await goToStep(user, 'Submit')
}

/** The pause shown in Submit, by the end of its title. */
export function pauseNote(page: Page, why: string): Locator {
  return page.getByText(`Sending is paused${why}`)
}

/** Uses the large view: opens it by its key, waits for `seen`, then presses Escape. */
export async function lookFromAfar({ page, look }: User, seen: string, name: string): Promise<void> {
  await button(page, 'Enlarge view').first().waitFor()
  await page.locator('main').focus()
  await page.keyboard.press('w')
  const large = page.getByRole('dialog', { name: /large view$/ })
  await large.getByRole('status').filter({ hasText: seen }).waitFor()
  await look(name)
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
}

/** Acts as the platform's operator, through the sandbox's own interface. */
export function operatorOf({ sandbox }: WindowHarness) {
  const { operatorUrl } = sandbox
  if (operatorUrl === null) throw new Error('The sandbox has no operator.')
  async function call(method: 'PUT' | 'POST' | 'DELETE', path: string, body: unknown = {}): Promise<void> {
    const answer = await fetch(`${operatorUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`The operator was refused: ${answer.status} ${await answer.text()}`)
  }
  return {
    setSupplier: (status: 'ongoing' | 'paused') => call('PUT', 'suppliers/ACME', { status }),
    /** Invalidates all keys and tokens. */
    async revokeKeys(): Promise<void> {
      const value = { data: { obtainPlatformToken: null }, errors: [{ message: 'Key revoked.' }] }
      const effect = { kind: 'status', status: 200, body: { kind: 'json', value } }
      await call('POST', 'faults', { id: 'revoked', route: 'token', effect })
      await call('POST', 'tokens/expire')
    },
    renewKeys: () => call('DELETE', 'faults/revoked'),
    /** Makes the service stop replying. */
    goAway: () =>
      call('POST', 'faults', { id: 'away', route: 'any', effect: { kind: 'reset', when: 'before_work' } }),
    comeBack: () => call('DELETE', 'faults/away'),
    /** Sets the duration of each create. */
    slow: (ms: number) =>
      call('POST', 'faults', { id: 'slow', route: 'create', effect: { kind: 'latency', ms } }),
    quick: () => call('DELETE', 'faults/slow'),
  }
}
