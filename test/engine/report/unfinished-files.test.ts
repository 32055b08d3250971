// Files that a kill left half written in folders that a person chose are removed at the next start.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStaging, stagingIn } from '../../../electron/engine/report/staging.ts'
import { createUnfinishedFiles } from '../../../electron/engine/unfinished-files.ts'
import { atEnd, freshFolder, openHouse } from '../engine/harness.ts'
import { numbered, plainAccounts } from '../engine/small-files.ts'

function settingsOf(texts: Map<string, string>) {
  return {
    get: (name: string) => texts.get(name) ?? null,
    set: (name: string, value: string) => void texts.set(name, value),
  }
}

test('a start removes the half of a report and of a question pack, and nothing else', async () => {
  const texts = new Map<string, string>()
  const folder = freshFolder()
  const killed = createUnfinishedFiles(settingsOf(texts))
  const never = new Promise<void>(() => undefined)
  void killed.around(stagingIn(folder), () => never)
  void killed.around(join(folder, 'questions.xlsx.part'), () => never)
  mkdirSync(stagingIn(folder))
  writeFileSync(join(stagingIn(folder), 'results.csv.part'), 'names')
  writeFileSync(join(folder, 'questions.xlsx.part'), 'names')
  writeFileSync(join(folder, 'questions.xlsx'), 'of before')
  await createUnfinishedFiles(settingsOf(texts)).removeLeft()
  expect(existsSync(stagingIn(folder))).toBe(false)
  expect(existsSync(join(folder, 'questions.xlsx.part'))).toBe(false)
  expect(existsSync(join(folder, 'questions.xlsx'))).toBe(true)
  expect([...texts.values()]).toEqual(['[]'])
})

test('a report that another Carryover is writing into the same folder stays', async () => {
  const texts = new Map<string, string>()
  const folder = freshFolder()
  void createUnfinishedFiles(settingsOf(texts)).around(stagingIn(folder), () => new Promise(() => undefined))
  const other = await openStaging(folder)
  atEnd(async () => other?.end())
  await createUnfinishedFiles(settingsOf(texts)).removeLeft()
  expect(existsSync(stagingIn(folder))).toBe(true)
})

test('a report is written down before its first file, and no more once it is whole', async () => {
  const house = await openHouse()
  const batch = await house.load(await plainAccounts(house.folder, numbered(3)))
  const { files } = await house.report(batch)
  expect(existsSync(files['summary_json'] ?? '')).toBe(true)
  const folder = join(house.folder, `report-${batch}`)
  expect(existsSync(stagingIn(folder))).toBe(false)
  await house.stop()
  mkdirSync(stagingIn(folder))
  await house.start()
  // Not noted any more: it would be another's.
  expect(existsSync(stagingIn(folder))).toBe(true)
})
