// Dialog that lets this desktop keep copies of its batches in the team's database, by connection. It is off until a person
// turns it on, and says first who can read the copies.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CopyKeeping } from '../../../../shared/contract/team/copies.ts'
import { api, engine } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { TextField } from '../../../components/fields/field.tsx'
import { useSecretInput } from '../../../components/fields/secret-input.ts'
import { toast } from '../../../components/notices/toast.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { Callout } from '../../../components/panel.tsx'
import { texts } from '../../../texts/common.ts'
import { handoverTexts } from '../../../texts/handover.ts'
import { teamTexts } from '../../../texts/team.ts'

const words = teamTexts.copies.keep

export function KeepDialog(props: {
  readonly keeping: CopyKeeping
  readonly onClose: () => void
}): ReactNode {
  const { keeping, onClose } = props
  const client = useQueryClient()
  const connections = useQuery(api.connections.list.queryOptions())
  const batches = useQuery(api.batches.list.queryOptions())
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set(keeping.connections))
  const [keptBatches, setKeptBatches] = useState<ReadonlySet<number>>(new Set(keeping.batches))
  const [minutes, setMinutes] = useState(String(keeping.everyMinutes))
  const [isEncrypted, setEncrypted] = useState(keeping.encrypted)
  const secret = useSecretInput()
  const everyMinutes = Number(minutes)
  const isWrong = !Number.isInteger(everyMinutes) || everyMinutes < 1 || everyMinutes > 1440
  const ofBatches = (batches.data ?? []).filter(({ id }) => keeping.batches.includes(id))
  const needsSecret = isEncrypted && !keeping.encrypted && !secret.isFilled
  const save = useMutation({
    mutationFn: async () => {
      const typed = secret.read() === '' ? undefined : secret.read()
      await engine.teamCopies.setKeeping({
        everyMinutes,
        ...(isEncrypted ? typed !== undefined && { passphrase: typed } : { passphrase: null }),
      })
      for (const { id } of connections.data ?? []) {
        if (kept.has(id) === keeping.connections.includes(id)) continue
        await engine.teamCopies.keep({ of: 'connection', id, isOn: kept.has(id) })
      }
      for (const { id } of ofBatches)
        if (!keptBatches.has(id)) await engine.teamCopies.keep({ of: 'batch', id, isOn: false })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: api.teamCopies.key() })
      toast.done(words.saved)
      onClose()
    },
    onError: toast.failed,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={words.description}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button
            tone="primary"
            busy={save.isPending}
            disabled={isWrong || needsSecret}
            onClick={() => save.mutate()}
          >
            {texts.common.save}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Callout tone="warning">
          {isEncrypted ? words.whoReadsEncrypted : words.whoReads}
          {isEncrypted && !keeping.encrypted && ` ${words.replaced}`}
        </Callout>
        <KeptList
          legend={words.ofConnections}
          all={(connections.data ?? []).filter(({ environment }) => environment !== 'practice')}
          kept={kept}
          onKept={setKept}
        />
        {ofBatches.length > 0 && (
          <KeptList
            legend={words.ofBatches}
            hint={words.ofBatchesHint}
            all={ofBatches}
            kept={keptBatches}
            onKept={setKeptBatches}
          />
        )}
        <TextField
          label={words.minutes}
          hint={words.minutesHint}
          inputMode="numeric"
          value={minutes}
          error={isWrong ? words.minutesWrong : undefined}
          onChange={(event) => setMinutes(event.target.value)}
        />
        <Checkbox label={words.encrypt} checked={isEncrypted} onChange={setEncrypted} />
        {isEncrypted && (
          <TextField
            type="password"
            label={handoverTexts.passphrase}
            hint={keeping.encrypted ? words.passphraseKept : words.passphraseHint}
            {...secret.input}
          />
        )}
      </div>
    </Dialog>
  )
}

function KeptList(props: {
  readonly legend: string
  readonly hint?: string
  readonly all: readonly { readonly id: number; readonly name: string }[]
  readonly kept: ReadonlySet<number>
  readonly onKept: (kept: ReadonlySet<number>) => void
}): ReactNode {
  const { legend, hint, all, kept, onKept } = props
  const toggle = (id: number, isOn: boolean): void => {
    const next = new Set(kept)
    if (isOn) next.add(id)
    else next.delete(id)
    onKept(next)
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium">{legend}</legend>
      {hint !== undefined && <p className="text-sm text-soft">{hint}</p>}
      {all.map(({ id, name }) => (
        <Checkbox key={id} label={name} checked={kept.has(id)} onChange={(isOn) => toggle(id, isOn)} />
      ))}
    </fieldset>
  )
}
