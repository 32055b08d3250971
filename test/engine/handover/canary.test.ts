// Tests what a project file shows to somebody who has it: with a passphrase no text of a cell, and never a key or a place
// of this machine.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { headBytes } from '../../../electron/engine/handover/project-frame.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { open, projectPath, twoFolders, write } from './handover-fixture.ts'

const canary = 'Zwiebelfisch'
const sealBytes = 40

test('with a passphrase no cell is readable, without one no key and no path is in it', async () => {
  const { first, other } = await twoFolders()
  const cells = numbered(3).map((account) => ({ ...account, surname: canary }))
  const batch = await first.load(await plainAccounts(first.folder, cells, canary))
  await first.send(batch)
  await first.report(batch)
  const [locked, plain] = [projectPath(first), projectPath(first, 'plain')]
  await write(first.client(), batch, locked, canary)
  const bytes = readFileSync(locked)
  for (const text of [canary, 'N-1', first.sandbox.apiKey, first.sandbox.baseUrl])
    expect(bytes.includes(text), `has ${text}`).toBe(false)
  expect(bytes.includes('age-encryption.org/v1')).toBe(true)

  const there = await open(other.client(), locked, canary)
  await write(other.client(), there.batch, plain)
  const content = readFileSync(plain)
  const lines = gunzipSync(content.subarray(headBytes, content.length - sealBytes)).toString('utf8')
  expect(lines).toContain(canary)
  for (const text of [first.sandbox.apiKey, first.folder])
    expect(lines.includes(text), `has ${text}`).toBe(false)
  // The passphrase is stored nowhere.
  for (const data of [first.data, other.data])
    for (const name of readdirSync(data, { recursive: true, withFileTypes: true }))
      if (name.isFile() && /log|json/.test(name.name))
        expect(readFileSync(join(name.parentPath, name.name)).includes(canary), `in ${name.name}`).toBe(false)
})
