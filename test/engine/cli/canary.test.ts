// A text in the cells of a customer, followed through its whole way: read, refused, sent, killed, edited, backed up,
// reported, handed over and purged. Logs, temporary files, command lines of processes and the support file never hold
// it; an encrypted data folder holds it in no byte; after a purge it is nowhere.
import { workFactorName } from '../../../electron/engine/handover/write-project.ts'
import { letInherit } from '../../../electron/engine/jobs/inherited.ts'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import { readRecoveryKey } from '../../../electron/engine/store/database/data-key.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { type BareEngine, engineIn } from '../api/bare-engine.ts'
import { filesBelow, quickLimits } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isLoaded, isOver, isValidated, untilView } from '../api/waiting.ts'
import { fileHolds } from '../store/plain-bytes.ts'
import { carryover, freshFolder, start, startSandbox, testSystem } from './command-line.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

const canary = 'Zwiebelfisch'
const edited = 'Zwiebelfisch-Braun'
const accounts = 40

afterEach(() => vi.unstubAllEnvs())

/** Files whose bytes hold the text as it is written, in either of the encodings of text files. */
function holdingPlain(folder: string): string[] {
  const needles = [Buffer.from(canary, 'utf8'), Buffer.from(canary, 'utf16le')]
  return filesBelow(folder)
    .filter((file) => needles.some((needle) => readFileSync(file).includes(needle)))
    .map((file) => file.slice(folder.length + 1))
}

/** Command lines and environments of all processes of this machine; empty where the system does not show them. */
function processes(): string {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .flatMap((name) => ['cmdline', 'environ'].map((part) => textOf(`/proc/${name}/${part}`)))
      .join('\n')
  } catch {
    return ''
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Sends from the command line and is killed while accounts are on their way. */
async function killedRun(folder: string, sandbox: Awaited<ReturnType<typeof startSandbox>>): Promise<void> {
  sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 60, when: 'after_work' } })
  sandbox.faults.add({
    route: 'validate',
    account: 'N-7',
    count: 1,
    effect: {
      kind: 'status',
      status: 400,
      body: {
        kind: 'json',
        value: {
          detail: 'Not valid.',
          code: 'account_failed_validation',
          errors: [{ attr: 'customers.0.family_name', code: 'invalid', detail: `Not ${canary}.` }],
        },
      },
    },
  })
  const rows = numbered(accounts).map((account) => ({ ...account, surname: canary }))
  const { file, mapping } = await plainAccounts(folder, rows)
  const mappingFile = join(folder, 'mapping.json')
  writeFileSync(mappingFile, JSON.stringify(mapping))
  const words = ['run', file, '--mapping', mappingFile, '--base-url', sandbox.baseUrl, ...testSystem]
  const more = [
    '--data-dir',
    join(folder, 'data'),
    '--poll',
    '0.1',
    '--reads-per-minute',
    'none',
    '--quiet',
    '1',
    '--timeout',
    '2',
  ]
  const run = start([...words, ...more, '--concurrency', '2', '--yes', '--waves', 'all'], sandbox.apiKey)
  await expect
    .poll(() => sandbox.ledger.acceptedCreates().size, { timeout: 60_000, interval: 5 })
    .toBeGreaterThan(3)
  expect(processes()).not.toContain(canary)
  if (run.child.pid !== undefined) process.kill(-run.child.pid, 'SIGKILL')
  await run.ended
  expect(sandbox.ledger.acceptedCreates().size).toBeLessThan(accounts)
}

/** Goes on with the batch until it is handed over. Returns the batch. */
async function finished({ client, known }: BareEngine, folder: string, key: string): Promise<number> {
  await known
  const [batch] = await client.batches.list()
  const [connection] = await client.connections.list()
  if (batch === undefined || connection === undefined) throw new Error('The run has left nothing.')
  const { name, settings } = connection
  await client.connections.save({
    name,
    settings: { ...settings, limits: { ...settings.limits, ...quickLimits } },
  })
  await client.connections.setKey({ id: connection.id, key })
  await client.connections.resume({ id: connection.id })
  await untilView(client, batch.id, (view) => isOver(view) && view.states.unconfirmed === 0)
  const rejected = await client.accounts.list({
    batch: batch.id,
    states: ['rejected'],
    offset: 0,
    limit: 10,
  })
  expect(rejected.total).toBe(1)
  const row = Number(rejected.accounts[0]?.key.split('-')[1]) + 1
  await client.edits.apply({
    batch: batch.id,
    words: `${canary} edited`,
    cells: [{ sheet: 0, row, column: 2, text: edited }],
  })
  await untilView(client, batch.id, isLoaded)
  await client.batches.validate({ batch: batch.id })
  await untilView(client, batch.id, isValidated)
  await client.batches.release({ batch: batch.id, limit: null })
  await untilView(client, batch.id, (view) => isOver(view) && view.states.done === accounts)
  await client.batches.report({ batch: batch.id, folder: null })
  const { id } = await client.support.file({})
  await client.support.write({ folder: join(folder, 'support'), id })
  return batch.id
}

async function copied(folder: string): Promise<void> {
  const database = openDatabaseFile(join(folder, 'carryover.sqlite'), { readonly: true })
  await saveBackup(database, folder, Date.now()).finally(() => database.close())
}

test.each(['encrypted', 'without a key'])(
  'a customer’s name is in no log, temporary file, process or support file, and nowhere after a purge (folder %s)',
  async (kind) => {
    const folder = freshFolder()
    const temporary = join(folder, 'temporary')
    for (const name of ['temporary', 'support', 'project']) mkdirSync(join(folder, name))
    vi.stubEnv('TMPDIR', temporary)
    const recoveryKey = (await carryover(['recovery-key'])).stdout.trim()
    if (kind === 'encrypted') vi.stubEnv('CARRYOVER_RECOVERY_KEY', recoveryKey)
    const sandbox = await startSandbox()
    await killedRun(folder, sandbox)

    const data = join(folder, 'data')
    const key = kind === 'encrypted' ? readRecoveryKey(recoveryKey) : null
    const engine = await engineIn(data, key === null ? {} : { folderKey: key })
    try {
      const batch = await finished(engine, folder, sandbox.apiKey)
      await copied(data)
      const readable = holdingPlain(data)
      const inside = filesBelow(data).filter((file) => !file.includes('/reports/'))
      if (kind === 'encrypted') expect(readable).toEqual([])
      else {
        expect(readable.length, 'the report holds it').toBeGreaterThan(0)
        for (const file of readable) expect(file).toMatch(/^reports/)
        expect(inside.filter((file) => fileHolds(file, canary))).not.toEqual([])
      }
      expect(holdingPlain(temporary)).toEqual([])
      expect(holdingPlain(join(folder, 'support'))).toEqual([])
      expect(inside.map((file) => basename(file)).some((name) => /log/.test(name))).toBe(true)
      expect(processes()).not.toContain(canary)

      const { client } = engine
      await client.handover.write({ batch, folder: join(folder, 'project'), passphrase: 'open sesame' })
      expect(holdingPlain(join(folder, 'project'))).toEqual([])
      await client.handover.unlock({ batch, otherIsGone: true })
      const [connection] = await client.connections.list()
      const purge = { connection: connection?.id ?? 0, olderThanDays: 0 }
      await client.purge.start({ ...purge, batches: [batch] })
      await expect
        .poll(async () => (await client.purge.purged()).every(({ purgedAt }) => purgedAt !== null), {
          timeout: 60_000,
        })
        .toBe(true)
      expect(holdingPlain(data)).toEqual([])
      if (kind !== 'encrypted') expect(filesBelow(data).filter((file) => fileHolds(file, canary))).toEqual([])
      else expect(textsIn(join(data, 'carryover.sqlite'))).not.toContain(canary)
    } finally {
      await engine.close()
    }
    expect(holdingPlain(temporary)).toEqual([])
  },
)

/** All texts of all tables, read with the key. */
function textsIn(file: string): string {
  const database = openDatabaseFile(file, { readonly: true })
  try {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all() as string[]
    return tables
      .map((table) => JSON.stringify(database.prepare(`SELECT * FROM "${table}"`).all().map(plain)))
      .join('\n')
  } finally {
    database.close()
  }
}

function plain(row: unknown): unknown[] {
  return Object.values(row as object).map((value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
}
