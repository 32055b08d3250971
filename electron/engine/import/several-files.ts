// Reads several files one after the other as if they were the sheets of one workbook: their sheets are numbered on, a
// sheet whose name an earlier file has gets a number behind it, and progress counts the bytes of all. One file passes
// through unchanged.
import { basename } from 'node:path'
import type { RowText } from '../../../shared/sheet/sheet.ts'
import { message } from '../../../shared/texts/create-message.ts'
import { nameAmong, type ReadFailure, type ReadMessage, type ReadOptions, type Reader } from './reader.ts'

export type FileToRead = { readonly path: string; readonly options: ReadOptions }

/** A file as the contract's calls name it. */
export function fileGiven({ path, ...options }: ReadOptions & { readonly path: string }): FileToRead {
  return { path, options }
}

/** The file of a call, and the further ones of the same batch. */
export function filesGiven({
  also = [],
  ...first
}: ReadOptions & {
  readonly path: string
  readonly also?: readonly (ReadOptions & { readonly path: string })[] | undefined
}): FileToRead[] {
  return [first, ...also].map(fileGiven)
}

/** A message and the position of its file. */
export type FileMessage = { readonly file: number; readonly message: ReadMessage<RowText> }

/** Gives the sheets of one file after the other their names in the batch. */
export function createSheetNames() {
  const taken = new Set<string>()
  return {
    /** Names of all sheets of earlier files, to be read as `taken`. */
    taken: (): string[] => [...taken],
    /** `before`: the names when its file began. */
    nameOf(own: string, before: readonly string[]): string {
      const name = nameAmong(own, before)
      // Rarely the file itself has a sheet of that name as well.
      const unique = taken.has(name) ? nameAmong(own, [...taken]) : name
      taken.add(unique)
      return unique
    },
  }
}

/** With several files a person needs to know which one is meant. */
export function failureOfFile(
  path: string,
  { file, files }: { readonly file: number; readonly files: number },
  failure: ReadFailure,
): ReadFailure {
  if (files === 1) return failure
  const name = basename(path)
  return { ...failure, file, message: message('import.of_file', { name, why: failure.message }) }
}

/** Ends after the last file's `end`, or after the first `refused`. `bytes`: sizes of the files, for progress. */
export async function* readFiles(
  reader: Reader,
  files: readonly (FileToRead & { readonly bytes: number })[],
  signal: AbortSignal,
): AsyncGenerator<FileMessage> {
  const names = createSheetNames()
  let sheets = 0
  let bytesBefore = 0
  let rowsBefore = 0
  for (const [file, { path, options, bytes }] of files.entries()) {
    const first = sheets
    const taken = names.taken()
    const later = files.slice(file + 1).reduce((sum, one) => sum + one.bytes, 0)
    const own = new Map<string, string>()
    const now = { bytes, rows: 0 }
    for await (const read of reader(path, { ...options, taken }, signal)) {
      if (read.kind === 'refused') {
        yield {
          file,
          message: {
            kind: 'refused',
            failure: failureOfFile(path, { file, files: files.length }, read.failure),
          },
        }
        return
      }
      if (read.kind === 'sheet') {
        own.set(read.sheet.name, names.nameOf(read.sheet.name, taken))
        sheets = Math.max(sheets, first + read.index + 1)
      }
      if (read.kind === 'progress') Object.assign(now, { bytes: read.bytesTotal, rows: read.rows })
      yield { file, message: among(read, { first, own, bytesBefore, rowsBefore, later }) }
    }
    if (signal.aborted) return
    bytesBefore += now.bytes
    rowsBefore += now.rows
  }
}

type Place = {
  readonly first: number
  readonly own: ReadonlyMap<string, string>
  readonly bytesBefore: number
  readonly rowsBefore: number
  readonly later: number
}

/** The message with the numbers and names of all files. */
function among(read: ReadMessage<RowText>, place: Place): ReadMessage<RowText> {
  const { first, own } = place
  const nameOf = (sheet: string): string => own.get(sheet) ?? sheet
  switch (read.kind) {
    case 'sheet':
      return { ...read, index: first + read.index, sheet: { ...read.sheet, name: nameOf(read.sheet.name) } }
    case 'columns':
      return { ...read, index: first + read.index }
    case 'rows':
    case 'odd_rows':
    case 'blank_rows':
    case 'fills':
      return { ...read, sheet: first + read.sheet }
    case 'warning': {
      const { sheet } = read.warning
      return { ...read, warning: { ...read.warning, sheet: sheet === null ? null : nameOf(sheet) } }
    }
    case 'progress':
      return {
        ...read,
        bytes: place.bytesBefore + read.bytes,
        bytesTotal: place.bytesBefore + read.bytesTotal + place.later,
        rows: place.rowsBefore + read.rows,
      }
    case 'end':
      return { ...read, sheets: read.sheets.map((one) => ({ ...one, index: first + one.index })) }
    default:
      return read
  }
}
