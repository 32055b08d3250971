// Tests the program log and the support file: what happened is in them, nothing of a customer is, and the log stays small.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultOf } from '../../../electron/engine/system/log/fault-entry.ts'
import { openProgramLog } from '../../../electron/engine/system/log/program-log.ts'
import { logEntry } from '../../../shared/contract/support.ts'
import { englishRefusal } from '../../support/english.ts'
import { good, mappedFile } from '../accounts/small-batch.ts'
import { freshFolder, openHarness } from '../api/harness.ts'

test('the log has starts, refusals with their code and faults with their place, and no word of a customer', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const batch = await mappedFile(harness, [good('Canary-1').replace('Ann Lee', 'Canary Name')])
  await client.operator.set({ name: 'Canary Operator' })
  await client.batches.rename({ batch, name: 'Canary batch' })
  await expect(client.batches.release({ batch: 99, limit: null })).rejects.toThrow(/./)
  await expect(client.accounts.find({ text: 'Canary', batch: 98, limit: 1 })).resolves.toEqual([])
  const lines = await client.support.log()
  expect(lines.map(({ entry }) => entry)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'started', endedCleanly: true }),
      { kind: 'refused', call: 'batches.release', code: 'no_such_batch' },
    ]),
  )
  // A file that a person put there.
  writeFileSync(join(harness.data, 'canary-customers.csv'), 'x'.repeat(1234))
  const { id, text, fileName } = await client.support.file({})
  expect(fileName).toMatch(/^carryover-support-\d{4}-\d\d-\d\d\.txt$/)
  expect(text).toContain('"stage":"open"')
  expect(text).toContain('no_such_batch')
  // What is logged meanwhile was not read by the person who saves it.
  await expect(client.batches.release({ batch: 97, limit: null })).rejects.toThrow(/./)
  // So is what another window reads.
  await client.support.file({})
  const { path } = await client.support.write({ folder: harness.folder, id })
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(text).toContain('"carryover.sqlite": ')
  expect(text).toMatch(/"others": \{\s*"entries": 1,\s*"bytes": 1234\s*\}/)
  for (const written of [
    text,
    readFileSync(path, 'utf8'),
    readFileSync(join(harness.data, 'logs', 'program.log'), 'utf8'),
  ])
    for (const secret of ['Canary', 'canary', harness.sandbox.apiKey, harness.sandbox.baseUrl, 'ACME'])
      expect(written).not.toContain(secret)
})

test('a support file is written only if it is the one that was read, and its headings are in the reader’s language', async () => {
  const harness = await openHarness()
  const { support } = harness.client()
  const german = await support.file({ inLanguage: { language: 'de', locale: 'de-DE' } })
  expect(german.text).toContain('Sie enthält keine Zellinhalte')
  expect(german.text).toContain('== Programmprotokoll, Neuestes zuerst')
  expect(german.text).not.toMatch(/Program log|It has no/)
  const folder = freshFolder()
  expect(await englishRefusal(support.write({ folder, id: 'another' }))).toMatchObject({
    data: { code: 'support_file_gone' },
    message: expect.stringContaining('nothing was saved') as string,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('a fault keeps its place in our files and not its sentence', () => {
  const fault = faultOf(
    Object.assign(new TypeError('Canary at row 3'), { code: 'ERR_X' }),
    'call',
    'edits.apply',
  )
  expect(logEntry.parse(fault)).toEqual(fault)
  expect(fault).toMatchObject({ name: 'TypeError', code: 'ERR_X', call: 'edits.apply' })
  expect(fault.frames.join()).toContain('program-log.test.ts')
  expect(JSON.stringify(fault)).not.toContain('Canary')
  expect(JSON.stringify(faultOf('Canary', 'background', null))).not.toContain('Canary')
})

test('an entry that the list does not allow is not written, and old files go', () => {
  const folder = freshFolder()
  const log = openProgramLog(folder, () => 0)
  log.add({ kind: 'refused', call: 'a call with a Canary', code: 'x' })
  expect(existsSync(join(folder, 'logs'))).toBe(false)
  log.add({ kind: 'ended' })
  for (let at = 0; at < 7; at += 1) {
    writeFileSync(join(folder, 'logs', 'program.log'), 'x'.repeat(1024 * 1024 + 1))
    log.add({ kind: 'slow', call: 'batches.report', ms: at })
  }
  expect(readdirSync(join(folder, 'logs'))).toHaveLength(5)
  expect(statSync(join(folder, 'logs', 'program.log')).size).toBeLessThan(200)
  expect(log.latest(10).map(({ entry }) => entry)).toEqual([{ kind: 'slow', call: 'batches.report', ms: 6 }])
})

test('a log that cannot be written stops nothing', () => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'logs', 'program.log'), { recursive: true })
  const log = openProgramLog(folder, () => 0)
  log.add({ kind: 'ended' })
  expect(log.latest(10)).toEqual([])
})
