// Detects the content of an OLE container from the streams in its directory: an old workbook, a document, or an
// encrypted new workbook. Names are compared case-insensitively, as Microsoft Office does.
import type { InputFile } from '../../system/files/sealed-file.ts'
import { type ReadRefusal, refusal } from '../refusal.ts'
import { openCompound } from './compound.ts'
import { decryptPackage } from './decrypt.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

export type OleKind =
  /** The workbook itself, decrypted. */
  | { readonly kind: 'opened'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly refusal: ReadRefusal }

const documents = [
  ['WordDocument', 'word'],
  ['PowerPoint Document', 'powerpoint'],
  ['VisioDocument', 'visio'],
  ['__properties_version1.0', 'outlook'],
  ['WksSSWorkBook', 'works'],
  ['!_StringPool', 'installer'],
] as const

/** `fileBytes`: the file's size, `most`: the largest workbook that is read. */
export async function oleKind(file: InputFile, fileBytes: number, most: number): Promise<OleKind> {
  const compound = await openCompound(file, fileBytes)
  if (compound === null) {
    return refused('is_ole_document', message('import.is_damaged_document'))
  }
  const info = compound.find('EncryptionInfo')
  const sealed = compound.find('EncryptedPackage')
  if (sealed !== undefined) {
    if (fileBytes > most) {
      return refused('file_too_large', message('import.workbook_too_large', { bytes: fileBytes, most }))
    }
    const bytes =
      info === undefined ? null : await decryptPackage(await compound.read(info), await compound.read(sealed))
    if (bytes !== null) return { kind: 'opened', bytes }
    return refused('is_password_protected', message('import.workbook_locked'))
  }
  if (compound.find('Workbook') !== undefined || compound.find('Book') !== undefined) {
    return refused('is_old_excel', message('import.is_old_excel'))
  }
  const kind = documents.find(([stream]) => compound.find(stream) !== undefined)?.[1]
  return refused(
    'is_ole_document',
    kind === undefined ? message('import.is_old_document') : message('import.is_known_document', { kind }),
  )
}

function refused(code: Parameters<typeof refusal>[0], why: Message): OleKind {
  return { kind: 'refused', refusal: refusal(code, why) }
}
