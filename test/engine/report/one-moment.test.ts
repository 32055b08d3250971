// Tests reports of a batch while its accounts are being sent: every file shows the same snapshot, whatever changes
// meanwhile, and gives the reason of everything that a person put off.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runReport } from '../../../electron/engine/report/report-thread.ts'
import { freshFolder, type Harness, type Line, openHarness, type Report } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver } from '../api/waiting.ts'
import type { Ending } from '../../../shared/sending/endings.ts'
import { inEnglish, message } from '../../../shared/texts/message.ts'

const counts = z.record(z.string(), z.number())
const summaryFile = z.object({
  madeAt: z.iso.datetime(),
  totals: z.object({ accounts: z.number(), rows: z.number(), problems: z.number() }),
  states: counts,
  outcomes: counts,
  endings: z.record(z.string(), z.number()),
  holds: z.array(
    z.object({
      reason: z.string(),
      excluded: z.boolean(),
      by: z.string().nullable(),
      accounts: z.number(),
      withoutTime: z.number(),
      until: z.object({ times: z.number(), first: z.string(), last: z.string() }).nullable(),
    }),
  ),
  reconciliation: z.object({ unexplained: z.number() }),
})

const countBy = (lines: readonly Line[], column: string): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(lines, (line) => line[column] ?? '')].map(([name, found]) => [name, found.length]),
  )

const withoutZeros = (all: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0))

/** One row per account here, so the rows of a state are its accounts. Returns how many were created by then. */
async function expectOneMoment(report: Report, accounts: number): Promise<number> {
  const summary = summaryFile.parse(JSON.parse(readFileSync(report.files['summary_json'] ?? '', 'utf8')))
  expect(summary.reconciliation.unexplained).toBe(0)
  expect(report.results).toHaveLength(accounts)
  expect(new Set(report.results.map((line) => line['carryover_account'])).size).toBe(accounts)
  const states = countBy(
    report.results.filter((line) => line['outcome']?.startsWith('excluded') !== true),
    'state',
  )
  expect(states).toEqual(withoutZeros(summary.states))
  const { unsent = 0, excluded, ...outcomes } = summary.outcomes
  const reported = countBy(report.results, 'outcome')
  expect(reported['created'] ?? 0).toBe(outcomes['created'])
  expect(reported[''] ?? 0).toBe(unsent)
  expect(reported['excluded: belongs to the new brand'] ?? 0).toBe(excluded)
  expect(report.errors).toHaveLength(summary.totals.problems)
  const workbook = await readXlsx(readFileSync(report.files['results_xlsx'] ?? ''))
  const lines = workbook.sheets[1]?.rows ?? []
  const outcomeAt = (lines[0] ?? []).indexOf('outcome')
  expect(lines.slice(1).map((line) => line[outcomeAt] ?? '')).toEqual(
    report.results.map((line) => line['outcome']),
  )
  const names = Object.entries(withoutZeros(summary.endings)).map(([ending, count]) => [
    inEnglish(message('report.ending_sheet', { ending: ending as Ending })),
    count,
  ])
  expect(workbook.sheets.slice(2).map(({ name, rows }) => [name, rows.length - 1])).toEqual(names)
  return outcomes['created'] ?? 0
}

async function sendingHarness(accounts: number): Promise<{ harness: Harness; batch: number }> {
  const harness = await openHarness({ sandbox: { speed: 200 }, limits: { concurrency: 2, pollFirstMs: 20 } })
  const plain = await plainAccounts(freshFolder(), numbered(accounts))
  const batch = await harness.load(plain)
  await harness.validate(batch)
  return { harness, batch }
}

test('every report made while accounts are being created is consistent', async () => {
  const accounts = 150
  const { harness, batch } = await sendingHarness(accounts)
  harness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 25 } })
  await harness.release(batch)
  const seen: number[] = []
  let over = false
  const ended = harness.until(batch, isOver).finally(() => {
    over = true
  })
  while (!over) {
    seen.push(await expectOneMoment(await harness.report(batch), accounts))
    await wait(50)
  }
  await ended
  seen.push(await expectOneMoment(await harness.report(batch), accounts))
  expect(seen.at(-1)).toBe(accounts)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(new Set(seen).size, 'reports that were made at different moments').toBeGreaterThan(2)
})

test('the reasons of holds and exclusions are in the results and in both summaries', async () => {
  const { harness, batch } = await sendingHarness(5)
  const page = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 5 })
  const ids = page.rows.flatMap((row) => (row.account === null ? [] : [row.account.id]))
  const until = Date.UTC(2027, 2, 1)
  await harness.client().operator.set({ name: 'Ina Berg' })
  const { hold } = harness.client().accounts
  await hold({ accounts: ids.slice(0, 1), reason: 'asked to wait', until })
  await hold({ accounts: ids.slice(1, 2), reason: 'belongs to the new brand', until: null, exclude: true })
  const report = await harness.report(batch)
  const columns = ['ending', 'held_reason', 'held_until', 'held_by']
  expect(report.results.map((line) => columns.map((name) => line[name]))).toEqual([
    ['held', 'asked to wait', '2027-03-01T00:00:00.000Z', 'Ina Berg'],
    ['excluded', 'belongs to the new brand', '', 'Ina Berg'],
    ...[1, 2, 3].map(() => ['ready', '', '', '']),
  ])
  const summary = summaryFile.parse(JSON.parse(readFileSync(report.files['summary_json'] ?? '', 'utf8')))
  expect(summary.holds).toEqual([
    {
      reason: 'asked to wait',
      excluded: false,
      by: 'Ina Berg',
      accounts: 1,
      withoutTime: 0,
      until: { times: 1, first: '2027-03-01T00:00:00.000Z', last: '2027-03-01T00:00:00.000Z' },
    },
    {
      reason: 'belongs to the new brand',
      excluded: true,
      by: 'Ina Berg',
      accounts: 1,
      withoutTime: 1,
      until: null,
    },
  ])
  const page1 = readFileSync(report.files['summary_html'] ?? '', 'utf8')
  expect(page1).toContain(
    '<th scope="row">asked to wait</th><td>Held <small>until 2027-03-01 00:00 UTC</small></td><td>Ina Berg</td><td class="n">1</td>',
  )
  expect(page1).toContain(
    '<th scope="row">belongs to the new brand</th><td>Excluded</td><td>Ina Berg</td><td class="n">1</td>',
  )
})

test('a cancelled report is reported as cancelled and leaves nothing behind', async () => {
  const { harness, batch } = await sendingHarness(5)
  const folder = join(freshFolder(), 'report')
  const inLanguage = { language: 'en', locale: 'en-GB' } as const
  const order = { workspace: harness.data, batch, folder, version: '0.0.0-test', inLanguage }
  const watch = { now: Date.now, onProgress: () => undefined }
  const cancelled = await runReport(order, { ...watch, signal: AbortSignal.abort() })
  expect(cancelled).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
  expect(readdirSync(folder)).toEqual([])
  const whole = await runReport(order, { ...watch, signal: new AbortController().signal })
  expect(whole).toMatchObject({ ok: true, value: { counts: { accounts: 5 } } })
})
