// Tests the files that a killed command leaves behind, and the choice of the data folder.
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { fileHolds } from '../store/plain-bytes.ts'
import { carryover, freshFolder, start } from './command-line.ts'

const secret = 'Zwiebelfisch'

/** Files below a folder that contain a text. */
function holding(folder: string, text: string): string[] {
  return filesBelow(folder).filter((file) => fileHolds(file, text))
}

test('temporary files left by a killed `payloads` are removed by the next command', async () => {
  const folder = freshFolder()
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  const accounts = numbered(3000).map((account) => ({ ...account, surname: secret }))
  const { file, mapping } = await plainAccounts(folder, accounts)
  const mappingPath = join(folder, 'mapping.json')
  writeFileSync(mappingPath, JSON.stringify(mapping))
  const words = ['payloads', file, '--mapping', mappingPath, '--catalogue', 'example', '--supplier', 'ACME']
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = temporary
  try {
    const command = start(words)
    await command.saw('stdout', secret)
    command.child.kill('SIGKILL')
    await command.ended
    expect(holding(temporary, secret).length, 'the kill came while the command held names').toBeGreaterThan(0)
    const other = freshFolder()
    expect(
      (
        await carryover([
          'connections',
          'set',
          'next',
          '--base-url',
          'https://one.example',
          '--catalogue',
          'example',
          '--data-dir',
          join(other, 'data'),
        ])
      ).stderr,
    ).not.toContain('fault')
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  expect(holding(temporary, secret)).toEqual([])
  expect(readdirSync(temporary).filter((name) => name.startsWith('carryover-passing-'))).toEqual([])
})

test('a shared folder given as data folder keeps its mode, and gets a private folder inside', async (context) => {
  context.skip(process.platform === 'win32', 'because Windows has no such permissions')
  const shared = freshFolder()
  const open = join(shared, 'open')
  mkdirSync(open)
  chmodSync(open, 0o777)
  writeFileSync(join(shared, 'theirs.txt'), 'x')
  chmodSync(shared, 0o755)
  const set = (folder: string) =>
    carryover([
      'connections',
      'set',
      'one',
      '--base-url',
      'https://one.example',
      '--catalogue',
      'example',
      '--data-dir',
      folder,
    ])
  for (const folder of [shared, open]) {
    const mode = statSync(folder).mode
    const { code, stderr } = await set(folder)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(statSync(folder).mode).toBe(mode)
    expect(readdirSync(folder)).not.toContain('carryover.sqlite')
    const own = join(folder, 'carryover-data')
    expect(statSync(own).mode & 0o777).toBe(0o700)
    expect(readdirSync(own)).toContain('carryover.sqlite')
    // Once named again, it is found again.
    const { stdout } = await carryover(['connections', 'list', '--data-dir', folder])
    expect(stdout).toContain('one.example')
  }
})

test('a private folder and a missing folder are used under the given name', async () => {
  const folder = join(freshFolder(), 'data')
  for (const name of ['one', 'two'])
    await carryover([
      'connections',
      'set',
      name,
      '--base-url',
      `https://${name}.example`,
      '--catalogue',
      'example',
      '--data-dir',
      folder,
    ])
  expect(readdirSync(folder)).toContain('carryover.sqlite')
  expect(readdirSync(folder)).not.toContain('carryover-data')
})
