// Tests reading a batch's file again with other options: nothing that a person did before is lost.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { english } from '../../support/english.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { good, header, mappedFile, openedFile, stateOf } from './small-batch.ts'

const ended = (harness: Harness, batch: number, stage: 'mapping' | 'open') =>
  harness.until(batch, (view) => view.stage === stage && view.work === null)

async function firstCells(harness: Harness, batch: number): Promise<(string | undefined)[]> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 10 })
  return rows.map((row) => row.cells[0])
}

test('a batch shows the detected properties of its file and the chosen reading options', async () => {
  const harness = await openHarness()
  const batch = await openedFile(harness, [good('A-1')])
  const found = await harness.client().batches.get({ batch })
  expect(found.files[0]?.found).toMatchObject({ format: 'csv', encoding: 'utf-8', delimiter: ',' })
  expect(found.files[0]?.readAs).toEqual({})

  await harness.client().batches.reread({ batch, encoding: 'windows-1252' })
  const again = await ended(harness, batch, 'mapping')
  expect(again.files[0]?.found).toMatchObject({ encoding: 'windows-1252' })
  expect(again.files[0]?.readAs).toEqual({ encoding: 'windows-1252' })
})

test('with another delimiter the same batch has other columns, and its mapping is kept as a template', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  await harness.client().batches.reread({ batch, delimiter: ';' })
  const view = await ended(harness, batch, 'mapping')
  expect(view.mapping).toBeNull()
  const [sheet] = await harness.client().sheets.list({ batch })
  expect(sheet?.info.columns).toHaveLength(1)
  const templates = await harness.client().templates.list()
  expect(templates.map(({ name }) => name)).toEqual(['accounts.csv, before it was read again'])
})

test('a mapping that still fits stays, and the accounts are built again', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2')])
  await harness.client().batches.reread({ batch, encoding: 'windows-1252' })
  const view = await ended(harness, batch, 'open')
  expect(view.mapping).not.toBeNull()
  expect(view.accounts).toBe(2)
})

test('the header row of one sheet is moved by its name', async () => {
  const harness = await openHarness()
  const file = join(harness.folder, 'titled.csv')
  writeFileSync(file, `${header}\n${good('A-1')}\n${good('A-2')}\n`)
  const { batch } = await harness.client().batches.open({ path: file })
  await ended(harness, batch, 'mapping')
  await harness.client().batches.reread({ batch, headerRows: { titled: 2, elsewhere: 1 } })
  await ended(harness, batch, 'mapping')
  expect(await firstCells(harness, batch)).toEqual(['A-2'])
})

test('a reread that fails changes nothing', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  await expect(harness.client().batches.reread({ batch, encoding: 'klingon' })).rejects.toThrow(
    /"klingon" is not an encoding/,
  )
  expect(await harness.client().batches.get({ batch })).toMatchObject({
    stage: 'open',
    files: [{ readAs: {} }],
    accounts: 1,
  })
})

test('a missing file is asked for, and read from its new place', async () => {
  const harness = await openHarness()
  const batch = await openedFile(harness, [good('A-1')])
  rmSync(join(harness.folder, 'accounts.csv'))
  await expect(harness.client().batches.reread({ batch, delimiter: ',' })).rejects.toThrow(/There is no file/)
  const moved = join(harness.folder, 'moved.csv')
  writeFileSync(moved, `${header}\n${good('A-9')}\n`)
  await harness.client().batches.reread({ batch, delimiter: ',', path: moved })
  expect(await ended(harness, batch, 'mapping')).toMatchObject({ fileName: 'moved.csv' })
  expect(await firstCells(harness, batch)).toEqual(['A-9'])
})

test('with edits, or once anything was sent, a reread is refused with the reason', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  const cells = [{ sheet: 0, row: 2, column: 1, text: 'Ann Leigh' }]
  await harness.client().edits.apply({ batch, words: 'Name', cells })
  const otherwise = { batch, encoding: 'windows-1252' }
  await expect(harness.client().batches.reread(otherwise)).rejects.toThrow(/An edit lies over the cells/)
  await harness.client().edits.undo({ batch })
  await harness.client().batches.reread({ batch })
  await ended(harness, batch, 'open')
  await harness.giveKey()
  await harness.send(batch)
  await expect(harness.client().batches.reread({ batch })).rejects.toThrow(/were sent/)
})

test('a held account stays held with its reason and day when the batch is rebuilt', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2')])
  const [held] = await harness.client().accounts.find({ text: 'A-2', limit: 1 })
  const until = Date.UTC(2031, 0, 2)
  await harness.client().accounts.hold({ accounts: [held?.id ?? 0], reason: 'The customer moves', until })
  await harness.client().batches.reread({ batch })
  await ended(harness, batch, 'open')
  const [again] = await harness.client().accounts.find({ text: 'A-2', limit: 1 })
  expect(again).toMatchObject({ held: 'The customer moves', heldUntil: until })
  expect((await harness.client().accounts.find({ text: 'A-1', limit: 1 }))[0]?.held).toBeNull()
})

test('a hold until a future day needs no attention; one whose day has come does', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2')])
  const ids = (await harness.client().accounts.find({ text: 'A-', limit: 2 })).map((line) => line.id)
  const [first = 0, second = 0] = ids
  await harness.client().accounts.hold({ accounts: [first], reason: 'Later', until: Date.UTC(2131, 0, 2) })
  await harness
    .client()
    .accounts.hold({ accounts: [second], reason: 'Till spring', until: Date.UTC(2021, 2, 1) })
  const need = await harness
    .client()
    .accounts.list({ batch, states: ['unvalidated'], needPerson: true, offset: 0, limit: 10 })
  expect(english(need.accounts.map((line) => [line.id, line.advice]))).toEqual([
    [second, 'The day of its hold has come: take it off hold, or hold it on. Held: Till spring'],
  ])
})

test('a reread can be cancelled, and the batch stays', async () => {
  const harness = await openHarness()
  const lines = Array.from({ length: 20_000 }, (_, at) => good(`A-${at}`))
  const batch = await openedFile(harness, lines)
  await harness.client().batches.reread({ batch, encoding: 'windows-1252' })
  await harness.client().batches.cancel({ batch })
  const stopped = await harness.client().batches.get({ batch })
  expect(stopped).toMatchObject({ stage: 'failed', failure: { code: 'reading_stopped' }, rows: 0 })
  await harness.client().batches.reread({ batch })
  expect((await ended(harness, batch, 'mapping')).rows).toBe(20_000)
})

test('accounts that also exist in another batch are reported: by a column before the mapping, by key and supplier after it', async () => {
  const harness = await openHarness()
  const first = await mappedFile(harness, [good('A-1'), good('A-2'), good('A-3')])
  await harness.giveKey()
  await harness.validate(first)
  await harness.client().batches.release({ batch: first, limit: 1 })
  await harness.until(first, (view) => view.states.done === 1)

  const second = await openedFile(harness, [good('A-1'), good('A-3'), good('B-1'), good('B-2'), good('B-3')])
  const reported = [{ batch: first, name: 'accounts.csv', accounts: 2, sent: 1 }]
  expect(await harness.client().batches.shared({ batch: second })).toEqual(reported)

  const third = await mappedFile(harness, [good('A-2'), good('C-1')])
  expect(await harness.client().batches.shared({ batch: third })).toEqual([
    { ...reported[0], accounts: 1, sent: 0 },
  ])
  expect(await stateOf(harness, third, 2)).toBe('unvalidated')
})
