// Dialog that takes a batch over from its copy: how old the copy is, what is not in it and what is looked up first, the
// passphrase of an encrypted one, and how far it is. The passphrase is read once and kept nowhere.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { TeamCopy } from '../../../../shared/contract/team/copies.ts'
import { api, engine } from '../../../app/engine.ts'
import { forgetOpening, useOpeningProgress } from '../../../app/opening.ts'
import { go, hrefOfStep } from '../../../app/route.ts'
import { Button } from '../../../components/button.tsx'
import { Progress } from '../../../components/charts/progress.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { Field, TextField } from '../../../components/fields/field.tsx'
import { useSecretInput } from '../../../components/fields/secret-input.ts'
import { Select } from '../../../components/fields/select.tsx'
import { failureOf } from '../../../components/notices/failure.ts'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { Callout } from '../../../components/panel.tsx'
import { useNow } from '../../../components/text/relative-time.tsx'
import { texts } from '../../../texts/common.ts'
import { format } from '../../../texts/format.ts'
import { handoverTexts } from '../../../texts/handover.ts'
import { teamTexts } from '../../../texts/team.ts'

const words = teamTexts.copies.dialog

export function TakeOverDialog(props: { readonly copy: TeamCopy; readonly onClose: () => void }): ReactNode {
  const { copy, onClose } = props
  const { name, member, machine, at, handedOver, encrypted, connections } = copy
  const id = useId()
  const now = useNow()
  const secret = useSecretInput()
  const [isSaid, setSaid] = useState(false)
  const [connection, setConnection] = useState(String(connections[0]?.id ?? ''))
  const take = useTakeOver(copy, onClose)
  const { isPending, error } = take.mutation
  const age = { ago: format.ago(at, Math.max(at, now)), at: format.dateTime(at) }
  function begin(event: FormEvent): void {
    event.preventDefault()
    const passphrase = secret.read() === '' ? null : secret.read()
    take.mutation.mutate({ passphrase, connection: connections.length > 1 ? Number(connection) : null })
  }
  return (
    <Dialog
      open
      onClose={() => {
        take.stop()
        onClose()
      }}
      title={words.title({ name })}
      description={
        handedOver ? words.handedOver({ member, machine, ...age }) : words.silent({ member, machine, ...age })
      }
      actions={
        <>
          <Button onClick={isPending ? take.stop : onClose}>{texts.common.cancel}</Button>
          <Button
            tone="primary"
            submit
            form={id}
            busy={isPending}
            disabled={!isSaid || connections.length === 0 || (encrypted && !secret.isFilled)}
          >
            {words.act}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={begin} className="grid gap-3">
        <WhatHappens copy={copy} />
        {encrypted && (
          <TextField
            type="password"
            label={handoverTexts.passphrase}
            hint={words.passphraseHint({ member })}
            {...secret.input}
          />
        )}
        <ConnectionChoice copy={copy} connection={connection} onConnection={setConnection} />
        <Checkbox label={handedOver ? words.agree : words.agreeLoses} checked={isSaid} onChange={setSaid} />
        {isPending && <HowFar />}
        {error !== null && <Callout tone="error">{failureOf(error).message}</Callout>}
      </form>
    </Dialog>
  )
}

function WhatHappens({ copy }: { readonly copy: TeamCopy }): ReactNode {
  const { at, handedOver, machine } = copy
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm">
      {!handedOver && <li>{words.notInIt({ at: format.dateTime(at) })}</li>}
      <li>{handedOver ? words.lookedUp : words.sentSince}</li>
      <li>{words.readOnly({ machine })}</li>
    </ul>
  )
}

function ConnectionChoice(props: {
  readonly copy: TeamCopy
  readonly connection: string
  readonly onConnection: (connection: string) => void
}): ReactNode {
  const { connections, service } = props.copy
  return (
    <>
      {connections.length === 0 && (
        <Callout tone="warning">{handoverTexts.noConnection({ address: service })}</Callout>
      )}
      {connections.length > 1 && (
        <Field label={handoverTexts.connection}>
          {({ id: field }) => (
            <Select
              id={field}
              label={handoverTexts.connection}
              value={props.connection}
              choices={connections.map((one) => ({ value: String(one.id), label: one.name }))}
              onChange={props.onConnection}
            />
          )}
        </Field>
      )}
    </>
  )
}

function useTakeOver(copy: TeamCopy, onClose: () => void) {
  const client = useQueryClient()
  const under = useRef(new AbortController())
  const mutation = useMutation({
    mutationFn: async (given: { readonly passphrase: string | null; readonly connection: number | null }) => {
      const { signal } = (under.current = new AbortController())
      const { passphrase, connection } = given
      forgetOpening(client)
      try {
        return await engine.teamCopies.takeOver(
          {
            copy: copy.id,
            passphrase,
            ...(connection !== null && { connection }),
            losesLater: true,
          },
          { signal },
        )
      } catch (error) {
        if (signal.aborted) return null
        throw error
      }
    },
    onSuccess: async (opened) => {
      await client.invalidateQueries({ queryKey: api.batches.list.key() })
      await client.invalidateQueries({ queryKey: api.teamCopies.key() })
      if (opened === null) return
      onClose()
      go(hrefOfStep(opened.batch, 'watch'))
    },
  })
  return { mutation, stop: (): void => under.current.abort() }
}

function HowFar(): ReactNode {
  const now = useOpeningProgress()
  const label =
    now?.stage === 'reading'
      ? handoverTexts.readingAccounts(now)
      : now?.stage === 'checking'
        ? words.checking
        : words.fetching
  return (
    <div className="grid gap-1">
      <p className="text-sm text-soft">{label}</p>
      <Progress label={label} done={now?.done ?? 0} total={now?.total ?? null} />
    </div>
  )
}
