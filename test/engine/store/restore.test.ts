// Tests restoring a backup: the choice of the backup, that an intact database is never replaced unasked, and that the
// replaced files are kept.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  describeBackups,
  listBackups,
  saveBackup,
} from '../../../electron/engine/store/database/backup/backups.ts'
import { createAuditLog } from '../../../electron/engine/store/audit/audit-log.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { restoreBackup } from '../../../electron/engine/store/database/backup/restore.ts'
import { schemaVersion } from '../../../electron/engine/store/database/schema.ts'
import { carryover } from '../cli/command-line.ts'
import { openFolder, practiceStore, refusalOf, start } from './practice-store.ts'
import { english } from '../../support/english.ts'

function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096, Math.min(bytes.length, 4096 * 12))
  writeFileSync(file, bytes)
}

/**
 * A closed folder with two backups: the older with 3 accounts, the newer with 2, because one was removed in
 * between.
 */
async function twoBackups(): Promise<{ folder: string; file: string; older: string; newer: string }> {
  const { folder, workspace, database, ids } = await practiceStore({ accounts: 3 })
  const older = (await saveBackup(database, folder, start)).name
  database.prepare('DELETE FROM account WHERE id = ?').run(ids[2])
  const newer = (await saveBackup(database, folder, start + 1000)).name
  workspace.close()
  return { folder, file: join(folder, databaseName), older, newer }
}

async function accountsIn(folder: string): Promise<number> {
  const { database } = await openFolder(folder)
  return database.prepare('SELECT count(*) FROM account').pluck().get() as number
}

test('backups are listed newest first, with their size and what they hold; one that is broken says so', async () => {
  const { folder, older, newer } = await twoBackups()
  writeFileSync(join(folder, 'backups', 'carryover-000000000000007.sqlite'), 'no database'.repeat(100))
  expect(describeBackups(folder)).toMatchObject([
    { name: newer, at: start + 1000, holds: { batches: 1, accounts: 2 } },
    { name: older, at: start, holds: { batches: 1, accounts: 3 } },
    { at: 7, bytes: 1100, holds: null },
  ])
  for (const { bytes, file } of describeBackups(folder)) expect(bytes).toBe(readFileSync(file).length)
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(3)
})

test('an intact database is not replaced, unless a person says so; then it is set aside', async () => {
  const { folder, file, newer } = await twoBackups()
  const before = readFileSync(file)
  expect(english(await restoreBackup({ folder, now: start + 5 }))).toMatchObject({
    ok: false,
    failure: {
      code: 'database_sound',
      message: expect.stringContaining('is sound, so it was not') as unknown,
    },
  })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(await restoreBackup({ folder, now: start + 5, replaceSound: true })).toMatchObject({
    value: { name: newer },
  })
  expect(readFileSync(join(folder, `damaged-${start + 5}`, databaseName)).equals(before)).toBe(true)
})

test('the chosen backup takes the place of a damaged database, and where none is chosen the newest', async () => {
  const { folder, file, older } = await twoBackups()
  damage(file)
  expect(english(await restoreBackup({ folder, now: start + 5, backup: 'another' }))).toMatchObject({
    failure: { code: 'no_backup', message: expect.stringContaining(older) as unknown },
  })
  expect((await refusalOf(folder)).code).toBe('database_damaged')
  expect(await restoreBackup({ folder, now: start + 5, backup: older })).toMatchObject({ ok: true })
  expect(await accountsIn(folder)).toBe(3)
})

test('the audit log of the restored database has a sealed line that says which backup it was', async () => {
  const { folder, file, older } = await twoBackups()
  damage(file)
  await restoreBackup({ folder, now: start + 5, backup: older })
  const audit = createAuditLog((await openFolder(folder)).database)
  expect(audit.newest(null)[0]).toMatchObject({ action: 'recovery.restore', details: { backup: older } })
  expect(await audit.verify()).toMatchObject({ fault: null })
})

test('a backup that is damaged itself takes no place: another one can be chosen', async () => {
  const { folder, file, older } = await twoBackups()
  damage(file)
  const before = readFileSync(file)
  damage(listBackups(folder)[0]?.file ?? '')
  expect(await restoreBackup({ folder, now: start + 5 })).toMatchObject({
    failure: { code: 'backup_not_usable' },
  })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(folder).filter((name) => /restored|damaged-/.test(name))).toEqual([])
  expect(await restoreBackup({ folder, now: start + 5, backup: older })).toMatchObject({ ok: true })
})

test('a database of a newer Carryover is never replaced', async () => {
  const { folder, file } = await twoBackups()
  const raw = openDatabaseFile(file)
  raw.pragma(`user_version = ${schemaVersion + 1}`)
  raw.close()
  expect(await restoreBackup({ folder, now: start + 5, replaceSound: true })).toMatchObject({
    failure: { code: 'newer_database' },
  })
})

test('a database that is gone is replaced without a question', async () => {
  const { folder, file, newer } = await twoBackups()
  rmSync(file)
  expect(await restoreBackup({ folder, now: start + 5 })).toMatchObject({ value: { name: newer } })
  expect(await accountsIn(folder)).toBe(2)
})

test('on the command line a sound database ends it with 3 and the sentence that says how', async () => {
  const { folder, older, newer } = await twoBackups()
  const restore = (...words: string[]) => carryover(['restore', '--data-dir', folder, ...words])
  const refused = await restore()
  expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 3, stdout: '' })
  expect(refused.stderr).toContain('is sound, so it was not replaced')
  expect(refused.stderr).toContain('--replace-sound')
  expect(refused.stderr).toContain(`would lose everything since ${new Date(start + 1000).toISOString()}`)
  const lines = (await restore('--list')).stdout.trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(newer)
  expect(lines[1]).toMatch(new RegExp(`^${older}  .*batches 1, accounts 3$`))
  const done = await restore('--replace-sound', '--backup', older)
  expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
  expect(done.stdout).toContain(`${older} was restored`)
  expect(done.stdout).toContain(`what was entered since ${new Date(start).toISOString()} is not in it`)
  expect(existsSync(join(folder, databaseName))).toBe(true)
  expect(await accountsIn(folder)).toBe(3)
})
