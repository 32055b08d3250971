// Tests how a project file is opened: windows hear how far it is, and when its caller stops, nothing of it is left.
import { expect, test } from 'vitest'
import { inDatabase } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { open, projectPath, twoFolders, write } from './handover-fixture.ts'

const accounts = 3000

test('windows hear how far the file is checked and read, and a caller who stops leaves nothing behind', async () => {
  const { first, other } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(accounts)))
  const path = projectPath(first)
  await write(first.client(), batch, path)

  const events = await other.client().events()
  const stop = new AbortController()
  const opening = other
    .client()
    .handover.open({ path, passphrase: null, onlyHere: true }, { signal: stop.signal })
  const ended = opening.then(
    () => 'opened',
    () => 'stopped',
  )
  for await (const event of events)
    if (event.kind === 'project' && event.stage === 'reading' && event.done > 0) {
      expect(event.total).toBe(accounts)
      break
    }
  stop.abort()
  expect(await ended).toBe('stopped')
  expect(await other.client().batches.list()).toEqual([])
  const left = (): unknown =>
    inDatabase(other.data, (look) =>
      ['batch', 'account', 'source_row', 'handover', 'job'].map((table) =>
        look.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
      ),
    )
  await expect.poll(left).toEqual([0, 0, 0, 0, 0])

  const heard: string[] = []
  const later = await other.client().events()
  const listening = (async () => {
    for await (const event of later) if (event.kind === 'project') heard.push(`${event.stage} ${event.done}`)
  })()
  const there = await open(other.client(), path)
  expect(await other.client().batches.get({ batch: there.batch })).toMatchObject({ accounts })
  await expect.poll(() => heard.at(-1)).toBe(`reading ${accounts}`)
  await later.return?.(undefined)
  await listening
})
