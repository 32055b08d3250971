// Reads a spreadsheet file in this process: inspects its first bytes, calls the reader of its format, and adds
// progress, warnings and the end. For every file the messages end in one `end` or one `refused`.
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { type FormatReading, readCsv } from './csv/csv.ts'
import { detect, sampleBytes } from './detect.ts'
import { BrokenSeal, type FileKey, type InputFile, inputOf } from '../system/files/sealed-file.ts'
import { type Caps, defaultCaps, type ReadMessage, type ReadOptions } from './reader.ts'
import { ReadRefusal, refusal } from './refusal.ts'
import { createWarningLog, type WarningLog } from './sheet/warnings.ts'
import { message } from '../../../shared/texts/create-message.ts'

const progressEveryMs = 200

export type ReadHereSettings = {
  /** Bytes read from the file at once. */
  readonly chunkBytes?: number
  /** Of a sealed file. */
  readonly key?: FileKey | null
  /** Monotonic time in milliseconds. */
  readonly now?: () => number
}

export async function* readHere(
  path: string,
  options: ReadOptions,
  signal: AbortSignal,
  { chunkBytes = 64 * 1024, key = null, now = () => performance.now() }: ReadHereSettings = {},
): AsyncGenerator<ReadMessage> {
  let file: FileHandle | null = null
  try {
    await checkKind(path)
    file = await openFile(path)
    yield* readOpened(file, { path, options, signal, chunkBytes, key, now })
  } catch (error) {
    const refused = error instanceof BrokenSeal ? damagedCopy(path, error) : error
    if (!(refused instanceof ReadRefusal)) throw error
    yield { kind: 'refused', failure: refused.failure }
  } finally {
    await file?.close()
  }
}

type Opened = Required<ReadHereSettings> & {
  readonly path: string
  readonly options: ReadOptions
  readonly signal: AbortSignal
}

async function* readOpened(
  file: FileHandle,
  { path, options, signal, chunkBytes, key, now }: Opened,
): AsyncGenerator<ReadMessage> {
  const before = await file.stat()
  refuseOther(before)
  const input = inputOf(file, before.size, key)
  const warnings = createWarningLog()
  const progress = { bytes: 0, bytesTotal: input.size, rows: 0 }
  const reading = await formatReading(input, path, options, chunkBytes, warnings, progress)
  const isAborted = (): boolean => signal.aborted
  const close = (): Promise<unknown> => reading.return({ sha256: '', sheets: [] })
  let reported = now()
  for (;;) {
    const { value, done } = await reading.next()
    if (isAborted()) {
      await close()
      return
    }
    if (done === true) {
      warnings.close()
      yield* warnings.take().map((warning): ReadMessage => ({ kind: 'warning', warning }))
      const after = await file.stat()
      if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
        throw refusal('file_changed', message('import.file_changed'))
      }
      yield { kind: 'progress', ...progress, bytes: progress.bytesTotal }
      yield { kind: 'end', ...value }
      return
    }
    for (const read of value) {
      if (read.kind === 'rows') progress.rows += read.rows.length
      yield read
      if (isAborted()) {
        await close()
        return
      }
    }
    yield* warnings.take().map((warning): ReadMessage => ({ kind: 'warning', warning }))
    if (now() - reported < progressEveryMs) continue
    reported = now()
    yield { kind: 'progress', ...progress }
  }
}

async function formatReading(
  file: InputFile,
  path: string,
  options: ReadOptions,
  chunkBytes: number,
  warnings: WarningLog,
  progress: { bytes: number; bytesTotal: number },
): Promise<FormatReading> {
  const bytes = file.size
  const start = Math.min(sampleBytes, bytes)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(start), 0, start, 0)
  const sample = buffer.subarray(0, bytesRead)
  const caps = capsOf(options)
  const detected = await detect(sample, {
    name: basename(path),
    file,
    fileBytes: bytes,
    mostBytes: caps.xlsxBytes,
  })
  if (detected.kind === 'refused') throw detected.refusal
  const extension = extname(path).toLowerCase()
  const shared = {
    file,
    bytes,
    options,
    caps,
    warnings,
    chunkBytes,
    onBytes: (count: number) => void (progress.bytes += count),
  }
  const misnamed = (kind: 'workbook' | 'text'): void =>
    warnings.add({
      code: 'misnamed_file',
      message: message('sheet.misnamed_file', { name: basename(path), kind }),
      sheet: null,
      row: null,
      column: null,
    })
  if (detected.kind !== 'text') {
    refuseTextChoices(options)
    if (['.csv', '.txt', '.tsv'].includes(extension)) misnamed('workbook')
    // Imported only now: the workbook readers would slow down the start of a process that reads text.
    const { readPacked } = await import('./packed.ts')
    const source = detected.kind === 'unwrapped' ? detected.bytes : detected.kind
    return readPacked({ ...shared, source, onTotal: (total) => void (progress.bytesTotal = total) })
  }
  const sheetName = basename(path, extname(path))
  if (options.sheet !== undefined && options.sheet !== sheetName) {
    throw refusal(
      'sheet_missing',
      message('import.text_has_no_sheet', { only: sheetName, sheet: options.sheet }),
      { sheet: options.sheet },
    )
  }
  if (['.xlsx', '.xlsm', '.xls', '.xlsb', '.ods', '.fods'].includes(extension)) misnamed('text')
  return readCsv({ ...shared, sample, sheetName })
}

/** An option without effect may be meant for another file, or show that this is the wrong file. */
function refuseTextChoices({ encoding, delimiter, quote, escape }: ReadOptions): void {
  const choices = [
    encoding === undefined ? null : message('import.choice_of_encoding'),
    delimiter === undefined ? null : message('import.choice_of_delimiter'),
    quote === undefined ? null : message('import.choice_of_quote'),
    escape === undefined ? null : message('import.choice_of_escape'),
  ].filter((choice) => choice !== null)
  if (choices.length === 0) return
  throw refusal('only_for_text', message('import.only_for_text', { choices }))
}

function capsOf({ caps = {} }: ReadOptions): Caps {
  const set = Object.entries(caps).filter(([, value]) => value !== undefined)
  return { ...defaultCaps, ...Object.fromEntries(set) }
}

/** Runs before the file is opened: opening a pipe waits for its writer, and a device may react to it. */
async function checkKind(path: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  // If it cannot be inspected, opening it reports the error.
  if (found !== null) refuseOther(found)
}

function refuseOther(found: Stats): void {
  if (found.isFile()) return
  if (found.isDirectory()) throw refusal('file_is_folder', message('import.file_is_folder'))
  const kind = found.isFIFO() ? 'pipe' : found.isSocket() ? 'socket' : 'device'
  throw refusal('file_not_ordinary', message('import.file_not_ordinary', { kind }))
}

function damagedCopy(path: string, cause: BrokenSeal): ReadRefusal {
  return refusal('file_unreadable', message('import.copy_damaged', { name: basename(path) }), { cause })
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Non-blocking, in case a pipe has replaced the file meanwhile. Windows has no such flag.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null
    const name = basename(path)
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw refusal('file_missing', message('import.file_missing', { name }), { cause })
    if (code === 'EISDIR') throw refusal('file_is_folder', message('import.file_is_folder'), { cause })
    throw refusal('file_unreadable', message('import.file_unreadable', { name, code: String(code) }), {
      cause,
    })
  }
}
