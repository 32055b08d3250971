// Tests a disk that refuses writes while a file is loaded, accounts are built, or a large edit is checked. The job
// waits, shows this, and continues automatically; nothing ends in a fault.
import type { Database } from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { loadBatch } from '../../../electron/cli/run/drive.ts'
import type { ProgressNow } from '../../../electron/cli/terminal/progress.ts'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import type { Reader } from '../../../electron/engine/import/reader.ts'
import { openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { diskTroubles, nextConnection } from '../faults/full-disk.ts'

const accounts = 2500
const plain = createProcessReader()

/** Calls `now` after the first rows, or after the end: what was read before is stored by then. */
function readerThat(stopsBehind: 'rows' | 'end', now: () => void): Reader {
  let isDone = false
  return async function* read(path, options, signal) {
    for await (const message of plain(path, options, signal)) {
      yield message
      if (isDone || options.maxRows !== undefined || message.kind !== stopsBehind) continue
      isDone = true
      now()
    }
  }
}

async function practise(begin: (database: Database) => void, stopsBehind: 'rows' | 'end') {
  const connectionOf = nextConnection()
  let database: Database | null = null
  const harness = await openHarness({
    reader: readerThat(stopsBehind, () => {
      if (database !== null) begin(database)
    }),
  })
  database = connectionOf()
  return { harness, database, file: await plainAccounts(harness.folder, numbered(accounts)) }
}

describe.each(diskTroubles)('$name', ({ begin, end }) => {
  test.each([
    { when: 'while a file is read', behind: 'rows' as const, phase: 'Reading' },
    { when: 'while its accounts are built', behind: 'end' as const, phase: 'Building' },
  ])('$when: the command line reports it, and loading continues automatically', async ({ behind, phase }) => {
    const { harness, database, file } = await practise(begin, behind)
    const batch = await harness.begin(file)
    const shown: ProgressNow[] = []
    const said: string[] = []
    const view = await loadBatch(
      {
        client: harness.client(),
        signal: new AbortController().signal,
        progress: {
          show: (now) => {
            shown.push(now)
            if (now.note !== undefined) end(database)
          },
          end: () => undefined,
        },
        warn: (message) => said.push(message),
      },
      batch,
    )
    expect(shown).toContainEqual(expect.objectContaining({ phase, note: 'waiting for disk space' }))
    expect(said).toEqual([expect.stringMatching(/^The disk does not take writes .*it goes on by itself\.$/)])
    expect({ accounts: view.accounts, rows: view.rows, failure: view.failure }).toEqual({
      accounts,
      rows: accounts,
      failure: null,
    })
  })
})

const [, readOnly] = diskTroubles
if (readOnly === undefined) throw new Error('There are two kinds of trouble')

test('stopping a load that waits for the disk is refused with a reason, and the load continues', async () => {
  const { harness, database, file } = await practise(readOnly.begin, 'rows')
  const batch = await harness.begin(file)
  await waits(harness, batch)
  await expect(harness.client().batches.cancel({ batch })).rejects.toMatchObject({
    code: 'REFUSED',
    data: { code: 'disk_does_not_write', kind: 'workspace' },
  })
  await waits(harness, batch)
  readOnly.end(database)
  expect((await harness.until(batch, ({ stage }) => stage === 'open')).accounts).toBe(accounts)
})

test('a load that waits for the disk when Carryover ends continues at the next start', async () => {
  const { harness, file } = await practise(readOnly.begin, 'rows')
  const batch = await harness.begin(file)
  await waits(harness, batch)
  await harness.stop().catch(() => undefined)
  await harness.start()
  expect((await harness.until(batch, ({ stage }) => stage === 'open')).accounts).toBe(accounts)
})

test('checking a large edit waits for the disk, and edits meanwhile are refused with a reason', async () => {
  const { harness, database, file } = await practise(() => undefined, 'rows')
  const batch = await harness.load(file)
  const set = (text: string) =>
    harness.client().fixes.apply({
      batch,
      words: text,
      scope: { sheet: 0, columns: [2], rows: { ranges: [[1, accounts + 1]] } },
      fix: { kind: 'set', text },
    })
  await set('Other')
  readOnly.begin(database)
  await waits(harness, batch)
  await expect(set('Third')).rejects.toMatchObject({ data: { code: 'disk_does_not_write' } })
  readOnly.end(database)
  const view = await harness.until(batch, ({ work }) => work === null)
  expect({ stage: view.stage, accounts: view.accounts }).toEqual({ stage: 'open', accounts })
})

function waits(harness: Awaited<ReturnType<typeof openHarness>>, batch: number): Promise<unknown> {
  // The trouble itself is reported as an error, at which `until` would end.
  return expect.poll(async () => (await harness.client().batches.get({ batch })).work?.waits).toBe(true)
}
