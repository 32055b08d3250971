// Tests a person's own catalogue: it is added, a mapping to it is saved as a template, and the template maps another file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import exampleCatalogue from '../../../shared/catalogue/examples/example.json' with { type: 'json' }
import { withMouse } from '../hands.ts'
import { connect, load } from '../journey.ts'
import { aim, build } from '../journey-map.ts'
import { openStep } from '../sending-journey.ts'
import { browserUser, harnessOfEachTest, linkedSample, openBatch } from '../travel.ts'

const harness = harnessOfEachTest()

test('a catalogue is added, a mapping to it is saved as a template, and the template maps a second batch', async () => {
  const catalogue = join(harness().folder, 'northern.json')
  writeFileSync(catalogue, JSON.stringify({ ...exampleCatalogue, title: 'Northern fields' }))
  const next = await linkedSample(harness(), 30, 'next')
  const page = await harness().openPage()
  const user = browserUser(page, withMouse(page))
  // With animations, as most people have them.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('link', { name: 'Catalogues' }).first().click()
  await user.giveFile(() => page.getByRole('button', { name: /^(Add|Load) a catalogue/ }).click(), catalogue)
  await page.getByRole('heading', { name: 'Northern fields' }).waitFor()
  await connect(user, harness().sandbox, 'Northern fields')

  const [connection] = await harness().engine().connections.list()
  const id = connection?.settings.catalogue ?? ''
  const first = await linkedSample(harness(), 20, 'first')
  await openBatch(harness(), connection?.id ?? 0, first, { catalogue: { id } })
  await openStep(page, 1, 'map')
  await page.getByRole('combobox', { name: 'Catalogue' }).getByText('Northern fields').waitFor()
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Northern move')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await load(user, next.file)
  await page.getByRole('link', { name: 'Map the columns' }).click()
  await aim(user, 'ACME')
  await page.getByRole('combobox', { name: 'Catalogue' }).getByText('Northern fields').waitFor()
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: /^Northern move/ }).click()
  await build(user)
  const [one, two] = await Promise.all([1, 2].map((batch) => harness().engine().batches.get({ batch })))
  expect(two?.mapping).toEqual(one?.mapping)
  expect(two?.catalogue).toBe(one?.catalogue)
  expect(two?.accounts).toBe(30)
})
