// Tests the bytes of copies on their way through the team's database: in one chunk and in many, and a copy that is replaced,
// given up or not complete.
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSession } from '../../../../electron/engine/team/claims/session.ts'
import { addChunk, chunkBytes, endCopy, readCopies } from '../../../../electron/engine/team/copies/copies.ts'
import { completeCopy, fetchCopy, sendCopy } from '../../../../electron/engine/team/copies/copy-file.ts'
import { freshFolder } from '../../api/harness.ts'
import { newTeam, valueOf } from '../team-fixture.ts'

const watch = { signal: new AbortController().signal, progress: () => undefined }

async function member() {
  const team = await newTeam()
  const opener = { desktop: randomUUID(), name: 'Dana', machine: 'one', program: '0.1.0', known: 0 }
  const opened = valueOf(await openSession(team.database, opener, true))
  if (opened === null) throw new Error('Nobody joined.')
  return { ...team, open: { database: team.database, session: opened.session, team: opened.team } }
}

const copyOf = (batch: string) => ({
  id: randomUUID(),
  batch,
  name: 'March',
  service: 'https://example.org',
  encrypted: false,
  handedOver: false,
  accounts: 3,
})

function fileOf(bytes: number): string {
  const path = join(freshFolder(), 'sent')
  writeFileSync(path, randomBytes(bytes))
  return path
}

test.each([1, 1000, chunkBytes, chunkBytes + 1, 3 * chunkBytes + 77])(
  'a copy of %i bytes comes back as it was written, and replaces the one before',
  async (bytes) => {
    const { open, query } = await member()
    const batch = randomUUID()
    for (const path of [fileOf(bytes), fileOf(bytes)]) {
      const copy = copyOf(batch)
      expect(await sendCopy(open, copy, path, watch)).toEqual({ ok: true, value: undefined })
      expect(await completeCopy(open, copy.id)).toEqual({ ok: true, value: 'done' })
      const [stored, ...more] = valueOf(await readCopies(open.database))
      expect(more).toEqual([])
      if (stored === undefined) throw new Error('There is no copy.')
      expect([stored.id, stored.bytes, stored.chunks]).toEqual([
        copy.id,
        bytes,
        Math.ceil(bytes / chunkBytes),
      ])
      const back = join(freshFolder(), 'back')
      expect(await fetchCopy(open, stored, back, watch)).toEqual({ ok: true, value: undefined })
      expect(readFileSync(back).equals(readFileSync(path))).toBe(true)
    }
    expect(await query(`SELECT count(DISTINCT copy) AS copies FROM carryover.copy_chunk`)).toEqual([
      { copies: '1' },
    ])
  },
)

test('a copy without its last chunk is shown to nobody and is not completed; a completed one takes no more chunks', async () => {
  const { open, query } = await member()
  const copy = copyOf(randomUUID())
  await sendCopy(open, copy, fileOf(2 * chunkBytes), watch)
  expect(valueOf(await readCopies(open.database))).toEqual([])
  await query('DELETE FROM carryover.copy_chunk WHERE number = 1')
  expect(valueOf(await endCopy(open.database, open.session, copy.id))).toBe('cut')
  expect(valueOf(await readCopies(open.database))).toEqual([])
  expect(valueOf(await addChunk(open.database, open.session, copy.id, 1, randomBytes(chunkBytes)))).toBe(true)
  expect(valueOf(await endCopy(open.database, open.session, copy.id))).toBe('ok')
  expect(valueOf(await addChunk(open.database, open.session, copy.id, 0, randomBytes(1)))).toBe(false)
  const [line] = await query(`SELECT what FROM carryover.audit ORDER BY number DESC LIMIT 1`)
  expect(line).toEqual({ what: 'copy' })
})
