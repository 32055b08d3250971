// A whole run, from file to report: counts add up, results are joined by identity, and every word of the service and
// every planted damage is found again at its cell. CARRYOVER_RUN_ACCOUNTS makes it larger; the figures are printed.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { statusRecord, validationErrorReply } from '../../../shared/service.ts'
import { generateAccounts, readTruth, type TruthEntry } from '../../files/generate.ts'
import { expectConsistent, type Exchange, freshFolder, type Line, openHouse } from './harness.ts'
import { isOver } from './waiting.ts'

const count = Number(process.env['CARRYOVER_RUN_ACCOUNTS'] ?? '400')
/** Sandbox and engine share this process, so a loaded machine answers late; nothing here is about time-outs. */
const patient = { createTimeoutMs: 20_000, validateTimeoutMs: 20_000, statusTimeoutMs: 20_000 }

const sentAccount = z.looseObject({ external_account_number: z.string() })

/** `account attr code` of every error that the service gave in one exchange; attr empty where it named none. */
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

const told = (line: Line): string =>
  [line['carryover_account'], line['attr'], line['code']].map((text) => text ?? '').join(' ')

function isAt(line: Line, place: TruthEntry['places'][number]): boolean {
  return (
    line['sheet'] === place.sheet &&
    line['row'] === String(place.row) &&
    (line['column'] ?? '').split('; ').includes(place.column)
  )
}

/** The damage is said at its own cell; where two accounts share one reference, whichever finished later has it. */
function expectFound(entry: TruthEntry, errors: ReadonlyMap<string, readonly Line[]>): void {
  const { kind, expected, places, twin } = entry
  const lines = errors.get(entry.account) ?? []
  const [place] = places
  if (kind === 'reference_twice') {
    const both = [...lines, ...(errors.get(twin?.account ?? '') ?? [])]
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

test('a run of linked accounts with one in ten damaged adds up, joins by identity and finds every damage at its cell', async () => {
  const house = await openHouse({ sandbox: { speed: 'instant' }, limits: { concurrency: 16, ...patient } })
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
  const batch = await house.load(sample)
  lap()
  await house.validate(batch)
  lap()
  await house.release(batch)
  const view = await house.until(batch, isOver)
  lap()
  const report = await house.report(batch)
  lap()
  print(times, house.exchanges.length)

  expect(view.accounts).toBe(count)
  expect(report.unexplained).toBe(0)
  const { blocked, refused, settled } = view.states
  expect(blocked + refused + settled).toBe(count)
  expect(view.outcomes.created + view.outcomes.failed).toBe(settled)
  const rows = Object.values(sample.rows).reduce((sum, one) => sum + one, 0)
  expect(report.results).toHaveLength(rows)
  await expectConsistent(house, [batch])

  const said = new Set(house.exchanges.flatMap(saidIn))
  expect(said.size).toBeGreaterThan(0)
  const lines = new Set(report.errors.map(told))
  for (const words of said) expect(lines, 'what the service said').toContain(words)
  for (const { sheet, row, column } of report.errors) {
    expect([sheet, column]).not.toContain('')
    expect(Number(row)).toBeGreaterThan(1)
  }

  const truth = readTruth(sample.truthFile)
  expect(truth).toHaveLength(sample.damaged)
  const errors = Map.groupBy(report.errors, (line) => line['carryover_account'] ?? '')
  for (const entry of truth) expectFound(entry, errors)
  const unsound = new Set(truth.flatMap(({ account, twin }) => [account, twin?.account ?? account]))
  for (const account of errors.keys()) expect(unsound, 'a sound account has a problem').toContain(account)
}, 180_000)

function print(times: readonly number[], requests: number): void {
  const [start = 0, loaded = 0, judged = 0, settled = 0, reported = 0] = times
  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1)
  const rate = Math.round(requests / ((settled - loaded) / 1000))
  process.stdout.write(
    `${count} accounts: loaded in ${seconds(start, loaded)} s, judged in ${seconds(loaded, judged)} s, sent and settled in ` +
      `${seconds(judged, settled)} s, reported in ${seconds(settled, reported)} s; ${requests} requests, ${rate} a second\n`,
  )
}
