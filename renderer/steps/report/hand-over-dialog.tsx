// Dialog that hands a batch over: an optional passphrase, typed twice, and for a project file its folder, which the system
// asks for. Through the team the same bytes go into its database. The passphrase is read once and kept nowhere.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { HandoverView } from '../../../shared/contract/handover.ts'
import { wasStopped } from '../../accounts/live/stop-work.ts'
import { engine } from '../../app/engine.ts'
import { pickReportFolder } from '../../app/host/files.ts'
import { Button } from '../../components/button.tsx'
import { useSecretInput } from '../../components/fields/secret-input.ts'
import { TextField } from '../../components/fields/field.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { texts } from '../../texts/common.ts'
import { handoverTexts as words } from '../../texts/handover.ts'

export function HandOverDialog(props: {
  readonly batch: BatchView
  readonly way: HandoverView['way']
  readonly onClose: () => void
}): ReactNode {
  const { batch, way, onClose } = props
  const isFile = way === 'file'
  const id = useId()
  const [first, second] = [useSecretInput(), useSecretInput()]
  const [differ, setDiffer] = useState(false)
  const write = useMutation({
    mutationFn: async () => {
      const order = { batch: batch.id, passphrase: first.read() === '' ? null : first.read() }
      await (isFile ? writeFile(order, onClose) : sendToTeam(order, onClose))
    },
    onError: (error) => (wasStopped(error) ? toast.done(words.stopped) : toast.failed(error)),
  })
  function begin(event: FormEvent): void {
    event.preventDefault()
    const isSame = first.read() === second.read()
    setDiffer(!isSame)
    if (isSame) write.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={isFile ? words.title : words.teamTitle}
      description={isFile ? words.description : words.teamDescription}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" submit form={id} busy={write.isPending}>
            {words.write}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={begin} className="grid gap-3">
        <TextField
          type="password"
          label={words.passphrase}
          optional
          hint={isFile ? words.passphraseHint : words.teamPassphraseHint}
          {...first.input}
        />
        <TextField
          type="password"
          label={words.again}
          optional
          error={differ ? words.differ : undefined}
          {...second.input}
        />
        {isFile && <p className="text-sm text-soft">{words.copies}</p>}
      </form>
    </Dialog>
  )
}

type Order = { readonly batch: number; readonly passphrase: string | null }

/** @param begun it begins: the dialog may close */
async function writeFile(order: Order, begun: () => void): Promise<void> {
  const place = await pickReportFolder()
  if (place === null) return
  begun()
  const { path } = await engine.handover.write({ ...order, folder: place.folder })
  toast.done(words.written({ path }))
}

async function sendToTeam(order: Order, begun: () => void): Promise<void> {
  begun()
  await engine.teamCopies.handOver(order)
  toast.done(words.sentToTeam)
}
