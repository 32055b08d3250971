// Tests that a finished file gets its name only where no other file has it, also where a file cannot have two names.
import { link } from 'node:fs/promises'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeNew } from '../../../electron/engine/system/files/place-file.ts'
import { freshFolder } from '../api/harness.ts'

const refused = (): Promise<never> => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }))

const ways = [
  ['can have two names', link],
  ['cannot have two names', refused],
] as const

test.each(ways)('where a file %s, a finished file gets its name and loses the other', async (_, way) => {
  const folder = freshFolder()
  const [part, path] = [join(folder, 'list.part'), join(folder, 'list')]
  writeFileSync(part, 'finished')
  expect(await placeNew(part, path, way)).toBe(true)
  expect(readdirSync(folder)).toEqual(['list'])
  expect(readFileSync(path, 'utf8')).toBe('finished')
})

test.each(ways)(
  'where a file %s, one that has the name already stays, and so does the part',
  async (_, way) => {
    const folder = freshFolder()
    const [part, path] = [join(folder, 'list.part'), join(folder, 'list')]
    writeFileSync(part, 'finished')
    writeFileSync(path, 'of another program')
    expect(await placeNew(part, path, way)).toBe(false)
    expect(readFileSync(path, 'utf8')).toBe('of another program')
    expect(readFileSync(part, 'utf8')).toBe('finished')
  },
)

test('a link that was made although the answer was an error counts as the name', async () => {
  const folder = freshFolder()
  const [part, path] = [join(folder, 'list.part'), join(folder, 'list')]
  writeFileSync(part, 'finished')
  const lateAnswer: typeof link = async (from, to) => {
    await link(from, to)
    return refused()
  }
  expect(await placeNew(part, path, lateAnswer)).toBe(true)
  expect(readdirSync(folder)).toEqual(['list'])
})

test('where neither way works, the failure is thrown and no empty file is left', async () => {
  const folder = freshFolder()
  const path = join(folder, 'list')
  await expect(placeNew(join(folder, 'none.part'), path)).rejects.toThrow('ENOENT')
  expect(readdirSync(folder)).toEqual([])
})
