// Tests bulk fixes of a large file with a third of its accounts damaged by ten rules: the user reaches no problem
// at all with bulk fixes alone. The cells then equal the undamaged file exactly, and the service validates every
// account.
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateRuleDamaged } from '../files/rule-damage.ts'
import { fixByRules } from './bulk-journey.ts'
import { connected } from './travel.ts'
import { type Client, openBrowser, openWindowHarness, type WindowHarness } from './window-harness.ts'

/** `npm run bench -- bulk` runs the same journey with a hundred thousand. */
const accounts = 10_000
const longestWaitMs = 60_000

let browser: Browser
let harness: WindowHarness

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
}, 60_000)
afterAll(async () => {
  await harness.close()
  await browser.close()
})

test('ten bulk fixes remove every problem from 10,000 accounts, 3,000 of which are damaged in ten ways', {
  timeout: 240_000,
}, async () => {
  const sample = await generateRuleDamaged({ seed: 3, count: accounts, share: 0.3, folder: harness.folder })
  const engine = harness.engine()
  const { batch } = await engine.batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection: await connected(harness),
    supplier: 'ACME',
  })
  const loaded = await harness.reached(batch, ({ stage, work }) => stage === 'open' && work === null)
  expect(loaded.states).toMatchObject({ invalid: 3_000, unvalidated: 7_000 })

  const page = await harness.openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  const effort = await fixByRules(page, longestWaitMs)
  expect(effort.fixes).toBe(10)
  const fixed = await harness.reached(batch, ({ work }) => work === null)
  expect(fixed.states).toMatchObject({ invalid: 0, unvalidated: accounts })
  const edits = await engine.edits.history({ batch })
  expect(edits.reduce((cells, edit) => cells + edit.cells, 0)).toBe(
    Object.values(sample.damaged).reduce((sum, one) => sum + one, 0),
  )
  expect(await differences(engine, batch, sample.repaired())).toEqual([])

  await engine.batches.validate({ batch })
  const validated = await harness.reached(batch, ({ states }) => states.unvalidated === 0)
  expect(validated.states).toMatchObject({ validated: accounts, rejected: 0 })
  harness.leave(page)
})

/** The first ten rows that are wrong. */
async function differences(
  engine: Client,
  batch: number,
  wanted: AsyncIterable<readonly string[]>,
): Promise<string[]> {
  const found: string[] = []
  const size = 500
  let page: readonly { readonly cells: readonly string[] }[] = []
  let at = -1
  for await (const cells of wanted) {
    if (at >= 0) {
      if (at % size === 0)
        page = (await engine.sheets.page({ batch, sheet: 0, offset: at, limit: size })).rows
      const now = page[at % size]?.cells ?? []
      const differs = cells.some((text, column) => text !== (now[column] ?? ''))
      if (differs && found.length < 10) found.push(`${cells.join('|')} is ${now.join('|')}`)
    }
    at += 1
  }
  if (at !== accounts) found.push(`${at} rows were wanted`)
  return found
}
