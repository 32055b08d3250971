// Tests the commands of the team on a real PostgreSQL: joining, what a run says while nothing is created, pauses for all,
// the board, and that the password is in no argument and in no output.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { runProgram } from '../../../electron/cli/program.ts'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { createCall } from '../../support/invocation.ts'
import { type Postgres, sharedPostgres } from '../../support/postgres/postgres.ts'
import { nextConnection } from '../faults/full-disk.ts'
import { filesHolding } from '../purge/purge-fixture.ts'
import { ownPostgres } from '../team/team-fixture.ts'
import { engineIn } from '../api/bare-engine.ts'
import { mappingOf } from '../team/knowledge-fixture.ts'
import { freshFolder, runWords, startSandbox } from './command-line.ts'
import { environmentOf } from './spawn.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** Calls with this password of the team's database in the environment; null: none. */
function call(words: readonly string[], password: string | null, key?: string, isTerminal = false) {
  const team = password === null ? {} : { CARRYOVER_TEAM_PASSWORD: password }
  const { invocation: made, output, interrupt } = createCall({ ...environmentOf(key), ...team })
  const terminal = Object.assign(new PassThrough(), { isTTY: true as const })
  const invocation = isTerminal ? { ...made, stdin: terminal } : made
  const ended = runProgram(words, invocation).then((code) => {
    output.end()
    return { code, ...output.written }
  })
  endings.push(() => {
    interrupt()
    return ended
  })
  return { ended, saw: output.saw, interrupt }
}

type Member = { readonly folder: string; readonly data: readonly string[] }

async function newTeam(server: Postgres, address: string, ...names: readonly string[]): Promise<Member[]> {
  const made = await call(['team', 'init', address], server.password).ended
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('The tables of the team are there')])
  const members: Member[] = []
  for (const name of names) {
    const folder = freshFolder()
    const data = ['--data-dir', join(folder, 'data')]
    const joined = await call(['team', 'join', address, '--name', name, ...data], server.password).ended
    expect([joined.code, joined.stderr]).toEqual([0, expect.stringContaining('is not encrypted')])
    expect(joined.stdout).toBe(
      `This data folder belongs to the team as ${name}.\nConnected: each account is claimed before it is created.\n`,
    )
    members.push({ folder, data })
  }
  return members
}

function sent(sandbox: Sandbox, { folder }: Member, password: string | null) {
  return call(runWords(sandbox, folder, '--supplier', 'ACME', '--yes', '--json'), password, sandbox.apiKey)
}

type Summary = { outcomes: Record<string, number> }
const outcomesOf = (stdout: string): Record<string, number> => (JSON.parse(stdout) as Summary).outcomes

describe('two members', () => {
  test('create each account once, and the board has the batches of both', async () => {
    const server = await sharedPostgres()
    const sandbox = await startSandbox()
    const [dana, ina] = await newTeam(server, await server.createDatabase(), 'Dana', 'Ina')
    if (dana === undefined || ina === undefined) throw new Error('There are two members.')
    const first = await sent(sandbox, dana, server.password).ended
    const second = await sent(sandbox, ina, server.password).ended
    for (const [, accepted] of sandbox.ledger.acceptedCreates()) expect(accepted).toBe(1)
    const { created = 0 } = outcomesOf(first.stdout)
    expect(created).toBeGreaterThan(10)
    expect(outcomesOf(second.stdout)).toMatchObject({ created: 0, with_member: created })
    expect(second.code).toBe(2)

    const board = await call(['team', 'board', ...ina.data, '--json'], server.password).ended
    const { totals, batches, desktops } = JSON.parse(board.stdout) as {
      totals: { created: number }
      batches: { member: string }[]
      desktops: { member: string; id: string }[]
    }
    expect(totals.created).toBe(created)
    expect(batches.map(({ member }) => member)).toContain('Dana')
    expect(desktops.map(({ member }) => member)).toEqual(['Dana', 'Ina'])
    const inWords = await call(['team', 'board', ...ina.data], server.password).ended
    expect(inWords.stdout).toMatch(/^\d+ of \d+ created, \d desktops?$/m)
    expect(inWords.stdout).toContain('Ina (')
    expect(inWords.stdout).toContain('this desktop')
    const status = await call(['team', 'status', ...ina.data, '--json'], server.password).ended
    expect(JSON.parse(status.stdout)).toMatchObject({ name: 'Ina', state: 'ready', withOthers: created })
    const target = (...words: string[]) =>
      call(['team', 'target', ...words, ...ina.data], server.password).ended
    expect((await target('show')).stdout).toBe('The team has no target.\n')
    const file = join(ina.folder, 'keys.csv')
    writeFileSync(file, 'external_account_number;import_supplier\nA-1;ACME\nA-2;ACME\nA-2;ACME\n')
    expect((await target('load', file)).stdout).toBe(
      'The target is loaded: 2 keys from the column “external_account_number”, 1 came more than once.\n',
    )
    expect((await target('show')).stdout).toMatch(
      /^Target \d+ keys\.csv, .*: 2 keys, 0 created, .*loaded by Ina/,
    )
    const withTarget = await call(['team', 'board', ...ina.data, '--json'], server.password).ended
    expect(JSON.parse(withTarget.stdout)).toMatchObject({
      totals: { created: 0, accounts: 2, hasTarget: true },
      targets: [{ keys: 2, member: 'Ina' }],
      left: null,
    })
    expect([(await target('remove')).code, (await target('remove', '--yes')).code]).toEqual([2, 0])
    expect(filesHolding(ina.folder, server.password)).toEqual([])
  })

  test('a pause for all stops a run, which says who and why, waits, and goes on at its end', async () => {
    const server = await sharedPostgres()
    const sandbox = await startSandbox()
    const [dana, ina] = await newTeam(server, await server.createDatabase(), 'Dana', 'Ina')
    if (dana === undefined || ina === undefined) throw new Error('There are two members.')
    await call(
      ['connections', 'set', 'ours', '--base-url', sandbox.baseUrl, '--environment', 'test', ...dana.data],
      null,
    ).ended
    const paused = await call(['team', 'pause', ...dana.data, '--reason', 'new prices'], server.password)
      .ended
    expect([paused.code, paused.stdout]).toEqual([0, expect.stringContaining('is paused for all.')])
    const status = await call(['team', 'status', ...dana.data], server.password).ended
    expect(status.stdout).toMatch(/^Paused for all: http.*, by Dana since .*: new prices$/m)

    const run = sent(sandbox, ina, server.password)
    await run.saw('stderr', 'Paused for all by Dana: new prices.')
    expect(sandbox.ledger.acceptedCreates().size).toBe(0)
    const resumed = await call(['team', 'resume', ...dana.data], server.password).ended
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('has ended')])
    const { stdout } = await run.ended
    expect(outcomesOf(stdout)['created']).toBeGreaterThan(10)
  })
})

test('a run says that the database is away, and goes on by itself when it answers', async () => {
  const server = await ownPostgres()
  const sandbox = await startSandbox()
  const [dana] = await newTeam(server, server.url, 'Dana')
  if (dana === undefined) throw new Error('There is a member.')
  await server.stop('fast')
  const status = await call(['team', 'status', ...dana.data], server.password).ended
  expect(status.code).toBe(2)
  expect(status.stdout).toContain('Nothing is created meanwhile; everything else goes on.')
  const run = sent(sandbox, dana, server.password)
  await run.saw('stderr', /to send.*cannot be reached.*Nothing is created meanwhile/)
  expect(sandbox.ledger.acceptedCreates().size).toBe(0)
  await server.restart()
  const { stdout, stderr } = await run.ended
  expect(stderr).toContain('The team’s database answers again: accounts are created.')
  expect(outcomesOf(stdout)['created']).toBeGreaterThan(10)
})

test('without the password nothing is created, and the password is taken from no argument', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const [dana] = await newTeam(server, address, 'Dana')
  if (dana === undefined) throw new Error('There is a member.')
  const status = await call(['team', 'status', ...dana.data], null).ended
  expect(status.code).toBe(2)
  expect(status.stdout).toContain('wants a password for the user')
  const asArgument = await call(['team', 'join', address, '--name', 'Ina', '--password', 'x'], null).ended
  expect([asArgument.code, asArgument.stderr]).toEqual([
    3,
    expect.stringContaining("unknown option '--password'"),
  ])
  const inside = address.replace('@', ':hidden@')
  const { code, stderr } = await call(['team', 'init', inside], null).ended
  expect(code).toBe(3)
  expect(stderr).toContain('The address holds a password.')
  expect(stderr).not.toContain('hidden')
})

test('a member leaves, and a desktop that does not come back is left out by a person who agrees', async () => {
  const server = await sharedPostgres()
  const [dana, ina] = await newTeam(server, await server.createDatabase(), 'Dana', 'Ina')
  if (dana === undefined || ina === undefined) throw new Error('There are two members.')
  const board = await call(['team', 'board', ...dana.data, '--json'], server.password).ended
  const { desktops } = JSON.parse(board.stdout) as { desktops: { member: string; id: string }[] }
  const gone = desktops.find(({ member }) => member === 'Ina')?.id ?? ''
  const leaveOut = ['team', 'leave-out', gone, ...dana.data]
  const asked = await call(leaveOut, server.password).ended
  expect([asked.code, asked.stdout]).toEqual([2, ''])
  expect(asked.stderr).toContain('Do so only if it does not come back')
  expect(asked.stderr).toContain('Nothing was done: give --yes')
  const unknown = await call(['team', 'leave-out', 'nobody', ...dana.data, '--yes'], server.password).ended
  expect(unknown.code).toBe(3)
  expect((await call([...leaveOut, '--yes'], server.password).ended).code).toBe(0)
  const status = await call(['team', 'status', ...ina.data], server.password).ended
  expect([status.code, status.stdout]).toEqual([
    2,
    expect.stringContaining('This desktop does not belong to the team any more.'),
  ])
  const left = await call(['team', 'leave', ...dana.data], server.password).ended
  expect([left.code, left.stdout]).toEqual([0, expect.stringContaining('belongs to the team no more')])
  const none = await call(['team', 'status', ...dana.data], null).ended
  expect([none.code, none.stdout]).toEqual([0, 'This data folder belongs to no team.\n'])
})

test('a batch is handed over through the team, listed, taken over, and is read-only where it came from', async () => {
  const server = await sharedPostgres()
  const sandbox = await startSandbox()
  const [dana, ina] = await newTeam(server, await server.createDatabase(), 'Dana', 'Ina')
  if (dana === undefined || ina === undefined) throw new Error('There are two members.')
  await sent(sandbox, dana, server.password).ended
  await sent(sandbox, ina, server.password).ended
  const asked = (words: readonly string[], { data }: Member) =>
    call(['team', ...words, ...data], server.password).ended
  const none = await asked(['copies'], ina)
  expect(none.stdout).toBe('The team’s database has no copy of a batch.\n')
  const handed = await asked(['hand-over', '1'], dana)
  expect([handed.code, handed.stdout]).toEqual([
    0,
    expect.stringContaining('every member can read its customer data'),
  ])
  const listed = await asked(['copies'], ina)
  expect(listed.stdout).toMatch(/Dana \(.*readable for every member, handed over, [0-9a-f-]{36}$/m)
  const id = /[0-9a-f-]{36}$/m.exec(listed.stdout)?.[0] ?? ''
  const unsaid = await asked(['take-over', id], ina)
  expect([unsaid.code, unsaid.stderr]).toEqual([2, expect.stringContaining('give --yes')])
  const taken = await asked(['take-over', id, '--yes'], ina)
  expect([taken.code, taken.stdout]).toEqual([0, expect.stringMatching(/^Batch 2 “.*” was taken over\./)])
  const late = await asked(['withdraw', '1'], dana)
  expect(late.code).not.toBe(0)
  expect(late.stderr).toMatch(/Ina took “.*” over meanwhile and goes on with it\./)
  const how = await asked(['keep-copies', 'on', '--every', '20'], ina)
  expect([how.code, how.stdout]).toEqual([
    0,
    expect.stringContaining('As soon as a connection or a batch is named, copies are kept'),
  ])
  expect((await asked(['keep-copies', 'on'], ina)).code).toBe(3)
  expect((await asked(['keep-copies', 'off', '--every', '20'], ina)).code).toBe(3)
  const kept = await asked(['keep-copies', 'on', '--batch', '2'], ina)
  expect(kept.stdout).toContain('at most every 20 minutes and after each wave: every member can read')
  expect(kept.stdout).toMatch(/^Copies are kept in the team’s database/)
})

test('team role prints the script of a role that joins and sends, and team verify checks the audit log', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const name = `members_${randomUUID()}`
  const [dana] = await newTeam(server, address, 'Dana')
  if (dana === undefined) throw new Error('There is a member.')
  const { code, stdout, stderr } = await call(['team', 'role', address, '--name', name], null).ended
  expect([code, stderr]).toEqual([0, expect.stringContaining(`set a password for the role “${name}”`)])
  await server.query(stdout, address)
  await server.query(`ALTER ROLE "${name}" PASSWORD 'member'`, address)
  const asMember = address.replace('postgres@', `${name}@`)
  const data = ['--data-dir', join(freshFolder(), 'data')]
  const joined = await call(['team', 'join', asMember, '--name', 'Ina', ...data], 'member').ended
  expect([joined.code, joined.stdout]).toEqual([0, expect.stringContaining('as Ina.')])
  const wrong = await call(['team', 'role', 'nowhere'], null).ended
  expect([wrong.code, wrong.stdout]).toEqual([3, ''])

  const verify = (...words: readonly string[]) => call(['team', 'verify', ...data, ...words], 'member').ended
  const sound = await verify()
  expect([sound.code, sound.stderr]).toEqual([
    0,
    expect.stringMatching(/is as it was written: \d+ lines, the last one sealed with [0-9a-f]{64}\./),
  ])
  const { lines, head } = JSON.parse((await verify('--json')).stdout) as {
    lines: number
    head: { seq: number; hash: string }
  }
  expect([lines, head.seq]).toEqual([head.seq, lines])
  await server.query(
    `ALTER TABLE carryover.audit DISABLE TRIGGER USER; DELETE FROM carryover.audit WHERE number > 1`,
    address,
  )
  const cut = await verify()
  expect([cut.code, cut.stderr]).toEqual([
    2,
    expect.stringMatching(/ends after line \d+, but had \d+ lines when this data folder checked it last/),
  ])
  await server.query(`UPDATE carryover.audit SET member = 'Nobody' WHERE number = 1`, address)
  const changed = await verify('--json')
  expect([changed.code, JSON.parse(changed.stdout)]).toMatchObject([
    2,
    { fault: { kind: 'changed', seq: 1 } },
  ])
})

test('at a terminal the passphrase of a client key is asked for wherever there is a client certificate', async () => {
  const server = await sharedPostgres()
  const [dana] = await newTeam(server, await server.createDatabase(), 'Dana')
  if (dana === undefined) throw new Error('There is a member.')
  const certificate = join(dana.folder, 'client.pem')
  writeFileSync(certificate, '')
  const connection = nextConnection()
  const engine = await engineIn(join(dana.folder, 'data'))
  connection()
    .prepare("UPDATE setting SET value = json_set(value, '$.clientCertificate', ?) WHERE name = 'team'")
    .run(certificate)
  await engine.close()
  const joining = ['team', 'join', server.url, '--name', 'Ina', '--client-certificate', certificate]
  for (const words of [joining, ['team', 'status', ...dana.data]]) {
    const asked = call(words, server.password, undefined, true)
    await asked.saw('stderr', 'Passphrase of the client key')
    asked.interrupt()
    expect((await asked.ended).code).toBe(5)
  }
})

test('team share gives an item to the team, and resolve says what differs before a side is kept', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const [dana, ina] = await newTeam(server, address, 'Dana', 'Ina')
  if (dana === undefined || ina === undefined) throw new Error('Two joined.')
  const team = (member: Member, ...words: readonly string[]) =>
    call(['team', ...words, ...member.data], server.password).ended
  expect(await team(dana, 'shared')).toMatchObject({ code: 0, stdout: 'The team shares nothing yet.\n' })
  const item = ['template', 'Tariff list']
  const save = async ({ folder }: Member, key: string): Promise<void> => {
    const engine = await engineIn(join(folder, 'data'))
    await engine.client.templates.save({ name: 'Tariff list', mapping: mappingOf(key) })
    await engine.close()
  }
  await save(dana, 'Account')
  await save(ina, 'Number')
  const shared = await team(dana, 'share', ...item)
  expect(shared).toMatchObject({ code: 0, stdout: 'template Tariff list is shared, version 1.\n' })
  const listed = await team(ina, 'shared', '--json')
  expect(listed.code).toBe(2)
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { kind: 'template', key: 'Tariff list', state: 'conflict', member: 'Dana', version: 1 },
  ])
  const open = await team(ina, 'resolve', ...item)
  expect([open.code, open.stdout.split('\n')[1]]).toEqual([
    2,
    'Column of the account’s key: here Number, there Account',
  ])
  expect((await team(ina, 'resolve', ...item, '--theirs')).code).toBe(0)
  expect((await team(ina, 'shared')).stdout).toMatch(
    /^template Tariff list: version 1 by Dana, .*, in step\n$/,
  )
  expect((await team(ina, 'unshare', ...item)).code).toBe(0)
  expect((await team(dana, 'shared')).stdout).toContain('not shared any more')
})
