// Tests files at places that a person chose: a finished file gets its name only where no other file has it, and no call
// writes into a folder in which the data folder keeps files of its own.
import { link } from 'node:fs/promises'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeNew } from '../../../electron/engine/system/files/place-file.ts'
import { freshFolder, openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { refusalOf } from '../handover/handover-fixture.ts'

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

test('no call writes into a folder in which the data folder keeps its own files, also by a link, and the sentence says where to', async () => {
  const harness = await openHarness()
  const { data } = harness
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(2)))
  mkdirSync(join(data, 'reports'), { recursive: true })
  const linked = join(harness.folder, 'linked')
  symlinkSync(join(data, 'reports'), linked)
  const { batches, handover, questions, templates, support, audit } = harness.client()
  const own = [join(data, 'reports'), join(data, 'uploads', 'mine'), linked, join(linked, 'mine')]
  for (const folder of own) {
    const calls = [
      () => batches.report({ batch, folder }),
      () => batches.copyReport({ batch, folder }),
      () => handover.write({ batch, folder, passphrase: null }),
      () =>
        questions.write({
          batch,
          scope: {},
          options: { sensitive: true, once: false, who: [] },
          folder,
          words: { greeting: '', contact: '', due: '' },
        }),
      () => templates.write({ name: 'any', folder }),
      () => support.write({ folder, id: 'any' }),
      () => audit.write({ folder }),
    ]
    for (const call of calls)
      expect(await refusalOf(call())).toEqual({
        kind: 'input',
        code: 'own_folder',
        message: `${folder} is a folder in which Carryover keeps files of its own: it encrypts or deletes files there. Choose a folder outside of ${data}.`,
      })
  }
  expect(existsSync(join(data, 'uploads', 'mine'))).toBe(false)
  expect(readdirSync(join(data, 'reports'))).toEqual([])
  const near = join(harness.folder, 'reports')
  expect((await batches.report({ batch, folder: near })).folder).toBe(near)
})
