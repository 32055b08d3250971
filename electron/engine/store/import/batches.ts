// Batches with their counts.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type EndingCounts, endingOf, noEndings } from '../../../../shared/sending/endings.ts'
import {
  type AccountState,
  accountStates,
  noOutcomes,
  noStates,
  type Outcome,
  outcomes,
  type OutcomeCounts,
  type StateCounts,
} from '../../../../shared/sending/states.ts'
import { type SettingChanges, settingChanges } from '../../../../shared/sending/connection-changes.ts'
import { type Mapping, mappingFile } from '../../../../shared/mapping/file.ts'
import { fillChoice, fillChoices } from '../../../../shared/sheet/fill-down.ts'
import { encodingCandidate } from '../../../../shared/sheet/sheet.ts'
import type { Failure } from '../../system/failure.ts'
import { type ReportChoice, reportChoice } from '../../../../shared/contract/report.ts'
import { newInDoubtSetting } from '../sending/attempts/doubt.ts'
import { bindOperations } from '../operations.ts'
import { said } from '../../../../shared/texts/message.ts'

export type BatchStage = 'reading' | 'mapping' | 'building' | 'open' | 'failed'
export type StoredBatch = {
  readonly id: number
  readonly name: string
  readonly connectionId: number | null
  readonly supplier: string | null
  /** In the order of their sheets; at least one. */
  readonly files: readonly StoredFile[]
  /** Null until the batch is mapped. */
  readonly mapped: {
    readonly mapping: Mapping
    readonly catalogue: unknown
    readonly catalogueId: string
  } | null
  readonly stage: BatchStage
  readonly failure: Failure | null
  /** Settings of a run that override its connection's, only for itself. */
  readonly runSettings: SettingChanges
  readonly validating: boolean
  /** Edited accounts are validated by the service in the background. */
  readonly validateEdited: boolean
  readonly createdAt: number
  readonly readAt: number | null
  /** What goes into its reports; null: nobody chose. */
  readonly reportChoice: ReportChoice | null
  /** The latest report. */
  readonly report: StoredReport | null
}
export type NewBatch = Pick<StoredBatch, 'name' | 'connectionId' | 'supplier' | 'mapped' | 'createdAt'> & {
  readonly files: readonly NewFile[]
}
/** A file of a batch. */
export type StoredFile = {
  readonly path: string
  readonly name: string
  readonly bytes: number
  /** Null until it is read. */
  readonly sha256: string | null
  readonly readOptions: ReadChoices
  /** Detected properties of the file; null until its first bytes are read. */
  readonly facts: FileFacts | null
}
/** `sha256`: what its bytes have to be; absent: anything. */
export type NewFile = Pick<StoredFile, 'path' | 'name' | 'bytes' | 'readOptions'> &
  Partial<Pick<StoredFile, 'sha256'>>

export function pathsOf({ files }: { readonly files: readonly { readonly path: string }[] }): string[] {
  return files.map(({ path }) => path)
}

/** The names of a batch's files, for a person. */
export function fileNameOf({ files }: { readonly files: readonly { readonly name: string }[] }): string {
  return files.map(({ name }) => name).join(', ')
}

/** A person's settings for reading the file; absent ones are detected. */
export type ReadChoices = z.infer<typeof readChoices>
const readChoices = z.object({
  encoding: z.string().optional(),
  delimiter: z.string().optional(),
  quote: z.enum(['"', "'"]).nullable().optional(),
  escape: z.enum(['doubled', 'backslash']).optional(),
  headerRow: z.number().optional(),
  headerRows: z.record(z.string(), z.number()).optional(),
  fill: fillChoice.optional(),
  fills: fillChoices.optional(),
})

const fileFacts = z.object({
  format: z.enum(['csv', 'xlsx', 'ods']),
  bytes: z.number(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  quote: z.enum(['"', "'"]).nullable().optional(),
  escape: z.enum(['doubled', 'backslash']).optional(),
})
export type FileFacts = z.infer<typeof fileFacts>

const storedReport = z.object({
  at: z.number(),
  folder: z.string(),
  files: z.record(z.string(), z.string()),
  counts: z
    .object({
      accounts: z.number(),
      states: z.record(z.enum(accountStates), z.number()),
      outcomes: z.record(z.enum(outcomes), z.number()),
    })
    .nullable()
    .default(null),
})
export type StoredReport = z.infer<typeof storedReport>

/** States and outcomes count the accounts to migrate; with the excluded ones they add up to all. */
export type BatchCounts = {
  readonly accounts: number
  readonly held: number
  readonly excluded: number
  readonly states: StateCounts
  readonly outcomes: OutcomeCounts
  /** Each account has exactly one; excluded ones are included. */
  readonly endings: EndingCounts
}

const batchRow = z.object({
  id: z.number(),
  name: z.string(),
  connection_id: z.number().nullable(),
  supplier: z.string().nullable(),
  files: z.string(),
  catalogue: z.string().nullable(),
  catalogue_id: z.string().nullable(),
  mapping: z.string().nullable(),
  stage: z.enum(['reading', 'mapping', 'building', 'open', 'failed']),
  failure: z.string().nullable(),
  run_settings: z.string().nullable(),
  validating: z.number(),
  validate_edited: z.number(),
  created_at: z.number(),
  read_at: z.number().nullable(),
  report_choice: z.string().nullable(),
  report: z.string().nullable(),
})
const storedFailure = z.object({
  code: z.string(),
  message: said,
  kind: z.enum(['input', 'service', 'workspace']),
  candidates: z.array(encodingCandidate).optional(),
  file: z.number().optional(),
})

const fileRows = z.array(
  z.object({
    path: z.string(),
    name: z.string(),
    bytes: z.number(),
    sha256: z.string().nullable(),
    readOptions: readChoices,
    facts: fileFacts.nullable(),
  }),
)

export type BatchStore = ReturnType<typeof createBatchStore>

export function createBatchStore(database: Database) {
  return bindOperations(prepareBatches(database), {
    add: addBatch,
    get: getBatch,
    all: listBatches,
    idsOf: listIds,
    setStage,
    setRead,
    setMapped,
    setFileFacts,
    setFileHash,
    setReportChoice,
    setReport,
    setReadAgain,
    rename: renameBatch,
    remove: removeBatch,
    setRunSettings,
    setValidating,
    validationRun: findValidationRun,
    withSameFile: findSameFile,
    workedAt: findWorkedAt,
    counts: countAccounts,
    countsShown: countForPeople,
  })
}

/** Kept from the moment in which a batch that was complete is to be built again. */
const countsBefore = `iif(stage = 'open', (SELECT json_group_array(json_array(state, outcome, held, count))
  FROM account_count WHERE batch_id = batch.id AND count > 0), counts_before)`

type BatchStatements = ReturnType<typeof prepareBatches>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareBatches(database: Database) {
  const mappedOf = createMappedOf()
  const together = <T>(make: () => T): T => database.transaction(make)()
  const insertBatch = database.prepare(
    `INSERT INTO batch (name, connection_id, supplier, catalogue, catalogue_id, mapping, mapped_at, stage, created_at, in_doubt)
     VALUES (@name, @connectionId, @supplier, @catalogue, @catalogueId, @mapping, iif(@mapping IS NULL, NULL, @createdAt),
       'reading', @createdAt,
       EXISTS (SELECT 1 FROM setting WHERE name = '${newInDoubtSetting}' AND CAST(value AS INTEGER) > @createdAt))`,
  )
  const insertFile = database.prepare(
    'INSERT INTO batch_file VALUES (@batch, @position, @path, @name, @bytes, @sha256, @readOptions, NULL)',
  )
  const deleteFiles = database.prepare('DELETE FROM batch_file WHERE batch_id = ?')
  const withFiles = `SELECT *, (SELECT json_group_array(json_object('path', f.path, 'name', f.name, 'bytes', f.bytes,
      'sha256', f.sha256, 'readOptions', json(f.read_options), 'facts', json(f.facts)) ORDER BY f.position)
    FROM batch_file f WHERE f.batch_id = batch.id) AS files FROM batch`
  const selectBatch = database.prepare(`${withFiles} WHERE id = ?`)
  const selectBatches = database.prepare(`${withFiles} ORDER BY id`)
  const selectIds = database.prepare('SELECT id FROM batch WHERE connection_id IS ? ORDER BY id').pluck()
  const selectCounts = database.prepare(
    'SELECT state, outcome, held, count FROM account_count WHERE batch_id = ? AND count > 0',
  )
  const selectCountsBefore = database.prepare(
    `SELECT v.value ->> 0 AS state, v.value ->> 1 AS outcome, v.value ->> 2 AS held, v.value ->> 3 AS count
     FROM batch b, json_each(b.counts_before) v WHERE b.id = ?`,
  )
  const updateStage = database.prepare(
    `UPDATE batch SET stage = @stage, failure = @failure,
       counts_before = iif(@stage = 'building', ${countsBefore}, NULL) WHERE id = @id`,
  )
  const updateRead = database.prepare(
    "UPDATE batch SET stage = iif(mapping IS NULL, 'mapping', 'building'), read_at = ? WHERE id = ?",
  )
  const updateValidating = database.prepare('UPDATE batch SET validating = ? WHERE id = ?')
  const selectValidationRun = database.prepare(
    `SELECT answered, (SELECT ifnull(sum(count), 0) FROM account_count c
       WHERE c.batch_id = v.batch_id AND c.state = 'unvalidated' AND c.held = 0) AS waiting
     FROM validation_run v WHERE v.batch_id = ?`,
  )
  const updateMapped = database.prepare(
    `UPDATE batch SET catalogue = @catalogue, catalogue_id = @catalogueId, mapping = @mapping, supplier = @supplier,
       connection_id = @connectionId, mapped_at = @at, stage = 'building', failure = NULL, validating = 0,
       counts_before = ${countsBefore} WHERE id = @id`,
  )
  const updateFacts = database.prepare('UPDATE batch_file SET facts = ? WHERE batch_id = ? AND position = ?')
  const updateHash = database.prepare('UPDATE batch_file SET sha256 = ? WHERE batch_id = ? AND position = ?')
  const updateReportChoice = database.prepare('UPDATE batch SET report_choice = ? WHERE id = ?')
  const updateReport = database.prepare('UPDATE batch SET report = ? WHERE id = ?')
  const updateReadAgain = database.prepare(
    `UPDATE batch SET stage = 'reading', failure = NULL, validating = 0, counts_before = NULL,
       mapping = @mapping WHERE id = @id`,
  )
  const updateRunSettings = database.prepare('UPDATE batch SET run_settings = ? WHERE id = ?')
  const updateName = database.prepare('UPDATE batch SET name = ? WHERE id = ?')
  const deleteBatch = database.prepare('DELETE FROM batch WHERE id = ?')
  const selectWorkedAt = database
    .prepare(
      `SELECT max(created_at, ifnull(read_at, 0), ifnull(mapped_at, 0), ifnull(report ->> 'at', 0),
         ifnull((SELECT at FROM edit WHERE batch_id = batch.id ORDER BY id DESC LIMIT 1), 0),
         ifnull((SELECT at FROM event INDEXED BY event_of_decision WHERE batch_id = batch.id
           AND kind IN ('held','excluded','released_from_hold','decided') ORDER BY id DESC LIMIT 1), 0),
         ifnull((SELECT max(released_at) FROM wave WHERE batch_id = batch.id AND by_person = 1), 0))
       FROM batch WHERE id = ?`,
    )
    .pluck()
  const selectSameFile = database.prepare(
    `SELECT DISTINCT other.batch_id AS id FROM batch_file own JOIN batch_file other ON other.sha256 = own.sha256
     WHERE own.batch_id = ? AND other.batch_id <> own.batch_id ORDER BY other.batch_id`,
  )
  return {
    mappedOf,
    together,
    insertBatch,
    insertFile,
    deleteFiles,
    selectBatch,
    selectBatches,
    selectIds,
    selectCounts,
    selectCountsBefore,
    updateStage,
    updateRead,
    updateValidating,
    selectValidationRun,
    updateMapped,
    updateFacts,
    updateHash,
    updateReport,
    updateReportChoice,
    updateReadAgain,
    updateRunSettings,
    updateName,
    deleteBatch,
    selectSameFile,
    selectWorkedAt,
  }
}

function addBatch(statements: BatchStatements, batch: NewBatch): number {
  const { mapped, files, ...plain } = batch
  return statements.together(() => {
    const result = statements.insertBatch.run({ ...plain, ...mappedColumns(mapped) })
    const id = Number(result.lastInsertRowid)
    addFiles(statements, id, files)
    return id
  })
}

function addFiles(statements: BatchStatements, batch: number, files: readonly NewFile[]): void {
  for (const [position, file] of files.entries())
    statements.insertFile.run({
      ...file,
      batch,
      position,
      sha256: file.sha256 ?? null,
      readOptions: JSON.stringify(file.readOptions),
    })
}

function getBatch(statements: BatchStatements, id: number): StoredBatch | null {
  const row = statements.selectBatch.get(id)
  return row === undefined ? null : toBatch(row, statements.mappedOf)
}

function listBatches(statements: BatchStatements): StoredBatch[] {
  return statements.selectBatches.all().map((row) => toBatch(row, statements.mappedOf))
}

/** Ids of the batches of a connection, in order. */
function listIds(statements: BatchStatements, connection: number | null): number[] {
  return statements.selectIds.all(connection) as number[]
}

function setStage(statements: BatchStatements, id: number, stage: BatchStage, failure: Failure | null): void {
  statements.updateStage.run({ id, stage, failure: failure === null ? null : JSON.stringify(failure) })
}

function setRead(statements: BatchStatements, id: number, at: number): void {
  statements.updateRead.run(at, id)
}

/** Sets the batch's mapping, supplier and connection; its accounts are built again. */
function setMapped(
  statements: BatchStatements,
  id: number,
  mapped: NonNullable<StoredBatch['mapped']>,
  to: Pick<StoredBatch, 'supplier' | 'connectionId'>,
  at: number,
): void {
  const { supplier, connectionId } = to
  statements.updateMapped.run({ ...mappedColumns(mapped), id, supplier, connectionId, at })
}

function setFileFacts(statements: BatchStatements, id: number, file: number, facts: FileFacts): void {
  statements.updateFacts.run(JSON.stringify(facts), id, file)
}

function setFileHash(statements: BatchStatements, id: number, file: number, sha256: string): void {
  statements.updateHash.run(sha256, id, file)
}

function setReport(statements: BatchStatements, id: number, report: StoredReport): void {
  statements.updateReport.run(JSON.stringify(report), id)
}

/**
 * Marks the files to be read again, from now on these; rows and accounts are deleted when that begins. `readAt` stays until it is
 * read. `mapping`: null if it does not fit.
 */
function setReadAgain(
  statements: BatchStatements,
  id: number,
  files: readonly NewFile[],
  mapping: Mapping | null,
): void {
  statements.together(() => {
    statements.deleteFiles.run(id)
    addFiles(statements, id, files)
    statements.updateReadAgain.run({ id, mapping: mapping === null ? null : JSON.stringify(mapping) })
  })
}

function renameBatch(statements: BatchStatements, id: number, name: string): void {
  statements.updateName.run(name, id)
}

/** Deletes a batch of which nothing was sent. */
function removeBatch(statements: BatchStatements, id: number): void {
  statements.deleteBatch.run(id)
}

function setRunSettings(statements: BatchStatements, id: number, changes: SettingChanges): void {
  statements.updateRunSettings.run(JSON.stringify(changes), id)
}

function setValidating(statements: BatchStatements, id: number, validating: boolean): void {
  statements.updateValidating.run(validating ? 1 : 0, id)
}

/** Accounts answered since validating was asked for, and those still to be validated; null: it is not under way. */
export type ValidationRun = { readonly answered: number; readonly waiting: number }

function findValidationRun(statements: BatchStatements, id: number): ValidationRun | null {
  return (statements.selectValidationRun.get(id) as ValidationRun | undefined) ?? null
}

/** When a person last did something with it: loaded, mapped, edited, decided, released a wave or made a report. */
function findWorkedAt(statements: BatchStatements, id: number): number {
  return statements.selectWorkedAt.get(id) as number
}

/** Other batches that were loaded from a file with the same bytes as one of this batch's. */
function findSameFile(statements: BatchStatements, batch: number): number[] {
  return (statements.selectSameFile.all(batch) as { id: number }[]).map((row) => row.id)
}

function setReportChoice({ updateReportChoice }: BatchStatements, id: number, choice: ReportChoice): void {
  updateReportChoice.run(JSON.stringify(choice), id)
}

type CountRow = {
  readonly state: AccountState
  readonly outcome: Outcome | ''
  readonly held: 0 | 1 | 2
  readonly count: number
}

function countAccounts(statements: BatchStatements, id: number): BatchCounts {
  return countsOf(statements.selectCounts.all(id) as CountRow[])
}

/** While accounts are removed and built: the counts before, or none. Half of them would look like a result. */
function countForPeople(
  statements: BatchStatements,
  { id, stage }: Pick<StoredBatch, 'id' | 'stage'>,
): BatchCounts {
  if (stage === 'building') return countsOf(statements.selectCountsBefore.all(id) as CountRow[])
  return stage === 'reading' ? countsOf([]) : countAccounts(statements, id)
}

const heldAs = ['no', 'held', 'excluded'] as const

function countsOf(rows: readonly CountRow[]): BatchCounts {
  const states = noStates()
  const outcomes = noOutcomes()
  let accounts = 0
  let held = 0
  let excluded = 0
  const endings = noEndings()
  for (const row of rows) {
    accounts += row.count
    endings[endingOf(row.state, row.outcome === '' ? null : row.outcome, heldAs[row.held])] += row.count
    if (row.held === 2) {
      excluded += row.count
      continue
    }
    states[row.state] += row.count
    if (row.outcome !== '') outcomes[row.outcome] += row.count
    if (row.held === 1) held += row.count
  }
  return { accounts, held, excluded, states, outcomes, endings }
}

type MappedOf = (raw: z.infer<typeof batchRow>) => StoredBatch['mapped']

/**
 * Cache: a batch is read several times a second, and its catalogue and mapping are parsed once while they stay the
 * same.
 */
function createMappedOf(): MappedOf {
  const known = new Map<number, { catalogue: string; mapping: string; mapped: StoredBatch['mapped'] }>()
  return ({ id, mapping, catalogue, catalogue_id: catalogueId }) => {
    if (mapping === null || catalogue === null) return null
    const before = known.get(id)
    if (before?.mapping === mapping && before.catalogue === catalogue) return before.mapped
    const mapped = {
      mapping: mappingFile.parse(JSON.parse(mapping)),
      catalogue: JSON.parse(catalogue) as unknown,
      catalogueId: catalogueId ?? '',
    }
    known.set(id, { catalogue, mapping, mapped })
    return mapped
  }
}

function mappedColumns(mapped: StoredBatch['mapped']): {
  catalogue: string | null
  catalogueId: string | null
  mapping: string | null
} {
  if (mapped === null) return { catalogue: null, catalogueId: null, mapping: null }
  return {
    catalogue: JSON.stringify(mapped.catalogue),
    catalogueId: mapped.catalogueId,
    mapping: JSON.stringify(mapped.mapping),
  }
}

function toBatch(row: unknown, mappedOf: MappedOf): StoredBatch {
  const raw = batchRow.parse(row)
  return {
    id: raw.id,
    name: raw.name,
    connectionId: raw.connection_id,
    supplier: raw.supplier,
    files: fileRows.parse(JSON.parse(raw.files)),
    mapped: mappedOf(raw),
    stage: raw.stage,
    failure: raw.failure === null ? null : storedFailure.parse(JSON.parse(raw.failure)),
    runSettings: raw.run_settings === null ? {} : settingChanges.parse(JSON.parse(raw.run_settings)),
    validating: raw.validating === 1,
    validateEdited: raw.validate_edited === 1,
    createdAt: raw.created_at,
    readAt: raw.read_at,
    reportChoice: raw.report_choice === null ? null : reportChoice.parse(JSON.parse(raw.report_choice)),
    report: raw.report === null ? null : storedReport.parse(JSON.parse(raw.report)),
  }
}
