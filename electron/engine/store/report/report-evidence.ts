// Evidence of one account for the audit file of a report: its payloads with their origins, validations and attempts.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { origins } from '../../../../shared/payload/problems.ts'
import type { AccountEvidence } from '../../report/report-source.ts'

const time = z.number().transform((at) => new Date(at).toISOString())
const payloadRow = z.object({
  sha256: z.string(),
  builtAt: time,
  body: z.string(),
  origins: z.string().transform((text) => origins.parse(JSON.parse(text))),
})
const recordRow = z.object({ text: z.string(), at: time })
const validationRow = z.object({
  at: time,
  httpStatus: z.number(),
  verdict: z.string(),
  answer: z.string(),
})
const attemptRow = z.object({
  number: z.number(),
  startedAt: time,
  endedAt: time.nullable(),
  class: z.string().nullable(),
  httpStatus: z.number().nullable(),
  code: z.string().nullable(),
  sha256: z.string(),
  answer: z.string().nullable(),
  skewMs: z.number().nullable(),
})

export function createEvidenceReader(database: Database) {
  const selectRecord = database.prepare(
    'SELECT record AS text, record_at AS at FROM service_answer WHERE account_id = ? AND record IS NOT NULL',
  )
  const recordOf = (account: number): AccountEvidence['record'] => {
    const row = selectRecord.get(account)
    return row === undefined ? null : recordRow.parse(row)
  }
  const selectPayloads = database.prepare(
    'SELECT sha256, built_at AS builtAt, CAST(body AS TEXT) AS body, origins FROM payload WHERE account_id = ? ORDER BY id',
  )
  const selectValidations = database.prepare(
    'SELECT at, http_status AS httpStatus, verdict, answer FROM validation WHERE account_id = ? ORDER BY id',
  )
  const selectAttempts = database.prepare(
    `SELECT number, started_at AS startedAt, ended_at AS endedAt, class, http_status AS httpStatus, code, sha256, answer,
       skew_ms AS skewMs FROM attempt WHERE account_id = ? ORDER BY number`,
  )
  return {
    of: (account: number): AccountEvidence => ({
      record: recordOf(account),
      payloads: z.array(payloadRow).parse(selectPayloads.all(account)),
      validations: z.array(validationRow).parse(selectValidations.all(account)),
      attempts: z.array(attemptRow).parse(selectAttempts.all(account)),
    }),
  }
}
