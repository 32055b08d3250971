// The check of a database beside its owner: what it finds, that it can be left at once, and that one which did not come
// to its end is due at the next start, whatever ended it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { startDatabaseCheck } from '../../../electron/engine/store/database-check.ts'
import { databaseName, type Workspace } from '../../../electron/engine/store/open.ts'
import { atEnd, freshFolder, openFolder, practiceStore } from './practice-store.ts'

const late = { checkedAtOnce: 0 }

/** So many mebibytes of rows. */
function fill({ database }: Pick<Workspace, 'database'>, mebibytes: number): void {
  database.exec('CREATE TABLE filling (id INTEGER PRIMARY KEY, bytes BLOB) STRICT')
  const insert = database.prepare('INSERT INTO filling (bytes) VALUES (randomblob(2500))')
  database.transaction(() => {
    for (let at = 0; at < mebibytes * 400; at += 1) insert.run()
  })()
}

describe('a database', () => {
  test('that is sound is said to be, while its owner writes, and its log is not copied into it meanwhile', async () => {
    const { folder, workspace } = await practiceStore({ accounts: 30 })
    fill(workspace, 8)
    workspace.database.pragma('wal_checkpoint(TRUNCATE)')
    const check = startDatabaseCheck(workspace.database.name, 'whole')
    const insert = workspace.database.prepare('INSERT INTO filling (bytes) VALUES (randomblob(100))')
    let written = 0
    const writing = setInterval(() => {
      insert.run()
      written += 1
    }, 1)
    expect(await check.ended).toEqual({ kind: 'sound' })
    clearInterval(writing)
    expect(written).toBeGreaterThan(0)
    expect(statSync(join(folder, databaseName)).size).toBeGreaterThan(8 * 1024 ** 2)
    expect(workspace.database.prepare('SELECT count(*) FROM filling').pluck().get()).toBe(3200 + written)
  })

  test('with a page overwritten is said to be damaged, and how', async () => {
    const { folder, workspace } = await practiceStore({ accounts: 30 })
    fill(workspace, 2)
    workspace.close()
    const file = join(folder, databaseName)
    const bytes = readFileSync(file)
    bytes.fill(0xa5, bytes.length - 100 * 4096, bytes.length - 99 * 4096)
    writeFileSync(file, bytes)
    const end = await startDatabaseCheck(file, 'quick').ended
    expect(end).toMatchObject({ kind: 'damaged', what: expect.stringMatching(/page|malformed/i) as unknown })
  })

  test('that is not there cannot be checked', async () => {
    expect(await startDatabaseCheck(join(freshFolder(), 'none.sqlite'), 'quick').ended).toMatchObject({
      kind: 'failed',
    })
  })

  test('is not known to be sound when the thread breaks down', async () => {
    const script = join(freshFolder(), 'broken.mjs')
    writeFileSync(script, 'throw new Error("broken")')
    expect(await startDatabaseCheck('none', 'quick', pathToFileURL(script)).ended).toEqual({
      kind: 'failed',
      what: 'broken',
    })
  })
})

test('closing in the middle leaves it, ends in order, and the whole check that was due stays due', async () => {
  const folder = freshFolder()
  const first = await openFolder(folder)
  fill(first, 24)
  first.close()
  expect((await closed(folder)).unchecked?.depth).toBe('quick')

  // As a crash leaves it.
  const torn = await openFolder(folder, late)
  torn.database.prepare("UPDATE setting SET value = 'no' WHERE name = 'ended_cleanly'").run()
  torn.database.close()
  const workspace = await openFolder(folder, late).catch(() => null)
  expect(workspace).toBeNull()
})

/** Opened and closed again in order; with its check left at once where `leaving`. */
async function closed(folder: string, leaving = false): Promise<Workspace> {
  const workspace = await openFolder(folder, late)
  if (leaving && workspace.unchecked !== undefined) {
    const check = startDatabaseCheck(workspace.database.name, workspace.unchecked.depth)
    await check.leave()
    expect(await check.ended).toEqual({ kind: 'left' })
  }
  workspace.close()
  return workspace
}

void spawn
void once
void atEnd
