// Detects the content of an OLE container from the streams in its directory: an old workbook, a document, or an
// encrypted new workbook. Names are compared case-insensitively, as Microsoft Office does.
import type { FileHandle } from 'node:fs/promises'
import { type ReadRefusal, refusal } from '../refusal.ts'
import { openCompound } from './compound.ts'
import { decryptPackage } from './decrypt.ts'

export type OleKind =
  /** The workbook itself, decrypted. */
  | { readonly kind: 'opened'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly refusal: ReadRefusal }

const askForSource = 'Ask for the .xlsx or .csv it was made from.'
const documents: readonly (readonly [stream: string, what: string])[] = [
  ['WordDocument', 'a Word document (.doc)'],
  ['PowerPoint Document', 'a PowerPoint presentation (.ppt)'],
  ['VisioDocument', 'a Visio drawing'],
  ['__properties_version1.0', 'an Outlook message (.msg)'],
  ['WksSSWorkBook', 'a Microsoft Works spreadsheet'],
  ['!_StringPool', 'a Windows installer package (.msi)'],
]

/** `fileBytes`: the file's size, `most`: the largest workbook that is read. */
export async function oleKind(file: FileHandle, fileBytes: number, most: number): Promise<OleKind> {
  const compound = await openCompound(file, fileBytes)
  if (compound === null) {
    return refused(
      'is_ole_document',
      `This is an old Office file that is damaged or was cut short on its way. ${askForSource}`,
    )
  }
  const info = compound.find('EncryptionInfo')
  const sealed = compound.find('EncryptedPackage')
  if (sealed !== undefined) {
    if (fileBytes > most) {
      return refused(
        'file_too_large',
        `The workbook has ${fileBytes} bytes; at most ${most} can be read. Split it, or save its sheets as .csv.`,
      )
    }
    const bytes =
      info === undefined ? null : await decryptPackage(await compound.read(info), await compound.read(sealed))
    if (bytes !== null) return { kind: 'opened', bytes }
    return refused(
      'is_password_protected',
      'This workbook is protected by a password. Open it with the password, remove the password, save it, and load it again.',
    )
  }
  if (compound.find('Workbook') !== undefined || compound.find('Book') !== undefined) {
    return refused(
      'is_old_excel',
      'This is an old Excel file (.xls). Open it in a spreadsheet program and save it as .xlsx.',
    )
  }
  const document = documents.find(([stream]) => compound.find(stream) !== undefined)?.[1]
  return refused(
    'is_ole_document',
    document === undefined
      ? `This is an old Office document, not a spreadsheet. ${askForSource}`
      : `This is ${document}, an old Office document and not a spreadsheet that can be read. ${askForSource}`,
  )
}

function refused(code: Parameters<typeof refusal>[0], message: string): OleKind {
  return { kind: 'refused', refusal: refusal(code, message) }
}
