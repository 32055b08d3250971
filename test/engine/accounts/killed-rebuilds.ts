// Kills engine processes while the accounts of a batch are built again after a change of the mapping, and looks after the
// next start at what the service said of each account: it stays where the payload is the same byte for byte, and is
// gone where it is another.
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Mapping, mappingFile } from '../../../shared/mapping/file.ts'
import { type Harness, inDatabase, integrity, openHarness } from '../api/harness.ts'
import { isLoaded } from '../api/waiting.ts'
import type { Life, Lives } from '../faults/lives.ts'
import type { Point } from '../faults/order.ts'
import { good, mappedFile, mapping, noSurname } from './small-batch.ts'

/** An account with its payload, and what the service said of it. */
type Seen = {
  readonly key: string
  readonly state: string
  readonly sha256: string
  readonly verdict: string | null
  readonly at: number | null
  /** Places of the problems that the service named. */
  readonly problems: string
}

/** Keys do not change, so each account is the same in every look. */
function look(harness: Harness, batch: number): Seen[] {
  return inDatabase(
    harness.data,
    (database) =>
      database
        .prepare(
          `SELECT a.key, a.state, p.sha256, v.verdict, v.at,
             (SELECT json_group_array(place) FROM (SELECT place FROM problem
                WHERE account_id = a.id AND source = 'validate' ORDER BY id)) AS problems
           FROM account a JOIN payload p ON p.id = a.payload_id
           LEFT JOIN validation v ON v.id = (SELECT max(id) FROM validation WHERE account_id = a.id AND payload_id = p.id)
           WHERE a.batch_id = ? ORDER BY a.key`,
        )
        .all(batch) as Seen[],
  )
}

/** With the first name of the second customer, or without: every second account has one, so only its payload changes. */
function layout(withSecond: boolean): Mapping {
  const columns = mapping.columns?.map((one) =>
    one.column === 'First 2' && !withSecond ? { column: one.column, ignore: true as const } : one,
  )
  return mappingFile.parse({ ...mapping, columns })
}

const twoCustomers = (key: string, surname = 'Lee'): string =>
  `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,${surname},020 7946 0001,Bo,Ray,020 7946 0002,`
const twoNoSurname = (key: string): string => twoCustomers(key, '')

export type KilledRebuilds = Awaited<ReturnType<typeof openKilledRebuilds>>

/** A batch of accounts that the service accepts, or rejects, with one customer or two. */
export async function openKilledRebuilds(accounts: number, lives: Lives) {
  const harness = await openHarness({ limits: { concurrency: 16 } })
  const kinds = [good, noSurname, (key: string) => twoCustomers(key), twoNoSurname]
  const lines = Array.from({ length: accounts }, (_, at) =>
    (kinds[at % kinds.length] ?? good)(`N-${String(at).padStart(5, '0')}`),
  )
  const batch = await mappedFile(harness, lines)
  let fell = 0

  /** Applies the other mapping in a process that is killed meanwhile. */
  async function rebuild(kill: Point | ((life: Life) => Promise<void>)): Promise<void> {
    const { mapping: now } = await harness.client().batches.get({ batch })
    const withSecond = now?.columns.some((one) => one.column === 'First 2' && 'ignore' in one) === true
    await harness.stop()
    const life = await lives.next()
    life.begin({
      data: harness.data,
      key: harness.sandbox.apiKey,
      connection: harness.connection,
      batch,
      point: typeof kill === 'function' ? null : kill,
      acts: { list: [{ do: 'map', mapping: layout(withSecond) }], times: 1 },
    })
    if (typeof kill === 'function') {
      await life.said('map begins')
      await kill(life)
    }
    const end = await life.gone
    if (end.signal !== 'SIGKILL') throw new Error(`It ended by itself: ${life.errors()}`)
  }

  /** True if the process was killed after the new mapping was stored and before all accounts were built. */
  function fellWhileBuilding(): boolean {
    return inDatabase(
      harness.data,
      (database) =>
        database.prepare("SELECT count(*) FROM batch WHERE stage = 'building'").pluck().get() === 1,
    )
  }

  return {
    /** Kills that fell while accounts were built. */
    fell: (): number => fell,
    /** One kill, the next start, and what it must find. Returns how many had another payload at the kill. */
    async killAndLook(kill: Point | ((life: Life) => Promise<void>)): Promise<number> {
      await harness.validate(batch)
      const before = look(harness, batch)
      expect(before.every(({ verdict }) => verdict !== null)).toBe(true)
      const asked = validations(harness)
      await rebuild(kill)
      const said = new Map(before.map((one) => [one.sha256, one]))
      const left = look(harness, batch)
      for (const one of left)
        if (one.verdict !== null) expect(one).toMatchObject(wordsOf(said.get(one.sha256)))
      if (fellWhileBuilding()) fell += 1
      await harness.start()
      await harness.until(batch, isLoaded)
      const after = look(harness, batch)
      expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
      for (const [at, one] of after.entries()) {
        if (one.sha256 === before[at]?.sha256) expect(one).toEqual(before[at])
        else expect(one).toMatchObject({ state: 'unvalidated', verdict: null, problems: '[]' })
      }
      expect(validations(harness), 'the service was not asked').toBe(asked)
      expect(integrity(harness.data)).toBe('ok')
      return left.filter(({ sha256 }) => !said.has(sha256)).length
    },
  }
}

function wordsOf(one: Seen | undefined): Partial<Seen> {
  return one === undefined
    ? { verdict: 'none was given of this payload' }
    : { verdict: one.verdict, at: one.at }
}

function validations(harness: Harness): number {
  return harness.sandbox.ledger.entries().filter(({ route }) => route === 'validate').length
}

/** Kills the process so long after it began to apply the mapping. */
export function after(ms: number): (life: Life) => Promise<void> {
  return async (life) => {
    await wait(ms)
    await life.kill()
  }
}
