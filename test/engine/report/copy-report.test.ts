// Tests that the files of a report are copied whole into a chosen folder, and that nothing there is ever replaced.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { copyReport } from '../../../electron/engine/report/copy-report.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { freshFolder } from '../api/harness.ts'

function threeFiles(): string[] {
  const folder = freshFolder()
  return ['results.csv', 'errors.csv', 'summary.json'].map((name) => {
    const path = join(folder, name)
    writeFileSync(path, `the text of ${name}`)
    return path
  })
}

test('all files of a report are copied into the folder, byte for byte', async () => {
  const files = threeFiles()
  const folder = freshFolder()
  expect(await copyReport(files, folder)).toEqual({
    ok: true,
    files: files.map((file) => join(folder, basename(file))),
  })
  for (const file of files) expect(readFileSync(join(folder, basename(file)))).toEqual(readFileSync(file))
})

test('where one of the files is there already, nothing is copied and nothing replaced', async () => {
  const files = threeFiles()
  const folder = freshFolder()
  writeFileSync(join(folder, 'errors.csv'), 'of another batch')
  const refused = await copyReport(files, folder)
  if (refused.ok) throw new Error('It was copied.')
  expect(refused.failure.code).toBe('file_exists')
  expect(inEnglish(refused.failure.message)).toContain('there is already errors.csv')
  expect(readdirSync(folder)).toEqual(['errors.csv'])
  expect(readFileSync(join(folder, 'errors.csv'), 'utf8')).toBe('of another batch')
})

test('where one of the files appears meanwhile, it stays, the copies are removed again, and the sentence names it', async () => {
  const [results = '', ...files] = threeFiles()
  const folder = freshFolder()
  // Two files of one name: the second finds its name taken only after the check.
  const refused = await copyReport([results, ...files, ...threeFiles().slice(0, 1)], folder)
  if (refused.ok) throw new Error('It was copied.')
  expect(refused.failure.code).toBe('file_exists')
  expect(inEnglish(refused.failure.message)).toContain('there is already results.csv')
  expect(readdirSync(folder)).toEqual([])
})

test('where a file cannot be copied, those that were are removed again, and the sentence says what to do', async () => {
  const files = threeFiles()
  const folder = freshFolder()
  const missing = join(freshFolder(), 'results.xlsx')
  const refused = await copyReport([...files, missing], folder)
  if (refused.ok) throw new Error('It was copied.')
  expect(refused.failure.code).toBe('folder_not_usable')
  expect(readdirSync(folder)).toEqual([])
})
