// Tests that no figure in the window contradicts the store: while a batch is sent to a service that is slow, goes away,
// comes back and fails an account, every figure on every step is read again and again, and must be one that the
// database has within two seconds. What is shown as created was made at the service. A text with a digit that is neither
// marked nor known (figures.ts) fails the test.
import type { Page } from 'playwright'
import { afterEach, expect, test } from 'vitest'
import type { Database } from 'better-sqlite3'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { join } from 'node:path'
import { outcomes, accountStates } from '../../../shared/sending/states.ts'
import { batchOfDuplicates, operatorOf, openStep, quickConnection } from '../sending-journey.ts'
import { type Counts, compareText, unmarkedTexts, type WaveCounts } from '../figures.ts'
import { harnessOfAllTests } from '../travel.ts'

const harness = harnessOfAllTests({ sandbox: { operator: true } })
afterEach(() => harness().sandbox.faults.clear())

/** How long a figure may differ. */
const lateMs = 2000

/** Counts of the accounts as the database has them, by state and outcome, and the meaning of each figure. */
type Moment = {
  readonly at: number
  readonly figures: Readonly<Record<string, string>>
  readonly counts: Counts
}

const number = new Intl.NumberFormat('en-GB')
const shown = (count: number): string => number.format(count)

/** The words of Home about the batch to go on with, by what is next. */
function continueFigures(counts: {
  readonly toFix: number
  readonly failed: number
  readonly unvalidated: number
  readonly ready: number
  readonly underWay: number
  readonly queued: number
  readonly done: number
}): Record<string, string> {
  const accounts = (count: number): string => (count === 1 ? '1 account' : `${shown(count)} accounts`)
  const are = (count: number): string => `${accounts(count)} ${count === 1 ? 'is' : 'are'}`
  return {
    'continue.fix': `Continue: fix ${accounts(counts.toFix)}`,
    'continue.seeFailed': `Continue: look at ${accounts(counts.failed).replace(/ /, ' failed ')}`,
    'continue.validate': `Continue: validate ${accounts(counts.unvalidated)}`,
    'continue.validating': `Validating: ${accounts(counts.unvalidated)} to go`,
    'continue.submit': `Continue: release ${accounts(counts.ready)}`,
    'continue.watch': `${are(counts.underWay)} on the way`,
    'continue.decide': `A brake stopped sending: ${are(counts.queued)} queued`,
    'continue.report': 'Continue: make the report',
    'continue.done': `Nothing is left to do: ${are(counts.done)} done`,
    'besides.submit': `or release ${counts.ready === 1 ? 'the one that is' : `the ${shown(counts.ready)} that are`} ready first`,
    'besides.watch': `or watch the ${shown(counts.underWay)} on the way`,
  }
}

type Row = { state: string; outcome: string | null; excluded: number; held: number; count: number }

function momentOf(database: Database, batch: number, rows: number, columns: number): Moment {
  const at = Date.now()
  const accounts = database
    .prepare(
      `SELECT state, outcome, excluded, held_reason IS NOT NULL AND excluded = 0 AS held, count(*) AS count
       FROM account WHERE batch_id = ? GROUP BY 1, 2, 3, 4`,
    )
    .all(batch) as Row[]
  const sum = (which: (row: Row) => boolean): number =>
    accounts.filter(which).reduce((total, { count }) => total + count, 0)
  const state = (...names: readonly string[]): number =>
    sum((row) => row.excluded === 0 && names.includes(row.state))
  const outcome = (...names: readonly string[]): number =>
    sum((row) => row.excluded === 0 && row.outcome !== null && names.includes(row.outcome))
  const heldIn = (...names: readonly string[]): number =>
    sum((row) => row.excluded === 0 && row.held === 1 && names.includes(row.state))
  const free = (...names: readonly string[]): number => state(...names) - heldIn(...names)
  const all = sum(() => true)
  const excluded = sum((row) => row.excluded === 1)
  const toFix = state('invalid', 'rejected') + outcome('failed', 'dry_run_failed')
  const underWay = state('queued', 'sending', 'unconfirmed', 'processing')
  const byMark: Record<string, number> = {
    ...Object.fromEntries(accountStates.map((name) => [name, state(name)])),
    ...Object.fromEntries(outcomes.map((name) => [name, outcome(name)])),
    excluded,
  }
  const marked = (prefix: string): Record<string, string> =>
    Object.fromEntries(Object.entries(byMark).map(([mark, count]) => [`${prefix}.${mark}`, shown(count)]))
  const notSent = state('invalid', 'rejected', 'unvalidated', 'validated')
  return {
    at,
    counts: {
      all,
      created: outcome('created'),
      failed: outcome('failed'),
      ready: free('validated'),
      queued: state('queued'),
      underWay,
      done: state('done'),
      notSent: notSent + excluded,
      waves: wavesOf(database, batch),
    },
    figures: {
      ...marked('legend'),
      ...marked('now'),
      ...marked('funnel'),
      ...Object.fromEntries(outcomes.map((name) => [`total.${name}`, shown(outcome(name))])),
      'group.notSent': shown(notSent + excluded),
      'group.underWay': shown(underWay),
      'group.ended': shown(state('done')),
      'total.in_progress': shown(state('sending', 'processing')),
      'total.unconfirmed': shown(state('unconfirmed')),
      'total.queued': shown(free('queued')),
      'total.ready': shown(free('validated')),
      'total.not_validated': shown(free('unvalidated')),
      'total.to_fix': shown(free('invalid', 'rejected')),
      'total.held': shown(heldIn('invalid', 'rejected', 'unvalidated', 'validated', 'queued')),
      'total.excluded': shown(excluded),
      'total.all': shown(all),
      'rail.load': shown(rows),
      'rail.map': shown(columns),
      'rail.fix': shown(toFix),
      'rail.submit': shown(free('validated')),
      'rail.watch': shown(underWay),
      'rail.report': shown(state('done')),
      'rail.accounts': shown(all),
      'rail.held': `${shown(sum(({ held }) => held === 1))} held`,
      'top.accounts': `${shown(all)} accounts`,
      'home.accounts': `${shown(all)} accounts`,
      ...continueFigures({
        toFix,
        failed: outcome('failed', 'dry_run_failed'),
        unvalidated: free('unvalidated'),
        ready: free('validated'),
        underWay,
        queued: state('queued'),
        done: state('done'),
      }),
      'tab.fix': shown(toFix),
      'tab.all': shown(all),
      'tab.changed': '0',
      'tab.held': shown(sum(({ held }) => held === 1)),
      'tab.excluded': shown(excluded),
    },
  }
}

/** Of each wave, as its accounts and the brakes say. */
function wavesOf(database: Database, batch: number): WaveCounts[] {
  return database
    .prepare(
      `SELECT wave.number, wave.answers AS answered, count(account.id) AS size,
         coalesce(sum(outcome = 'created'), 0) AS created,
         coalesce(sum(outcome = 'failed'), 0) AS wrong,
         coalesce(sum(state IN ('sending', 'unconfirmed', 'processing')), 0) AS underWay,
         coalesce(sum(state = 'queued'), 0) AS queued
       FROM wave LEFT JOIN account ON account.batch_id = wave.batch_id AND account.wave = wave.number
       WHERE wave.batch_id = ? GROUP BY wave.number`,
    )
    .all(batch) as WaveCounts[]
}

type Figure = { readonly name: string; readonly text: string }

/** Every marked figure that the page shows. */
function figuresOn(page: Page): Promise<Figure[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-figure]')].map((figure) => {
      const copy = figure.cloneNode(true) as HTMLElement
      for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove()
      return { name: figure.dataset['figure'] ?? '', text: copy.textContent.trim() }
    }),
  )
}

const steps = ['fix', 'submit', 'watch', 'report', null] as const

test('while a batch meets a slow, an absent and a refusing service, no figure contradicts the store for 2 s', async () => {
  const operator = operatorOf(harness())
  const connection = await quickConnection(harness(), { concurrency: 2 })
  const batch = await batchOfDuplicates(harness(), connection, 40, [3, 9], 'T')
  const engine = harness().engine()
  const { rows, mapping } = await engine.batches.get({ batch })
  const columns = (mapping?.columns ?? []).filter((column) => 'field' in column).length
  const database = openDatabaseFile(join(harness().folder, 'data', databaseName), { readonly: true })
  const moments: Moment[] = []
  const sampler = setInterval(() => moments.push(momentOf(database, batch, rows, columns)), 100)
  const contradictions: string[] = []
  const seen = new Set<string>()
  const compared = new Set<string>()
  const page = await harness().openPage()

  /** The figures that the database did not have a moment ago, by name. */
  async function wrongOn(step: (typeof steps)[number]): Promise<Map<string, string>> {
    const before = Date.now()
    const read = await figuresOn(page)
    const texts = await unmarkedTexts(page)
    moments.push(momentOf(database, batch, rows, columns))
    const made = harness()
      .sandbox.control.processes({ supplier: 'ACME' })
      .filter(({ record }) => record.status === 'PROCESSED').length
    const recent = moments.filter(({ at }) => at >= before - lateMs / 2)
    const wrong = new Map<string, string>()
    for (const { name, text } of read) {
      seen.add(name)
      if (text === '' || text === '–') continue
      if (!recent.some(({ figures }) => figures[name] === text))
        wrong.set(name, `${step ?? 'home'}: ${name} is ${text}, not ${recent.at(-1)?.figures[name] ?? '?'}`)
      if (name.endsWith('.created') && Number(text) > made)
        wrong.set(name, `${step ?? 'home'}: ${name} is ${text}, but the service made ${made}`)
    }
    for (const text of texts) {
      const verdict = compareText(
        text,
        recent.map(({ counts }) => counts),
        moments.map(({ counts }) => counts),
      )
      compared.add(text)
      if (verdict !== 'right') wrong.set(text, `${step ?? 'home'}: ${verdict}: ${text}`)
    }
    return wrong
  }

  /** A count may pass between two looks at the database; what stays wrong for two seconds is a contradiction. */
  async function readAll(step: (typeof steps)[number]): Promise<void> {
    const until = Date.now() + lateMs
    let wrong = await wrongOn(step)
    while (wrong.size > 0 && Date.now() < until) {
      await page.evaluate(() => new Promise((next) => setTimeout(next, 100)))
      const again = await wrongOn(step)
      wrong = new Map([...wrong.keys()].flatMap((name) => [...again].filter(([one]) => one === name)))
    }
    contradictions.push(...wrong.values())
  }

  async function walk(): Promise<void> {
    for (const step of steps) {
      if (step === null) await page.evaluate(() => window.location.assign('#/'))
      else await openStep(page, batch, step)
      await page.locator('[data-figure]').first().waitFor({ timeout: 60_000 })
      for (let again = 0; again < 3; again += 1) {
        await readAll(step)
        await page.evaluate(() => new Promise((next) => setTimeout(next, 150)))
      }
    }
  }

  try {
    await walk()
    await operator.slow(60)
    await engine.batches.release({ batch, limit: 20 })
    await walk()
    await operator.goAway()
    await walk()
    await operator.comeBack()
    await operator.quick()
    await harness().reached(batch, ({ states }) => states.queued + states.sending + states.unconfirmed === 0)
    await walk()
    await engine.batches.release({ batch, limit: null })
    await harness().reached(batch, ({ states }) => states.queued + states.sending + states.processing === 0)
    await walk()
  } finally {
    clearInterval(sampler)
    database.close()
  }
  expect(contradictions).toEqual([])
  for (const name of [
    'rail.report',
    'now.created',
    'funnel.failed',
    'total.created',
    'tab.fix',
    'home.accounts',
    'continue.submit',
  ])
    expect([...seen]).toContain(name)
  expect(moments.at(-1)?.figures['total.all']).toBe('40')
  harness().leave(page)
}, 300_000)
