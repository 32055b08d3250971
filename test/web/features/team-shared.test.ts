// Tests what the Team page shows of what is shared, with two desktops on a real PostgreSQL: sharing from the dialog, a
// conflict side by side, and the versions of an item. In both languages, sizes and themes.
import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { ownPostgres } from '../../engine/team/team-fixture.ts'
import { said } from '../both-languages.ts'
import { quickConnection } from '../sending-journey.ts'
import { openInBothLanguages, type State, wrongIn } from '../states.ts'
import { harnessOfEachTest } from '../travel.ts'
import type { WindowHarness } from '../window-harness.ts'

const harnessOfDana = harnessOfEachTest()
const harnessOfIna = harnessOfEachTest()

let service: Sandbox | null = null
beforeEach(async () => {
  service = await createSandbox({ speed: 'instant' })
})
afterEach(() => service?.close())

const template = { kind: 'template', key: 'Northern tariff list' } as const

const mappingOf = (key: string, phone: string) =>
  mappingFile.parse({
    version: 1,
    key,
    columns: [
      { column: key, field: 'external_account_number' },
      { column: 'Surname', field: 'customers.0.family_name' },
      {
        column: phone,
        field: 'customers.0.landline',
        conversion: { kind: 'phone', to: 'e164', region: 'GB' },
      },
    ],
  })

async function joined({ engine }: WindowHarness, address: string, password: string, name: string) {
  await engine().team.init({ address, password })
  await engine().team.join({ address, password, name })
  await expect.poll(async () => (await engine().team.get())?.state).toBe('ready')
}

const stateOf = async ({ engine }: WindowHarness, key: string): Promise<string> => {
  const item = (await engine().knowledge.list()).find((one) => one.key === key)
  return `${item?.state} ${item?.version}`
}

const press = (page: Page, name: string) =>
  page
    .getByRole('button', { name: said(name) })
    .first()
    .click()
const close = (page: Page) => page.keyboard.press('Escape')

/** Both changed the template while the database was away. */
async function conflict(
  dana: WindowHarness,
  ina: WindowHarness,
  server: Awaited<ReturnType<typeof ownPostgres>>,
) {
  const save = ({ engine }: WindowHarness, key: string, phone: string) =>
    engine().templates.save({ name: template.key, mapping: mappingOf(key, phone), supplier: 'ACME' })
  await save(dana, 'Account No', 'Phone')
  await dana.engine().knowledge.share(template)
  await expect.poll(() => stateOf(ina, template.key)).toBe('in_step 1')
  await save(dana, 'Account No', 'Landline')
  await expect.poll(() => stateOf(ina, template.key)).toBe('in_step 2')
  await server.stop('fast')
  await save(ina, 'Account No', 'Telephone')
  await save(dana, 'Customer No', 'Landline')
  await server.restart()
  await expect
    .poll(async () => (await Promise.all([dana, ina].map((one) => stateOf(one, template.key)))).toSorted(), {
      timeout: 30_000,
    })
    .toEqual(['conflict 3', 'in_step 3'])
  return (await stateOf(dana, template.key)).startsWith('conflict') ? dana : ina
}

test('what is shared is readable in every state, and a conflict is decided side by side', async () => {
  const server = await ownPostgres()
  if (service === null) throw new Error('The service runs while tests run.')
  const dana: WindowHarness = { ...harnessOfDana(), sandbox: service }
  const ina: WindowHarness = { ...harnessOfIna(), sandbox: service }
  await quickConnection(dana)
  await joined(dana, server.url, server.password, 'Dana Whitfield')
  const pages = await openInBothLanguages(dana)
  const empty: State = {
    name: 'team-shared-empty',
    at: '#/team',
    act: (page) => page.getByText(said('Nothing is shared yet')).scrollIntoViewIfNeeded(),
  }
  const dialog: State = {
    name: 'team-shared-dialog',
    async act(page) {
      await dana.engine().templates.save({ name: 'Southern tariff list', mapping: mappingOf('No', 'Phone') })
      await press(page, 'Share…')
      await page.getByText('Southern tariff list').first().waitFor()
    },
  }
  expect(await wrongIn(pages, [empty, dialog])).toEqual({})

  await joined(ina, server.url, server.password, 'Ina Okafor')
  await dana
    .engine()
    .playbook.save({ code: 'meter_unknown', words: 'Ask the supplier for the meter number.' })
  await dana.engine().knowledge.share({ kind: 'playbook', key: 'meter_unknown' })
  await dana.engine().knowledge.share({ kind: 'template', key: 'Southern tariff list' })
  await expect.poll(() => stateOf(ina, 'Southern tariff list')).toBe('in_step 1')
  await ina.engine().knowledge.unshare({ kind: 'template', key: 'Southern tariff list' })
  const side = await conflict(dana, ina, server)
  const shown = side === dana ? pages : await openInBothLanguages(ina)
  const states: State[] = [
    {
      name: 'team-shared-list',
      at: '#/team',
      act: (page) => page.getByRole('button', { name: said('Decide about “*”…') }).scrollIntoViewIfNeeded(),
    },
    {
      name: 'team-shared-conflict',
      async act(page) {
        await page.getByText(said('Both changed it')).waitFor()
        await page.getByRole('button', { name: said('Decide about “*”…') }).click()
        await page.getByRole('dialog').getByRole('table').waitFor()
      },
    },
    {
      name: 'team-shared-versions',
      async act(page) {
        await close(page)
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page
          .getByRole('row')
          .filter({ hasText: template.key })
          .getByRole('button', { name: said('Versions of “*”') })
          .click()
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      },
    },
  ]
  expect(await wrongIn(shown, states)).toEqual({})

  const page = shown.english
  await page.bringToFront()
  await close(page)
  await page.getByRole('button', { name: 'Decide about “Northern tariff list”…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => stateOf(dana, template.key)).toBe('in_step 4')
  await expect.poll(() => stateOf(ina, template.key)).toBe('in_step 4')
  await page.getByRole('button', { name: 'Versions of “Northern tariff list”' }).click()
  await page.getByRole('button', { name: 'Bring back version 1' }).click()
  await expect.poll(() => stateOf(ina, template.key)).toBe('in_step 5')
  expect(await ina.engine().templates.load({ name: template.key })).toEqual(mappingOf('Account No', 'Phone'))
}, 300_000)
