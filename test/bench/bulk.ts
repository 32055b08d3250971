// Measures the effort to fix a large file, a third of its accounts damaged by ten rules: the journey of
// test/web/bulk.test.ts at full size. The time runs in the page from the first view of the causes to "Nothing to
// fix", including every check. Clicks and keys are counted in the page.
import { performance } from 'node:perf_hooks'
import { generateRuleDamaged } from '../files/rule-damage.ts'
import { fixByRules } from '../web/bulk-journey.ts'
import { largeSize, openBrowser, openWindowHarness } from '../web/window-harness.ts'
import { connected } from '../web/travel.ts'
import type { Line } from './measure.ts'

const longestWaitMs = 300_000

export async function measureBulk(options: {
  readonly accounts: number
  readonly share: number
}): Promise<Line[]> {
  const { accounts, share } = options
  const browser = await openBrowser()
  const harness = await openWindowHarness(browser, { motion: true })
  try {
    const sample = await generateRuleDamaged({ seed: 3, count: accounts, share, folder: harness.folder })
    const engine = harness.engine()
    const loading = performance.now()
    const { batch } = await engine.batches.load({
      path: sample.file,
      mapping: sample.mapping,
      catalogue: { shipped: 'example' },
      connection: await connected(harness),
      supplier: 'ACME',
    })
    await harness.reached(batch, ({ stage, work }) => stage === 'open' && work === null)
    const loaded = (performance.now() - loading) / 1000
    const page = await harness.openPage('light', largeSize)
    await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
    const effort = await fixByRules(page, longestWaitMs)
    const { states } = await harness.reached(batch, ({ work }) => work === null)
    if (states.unvalidated !== accounts) throw new Error(`Not all were fixed: ${JSON.stringify(states)}`)
    const what = `${accounts} accounts, ${Math.round(accounts * share)} damaged in ten ways`
    const line = (name: string, unit: string, value: number): Line => ({
      what: name,
      unit,
      ours: [value],
      bare: [],
    })
    return [
      line(`${what}: loaded`, 's', loaded),
      line(`  to no problem by ${effort.fixes} bulk fixes`, 's', effort.seconds),
      line('  clicks', '', effort.clicks),
      line('  keys', '', effort.keys),
    ]
  } finally {
    await harness.close()
    await browser.close()
  }
}
