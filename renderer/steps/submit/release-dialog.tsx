// The last question before a wave goes to production: how many, under which supplier, where, what the supplier does to
// customers, and the supplier's code to be typed.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { submitTexts } from './submit-texts.ts'
import type { SupplierWords } from './supplier-notes.ts'

const words = submitTexts.confirm

export function ReleaseDialog(props: {
  readonly batch: BatchView
  /** Accounts of the wave; null where there is none to release. */
  readonly limit: number | null
  readonly notes: readonly SupplierWords[]
  readonly open: boolean
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}): ReactNode {
  const { batch, limit, notes } = props
  const { connection, supplier } = batch
  if (connection === null || limit === null) return null
  const allNoted = notes.length > 0 && notes.every(({ note }) => note !== null)
  return (
    <ConfirmDialog
      open={props.open}
      onClose={props.onClose}
      onConfirm={props.onConfirm}
      title={words.title(limit)}
      action={submitTexts.waves.release(limit)}
      danger
      busy={props.busy}
      word={supplier ?? connection.name}
    >
      <div className="grid gap-2 rounded-md border border-production bg-production-bg px-3 py-2">
        <p className="font-medium wrap-break-word text-production">
          {words.body(limit, supplier ?? words.suppliersOfFile, connection.baseUrl)}
        </p>
        {notes.map(
          ({ code, note }) =>
            note !== null && (
              <p key={code} className="wrap-break-word whitespace-pre-line">
                {submitTexts.gate.supplierDoes(code)} {note}
              </p>
            ),
        )}
        <p>{allNoted ? words.cannot : words.cannotAndEmails}</p>
      </div>
    </ConfirmDialog>
  )
}
