// Tests that a failed dry run is its own outcome and counts as a failure everywhere: against the sandbox over real
// HTTP, from the brake that stops its wave to the file of accounts to fix.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exitCodeOf } from '../../../electron/cli/run/outcome.ts'
import { textLine } from '../../../electron/cli/watch/lines.ts'
import { alertsOf } from '../../../electron/engine/system/alerts/alerts.ts'
import { headlineOf } from '../../../renderer/accounts/live/headline.ts'
import { nextStep } from '../../../renderer/accounts/batch-parts.ts'
import { toFix } from '../../../shared/status/counts.ts'
import { accountStates } from '../../../shared/sending/states.ts'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'
import { expectConsistent, inDatabase, openHarness, type Harness } from './harness.ts'
import { numbered, plainAccounts, readSheets } from './small-files.ts'
import { isOver } from './waiting.ts'
import { english } from '../../support/english.ts'

const supplier = 'ACME DRY RUN'

/** Four accounts whose dry runs fail, released as one wave. */
async function failed(harness: Harness): Promise<number> {
  harness.sandbox.control.setSwitches({ failShare: 1 })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(4, 'N', supplier)), null)
  await harness.validate(batch)
  return batch
}

test('a failed dry run counts as failed in its wave, the brake, and every list, notice and total', async () => {
  const harness = await openHarness()
  const { client } = harness
  const batch = await failed(harness)
  await client().batches.setPlan({
    batch,
    plan: sendingPlan.parse({ sizes: [3], brakes: { sameCode: 3 } }),
  })
  await client().batches.release({ batch, limit: 3 })
  const view = await harness.until(batch, (now) => isOver(now) && now.sending.stop !== null)
  expect(view.outcomes).toMatchObject({ dry_run: 0, dry_run_failed: 3, failed: 0 })
  expect(view.sending.waves).toMatchObject([{ accounts: 3, created: 0, wrong: 3, other: 0 }])
  expect(view.sending.stop).toMatchObject({ reason: 'same_code', code: 'account_creation_failed' })

  const need = await client().accounts.list({
    batch,
    states: [...accountStates],
    needPerson: true,
    offset: 0,
    limit: 10,
  })
  expect(need).toMatchObject({ total: 3 })
  for (const line of need.accounts) {
    expect(line).toMatchObject({ outcome: 'dry_run_failed', serviceStatus: 'DRY_RUN_ERRORED' })
    expect(english(line.advice)).toMatch(/^Its dry run failed/)
    const { problems } = await client().accounts.get({ account: line.id })
    expect(problems).toMatchObject([{ source: 'process', code: 'account_creation_failed' }])
  }
  expect(toFix(view)).toBe(3)
  expect(nextStep(view)).not.toBe('report')
  expect(exitCodeOf(view, 'done')).toBe(2)
  expect(textLine({ view, oldestSince: null, left: null, readable: true }, 0)).toContain('3 failed')
  await expectConsistent(harness, [batch])
})

test('a batch with failed dry runs is never reported as free of problems', async () => {
  const harness = await openHarness()
  const batch = await failed(harness)
  await harness.release(batch)
  const view = await harness.until(
    batch,
    (now) => isOver(now) && now.sending.waves.every(({ endedAt }) => endedAt !== null),
  )
  expect(alertsOf(view, null).map(({ message }) => english(message))).toEqual([
    expect.stringContaining('Created: 0 of 4 accounts; 4 went wrong'),
  ])
  expect(headlineOf(view)).toMatchObject({
    tone: 'bad',
    title: 'Done, 4 failed',
    detail: '4 failed dry run.',
  })
})

test('a report lists failed dry runs with code and text of the service, and in the fix file', async () => {
  const harness = await openHarness()
  const batch = await failed(harness)
  await harness.release(batch)
  await harness.until(batch, isOver)
  const report = await harness.report(batch)
  expect(report.results.map(({ outcome }) => outcome)).toEqual(Array(4).fill('dry_run_failed'))
  expect(report.errors).toHaveLength(4)
  expect(report.errors[0]).toMatchObject({ code: 'account_creation_failed', source: 'process' })
  const summary = JSON.parse(readFileSync(report.files['summary_json'] ?? '', 'utf8'))
  expect(summary.outcomes).toMatchObject({ dry_run: 0, dry_run_failed: 4 })
  expect(readFileSync(report.files['summary_html'] ?? '', 'utf8')).toContain(
    'Failed dry run</th><td class="n">4</td>',
  )
  const [sheet] = await readSheets(harness.client(), report.files['fix_me_xlsx'] ?? '')
  expect(sheet?.rows.size).toBe(4)
})

test('an account whose dry run failed is rechecked automatically, and can be corrected and sent again', async () => {
  const harness = await openHarness()
  const batch = await failed(harness)
  await harness.release(batch)
  await harness.until(batch, isOver)
  const looks = inDatabase(harness.data, (database) =>
    database.prepare('SELECT DISTINCT asked FROM recheck').pluck().all(),
  )
  expect(looks).toEqual([0])

  harness.sandbox.control.setSwitches({ failShare: 0 })
  // A process that starts in the same second as the one before it is taken for that one.
  harness.sandbox.control.moveClock(10_000)
  const cells = [{ sheet: 0, row: 2, column: 2, text: 'Corrected' }]
  await harness.client().edits.apply({ batch, words: 'Correct a name', cells })
  await harness.send(batch)
  expect((await harness.client().batches.get({ batch })).outcomes).toMatchObject({
    dry_run: 1,
    dry_run_failed: 3,
  })
})
