// The audit log in the database. Lines are only added; each is sealed with the one before it (shared/audit/audit-seal.ts),
// and the last seal is kept among the settings.
import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import {
  type AuditHead,
  auditHead,
  type AuditLine,
  type AuditVerdict,
  createAuditCheck,
  emptyHead,
  sealedText,
} from '../../../../shared/audit/audit-seal.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import { createUnhurried } from '../database/flush/relaxed-commit.ts'
import { createSettingStore } from '../database/settings.ts'
import { bindOperations } from '../operations.ts'
import { createOperatorStore, type OperatorStore } from '../operator.ts'

const headSetting = 'audit_head'
const pageSize = 500

export type AuditEntry = Pick<AuditLine, 'action' | 'batch' | 'details'>

export type AuditLogStore = ReturnType<typeof createAuditLog>

export function createAuditLog(database: Database) {
  return bindOperations(prepareLog(database), {
    add: addLine,
    page: readPage,
    newest: readNewest,
    head: readHead,
    verify: verifyLog,
  })
}

type Parts = ReturnType<typeof prepareLog>

function prepareLog(database: Database) {
  return {
    settings: createSettingStore(database),
    operators: createOperatorStore(database),
    // The call that the line is about is committed after it, and makes both durable.
    unhurried: createUnhurried(database),
    insert: database.prepare(
      'INSERT INTO audit (seq, at, operator, action, batch, details, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    selectNewest: database.prepare(`SELECT * FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT ${pageSize}`),
    selectPage: database.prepare(`SELECT * FROM audit WHERE seq > ? ORDER BY seq LIMIT ${pageSize}`),
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Adds a sealed line; `now` in milliseconds since 1970. `by`: who did it, the operator by default. Returns its number. */
function addLine(
  parts: Parts,
  entry: AuditEntry,
  now: number,
  by: 'operator' | 'carryover' = 'operator',
): number {
  const { settings, operators, unhurried, insert } = parts
  let seq = 0
  unhurried(() => {
    const before = readHead(parts)
    seq = before.seq + 1
    const operator = by === 'carryover' ? '' : operatorOf(operators, entry)
    const line = { ...entry, seq, at: new Date(now).toISOString(), operator }
    const hash = hashOf(sealedText(before.hash, line))
    insert.run(seq, now, operator, entry.action, entry.batch, JSON.stringify(entry.details), hash)
    settings.set(headSetting, JSON.stringify({ seq, hash } satisfies AuditHead))
  })
  return seq
}

/** By the connection that the line is about, where it has a name of its own. */
function operatorOf(operators: OperatorStore, { action, batch, details }: AuditEntry): string {
  const connection = action === 'connections.save' ? details['name'] : details['connection']
  return batch === null && (typeof connection === 'number' || typeof connection === 'string')
    ? operators.ofConnection(connection)
    : operators.ofBatch(batch)
}

/** The seal of the last line, as it is kept apart from the lines. */
function readHead({ settings }: Parts): AuditHead {
  const stored = settings.get(headSetting)
  return stored === null ? emptyHead : auditHead.parse(JSON.parse(stored))
}

type RawLine = {
  readonly seq: number
  readonly at: number
  readonly operator: string
  readonly action: string
  readonly batch: number | null
  readonly details: string
  readonly hash: string
}

/** At most 500 lines after a number, oldest first. */
function readPage({ selectPage }: Parts, after: number): AuditLine[] {
  return (selectPage.all(after) as RawLine[]).map(toLine)
}

/** At most 500 lines before a number; null: the last ones. Newest first. */
function readNewest({ selectNewest }: Parts, before: number | null): AuditLine[] {
  return (selectNewest.all(before ?? Number.MAX_SAFE_INTEGER) as RawLine[]).map(toLine)
}

function toLine(raw: RawLine): AuditLine {
  return {
    ...raw,
    at: new Date(raw.at).toISOString(),
    details: JSON.parse(raw.details) as AuditLine['details'],
  }
}

/** Yields after each page. The seal of the last line is read together with the page after it, which is empty. */
async function verifyLog(parts: Parts): Promise<AuditVerdict> {
  const check = createAuditCheck(hashOf)
  for (let page = readPage(parts, 0); page.length > 0; page = readPage(parts, page.at(-1)?.seq ?? 0)) {
    for (const line of page) {
      const fault = check.line(line)
      if (fault !== null) return { lines: check.lines(), fault }
    }
    await yieldToEventLoop()
  }
  return { lines: check.lines(), fault: check.end(readHead(parts)) }
}
