// Tests a report that a person stops while it is written: nothing of it is left, an earlier report stays whole, and
// validating and sending go on. A table that is stopped leaves no file either.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, type Harness, openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver } from '../api/waiting.ts'

/** So many that a report takes far longer than the message that stops it. */
const accounts = 3_000

async function largeBatch(): Promise<{ harness: Harness; batch: number }> {
  const harness = await openHarness({ limits: { concurrency: 2, pollFirstMs: 20, adaptive: false } })
  return { harness, batch: await harness.load(await plainAccounts(freshFolder(), numbered(accounts))) }
}

/** Begins a report, stops it as soon as its work is as wanted, and returns the code with which its caller was refused. */
async function stopReport(
  { client, until }: Harness,
  batch: number,
  folder: string,
  isWanted: (done: number) => boolean,
): Promise<string> {
  const refused = client()
    .batches.report({ batch, folder })
    .then(
      () => 'written',
      (error: { data?: { code?: string } }) => error.data?.code ?? 'unknown',
    )
  await until(batch, ({ work }) => work?.kind === 'reporting' && isWanted(work.done))
  expect(await client().report.cancel({ batch })).toEqual({ cancelled: true })
  expect((await client().batches.get({ batch })).work?.kind).not.toBe('reporting')
  return refused
}

const textsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ name, parentPath }) => [
      name,
      readFileSync(join(parentPath, name)).toString('base64'),
    ]),
  )

test('a report that a person stops leaves no file, also before its first row, and the next one is whole', async () => {
  const { harness, batch } = await largeBatch()
  const folder = join(freshFolder(), 'report')
  expect(await harness.client().report.cancel({ batch }), 'none is written').toEqual({ cancelled: false })

  expect(await stopReport(harness, batch, folder, () => true)).toBe('cancelled')
  expect(await stopReport(harness, batch, folder, (done) => done > 0)).toBe('cancelled')
  expect(readdirSync(folder)).toEqual([])
  expect((await harness.client().batches.get({ batch })).report).toBeNull()
  const lines = await harness.client().audit.newest({ before: null })
  expect(lines.filter(({ action }) => action === 'report.cancel')).toHaveLength(3)

  await harness.client().batches.report({ batch, folder })
  const whole = textsIn(folder)
  const made = (await harness.client().batches.get({ batch })).report
  expect(await stopReport(harness, batch, folder, (done) => done > 0)).toBe('cancelled')
  expect(textsIn(folder)).toEqual(whole)
  expect((await harness.client().batches.get({ batch })).report).toEqual(made)
})

test('validating and sending go on as before when a report is stopped, and a stop of validating leaves the report', async () => {
  const { harness, batch } = await largeBatch()
  const client = harness.client()
  const page = await client.sheets.page({ batch, sheet: 0, offset: 0, limit: 20 })
  const ids = page.rows.flatMap(({ account }) => (account === null ? [] : [account.id]))
  await client.accounts.validate({ accounts: ids })
  await harness.until(batch, ({ states }) => states.validated === ids.length)
  for (const route of ['create', 'validate'] as const)
    harness.sandbox.faults.add({ id: route, route, effect: { kind: 'latency', ms: 100 } })
  await harness.release(batch)
  await client.batches.validate({ batch })

  const before = await client.batches.get({ batch })
  expect(await stopReport(harness, batch, freshFolder(), (done) => done > 0)).toBe('cancelled')
  const after = await client.batches.get({ batch })
  expect([before.validating, after.validating]).toEqual([true, true])
  expect(after.sending.waves).toHaveLength(before.sending.waves.length)
  expect([after.sending.stop, after.pauses]).toEqual([null, []])
  harness.sandbox.faults.remove('create')
  await harness.until(
    batch,
    ({ outcomes, states }) => outcomes.created === ids.length && states.validated > after.states.validated,
  )

  const report = client.batches.report({ batch, folder: freshFolder() })
  await harness.until(batch, ({ work }) => work?.kind === 'reporting' && work.done > 0)
  await client.batches.cancel({ batch })
  expect((await client.batches.get({ batch })).validating).toBe(false)
  expect((await report).unexplained).toBe(0)
  await harness.until(batch, isOver)
})

test('a comparison whose saving is stopped leaves no file, and can be saved afterwards', async () => {
  const harness = await openHarness()
  const load = async (prefix: string): Promise<number> =>
    harness.load(await plainAccounts(freshFolder(), numbered(700, prefix)))
  const [first, second] = [await load('A'), await load('B')]
  const folder = freshFolder()
  const write = (format: 'csv' | 'xlsx', signal = new AbortController().signal) =>
    harness.client().comparison.write(
      {
        first: { batch: first, pass: null },
        second: { batch: second, pass: null },
        kind: null,
        format,
        folder,
      },
      { signal },
    )
  for (const format of ['csv', 'xlsx'] as const) {
    const stop = new AbortController()
    const written = write(format, stop.signal)
    stop.abort()
    await expect(written).rejects.toMatchObject({ data: { code: 'cancelled' } })
    expect(readdirSync(folder)).toEqual([])
  }
  expect((await write('csv')).lines).toBe(1400)
  expect(readdirSync(folder)).toEqual(['comparison.csv'])
})
