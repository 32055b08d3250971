// Tests what a project file is refused for, each with its sentence and without any change in the folder: another
// passphrase, a cut and one changed bit on the way out and on the way back, a second opening, an older file, and one of a
// copy.
import { copyFileSync, readdirSync, readFileSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Harness } from '../api/harness.ts'
import { inDatabase } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver } from '../api/waiting.ts'
import {
  codeOf,
  createdOnce,
  open,
  type OtherFolder,
  otherFolder,
  projectPath,
  refusalOf,
  twoFolders,
  write,
} from './handover-fixture.ts'

const passphrase = 'correct horse'

async function loaded(first: Harness, accounts = 5): Promise<number> {
  const batch = await first.load(await plainAccounts(first.folder, numbered(accounts)))
  await first.validate(batch)
  return batch
}

/** Rows of every table that a batch adds to. */
const rowsIn = ({ data }: Pick<OtherFolder, 'data'>): unknown =>
  inDatabase(data, (look) =>
    ['batch', 'account', 'source_row', 'payload', 'handover', 'project_file', 'job'].map((table) =>
      look.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    ),
  )

test('another passphrase, none, and one that is not needed are distinguished, and change nothing', async () => {
  const { first, other } = await twoFolders()
  const [locked, plain] = [projectPath(first), projectPath(first, 'plain.carryover')]
  await write(first.client(), await loaded(first), locked, passphrase)
  const second = await first.load(await plainAccounts(first.folder, numbered(2, 'P'), 'second'))
  await write(first.client(), second, plain)
  expect(await refusalOf(open(other.client(), locked, 'correct mule'))).toMatchObject({
    code: 'passphrase_wrong',
    message: 'This is not the passphrase of batch.carryover.',
  })
  expect(await codeOf(open(other.client(), locked))).toBe('passphrase_missing')
  expect(await codeOf(open(other.client(), plain, passphrase))).toBe('passphrase_not_needed')
  expect(rowsIn(other)).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect((await open(other.client(), locked, passphrase)).replaced).toBeNull()
})

test.each([
  ['with a passphrase', passphrase],
  ['without one', null],
])(
  'a file %s is refused wherever one bit of it changed or its end is cut, and changes nothing',
  async (_, given) => {
    const { first, other } = await twoFolders()
    const path = projectPath(first)
    await write(first.client(), await loaded(first), path, given)
    await refusesSpoiled(other, path, given)
    expect(rowsIn(other)).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect((await open(other.client(), path, given)).replaced).toBeNull()
  },
)

/** Opens copies of the project file with one bit changed, then with the end cut, wherever that is. */
async function refusesSpoiled(
  { client }: Pick<OtherFolder, 'client'>,
  path: string,
  given: string | null,
): Promise<void> {
  const whole = readFileSync(path)
  const spoiled = join(dirname(path), 'spoiled.carryover')
  const refused = async (bytes: Uint8Array): Promise<{ code: string; message: string }> => {
    writeFileSync(spoiled, bytes)
    return refusalOf(open(client(), spoiled, given))
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
      const changed = Buffer.from(whole)
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at)
      expect(await refused(changed)).toMatchObject({
        code: 'project_changed',
        message: expect.stringMatching(/was changed or damaged since it was written\./),
      })
    }),
    { numRuns: 60 },
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
      expect(await refused(whole.subarray(0, length))).toMatchObject({
        code: 'project_cut',
        message: expect.stringMatching(/is not complete: its end is missing\./),
      })
    }),
    { numRuns: 40 },
  )
}

/** The first folder has handed the batch over, and the other one has written it for the way back. */
async function onTheWayBack(given: string | null) {
  const { first, other } = await twoFolders()
  const batch = await loaded(first)
  const out = projectPath(first, 'out.carryover')
  await write(first.client(), batch, out, given)
  const there = await open(other.client(), out, given)
  const back = projectPath(first, 'back.carryover')
  await write(other.client(), there.batch, back, given)
  const isAsBefore = async (): Promise<void> => {
    expect(await first.client().handover.get({ batch })).toMatchObject({ state: 'away' })
    expect(await codeOf(first.client().batches.release({ batch, limit: null }))).toBe('batch_handed_over')
  }
  return { first, other, batch, back, isAsBefore }
}

test.each([
  ['with a passphrase', passphrase],
  ['without one', null],
])(
  'a file %s that comes back is refused wherever one bit of it changed or its end is cut, and the batch stays handed over',
  async (_, given) => {
    const { first, batch, back, isAsBefore } = await onTheWayBack(given)
    const before = rowsIn(first)
    await refusesSpoiled(first, back, given)
    expect(rowsIn(first)).toEqual(before)
    await isAsBefore()
    expect((await open(first.client(), back, given)).replaced).toBe(batch)
  },
)

test('another passphrase, and none, for a batch that comes back are refused by their sentences, and it stays handed over', async () => {
  const { first, batch, back, isAsBefore } = await onTheWayBack(passphrase)
  const before = rowsIn(first)
  expect(await refusalOf(open(first.client(), back, 'correct mule'))).toMatchObject({
    code: 'passphrase_wrong',
    message: 'This is not the passphrase of back.carryover.',
  })
  expect(await refusalOf(open(first.client(), back))).toMatchObject({
    code: 'passphrase_missing',
    message: 'back.carryover is encrypted. Give the passphrase that it was written with.',
  })
  expect(rowsIn(first)).toEqual(before)
  await isAsBefore()
  const returned = await open(first.client(), back, passphrase)
  expect(returned.replaced).toBe(batch)
  await first.client().batches.release({ batch: returned.batch, limit: null })
  await first.until(returned.batch, (view) => isOver(view) && view.outcomes.created === 5)
  expect(createdOnce(first)).toBe(5)
})

test('a project file is closed once it was opened, looked at or refused', async (context) => {
  if (process.platform !== 'linux') context.skip('because only Linux lists the open files of a process')
  const { first, other } = await twoFolders()
  const path = projectPath(first)
  await write(first.client(), await loaded(first), path)
  const isOpen = (): boolean =>
    readdirSync('/proc/self/fd').some((name) => {
      try {
        return readlinkSync(join('/proc/self/fd', name)) === path
      } catch {
        return false
      }
    })
  await other.client().handover.inspect({ path, passphrase: null })
  await expect.poll(isOpen).toBe(false)
  expect(await codeOf(open(other.client(), path, passphrase))).toBe('passphrase_not_needed')
  await expect.poll(isOpen).toBe(false)
  await open(other.client(), path)
  await expect.poll(isOpen).toBe(false)
})

test('a file of another program is no project file', async () => {
  const { first } = await twoFolders()
  const path = join(first.folder, 'letter.txt')
  writeFileSync(path, 'Dear customer, this text is longer than the head of a project file.')
  expect(await codeOf(open(first.client(), path))).toBe('no_project_file')
  truncateSync(path, 0)
  expect(await codeOf(open(first.client(), path))).toBe('project_cut')
  expect(await codeOf(open(first.client(), join(first.folder, 'none')))).toBe('project_file_not_usable')
})

test('a project file is opened once in a folder, not where it was written, and no second one replaces a file', async () => {
  const { first, other } = await twoFolders()
  const path = projectPath(first)
  const batch = await loaded(first)
  writeFileSync(path, 'something else')
  expect(await codeOf(write(first.client(), batch, path))).toBe('file_exists')
  expect(await first.client().handover.get({ batch })).toBeNull()
  const written = projectPath(first, 'first.carryover')
  await write(first.client(), batch, written)
  expect(await codeOf(write(first.client(), batch, projectPath(first, 'again.carryover')))).toBe(
    'batch_handed_over',
  )
  expect(await codeOf(open(first.client(), written))).toBe('project_written_here')
  await open(other.client(), written)
  expect(await codeOf(open(other.client(), written))).toBe('project_opened_before')
  const copy = join(first.folder, 'copy.carryover')
  copyFileSync(written, copy)
  expect(await codeOf(open(other.client(), copy))).toBe('project_opened_before')
})

test('a file that appears while the project file is written is not replaced, and the batch stays here', async () => {
  const { first } = await twoFolders()
  const path = projectPath(first)
  const batch = await first.load(await plainAccounts(first.folder, numbered(3000)))
  const writing = refusalOf(write(first.client(), batch, path))
  const isWritten = (): boolean => readdirSync(first.folder).some((name) => name.endsWith('.part'))
  while (!isWritten()) await new Promise((resolve) => setImmediate(resolve))
  writeFileSync(path, 'of another program')
  expect(await writing).toMatchObject({
    code: 'file_exists',
    message: expect.stringMatching(/appeared while the project file was written.*under another name\.$/),
  })
  expect(readFileSync(path, 'utf8')).toBe('of another program')
  expect(isWritten()).toBe(false)
  expect(await first.client().handover.get({ batch })).toBeNull()
  await write(first.client(), batch, projectPath(first, 'another.carryover'))
})

test('after the batch went to and fro, older files and files of a copy are refused', async () => {
  const { first, other } = await twoFolders()
  const third = await otherFolder(first, 'third')
  const batch = await loaded(first)
  const [one, two, two2, three] = ['1', '2', '2-of-copy', '3'].map((name) => projectPath(first, name)) as [
    string,
    string,
    string,
    string,
  ]
  await write(first.client(), batch, one)
  const there = await open(other.client(), one)
  // The same file in a third folder: nothing of it is known there.
  const copied = await open(third.client(), one)
  await write(other.client(), there.batch, two)
  await write(third.client(), copied.batch, two2)
  const back = await open(first.client(), two)
  expect(await codeOf(open(first.client(), two2))).toBe('project_older')
  expect(await codeOf(open(first.client(), one))).toBe('project_written_here')
  await write(first.client(), back.batch, three)
  // The copy's folder is locked, and what comes from the other one does not follow from its file.
  expect(await codeOf(open(third.client(), three))).toBe('project_of_copy')
  await open(other.client(), three)
  expect(await codeOf(open(other.client(), two))).toBe('project_written_here')
  expect(await codeOf(open(other.client(), one))).toBe('project_opened_before')
})

test('a batch goes through a third folder and comes back to the first', async () => {
  const { first, other } = await twoFolders()
  const third = await otherFolder(first, 'third')
  const batch = await loaded(first)
  const paths = ['1', '2', '3'].map((name) => projectPath(first, name)) as [string, string, string]
  await write(first.client(), batch, paths[0])
  const there = await open(other.client(), paths[0])
  await write(other.client(), there.batch, paths[1])
  const further = await open(third.client(), paths[1])
  await write(third.client(), further.batch, paths[2])
  expect((await open(first.client(), paths[2])).replaced).toBe(batch)
  expect(await first.client().batches.list()).toHaveLength(1)
})

test('a file that comes back after the batch was unlocked without it is refused', async () => {
  const { first, other } = await twoFolders()
  const batch = await loaded(first)
  const [one, two] = [projectPath(first, '1'), projectPath(first, '2')]
  await write(first.client(), batch, one)
  const there = await open(other.client(), one)
  await first.client().handover.unlock({ batch, otherIsGone: true })
  await write(other.client(), there.batch, two)
  expect(await codeOf(open(first.client(), two))).toBe('project_of_unlocked')
  expect(await codeOf(first.client().handover.unlock({ batch, otherIsGone: true }))).toBe('batch_is_here')
})

test('a folder without a connection to the service says which one to add, and nothing is changed', async () => {
  const { first } = await twoFolders()
  const bare = await otherFolder(first, 'bare')
  await bare.client().connections.remove({ id: bare.connection })
  const path = projectPath(first)
  await write(first.client(), await loaded(first), path)
  const refused = await refusalOf(open(bare.client(), path))
  expect(refused.code).toBe('no_connection')
  expect(refused.message).toContain(first.sandbox.baseUrl)
  await bare.client().connections.save({
    name: 'elsewhere',
    settings: { ...first.settings, baseUrl: 'http://127.0.0.1:9', tokenUrl: 'http://127.0.0.1:9/token' },
  })
  expect(await codeOf(open(bare.client(), path))).toBe('no_connection')
  const [elsewhere] = await bare.client().connections.list()
  const asked = { path, passphrase: null, onlyHere: true as const, connection: elsewhere?.id ?? 0 }
  expect(await codeOf(bare.client().handover.open(asked))).toBe('other_connection')
  expect(rowsIn(bare)).toEqual([0, 0, 0, 0, 0, 0, 0])
})
