// Tests the name of the person who works here: the system's user at first, then the name that was given, at what each did.
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { good, mappedFile } from '../accounts/small-batch.ts'
import { inDatabase, openHarness } from './harness.ts'
import { isLoaded } from './waiting.ts'

test('the system’s user is the name until one is given, which stays after a restart', async () => {
  const harness = await openHarness()
  expect(await harness.client().operator.get()).toEqual({ name: userInfo().username, given: false })
  await expect(harness.client().operator.set({ name: '   ' })).rejects.toThrow(/./)
  await harness.client().operator.set({ name: '  Priya Nair ' })
  expect(await harness.client().operator.get()).toEqual({ name: 'Priya Nair', given: true })
  await harness.stop()
  await harness.start()
  expect(await harness.client().operator.get()).toEqual({ name: 'Priya Nair', given: true })
})

test('edits, releases and decisions keep the name of who made them, and a report the name of who makes it', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('O-1'), good('O-2')])
  const { operator, edits, accounts, batches } = harness.client()
  const edit = (text: string) =>
    edits.apply({ batch, words: text, cells: [{ sheet: 0, row: 2, column: 1, text }] })
  await operator.set({ name: 'Priya Nair' })
  await edit('Anna Lee')
  await operator.set({ name: 'Tom Reed' })
  await edit('Berta Lee')
  await harness.until(batch, isLoaded)
  const history = await edits.history({ batch })
  expect(history.map((one) => one.operator)).toEqual(['Tom Reed', 'Priya Nair'])
  await harness.validate(batch)
  const { accounts: all } = await accounts.list({ batch, states: ['validated'], offset: 0, limit: 9 })
  await accounts.decide({
    batch,
    who: { accounts: [all[1]?.id ?? 0] },
    what: { kind: 'hold', reason: 'Wait', until: null },
  })
  await operator.set({ name: 'Uma Patel' })
  await batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ states }) => states.done === 1)
  const written = inDatabase(harness.data, (database) => ({
    choices: database.prepare('SELECT operator FROM choice').pluck().all(),
    waves: database.prepare('SELECT operator FROM wave').pluck().all(),
  }))
  expect(written).toEqual({ choices: ['Tom Reed'], waves: ['Uma Patel'] })
  const { files } = await harness.report(batch)
  expect(readFileSync(files['summary_html'] ?? '', 'utf8')).toContain('Prepared by <b>Uma Patel</b>')
  const summary = JSON.parse(readFileSync(files['summary_json'] ?? '', 'utf8')) as {
    readonly batch: { readonly preparedBy: string }
  }
  expect(summary.batch.preparedBy).toBe('Uma Patel')
})

test('a connection’s own name stands at what is done with it and its batches, and in its report', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('O-1'), good('O-2')])
  const { operator, edits, accounts, audit, batches, connections } = harness.client()
  await operator.set({ name: 'Priya Nair' })
  const [connection] = await connections.list()
  if (connection === undefined) throw new Error('There is no connection.')
  const { id, name, settings } = connection
  await connections.save({ name, settings: { ...settings, operator: ' P. Nair (ACME) ' } })
  await edits.apply({ batch, words: 'x', cells: [{ sheet: 0, row: 2, column: 1, text: 'Anna Lee' }] })
  await harness.until(batch, isLoaded)
  await harness.validate(batch)
  const { accounts: all } = await accounts.list({ batch, states: ['validated'], offset: 0, limit: 9 })
  await accounts.hold({ accounts: [all[1]?.id ?? 0], reason: 'Wait' })
  await batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ states }) => states.done === 1)
  await connections.pause({ id })
  await batches.rename({ batch, name: 'June' })
  expect((await edits.history({ batch })).map((one) => one.operator)).toEqual(['P. Nair (ACME)'])
  const written = inDatabase(harness.data, (database) => ({
    waves: database.prepare('SELECT operator FROM wave').pluck().all(),
    holds: database.prepare('SELECT held_by FROM account WHERE held_by IS NOT NULL').pluck().all(),
  }))
  expect(written).toEqual({ waves: ['P. Nair (ACME)'], holds: ['P. Nair (ACME)'] })
  const { files } = await harness.report(batch)
  expect(readFileSync(files['summary_html'] ?? '', 'utf8')).toContain('Prepared by <b>P. Nair (ACME)</b>')
  const { lines } = await audit.page({ after: 0 })
  const who = (action: string) => lines.filter((line) => line.action === action).map((line) => line.operator)
  expect(who('accounts.hold')).toEqual(['P. Nair (ACME)'])
  expect(lines.find((line) => line.action === 'accounts.hold')?.batch).toBe(batch)
  expect(who('connections.pause')).toEqual(['P. Nair (ACME)'])
  expect(who('batches.rename')).toEqual(['P. Nair (ACME)'])
  // The connection had no name of its own yet when this was saved.
  expect(who('connections.save').at(-1)).toBe('Priya Nair')
  expect(await audit.verify()).toMatchObject({ fault: null })
})
