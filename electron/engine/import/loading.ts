// Loads a batch: reads the file in its own process, stores it chunk by chunk, then builds the accounts. Both steps
// can be cancelled, and a restart resumes the unfinished one.
import type { RetryOnFullDisk } from '../system/data-folder/disk-wait.ts'
import { basename, resolve } from 'node:path'
import { type Catalogue, readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import { compileMapping } from '../../../shared/mapping/compile/compile.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import type { Plan } from '../../../shared/mapping/plan.ts'
import type { OddKind } from '../../../shared/sheet/odd-rows.ts'
import type { Column, RowText, SheetInfo } from '../../../shared/sheet/sheet.ts'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import { buildBatch } from '../accounts/build/build-batch.ts'
import type { BuildTarget } from '../accounts/build/build-target.ts'
import { startRowBuilder } from '../accounts/build/builder-thread.ts'
import { converterTools } from '../accounts/build/phones.ts'
import { sizeOfStored } from '../system/files/stored-file.ts'
import { failed, fileRefused, messageOf, type Result, success } from '../system/failure.ts'
import type { ReadMessage, ReadOptions, Reader } from './reader.ts'
import {
  createSheetNames,
  failureOfFile,
  type FileMessage,
  type FileToRead,
  readFiles,
} from './several-files.ts'
import type { NewFile, ReadChoices, StoredBatch } from '../store/import/batches.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import type { Store } from '../store/store.ts'
import { message } from '../../../shared/texts/create-message.ts'
import { lines } from '../../../shared/texts/join.ts'

export type Progress = {
  readonly kind: 'reading' | 'building'
  readonly done: number
  readonly total: number | null
  readonly unit: 'bytes' | 'accounts'
}

export type LoadRequest = {
  /** At least one; their sheets become the batch's, in this order. */
  readonly files: readonly FileToRead[]
  readonly name: string | null
  /** Null: the batch waits for its mapping after it is read. */
  readonly mapped: StoredBatch['mapped']
  readonly connectionId: number | null
  readonly supplier: string | null
  /** Advance decision about rows that do not look like a customer, by their kind. */
  readonly oddRows?: { readonly leaveOut: readonly OddKind[]; readonly customers: readonly OddKind[] }
}

export type LoadingContext = {
  readonly store: Store
  readonly reader: Reader
  readonly now: () => number
}

type RunContext = LoadingContext & { readonly retryOnFullDisk: RetryOnFullDisk }

type PreviewOptions = { readonly toTheEnd?: (file: number, sha256: string) => void }

/**
 * Reads the headers and a few rows of every sheet of these files: enough to check at once if file and mapping fit. Content after the
 * first rows of the last sheet is read only to check the whole file (`toTheEnd`), which gets the hash of each.
 */
export async function previewSheets(
  reader: Reader,
  files: readonly FileToRead[],
  how: PreviewOptions = {},
): Promise<Result<SheetInfo[]>> {
  const names = createSheetNames()
  const sheets: SheetInfo[] = []
  for (const [at, file] of files.entries()) {
    const taken = names.taken()
    const place = { file: at, files: files.length }
    const found = await previewFile(reader, withTaken(file, taken), place, how)
    if (!found.ok) return found
    sheets.push(...found.value.map((sheet) => ({ ...sheet, name: names.nameOf(sheet.name, taken) })))
  }
  return success(sheets)
}

function withTaken({ path, options }: FileToRead, taken: readonly string[]): FileToRead {
  return { path, options: { ...options, taken } }
}

async function previewFile(
  reader: Reader,
  { path, options }: FileToRead,
  place: { readonly file: number; readonly files: number },
  { toTheEnd }: PreviewOptions,
): Promise<Result<SheetInfo[]>> {
  const sheets: SheetInfo[] = []
  let last: number | null = null
  const few = { ...options, maxRows: 20 }
  for await (const message of reader(path, few, new AbortController().signal)) {
    if (message.kind === 'refused') return fileRefused(failureOfFile(path, place, message.failure))
    if (message.kind === 'sheet') {
      sheets[message.index] = message.sheet
      if (message.last === true) last = message.index
    }
    if (message.kind === 'columns') replaceColumns(sheets, message.index, message.columns)
    if (message.kind === 'rows' && message.sheet === last && toTheEnd === undefined) break
    if (message.kind === 'end') toTheEnd?.(place.file, message.sha256)
  }
  return success(Object.values(sheets))
}

function replaceColumns(sheets: SheetInfo[], index: number, columns: Column[]): void {
  const sheet = sheets[index]
  if (sheet !== undefined) sheets[index] = { ...sheet, columns }
}

/** Compiles a mapping for sheets; each problem is one sentence. */
export function planFor(
  mapping: Mapping,
  sheets: readonly SheetInfo[],
  catalogueJson: unknown,
  supplier: string | null,
  phoneRegion: string | null = null,
): Result<{ readonly plan: Plan; readonly catalogue: Catalogue }> {
  const read = readCatalogue(catalogueJson)
  if (!read.ok) return failed('input', read.failure.code, read.failure.message)
  const tools = converterTools(phoneRegion)
  const compiled = compileMapping(mapping, sheets, read.catalogue, { supplier, tools })
  if (!compiled.ok) {
    const code = compiled.problems[0]?.code ?? 'mapping_invalid'
    return failed('input', code, lines(compiled.problems.map((problem) => problem.message)))
  }
  return success({ plan: compiled.plan, catalogue: read.catalogue })
}

/** The options that are a person's choices about this file, to be stored with the batch. */
export function choicesOf(options: ReadOptions): ReadChoices {
  const { encoding, delimiter, quote, escape, headerRow, headerRows, fill, fills } = options
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(quote === undefined ? {} : { quote }),
    ...(escape === undefined ? {} : { escape }),
    ...(headerRow === undefined ? {} : { headerRow }),
    ...(headerRows === undefined ? {} : { headerRows }),
    ...(fill === undefined ? {} : { fill }),
    ...(fills === undefined ? {} : { fills }),
  }
}

/** The files of a batch, to be read again as they were. */
export function filesOf({ files }: StoredBatch): SizedFile[] {
  return files.map(({ path, bytes, readOptions }) => ({ path, bytes, options: readOptions }))
}

/** A reading in progress: the messages so far, and the rest. */
export type BegunReading = {
  readonly messages: AsyncIterable<FileMessage>
  readonly abort: AbortController
}

/**
 * Checks the file, and its mapping if there is one, and stores the batch; `runLoading` does the rest. A file without
 * a mapping is read only once: its messages continue as `reading`.
 */
export async function beginBatch(
  context: LoadingContext,
  request: LoadRequest,
): Promise<Result<{ readonly batch: number; readonly reading: BegunReading | null }>> {
  if (request.mapped === null) {
    const files = await sized(request.files)
    const reading = await beginReading(context.reader, files)
    if (!reading.ok) return reading
    try {
      return success({ batch: addBatch(context, request, files), reading: reading.value })
    } catch (error) {
      reading.value.abort.abort()
      throw error
    }
  }
  const preview = await previewSheets(context.reader, request.files)
  if (!preview.ok) return preview
  const planned = planFor(request.mapped.mapping, preview.value, request.mapped.catalogue, request.supplier)
  if (!planned.ok) return planned
  return success({ batch: addBatch(context, request, await sized(request.files)), reading: null })
}

type SizedFile = FileToRead & { readonly bytes: number }

/** With their sizes; a file that is not there has none, and reading it says so. */
export function sized(files: readonly FileToRead[]): Promise<SizedFile[]> {
  return Promise.all(
    files.map(async (file) => ({ ...file, bytes: await sizeOfStored(file.path).catch(() => 0) })),
  )
}

/** Reads until it is clear that the files are readable: the first one's first rows, or its end; a look at the others. */
async function beginReading(reader: Reader, files: readonly SizedFile[]): Promise<Result<BegunReading>> {
  for (const [at, file] of files.entries()) {
    if (at === 0) continue
    const looked = await previewFile(reader, file, { file: at, files: files.length }, {})
    if (!looked.ok) return looked
  }
  const abort = new AbortController()
  const rest = readFiles(reader, files, abort.signal)[Symbol.asyncIterator]()
  const first: FileMessage[] = []
  for (;;) {
    const next = await rest.next()
    if (next.done === true) break
    const { message } = next.value
    if (message.kind === 'refused') return fileRefused(message.failure)
    first.push(next.value)
    if (message.kind === 'rows' || message.kind === 'end') break
  }
  async function* messages(): AsyncGenerator<FileMessage> {
    yield* first
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return success({ messages: messages(), abort })
}

function addBatch(context: LoadingContext, request: LoadRequest, sizes: readonly SizedFile[]): number {
  const files = sizes.map(fileOfBatch)
  const batch = context.store.batches.add({
    name: request.name ?? files[0]?.name ?? '',
    connectionId: request.connectionId,
    supplier: request.supplier,
    files,
    mapped: request.mapped,
    createdAt: context.now(),
  })
  const { leaveOut = [], customers = [] } = request.oddRows ?? {}
  context.store.oddRows.wish(batch, leaveOut, 'left_out')
  context.store.oddRows.wish(batch, customers, 'customer')
  return batch
}

/** A file as a batch stores it. */
export function fileOfBatch({ path: given, options, bytes }: SizedFile): NewFile {
  const path = resolve(given)
  return { path, name: basename(path), bytes, readOptions: choicesOf(options) }
}

/**
 * Reads (unless that is done) and builds. The stage is "open" or "failed" at the end; if cancelled, the data of its
 * stage is deleted.
 */
export async function runLoading(
  context: RunContext,
  batchId: number,
  /** Evaluated when building begins: a mapping may be applied before reading has ended. */
  target: () => BuildTarget,
  signal: AbortSignal,
  progress: (now: Progress) => void,
  begun: BegunReading | null = null,
): Promise<void> {
  const { store } = context
  const find = (): StoredBatch => {
    const batch = store.batches.get(batchId)
    if (batch === null) throw new Error(`There is no batch ${batchId}`)
    return batch
  }
  const batch = find()
  if (batch.stage === 'reading') {
    const read = await readIntoStore(
      context,
      batch,
      begun?.messages ?? readFiles(context.reader, filesOf(batch), signal),
      progress,
    )
    if (!read.ok) {
      store.batches.setStage(batchId, 'failed', read.failure)
      return
    }
    if (!read.value) return
  }
  const now = find()
  // Built already: the engine ended before its job was removed. Building again would show accounts that come and go.
  if (now.stage === 'open') return
  await build(context, now, target(), signal, progress)
}

/** Returns false when cancelled. */
async function readIntoStore(
  context: RunContext,
  batch: StoredBatch,
  messages: AsyncIterable<FileMessage>,
  progress: (now: Progress) => void,
): Promise<Result<boolean>> {
  const { store, retryOnFullDisk } = context
  const clear = (): Promise<void> => retryOnFullDisk(() => store.rows.clearRead(batch.id))
  await clear()
  const sheets: SheetInfo[] = []
  const checkpoints = store.rows.checkpoints()
  try {
    for await (const { file, message } of messages) {
      if (message.kind === 'refused') {
        await clear()
        return fileRefused(message.failure)
      }
      if (message.kind === 'end' && isOtherFile(batch, file, message.sha256)) {
        await clear()
        return otherFile(store, batch, file)
      }
      await retryOnFullDisk(() => keepMessage(context, { batch, file, sheets }, message, progress))
      if (message.kind === 'rows') await checkpoints.wrote(sizeOf(message.rows))
    }
  } finally {
    await checkpoints.end()
  }
  if (store.batches.get(batch.id)?.stage !== 'reading') return success(true)
  await clear()
  return success(false)
}

/** Its bytes are not those that the cells of the batch's edits were read from. */
export function isOtherFile({ files }: StoredBatch, file: number, sha256: string): boolean {
  const before = files[file]?.sha256 ?? null
  return before !== null && before !== sha256
}

export function otherFile(store: Store, { id, files }: StoredBatch, file: number): Result<never> {
  const edits = store.edits.count(id)
  const name = files[file]?.name ?? ''
  return failed('input', 'batch_was_edited', message('import.edits_over_other_file', { name, edits }))
}

function sizeOf(rows: readonly RowText[]): number {
  return rows.reduce((sum, { cells, kept }) => sum + cells.length + (kept?.length ?? 0), 0)
}

/** The batch that is read, the file whose message it is, and the sheets so far. */
type Keeping = { readonly batch: StoredBatch; readonly file: number; readonly sheets: SheetInfo[] }

function keepMessage(
  context: LoadingContext,
  { batch, file, sheets }: Keeping,
  message: Exclude<ReadMessage<RowText>, { kind: 'refused' }>,
  progress: (now: Progress) => void,
): void {
  const { store } = context
  switch (message.kind) {
    case 'file': {
      const { kind: _, ...facts } = message
      store.batches.setFileFacts(batch.id, file, facts)
      return
    }
    case 'sheet':
      sheets[message.index] = message.sheet
      store.rows.addSheet(batch.id, message.index, message.sheet, 'unused', file)
      return
    case 'columns':
      replaceColumns(sheets, message.index, message.columns)
      store.rows.setSheetInfo(batch.id, message.index, {
        ...known(sheets, message.index),
        columns: message.columns,
      })
      return
    case 'rows':
      store.rows.addRows(batch.id, message.sheet, message.rows)
      return
    case 'odd_rows':
      store.oddRows.add(batch.id, message.sheet, message.rows)
      return
    case 'blank_rows':
      store.rows.setBlankRows(batch.id, message.sheet, message.found)
      return
    case 'fills':
      store.rows.setFills(batch.id, message.sheet, message.offer)
      return
    case 'warning':
      store.rows.addWarning(batch.id, message.warning)
      return
    case 'progress':
      progress({ kind: 'reading', done: message.bytes, total: message.bytesTotal, unit: 'bytes' })
      return
    case 'end':
      store.sending.together(() => {
        for (const { index, rowCount } of message.sheets) store.rows.setRowCount(batch.id, index, rowCount)
        store.batches.setFileHash(batch.id, file, message.sha256)
        if (file < batch.files.length - 1) return
        store.oddRows.grantWishes(batch.id)
        store.batches.setRead(batch.id, context.now())
      })
      return
    default:
      assertNever(message)
  }
}

function known(sheets: readonly SheetInfo[], index: number): SheetInfo {
  const sheet = sheets[index]
  if (sheet === undefined) throw new Error(`The reader reported of sheet ${index} before it named it`)
  return sheet
}

async function build(
  context: RunContext,
  batch: StoredBatch,
  target: BuildTarget,
  signal: AbortSignal,
  progress: (now: Progress) => void,
): Promise<void> {
  const { store, now, retryOnFullDisk } = context
  // Read, and waiting for a mapping.
  if (batch.mapped === null) return
  const sheets = store.rows.sheets(batch.id)
  const infos = sheets.map((sheet) => sheet.info)
  const planned = planFor(batch.mapped.mapping, infos, batch.mapped.catalogue, batch.supplier)
  if (!planned.ok) {
    store.batches.setStage(batch.id, 'failed', planned.failure)
    return
  }
  const { plan } = planned.value
  progress({ kind: 'building', done: 0, total: null, unit: 'accounts' })
  // Decisions are stored by the rows of the current account sheet.
  await retryOnFullDisk(() => store.rows.clearForBuild(batch.id))
  for (const sheet of sheets) {
    const role =
      sheet.info.name === plan.sheet
        ? 'main'
        : plan.unusedSheets.includes(sheet.info.name)
          ? 'unused'
          : 'linked'
    store.rows.setSheetRole(batch.id, sheet.position, role)
  }
  const { mapping, catalogue } = batch.mapped
  const rows = sheets.reduce<number | null>(
    (sum, { rowCount }) => (sum === null || rowCount === null ? null : sum + rowCount),
    0,
  )
  const builder = startRowBuilder(
    { mapping, sheets: infos, catalogue, supplier: batch.supplier, ...target },
    rows,
  )
  try {
    await buildBatch({
      store,
      retryOnFullDisk,
      batch,
      plan,
      builder,
      now,
      signal,
      progress: (done, total) => progress({ kind: 'building', done, total, unit: 'accounts' }),
    })
  } finally {
    await builder.close()
  }
}

/** Stores a bug in loading as the batch's failure, so that a person sees it in its place. */
export function loadingBroke(store: Store, batch: number, error: unknown): void {
  try {
    store.batches.setStage(batch, 'failed', {
      kind: 'workspace',
      code: 'loading_broke',
      message: message('import.loading_broke', { why: messageOf(error) }),
    })
  } catch (refused) {
    // The next start resumes it.
    if (!isDiskTrouble(refused)) throw refused
  }
}
