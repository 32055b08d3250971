// File of the corpus: its bytes, the options of its reading, and every expected result.
import type { ReadFailureCode, ReadOptions } from '../../../../electron/engine/import/reader.ts'
import type { FileWarningCode } from '../../../../shared/sheet/file-warnings.ts'

export type CorpusCase = {
  readonly name: string
  readonly bytes: string | Uint8Array
  /** @default Accounts.csv */
  readonly file?: string
  readonly options?: ReadOptions
} & (
  | {
      /** The header, then the rows of data. */
      readonly cells: readonly (readonly string[])[]
      /** The line number of each data row, if it is part of the case. */
      readonly lines?: readonly number[]
      readonly headerRow?: number
      readonly encoding?: string
      readonly delimiter?: string | null
      /** Every kind of warning that is reported, in any order. @default none */
      readonly reported?: readonly FileWarningCode[]
    }
  | {
      readonly refused: ReadFailureCode
      readonly line?: number
      /** Words that the sentence must contain. */
      readonly says?: string
    }
)

export const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
export const utf16be = (text: string): Buffer => utf16(text).swap16()
export const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
export function utf32(text: string, big = false): Buffer {
  return Buffer.concat(
    [...text].map((character) => {
      const bytes = Buffer.alloc(4)
      if (big) bytes.writeUInt32BE(character.codePointAt(0) ?? 0)
      else bytes.writeUInt32LE(character.codePointAt(0) ?? 0)
      return bytes
    }),
  )
}
/** Text whose only bytes beyond ASCII are given as `\xNN`. */
export const bytes = latin
