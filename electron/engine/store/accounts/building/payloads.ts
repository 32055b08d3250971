// Payloads of accounts: the bytes to send, with the cell that each value came from. A payload never changes; an edit
// adds another one.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type Omission, omission, type Origins, origins } from '../../../../../shared/payload/problems.ts'

/** A payload as built: UTF-8 bytes, and their SHA-256 in hex. */
export type BuiltPayload = {
  readonly body: Uint8Array
  readonly sha256: string
  readonly origins: Origins
  readonly omitted: readonly Omission[]
}

export type StoredPayload = {
  readonly id: number
  readonly body: Buffer
  readonly sha256: string
  readonly origins: Origins
  readonly omitted: readonly Omission[]
}

const payloadRow = z.object({
  id: z.number(),
  body: z.instanceof(Buffer),
  sha256: z.string(),
  origins: z.string(),
  omitted: z.string(),
})

export function createPayloadStore(database: Database) {
  const insert = database.prepare(
    'INSERT INTO payload (account_id, sha256, body, origins, omitted, built_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const selectBytes = database.prepare('SELECT id, body, sha256 FROM payload WHERE id = ?')
  const select = database.prepare('SELECT id, body, sha256, origins, omitted FROM payload WHERE id = ?')
  return {
    addPayload(account: number, built: BuiltPayload, now: number): number {
      const texts = [JSON.stringify(built.origins), JSON.stringify(built.omitted)]
      return Number(insert.run(account, built.sha256, built.body, ...texts, now).lastInsertRowid)
    },
    /** Only the bytes, as a request needs them. */
    bytes(id: number): Pick<StoredPayload, 'id' | 'body' | 'sha256'> {
      return selectBytes.get(id) as Pick<StoredPayload, 'id' | 'body' | 'sha256'>
    },
    payload(id: number): StoredPayload {
      const row = payloadRow.parse(select.get(id))
      return {
        ...row,
        origins: origins.parse(JSON.parse(row.origins)),
        omitted: z.array(omission).parse(JSON.parse(row.omitted)),
      }
    },
  }
}
