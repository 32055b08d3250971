// Tests a whole run, from file to report: counts add up, results are joined by identity, and every message of the
// service and every planted damage appears at its cell. CARRYOVER_RUN_ACCOUNTS makes it larger; the figures are
// printed.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { statusRecord, validationErrorReply } from '../../../shared/sending/service.ts'
import { generateAccounts, readTruth, type TruthEntry } from '../../files/generate.ts'
import { expectConsistent, type Exchange, freshFolder, type Line, openHarness } from './harness.ts'
import { isOver } from './waiting.ts'

const count = Number(process.env['CARRYOVER_RUN_ACCOUNTS'] ?? '400')
/** Sandbox and engine share this process, so a busy machine replies late; time-outs are not tested here. */
const patient = { createTimeoutMs: 20_000, validateTimeoutMs: 20_000, statusTimeoutMs: 20_000 }

const sentAccount = z.looseObject({ external_account_number: z.string() })

/** `account attr code` of every error in one reply of the service; attr empty if the error named none. */
function saidIn({ url, sent, status, received }: Exchange): string[] {
  const words = (account: string, attr: string | null | undefined, code: string | null | undefined): string =>
    [account, attr ?? '', code ?? ''].join(' ')
  if (sent !== '' && status === 400) {
    const account = sentAccount.parse(JSON.parse(sent)).external_account_number
    const { errors } = validationErrorReply.parse(JSON.parse(received))
    return errors.map(({ attr, code }) => words(account, attr, code))
  }
  if (sent !== '' || status !== 200) return []
  const error = statusRecord.parse(JSON.parse(received)).latest_error
  const account = decodeURIComponent(url.split('/').at(-2) ?? '')
  return error === null || error === undefined ? [] : [words(account, null, error.code)]
}

const reported = (line: Line): string =>
  [line['carryover_account'], line['attr'], line['code']].map((text) => text ?? '').join(' ')

function isAt(line: Line, place: TruthEntry['places'][number]): boolean {
  return (
    line['sheet'] === place.sheet &&
    line['row'] === String(place.row) &&
    (line['column'] ?? '').split('; ').includes(place.column)
  )
}

/**
 * Each damage is reported at its own cell; where two accounts share one reference, the one that finished later has
 * it.
 */
function expectFound(entry: TruthEntry, errors: ReadonlyMap<string, readonly Line[]>): void {
  const { kind, expected, places, duplicate } = entry
  const lines = errors.get(entry.account) ?? []
  const [place] = places
  if (kind === 'reference_twice') {
    const both = [...lines, ...(errors.get(duplicate?.account ?? '') ?? [])]
    expect(
      both.map(({ code }) => code),
      `who has the reference of ${entry.account}`,
    ).toEqual([expected.code])
    const own = lines.map(({ row }) => row)
    if (own.length > 0) expect(own).toEqual([String(place?.row)])
    return
  }
  const found = lines.filter((line) => places.some((one) => isAt(line, one)))
  if (expected.certain) {
    expect(found.length, `${kind} of ${entry.account}: ${JSON.stringify(lines)}`).toBeGreaterThan(0)
    if (expected.code !== null) expect(found.map(({ code }) => code)).toContain(expected.code)
  }
  if (kind !== 'duplicate_account') expect(lines, 'and nowhere else').toEqual(found)
}

test('a run with 10% damaged linked accounts adds up, joins by identity and locates all damage', async () => {
  const harness = await openHarness({
    sandbox: { speed: 'instant' },
    limits: { concurrency: 16, ...patient },
  })
  const sample = await generateAccounts({
    seed: 11,
    count,
    shape: 'linked',
    damage: 0.1,
    format: 'xlsx',
    folder: freshFolder(),
  })
  const times = [performance.now()]
  const lap = (): number => times.push(performance.now())
  const batch = await harness.load(sample)
  lap()
  await harness.validate(batch)
  lap()
  await harness.release(batch)
  const view = await harness.until(batch, isOver)
  lap()
  const report = await harness.report(batch)
  lap()
  print(times, harness.exchanges.length)

  expect(view.accounts).toBe(count)
  expect(report.unexplained).toBe(0)
  const { invalid, rejected, done } = view.states
  expect(invalid + rejected + done).toBe(count)
  expect(view.outcomes.created + view.outcomes.failed).toBe(done)
  const rows = Object.values(sample.rows).reduce((sum, one) => sum + one, 0)
  expect(report.results).toHaveLength(rows)
  await expectConsistent(harness, [batch])

  const said = new Set(harness.exchanges.flatMap(saidIn))
  expect(said.size).toBeGreaterThan(0)
  const lines = new Set(report.errors.map(reported))
  for (const words of said) expect(lines, 'what the service said').toContain(words)
  for (const { sheet, row, column } of report.errors) {
    expect([sheet, column]).not.toContain('')
    expect(Number(row)).toBeGreaterThan(1)
  }

  const truth = readTruth(sample.truthFile)
  expect(truth).toHaveLength(sample.damaged)
  const errors = Map.groupBy(report.errors, (line) => line['carryover_account'] ?? '')
  for (const entry of truth) expectFound(entry, errors)
  const unsound = new Set(truth.flatMap(({ account, duplicate }) => [account, duplicate?.account ?? account]))
  for (const account of errors.keys()) expect(unsound, 'a sound account has a problem').toContain(account)
})

function print(times: readonly number[], requests: number): void {
  const [start = 0, loaded = 0, validated = 0, done = 0, reported = 0] = times
  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1)
  const rate = Math.round(requests / ((done - loaded) / 1000))
  process.stdout.write(
    `${count} accounts: loaded in ${seconds(start, loaded)} s, validated in ${seconds(loaded, validated)} s, sent and done in ` +
      `${seconds(validated, done)} s, reported in ${seconds(done, reported)} s; ${requests} requests, ${rate} a second\n`,
  )
}
