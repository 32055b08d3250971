// Tests that a kill in the middle of a fix, an undo or a redo of twenty thousand cells leaves it complete or absent:
// all cells hold the same text, which matches the history. More kills: CARRYOVER_FIX_KILLS=500.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Harness, inDatabase, integrity, openHarness } from '../api/harness.ts'
import { doomedColumns, doomedRows, randomFrom, textOf } from './doomed-columns.ts'
import { mappedFile } from './small-batch.ts'
import { inEnglish, readSaid } from '../../../shared/texts/message.ts'
import { times } from '../../support/repeats.ts'

const kills = Number(process.env['CARRYOVER_FIX_KILLS'] ?? times(2))
const seed = Number(process.env['CARRYOVER_FIX_SEED'] ?? 5)
/** The original text. */
const before = textOf(0)

type Left = {
  /** The different texts of the cells, and the label of the newest applied edit. */
  readonly texts: readonly string[]
  readonly currentState: string
  /** Accounts that neither wait to be built nor hold the text. */
  readonly wrong: number
  readonly waiting: number
  /** Edits with missing cells. */
  readonly torn: number
}

function look(harness: Harness, batch: number): Left {
  return inDatabase(harness.data, (database) => {
    const one = (sql: string, ...values: unknown[]): unknown =>
      database
        .prepare(sql)
        .pluck()
        .get(...values)
    const columns = JSON.stringify(doomedColumns)
    const texts = database
      .prepare(
        `SELECT DISTINCT ifnull(n.text, json_extract(r.cells, '$[' || c.value || ']'))
         FROM source_row r CROSS JOIN json_each(?) c LEFT JOIN cell_now n
           ON n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row AND n.col = c.value
         WHERE r.batch_id = ?`,
      )
      .pluck()
      .all(columns, batch) as string[]
    const words = one(
      'SELECT words FROM edit WHERE batch_id = ? AND undone = 0 ORDER BY id DESC LIMIT 1',
      batch,
    )
    const currentState = typeof words === 'string' ? inEnglish(readSaid(words)) : before
    return {
      texts,
      currentState,
      wrong: one(
        `SELECT count(*) FROM account a JOIN payload p ON p.id = a.payload_id
         WHERE a.batch_id = ? AND a.dirty IS NULL AND instr(CAST(p.body AS TEXT), ?) = 0`,
        batch,
        currentState,
      ) as number,
      waiting: one('SELECT count(*) FROM account WHERE dirty IS NOT NULL') as number,
      torn: one(
        `SELECT count(*) FROM edit e WHERE e.cells <> (SELECT count(*) FROM edit_cell c WHERE c.edit_id = e.id)`,
      ) as number,
    }
  })
}

function bear(harness: Harness, batch: number, life: number): ChildProcess {
  const file = fileURLToPath(new URL('./doomed-fixes.ts', import.meta.url))
  return spawn(process.execPath, [file, harness.data, String(batch), String(seed * 1000 + life)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/**
 * Kills the process at a fraction of a change's duration, after the given number were started: during it or just
 * after.
 */
async function liveAndDie(
  child: ChildProcess,
  enough: number,
  part: number,
): Promise<{ readonly begun: number; readonly ended: number }> {
  const closed = once(child, 'close')
  if (child.stdout === null) throw new Error('The program has no output')
  let begun = 0
  let ended = 0
  let took = 200
  let since = 0
  const reached = Promise.withResolvers<void>()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (word) => {
    if (word === 'end') {
      ended += 1
      if (ended < enough) took = performance.now() - since
      return
    }
    since = performance.now()
    begun += 1
    if (begun === enough) reached.resolve()
  })
  lines.on('close', () => reached.resolve())
  await reached.promise
  expect(child.exitCode).toBeNull()
  await wait(part * took)
  child.kill('SIGKILL')
  await closed
  return { begun, ended }
}

test('a kill during a change of twenty thousand cells leaves the change complete or absent', async () => {
  const harness = await openHarness()
  const line = (at: number): string =>
    `A-${at},${before},${before},${before},GB,${before},${before},020 7946 0001,${before},${before},,${before}`
  const batch = await mappedFile(
    harness,
    Array.from({ length: doomedRows }, (_, at) => line(at)),
  )
  await harness.stop()
  const random = randomFrom(seed)
  let inTheMiddle = 0
  // On a busy machine a change may have ended before the kill arrives: others follow then.
  for (let life = 0; life < kills || (inTheMiddle === 0 && life < 10); life += 1) {
    const enough = 1 + Math.floor(random() * 3)
    const { begun, ended } = await liveAndDie(bear(harness, batch, life), enough, random() * 1.2)
    if (begun > ended) inTheMiddle += 1
    const left = look(harness, batch)
    expect(left).toMatchObject({ texts: [left.currentState], wrong: 0, torn: 0 })
  }
  expect(inTheMiddle).toBeGreaterThan(0)
  expect(integrity(harness.data)).toBe('ok')

  await harness.start()
  await harness.until(batch, (view) => view.work === null)
  const left = look(harness, batch)
  expect(left).toMatchObject({ texts: [left.currentState], wrong: 0, torn: 0, waiting: 0 })
}, 600_000)
