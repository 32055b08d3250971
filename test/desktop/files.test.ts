// Tests the native dialogs and the call that shows a report's files in the file manager.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, openPage, startProgram } from './desktop-harness.ts'

test('a dismissed dialog returns nothing and grants no access', async () => {
  const { fake, window } = await startProgram()
  const { bridge } = openPage(fake, window())
  fake.answers.paths.push(null, null, null)
  expect(await bridge.pickFile('spreadsheet')).toBe(null)
  expect(await bridge.pickFiles('spreadsheet')).toEqual([])
  expect(await bridge.pickFolder()).toBe(null)
})

test('several files that were picked together may all be read, and no other', async () => {
  const { fake, window } = await startProgram()
  const { bridge, client } = openPage(fake, window())
  const folder = freshFolder()
  const [first = '', second = '', other = ''] = ['accounts.csv', 'people.csv', 'other.csv'].map((name) => {
    writeFileSync(join(folder, name), 'Account No,Surname\nA-1,Bell\n')
    return join(folder, name)
  })
  fake.answers.paths.push([first, second])
  expect(await bridge.pickFiles('spreadsheet')).toEqual([first, second])
  const refused = client.batches.open({ path: first, also: [{ path: other }] })
  await expect(refused).rejects.toMatchObject({ data: { code: 'path_not_allowed' } })
  const { batch } = await client.batches.open({ path: first, also: [{ path: second }] })
  expect(await client.batches.get({ batch })).toMatchObject({ fileName: 'accounts.csv, people.csv' })
})

test('a report is written to a picked folder, and its files can be shown there', async () => {
  const { fake, window } = await startProgram()
  const { bridge, client } = openPage(fake, window())
  const folder = freshFolder()
  fake.answers.paths.push(folder)
  expect(await bridge.pickFolder()).toBe(folder)
  // The path check has passed: only the batch is missing now.
  await expect(client.batches.report({ batch: 1, folder })).rejects.toMatchObject({
    data: { code: 'no_such_batch' },
  })
  const file = join(folder, 'results.csv')
  await bridge.showFile(file)
  expect(fake.shown).toEqual([file])
})

test('files of the data folder can be shown, unpicked files elsewhere cannot', async () => {
  const { fake, window, folder } = await startProgram()
  const { bridge } = openPage(fake, window())
  const own = join(folder, 'reports', 'batch-1', 'results.csv')
  await bridge.showFile(own)
  for (const path of [
    '/etc/passwd',
    join(folder, '..', 'other'),
    `${folder}-other/a`,
    'relative.csv',
    'https://example.com',
  ])
    await expect(bridge.showFile(path)).rejects.toThrow('Refused.')
  expect(fake.shown).toEqual([own])
})
