// Keeps what the service said of payloads whose accounts are deleted and built again; most accounts with the same payload
// stay (earlier-accounts.ts). A verdict is stored in the transaction that deletes its account, by the account's key and
// source rows, and is given to the account that is built from them only where the bytes and the service are the same. If
// a build ends midway, the service is asked again.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type Place, place } from '../../../../shared/payload/problems.ts'
import { storedSaid } from '../../../../shared/texts/message.ts'
import { bindOperations } from '../operations.ts'
import type { PlacedProblem } from './account-problems.ts'
import type { BuiltPayload } from './building/payloads.ts'

const keptProblem = z.strictObject({
  attr: z.string().nullable(),
  code: z.string().nullable(),
  message: storedSaid,
})
const keptRow = z.object({
  sha256: z.string(),
  connection_id: z.number(),
  service: z.string(),
  at: z.number(),
  http_status: z.number(),
  verdict: z.enum(['validated', 'rejected']),
  answer: z.string(),
  named: z.string().nullable(),
  problems: z.string(),
})
const serviceRow = z.object({ service: z.string(), attrPrefix: z.string().nullable() })

type NewAccount = BuiltPayload & {
  readonly key: string
  readonly rows: readonly { readonly sheet: number; readonly row: number }[]
}

/** A verdict for the account that is being built; its problems are at their places in this payload. */
export type KeptVerdict = Pick<
  z.infer<typeof keptRow>,
  'at' | 'http_status' | 'verdict' | 'answer' | 'named'
> & {
  readonly problems: readonly PlacedProblem[]
}

export type KeptVerdictStore = ReturnType<typeof createKeptVerdictStore>

export function createKeptVerdictStore(database: Database) {
  return bindOperations(prepareVerdicts(database), { keep, any: hasAny, takeUp, forget })
}

type VerdictStatements = ReturnType<typeof prepareVerdicts>

function prepareVerdicts(database: Database) {
  return {
    keep: database.prepare(
      `INSERT OR REPLACE INTO kept_verdict (batch_id, key, sheet, rows, sha256, connection_id, service, at, http_status,
         verdict, answer, named, problems)
       SELECT a.batch_id, a.key, m.position,
         (SELECT json_group_array(row) FROM (SELECT r.row FROM account_row r
            WHERE r.account_id = a.id AND r.sheet = m.position ORDER BY r.row)),
         p.sha256, a.connection_id, c.settings ->> '$.baseUrl', v.at, v.http_status, v.verdict, v.answer, v.named,
         (SELECT json_group_array(json_object('attr', attr, 'code', code, 'message', message)) FROM
            (SELECT attr, code, message FROM problem WHERE account_id = a.id AND source = 'validate' ORDER BY id))
       FROM account a JOIN sheet m ON m.batch_id = a.batch_id AND m.role = 'main'
       JOIN payload p ON p.id = a.payload_id JOIN connection c ON c.id = a.connection_id
       JOIN validation v ON v.id = (SELECT max(id) FROM validation WHERE account_id = a.id AND payload_id = a.payload_id)
       WHERE a.id IN (SELECT value FROM json_each(@accounts))`,
    ),
    any: database.prepare('SELECT EXISTS (SELECT 1 FROM kept_verdict WHERE batch_id = ?)').pluck(),
    take: database.prepare(
      `DELETE FROM kept_verdict WHERE batch_id = @batch AND key = @key AND sheet = @sheet AND rows = @rows
       RETURNING sha256, connection_id, service, at, http_status, verdict, answer, named, problems`,
    ),
    forget: database.prepare('DELETE FROM kept_verdict WHERE batch_id = ?'),
    service: database.prepare(
      `SELECT settings ->> '$.baseUrl' AS service, settings ->> '$.attrPrefix' AS attrPrefix FROM connection WHERE id = ?`,
    ),
    sheetName: database
      .prepare("SELECT info ->> '$.name' FROM sheet WHERE batch_id = ? AND position = ?")
      .pluck(),
  }
}

/** In the transaction that deletes these accounts. */
function keep(statements: VerdictStatements, accounts: readonly number[]): void {
  statements.keep.run({ accounts: JSON.stringify(accounts) })
}

function hasAny({ any }: VerdictStatements, batch: number): boolean {
  return any.get(batch) === 1
}

/** What the service said of exactly these bytes, for a new account of the same key and rows; null: nothing. */
function takeUp(
  statements: VerdictStatements,
  batch: number,
  connection: number | null,
  built: NewAccount,
): KeptVerdict | null {
  const [first] = built.rows
  if (first === undefined) return null
  const rows = built.rows.flatMap(({ sheet, row }) => (sheet === first.sheet ? [row] : []))
  const found = statements.take.get({
    batch,
    key: built.key,
    sheet: first.sheet,
    rows: JSON.stringify(rows.toSorted((one, other) => one - other)),
  })
  if (found === undefined || connection === null) return null
  const { sha256, connection_id: of, service, problems, ...verdict } = keptRow.parse(found)
  const now = serviceRow.parse(statements.service.get(connection))
  if (sha256 !== built.sha256 || of !== connection || service !== now.service) return null
  const sheet = z.string().parse(statements.sheetName.get(batch, first.sheet))
  return { ...verdict, problems: placed(problems, built, { sheet, row: first.row }, now.attrPrefix ?? '') }
}

/** Verdicts on bytes that were not built again. */
function forget(statements: VerdictStatements, batch: number): void {
  statements.forget.run(batch)
}

function placed(
  stored: string,
  { body, origins, omitted }: NewAccount,
  row: { readonly sheet: string; readonly row: number },
  stripPrefix: string,
): PlacedProblem[] {
  const problems = z.array(keptProblem).parse(JSON.parse(stored))
  if (problems.length === 0) return []
  const payload = JSON.parse(new TextDecoder().decode(body)) as unknown
  const places = new Map<string, Place>()
  return problems.map(({ attr, code, message }) => {
    const name = JSON.stringify([attr, code])
    const at = places.get(name) ?? place(attr, { payload, origins, omitted, row, stripPrefix }, code)
    places.set(name, at)
    return { source: 'validate', attr, code, message, place: at }
  })
}
