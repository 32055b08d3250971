// Texts of customers followed through a team: edited, refused, sent, shared, counted on the board, handed over with a
// passphrase and without one, reported and purged. They are in no log, temporary file or support file of either desktop, and
// in the team's database only where a person put them: in a shared repair, and in a copy without a passphrase. Encrypted
// data folders hold them in no byte, and after the purge they are nowhere.
import { workFactorName } from '../../../../electron/engine/handover/write-project.ts'
import { headBytes } from '../../../../electron/engine/handover/project-frame.ts'
import { letInherit } from '../../../../electron/engine/jobs/inherited.ts'
import { newDataKey } from '../../../../electron/engine/store/database/data-key.ts'
import { mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { TeamCopy } from '../../../../shared/contract/team/copies.ts'
import type { SharedItemName } from '../../../../shared/contract/team/knowledge.ts'
import { sharedPostgres } from '../../../support/postgres/postgres.ts'
import { filesBelow, freshFolder } from '../../api/harness.ts'
import { isOver, isValidated, untilView } from '../../api/waiting.ts'
import { refusalOf } from '../../handover/handover-fixture.ts'
import { fileHolds } from '../../store/plain-bytes.ts'
import { everything, itemOf, mappingOf, mistyped, shared } from '../knowledge-fixture.ts'
import { type Desktop, joinTeam, openDesktop, openService } from '../team-desktops.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

const surname = 'Zwiebelfisch'
const mistypedType = 'Kirschkern'
const passphrase = 'Morgenmuffel auf Reisen'
const keys = Array.from({ length: 12 }, (_, at) => `Quittenbaum-${at}`)
/** None of them may be anywhere but in rows and what is made of rows. */
const personal = [surname, 'Quittenbaum', 'Fersengeld']
const canaries = [...personal, mistypedType, passphrase]
const sealBytes = 40
/** The account that the service refuses first. */
const refusedAt = 7

const client = (desktop: Desktop) => desktop.client()

type Query = (sql: string) => Promise<readonly object[]>

/** Those of the texts that stand in the bytes, as they are or in UTF-16. */
const textsIn = (bytes: Buffer, texts: readonly string[] = canaries): string[] =>
  texts.filter((text) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')))

/** `file: text` of the files in a folder whose bytes hold one of the texts. */
const holding = (folder: string, texts: readonly string[] = canaries): string[] =>
  filesBelow(folder).flatMap((file) =>
    textsIn(readFileSync(file), texts).map((text) => `${file.slice(folder.length + 1)}: ${text}`),
  )

/** The texts that the rows of the team's database hold, as text or as bytes, beside what is compressed or encrypted. */
async function inDatabase(query: Query): Promise<string[]> {
  const all = await everything(query)
  const statements = JSON.stringify(await query('SELECT query FROM pg_stat_activity'))
  return canaries.filter(
    (text) =>
      all.includes(text) || all.includes(Buffer.from(text).toString('hex')) || statements.includes(text),
  )
}

/** The bytes of the only copy in the team's database. */
async function copyBytes(query: Query): Promise<Buffer> {
  const chunks = await query(
    "SELECT encode(bytes, 'hex') AS hex FROM carryover.copy_chunk ORDER BY copy, number",
  )
  return Buffer.concat(chunks.map((chunk) => Buffer.from((chunk as { hex: string }).hex, 'hex')))
}

async function copyFor({ client }: Desktop): Promise<TeamCopy> {
  const found = async (): Promise<TeamCopy | undefined> =>
    (await client().teamCopies.list()).copies.find(({ state }) => state === 'handed_over')
  return vi.waitUntil(found, { timeout: 30_000, interval: 20 })
}

async function sendSome({ client }: Desktop, batch: number, limit: number | null, all: number) {
  await client().batches.release({ batch, limit })
  await untilView(client(), batch, (view) => isOver(view) && view.states.done === all)
}

/** All others are sent: also the account that the service refused, and the one that is held. */
async function finished(desktop: Desktop, batch: number): Promise<void> {
  const { accounts } = await client(desktop).accounts.list({
    batch,
    states: ['validated', 'unvalidated', 'rejected'],
    offset: 0,
    limit: 50,
  })
  await client(desktop).accounts.unhold({ accounts: accounts.map(({ id }) => id) })
  const renamed = { sheet: 0, row: refusedAt + 2, column: 2, text: `${surname}-Braun` }
  await client(desktop).edits.apply({ batch, words: `${surname}-Braun`, cells: [renamed] })
  await untilView(client(desktop), batch, ({ stage, work }) => stage === 'open' && work === null)
  await client(desktop).batches.validate({ batch })
  await untilView(client(desktop), batch, isValidated)
  await sendSome(desktop, batch, null, keys.length)
}

async function written({ client, folder }: Desktop, batch: number): Promise<void> {
  await client().batches.report({ batch, folder: null })
  mkdirSync(join(folder, 'support'))
  const { id } = await client().support.file({})
  await client().support.write({ folder: join(folder, 'support'), id })
}

/** Dana repairs the types, shares that repair and a template, puts the keys on the board, and sends some accounts. */
async function begun({
  dana,
  ina,
}: Record<'dana' | 'ina', Desktop>): Promise<{ readonly batch: number; readonly repair: SharedItemName }> {
  const batch = await mistyped(dana, keys, { surname, type: mistypedType })
  const { client } = dana
  const types = keys.map((_, at) => ({ sheet: 0, row: at + 2, column: 5, text: 'DOMESTIC' }))
  await client().edits.apply({ batch, words: `Types, said ${surname}`, cells: types })
  const named = [{ sheet: 0, row: 3, column: 2, text: 'Fersengeld' }]
  await client().edits.apply({ batch, words: 'Fersengeld', cells: named })
  await untilView(client(), batch, ({ stage, work }) => stage === 'open' && work === null)
  const { accounts } = await client().accounts.list({ batch, states: ['unvalidated'], offset: 0, limit: 1 })
  const [held = { id: 0 }] = accounts
  await client().accounts.hold({ accounts: [held.id], reason: `${surname} asked to wait`, until: null })
  await client().batches.validate({ batch })
  await untilView(client(), batch, isValidated)

  const { repairs } = await client().memory.list({ offset: 0, limit: 50 })
  const own = repairs.find(({ after }) => after === 'Fersengeld')
  expect((await refusalOf(client().knowledge.share({ kind: 'repair', key: own?.repair ?? '' }))).code).toBe(
    'not_shareable',
  )
  const [candidate] = await client().knowledge.candidates({ kind: 'repair' })
  const repair: SharedItemName = { kind: 'repair', key: candidate?.key ?? '' }
  await shared(dana, ina, repair)
  await client().templates.save({ name: 'Types', mapping: mappingOf('Account No', 'Surname'), batch })
  await shared(dana, ina, { kind: 'template', key: 'Types' })
  for await (const loaded of await client().team.loadTarget({
    connection: dana.connection,
    supplier: 'ACME',
    source: { keys },
  }))
    if (loaded.kind === 'done') expect(loaded.keys).toBe(keys.length)
  await sendSome(dana, batch, 4, 4)
  return { batch, repair }
}

/** As the service words a refusal, with the name. */
const refusing = {
  route: 'validate' as const,
  account: keys[refusedAt] ?? '',
  effect: {
    kind: 'status' as const,
    status: 400,
    body: {
      kind: 'json' as const,
      value: {
        detail: 'Not valid.',
        code: 'account_failed_validation',
        errors: [{ attr: 'customers.0.family_name', code: 'invalid', detail: `Not ${surname}.` }],
      },
    },
  },
}

/** Purges the batch, and waits until its data is removed. */
async function purged({ client, connection }: Desktop, batch: number): Promise<void> {
  const { begun: started, stayed } = await client().purge.start({
    connection,
    batches: [batch],
    olderThanDays: 0,
  })
  expect([started, stayed]).toEqual([[batch], []])
  const isDone = async () => (await client().purge.purged()).every(({ purgedAt }) => purgedAt !== null)
  await expect.poll(isDone, { timeout: 60_000 }).toBe(true)
}

test.each(['encrypted', 'not encrypted'])(
  'texts of customers are in a team where a person put them, in no log, temporary or support file, and nowhere after a purge (folders %s)',
  async (kind) => {
    const sandbox = await openService()
    const server = await sharedPostgres()
    const address = await server.createDatabase()
    const query: Query = (sql) => server.query(sql, address)
    const open = () => openDesktop(sandbox, {}, kind === 'encrypted' ? { folderKey: newDataKey() } : {})
    const [dana, ina] = [await open(), await open()]
    const temporary = freshFolder()
    await joinTeam(dana, server, address, 'Dana')
    await joinTeam(ina, server, address, 'Ina')
    vi.stubEnv('TMPDIR', temporary)
    sandbox.faults.add(refusing)
    const { batch, repair } = await begun({ dana, ina })
    expect(await inDatabase(query)).toEqual([mistypedType])
    expect(textsIn(Buffer.from(JSON.stringify(await ina.client().team.board())))).toEqual([])

    await client(dana).teamCopies.handOver({ batch, passphrase })
    expect(await inDatabase(query)).toEqual([mistypedType])
    expect((await copyBytes(query)).includes('age-encryption.org/v1')).toBe(true)
    expect(textsIn(await copyBytes(query))).toEqual([])
    const { id } = await copyFor(ina)
    const arrived = await client(ina).teamCopies.takeOver({ copy: id, passphrase, losesLater: true })
    await sendSome(ina, arrived.batch, 4, 8)
    await written(ina, arrived.batch)

    // Without a passphrase the copy is what a person let everybody in the team read.
    await client(ina).teamCopies.handOver({ batch: arrived.batch, passphrase: null })
    const bytes = await copyBytes(query)
    expect(textsIn(gunzipSync(bytes.subarray(headBytes, -sealBytes)))).toEqual([...personal, mistypedType])
    expect(await inDatabase(query)).toEqual([mistypedType])
    const back = await client(dana).teamCopies.takeOver({
      copy: (await copyFor(dana)).id,
      passphrase: null,
      losesLater: true,
    })
    expect(await copyBytes(query)).toHaveLength(0)
    sandbox.faults.clear()
    await finished(dana, back.batch)
    await written(dana, back.batch)
    await untilView(client(ina), arrived.batch, ({ handover }) => handover?.takenBy === 'Dana')

    expect(filesBelow(temporary)).toEqual([])
    expect(canaries.filter((text) => server.log().includes(text))).toEqual([])
    for (const { data, folder } of [dana, ina]) {
      expect(filesBelow(join(folder, 'support'))).toHaveLength(1)
      expect(holding(join(folder, 'support'))).toEqual([])
      const logs = filesBelow(data).filter((file) => /log/.test(basename(file)))
      expect(logs.length).toBeGreaterThan(0)
      const readable = holding(data)
      if (kind === 'encrypted') expect(readable).toEqual([])
      else for (const found of readable) expect(found).toMatch(/^reports/)
    }

    // What the search after the purge looks for can be found.
    for (const { data } of [dana, ina])
      for (const text of personal) expect(filesBelow(data).some((file) => fileHolds(file, text))).toBe(true)
    await purged(dana, back.batch)
    await expect.poll(() => inDatabase(query)).toEqual([])
    // Backups of another desktop have what was shared until they are replaced.
    await expect.poll(() => itemOf(ina, repair)).toBeUndefined()
    await purged(ina, arrived.batch)
    for (const { data, stop } of [dana, ina]) {
      await stop()
      expect(holding(data)).toEqual([])
      const decrypted = filesBelow(data).flatMap((file) =>
        canaries.filter((text) => fileHolds(file, text)).map((text) => `${basename(file)}: ${text}`),
      )
      expect(decrypted).toEqual([])
    }
    expect(filesBelow(temporary)).toEqual([])
  },
  480_000,
)
