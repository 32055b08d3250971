// Writes the tables beside the account row: what the service said, rechecks, doubt and requests for validation. Called
// within the transaction of the move that the change belongs to.
import type { Database, Statement } from 'better-sqlite3'
import type { DetailFields, MoveFields, ServiceAnswer } from './account-row.ts'

/** Column of service_answer by field. */
const answerColumns = {
  service_event: 'event',
  process_at: 'process_at',
  not_found_at: 'not_found_at',
  platform_identifier: 'platform_identifier',
  existing_account_id: 'existing_account_id',
  service_record: 'record',
  record_at: 'record_at',
} as const satisfies Readonly<Record<keyof ServiceAnswer, string>>

const isAnswerField = (name: string): name is keyof ServiceAnswer => name in answerColumns
const writers = ['doubt', 'recheck', 'changed_at', 'validation'] as const

/** The fields of a move by where they are stored; made once for each set of names. */
export type FieldNames = {
  readonly row: readonly string[]
  readonly answer: readonly (keyof ServiceAnswer)[]
  readonly others: readonly (typeof writers)[number][]
}

export function sortFields(names: readonly string[]): FieldNames {
  const others = writers.filter((name) => names.includes(name))
  const answer = names.filter(isAnswerField)
  const isDetail = (name: string): boolean => isAnswerField(name) || others.some((other) => other === name)
  return { row: names.filter((name) => !isDetail(name)), answer, others }
}

export type AccountDetailsStore = ReturnType<typeof createAccountDetailsStore>

export function createAccountDetailsStore(database: Database) {
  const statements = prepareDetails(database)
  const answers = new Map<string, AnswerStatements>()

  function writeAnswer(id: number, names: FieldNames['answer'], fields: MoveFields): void {
    const key = names.join()
    const known = answers.get(key) ?? prepareAnswer(database, names)
    answers.set(key, known)
    const values: Record<string, unknown> = { id }
    let isEmpty = true
    for (const name of names) {
      const value = fields[name] ?? null
      values[name] = value
      if (value !== null) isEmpty = false
    }
    // What says nothing needs no row.
    ;(isEmpty ? known.update : known.upsert).run(values)
  }

  return {
    /** Writes the details among the fields of a move. */
    write(id: number, { answer, others }: FieldNames, fields: MoveFields): void {
      if (answer.length > 0) writeAnswer(id, answer, fields)
      for (const name of others) writeOther(statements, id, name, fields)
    },
    /** Accounts that were just added to a batch of which accounts may have been sent already. */
    addDoubt(ids: readonly number[]): void {
      for (const id of ids) statements.addDoubt.run(id)
    },
  }
}

function writeOther(
  statements: DetailStatements,
  id: number,
  name: FieldNames['others'][number],
  { doubt, recheck, changed_at, validation }: DetailFields,
): void {
  switch (name) {
    case 'doubt':
      return void (doubt === 1 ? statements.addDoubt : statements.dropDoubt).run(id)
    case 'recheck':
      if (recheck === null || recheck === undefined) statements.dropRecheck.run(id)
      else statements.setRecheck.run({ id, due: recheck })
      return
    case 'changed_at':
      return void statements.setChanged.run({ id, at: changed_at })
    case 'validation':
      return void (validation === undefined ? null : statements.validation[validation].run(id))
    default:
      name satisfies never
  }
}

type DetailStatements = ReturnType<typeof prepareDetails>

function prepareDetails(database: Database) {
  const drop = (table: string, also = ''): Statement =>
    database.prepare(`DELETE FROM ${table} WHERE account_id = ? ${also}`)
  return {
    addDoubt: database.prepare('INSERT OR IGNORE INTO doubt SELECT id, batch_id FROM account WHERE id = ?'),
    dropDoubt: drop('doubt'),
    setRecheck: database.prepare(
      `INSERT OR REPLACE INTO recheck (account_id, batch_id, connection_id, asked, due_at)
       SELECT id, batch_id, connection_id, 0, @due FROM account WHERE id = @id`,
    ),
    dropRecheck: drop('recheck'),
    setChanged: database.prepare(
      'INSERT OR REPLACE INTO changed_after_done SELECT id, batch_id, @at FROM account WHERE id = @id',
    ),
    validation: {
      asked: database.prepare(
        'INSERT OR REPLACE INTO validation_request SELECT id, batch_id, 1 FROM account WHERE id = ?',
      ),
      edited: database.prepare(
        'INSERT OR IGNORE INTO validation_request SELECT id, batch_id, 0 FROM account WHERE id = ?',
      ),
      not_edited: drop('validation_request', 'AND asked = 0'),
      none: drop('validation_request'),
    },
  }
}

type AnswerStatements = { readonly update: Statement; readonly upsert: Statement }

function prepareAnswer(database: Database, names: FieldNames['answer']): AnswerStatements {
  const columns = names.map((name) => answerColumns[name])
  const sets = names.map((name) => `${answerColumns[name]} = @${name}`).join(', ')
  return {
    update: database.prepare(`UPDATE service_answer SET ${sets} WHERE account_id = @id`),
    upsert: database.prepare(
      `INSERT INTO service_answer (account_id, ${columns.join(', ')}) VALUES (@id, ${names.map((name) => `@${name}`).join(', ')})
       ON CONFLICT DO UPDATE SET ${sets}`,
    ),
  }
}
