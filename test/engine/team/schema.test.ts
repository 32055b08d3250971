// Tests the tables of a team: made once, by one desktop at a time, in one transaction; and what an older or newer
// program may do with them.
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  initializeTeam,
  mayWrite,
  readTeamSchema,
  teamSteps,
} from '../../../electron/engine/team/database/schema.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { openTeam, troubleIn, valueOf } from './team-fixture.ts'

const anyRow = z.unknown()

async function emptyTeam() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const database = await openTeam(server, address)
  return { server, address, database, query: (sql: string) => server.query(sql, address) }
}

test('a database without tables is no team’s, and is one after it was initialized', async () => {
  const { database } = await emptyTeam()
  expect(troubleIn(await readTeamSchema(database))).toContain(
    'not_a_team: ' + database.address.shown + ' is no database of a team yet.',
  )
  const expected = { version: teamSteps.length, readOnly: false }
  expect(valueOf(await initializeTeam(database, '0.1.0'))).toEqual(expected)
  expect(valueOf(await readTeamSchema(database))).toEqual(expected)
})

test('each step is run once and noted with its program, also where many begin at the same moment', async () => {
  const { server, address, query } = await emptyTeam()
  const desktops = await Promise.all(Array.from({ length: 5 }, () => openTeam(server, address)))
  const made = await Promise.all(desktops.map((database) => initializeTeam(database, '0.1.0')))
  expect(made.map(troubleIn)).toEqual(['done', 'done', 'done', 'done', 'done'])
  expect(await query('SELECT version, program FROM carryover.carryover_schema ORDER BY version')).toEqual(
    teamSteps.map((_, step) => ({ version: step + 1, program: '0.1.0' })),
  )
})

test('later steps are added to those that are there', async () => {
  const { database, query } = await emptyTeam()
  await initializeTeam(database, '0.1.0')
  const steps = [...teamSteps, 'CREATE TABLE carryover.later (n int)']
  expect(troubleIn(await readTeamSchema(database, steps))).toContain('are older than this Carryover')
  expect(valueOf(await initializeTeam(database, '0.2.0', steps)).version).toBe(steps.length)
  expect(await query('SELECT program FROM carryover.carryover_schema ORDER BY version DESC LIMIT 1')).toEqual(
    [{ program: '0.2.0' }],
  )
})

test('a step that fails leaves nothing behind', async () => {
  const { database, query } = await emptyTeam()
  await expect(initializeTeam(database, '0.1.0', [...teamSteps, 'CREATE TABL'])).rejects.toThrow(
    'syntax error',
  )
  expect(await query(`SELECT 1 FROM pg_namespace WHERE nspname = 'carryover'`)).toEqual([])
})

test('a program that is older than the tables only reads, and says so', async () => {
  const { database, query } = await emptyTeam()
  await initializeTeam(database, '0.2.0', [...teamSteps, 'CREATE TABLE carryover.later (n int)'])
  const before = await query('SELECT version FROM carryover.carryover_schema')
  for (const schema of [await readTeamSchema(database), await initializeTeam(database, '0.1.0')]) {
    expect(valueOf(schema)).toEqual({ version: teamSteps.length + 1, readOnly: true })
    expect(troubleIn(mayWrite(valueOf(schema), database))).toBe(
      `newer_team: The tables of ${database.address.shown} were made by a newer Carryover. This one only reads them: install the newer version to send.`,
    )
  }
  expect(await query('SELECT version FROM carryover.carryover_schema')).toEqual(before)
})

test('a program of the tables’ own version may write', async () => {
  const { database } = await emptyTeam()
  expect(troubleIn(mayWrite(valueOf(await initializeTeam(database, '0.1.0')), database))).toBe('done')
})

test('a role that may not create tables is refused', async () => {
  const { server, address } = await emptyTeam()
  await server.query(`DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN PASSWORD 'reader'`)
  const database = await openTeam(server, address.replace('postgres@', 'reader@'), { password: 'reader' })
  expect(troubleIn(await initializeTeam(database, '0.1.0'))).toContain(
    'not_allowed: The user reader has no right',
  )
})

test('two members have no name in common, whatever its letters; one who left gives it free', async () => {
  const { database } = await emptyTeam()
  await initializeTeam(database, '0.1.0')
  const insert = 'INSERT INTO carryover.member (name) VALUES ($1)'
  expect(troubleIn(await database.run(anyRow, insert, ['Dana']))).toBe('done')
  await expect(database.run(anyRow, insert, ['DANA'])).rejects.toThrow('member_name')
  await database.run(anyRow, 'UPDATE carryover.member SET left_at = now()')
  expect(troubleIn(await database.run(anyRow, insert, ['DANA']))).toBe('done')
})

test('a desktop belongs to a member', async () => {
  const { database } = await emptyTeam()
  await initializeTeam(database, '0.1.0')
  const insert = `INSERT INTO carryover.desktop (id, member, machine, program) VALUES ($1, $2, 'laptop', '0.1.0')`
  const id = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
  await expect(database.run(anyRow, insert, [id, 1])).rejects.toThrow('desktop_member')
  await database.run(anyRow, `INSERT INTO carryover.member (name) VALUES ('Dana')`)
  expect(troubleIn(await database.run(anyRow, insert, [id, 1]))).toBe('done')
})
