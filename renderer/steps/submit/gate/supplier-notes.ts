// Notes on the suppliers of a batch and the consent that includes them. Notes are shown verbatim; a note that changed
// after the consent requires a new consent. Pure functions.
import type { SupplierNote } from '../../../../shared/sending/connection.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { currentFormat } from '../../../../shared/texts/current.ts'
import { submitTexts } from '../../../texts/submit/submit.ts'
import type { Consent } from './consent.ts'

export type SupplierWords = {
  readonly code: string
  /** Null: no note exists. */
  readonly note: string | null
}

/** Of the batch's supplier; where each account names its own, of all that the connection has. */
export function supplierWords(
  supplier: string | null,
  suppliers: readonly SupplierNote[],
): readonly SupplierWords[] {
  const codes = supplier === null ? suppliers.map(({ code }) => code) : [supplier]
  return codes.map((code) => {
    const note = suppliers.find((one) => one.code === code)?.note ?? ''
    return { code, note: note === '' ? null : note }
  })
}

type Place = Pick<BatchView, 'connection' | 'supplier'>

/** What a person agrees to when the box is ticked. */
export function consentOf(batch: Place, notes: readonly SupplierWords[]): Consent {
  const { connection, supplier } = batch
  return {
    place: JSON.stringify([connection?.id, connection?.baseUrl, connection?.environment, supplier]),
    notes: JSON.stringify(notes.map(({ code, note }) => [code, note])),
  }
}

/** `notes`: null while unknown; the existing consent then stays valid. */
export function isAgreed(
  batch: Place,
  notes: readonly SupplierWords[] | null,
  agreed: Consent | null,
): boolean {
  const now = consentOf(batch, notes ?? [])
  return agreed?.place === now.place && (notes === null || agreed.notes === now.notes)
}

/** Names the suppliers without a note; none: no supplier is known. */
export function notNotedWords(codes: readonly string[]): string {
  return submitTexts.gate.notNoted({ codes: codes.length, names: currentFormat().list(codes) })
}
