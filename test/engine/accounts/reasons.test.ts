// Tests the reasons of holds and exclusions: those of Carryover are messages, said in the language of who reads them,
// and a person's own words come back as they were, also where they look like a message.
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { message, sentenceOf } from '../../../shared/texts/message.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { good, mappedFile } from './small-batch.ts'
import { times } from '../../support/repeats.ts'

const german = { language: 'de', locale: 'de-DE' } as const

async function accountsIn(harness: Harness, batch: number) {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.flatMap(({ account }) => account ?? [])
}

test('a reason of ours is a message in views and events, and is said in the language of a report', async () => {
  const harness = await openHarness()
  const { client } = harness
  const batch = await mappedFile(harness, [good('A-1'), good('A-1'), good('B-1')])
  const { version: expected } = await client().duplicates.groups({ batch, offset: 0, limit: 1 })
  const { choice } = await client().duplicates.keepFirstOfCopies({ batch, expected })
  const reason = message('accounts.copy_of_kept')
  expect((await accountsIn(harness, batch)).map(({ held }) => held)).toEqual([null, reason, null])
  const [, copy] = await accountsIn(harness, batch)
  const view = await client().accounts.get({ account: copy?.id ?? 0 })
  expect(view.held).toEqual(reason)
  expect(view.events[0]?.detail).toEqual({ reason })
  const inGerman = 'Kopie einer anderen Zeile, die behalten wurde'
  const format = createMessageFormat(german.language, german.locale)
  expect(sentenceOf(view.held, format)).toBe(inGerman)

  const { results, files } = await harness.report(batch, german)
  expect(results.map((line) => [line['held_reason'], line['outcome']])).toEqual([
    ['', ''],
    [inGerman, `excluded: ${inGerman}`],
    ['', ''],
  ])
  expect(JSON.parse(readFileSync(files['summary_json'] ?? '', 'utf8'))).toMatchObject({
    holds: [{ reason: inGerman, excluded: true, accounts: 1 }],
  })
  expect(readFileSync(files['summary_html'] ?? '', 'utf8')).toContain(inGerman)
  expect((await harness.report(batch)).results.map((line) => line['held_reason'])).toEqual([
    '',
    'A copy of another row, which was kept',
    '',
  ])

  expect(await client().accounts.undecide({ batch, choice: choice ?? 0 })).toEqual({ accounts: 1, left: 0 })
  expect((await accountsIn(harness, batch)).map(({ held }) => held)).toEqual([null, null, null])
})

/** As calls take them: trimmed, from 1 to 500 characters. */
const ownWords = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.json(),
    fc.constantFrom(
      '{"key":"x"}',
      '{"key":"accounts.copy_of_kept"}',
      '"quoted"',
      'null',
      '\\',
      '\uD800',
      '\0a',
    ),
  )
  .map((words) => words.trim())
  .filter((words) => words.length >= 1 && words.length <= 500)

test('the words of a person come back as they were, from a hold of one account and a decision about many', async () => {
  const harness = await openHarness()
  const { client } = harness
  const batch = await mappedFile(harness, [good('A-1'), good('B-1')])
  const accounts = (await accountsIn(harness, batch)).map(({ id }) => id)
  const [account = 0] = accounts
  const reasons = async () => (await accountsIn(harness, batch)).map(({ held }) => held)
  await fc.assert(
    fc.asyncProperty(ownWords, ownWords, async (one, many) => {
      await client().accounts.hold({ accounts: [account], reason: one })
      expect(await reasons()).toEqual([one, null])
      const held = await client().accounts.get({ account })
      expect([held.held, held.events[0]?.detail['reason']]).toEqual([one, one])
      const [line] = (await client().accounts.find({ text: 'A-1', limit: 1 })).filter(
        ({ id }) => id === account,
      )
      expect(line?.held).toBe(one)

      const what = { kind: 'exclude', reason: many } as const
      const { choice } = await client().accounts.decide({ batch, who: { accounts }, what })
      expect(await reasons()).toEqual([many, many])
      await client().accounts.undecide({ batch, choice: choice ?? 0 })
      expect(await reasons()).toEqual([one, null])
      await client().accounts.unhold({ accounts: [account] })
      expect(await reasons()).toEqual([null, null])
    }),
    { numRuns: times(20) },
  )
})
