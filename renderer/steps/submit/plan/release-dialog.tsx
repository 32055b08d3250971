// Confirmation dialog for releasing a wave to production: number, supplier, destination, what the supplier does to
// customers, and the supplier's code to type. It is bound to one wave: if that wave is no longer next, or its
// destination changed, it cannot be confirmed.
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx'
import { Callout } from '../../../components/panel.tsx'
import { submitTexts } from '../../../texts/submit/submit.ts'
import type { SupplierWords } from '../gate/supplier-notes.ts'
import type { NextWave } from '../../../accounts/next-wave.ts'

const words = submitTexts.confirm

export function ReleaseDialog(props: {
  readonly batch: BatchView
  /** The requested release; null: the dialog is closed. */
  readonly asked: NextWave | null
  /** It matches what a release would do now. */
  readonly isStill: boolean
  readonly notes: readonly SupplierWords[]
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: () => void
}): ReactNode {
  const { batch, asked, notes, busy } = props
  // While it closes it shows what it was about.
  const [last, setLast] = useState(asked)
  if (asked !== null && asked !== last) setLast(asked)
  if (batch.connection === null || last === null) return null
  const { limit, supplier, connection } = last
  const allNoted = notes.length > 0 && notes.every(({ note }) => note !== null)
  const isOld = asked !== null && !props.isStill && !busy
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={props.onClose}
      onConfirm={props.onConfirm}
      title={words.title({ accounts: limit })}
      action={submitTexts.waves.release({ accounts: limit })}
      danger
      busy={busy}
      invalid={isOld}
      word={supplier ?? batch.connection.name}
    >
      <div className="grid gap-2 rounded-md border border-production bg-production-bg px-3 py-2">
        <p className="font-medium wrap-break-word text-production">
          {supplier === null
            ? words.bodyOfFile({ accounts: limit, url: connection.baseUrl })
            : words.body({ accounts: limit, supplier, url: connection.baseUrl })}
        </p>
        {notes.map(
          ({ code, note }) =>
            note !== null && (
              <p key={code} className="wrap-break-word whitespace-pre-line">
                {submitTexts.gate.supplierDoes({ code })} {note}
              </p>
            ),
        )}
        <p>{allNoted ? words.cannot : words.cannotAndEmails}</p>
      </div>
      <div role="status">
        {isOld && (
          <Callout tone="warning" icon={TriangleAlert} title={words.changed} className="mt-3">
            {words.changedWords}
          </Callout>
        )}
      </div>
    </ConfirmDialog>
  )
}
