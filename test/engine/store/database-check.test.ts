// Tests the integrity check in another thread: what it finds, that it can be cancelled at once, and that an
// unfinished check is due at the next start, whatever ended it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { startDatabaseCheck } from '../../../electron/engine/store/database/check/database-check.ts'
import { databaseName } from '../../../electron/engine/store/database/database-file.ts'
import { type Workspace } from '../../../electron/engine/store/database/open.ts'
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
  test('without damage is reported as intact, while its owner writes', async () => {
    const { workspace } = await practiceStore({ accounts: 30 })
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
    expect(workspace.database.prepare('SELECT count(*) FROM filling').pluck().get()).toBe(3200 + written)
  })

  test('with an overwritten page is reported as damaged, and how', async () => {
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

describe('a check that did not come to its end is due at the next start', () => {
  const modules = ['open', 'check/database-check'].map(
    (name) => new URL(`../../../electron/engine/store/database/${name}.ts`, import.meta.url).href,
  )
  /** Opens a workspace, starts its check, and waits to be killed. */
  const checking = `
    const [, open, check, folder] = process.argv
    const { openWorkspace } = await import(open)
    const { startDatabaseCheck } = await import(check)
    const opened = await openWorkspace({ folder, now: Date.now, checkedAtOnce: 0 })
    if (!opened.ok) throw new Error(opened.failure.message)
    startDatabaseCheck(opened.value.database.name, opened.value.unchecked.depth)
    process.stdout.write('checking')
    setInterval(() => undefined, 1000)
  `

  test('whole after a kill in its middle, also when it was left by an end in order since; then quick again', async () => {
    const folder = freshFolder()
    const first = await openFolder(folder)
    fill(first, 24)
    first.close()
    const child = spawn(process.execPath, ['--input-type=module', '-e', checking, ...modules, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    atEnd(() => child.kill('SIGKILL'))
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    expect(said.toString()).toBe('checking')
    child.kill('SIGKILL')
    await once(child, 'exit')

    const killed = await openFolder(folder, late)
    expect(killed).toMatchObject({ endedCleanly: false, unchecked: { depth: 'whole' } })
    const check = startDatabaseCheck(killed.database.name, 'whole')
    await check.leave()
    expect(await check.ended).toEqual({ kind: 'left' })
    killed.close()
    expect(statSync(join(folder, `${databaseName}-wal`), { throwIfNoEntry: false })).toBeUndefined()

    const again = await openFolder(folder, late)
    expect(again).toMatchObject({ endedCleanly: true, unchecked: { depth: 'whole' } })
    expect(await startDatabaseCheck(again.database.name, 'whole').ended).toEqual({ kind: 'sound' })
    again.unchecked?.sound()
    again.close()
    const last = await openFolder(folder, late)
    expect(last.unchecked?.depth).toBe('quick')
    last.close()
    expect((await openFolder(folder, { checkedAtOnce: 1e9 })).unchecked).toBeUndefined()
  })
})
