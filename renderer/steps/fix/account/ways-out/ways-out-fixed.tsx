// Dialog that sets a fixed value for a field without a column. It shows how many accounts change, and refuses once
// accounts were sent.
import { useMutation } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../../shared/contract/contract.ts'
import type { FieldView } from '../../../../../shared/contract/views.ts'
import { api } from '../../../../app/engine.ts'
import { failureOf } from '../../../../components/notices/failure.ts'
import { texts } from '../../../../texts/common.ts'
import { Button } from '../../../../components/button.tsx'
import { Dialog } from '../../../../components/overlays/dialog.tsx'
import { Field, TextField } from '../../../../components/fields/field.tsx'
import { Callout } from '../../../../components/panel.tsx'
import { Combobox } from '../../../../components/fields/select.tsx'
import { toast } from '../../../../components/notices/toast.tsx'
import { waysOutTexts as words } from '../../../../texts/fix/ways-out.ts'

type Props = {
  readonly batch: BatchView
  readonly field: FieldView
  /** As the mapping names it. */
  readonly path: string
  /** A value to begin with. */
  readonly suggested?: string | null
  /** Accounts of the batch were sent: the mapping stays as it is. */
  readonly sent: boolean
  readonly onClose: () => void
}

export function FixedDialog(props: Props): ReactNode {
  const { batch, field, path, sent, onClose } = props
  const { text, setText, error, busy, send } = useFixedValue(props)
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={words.fixedTitle({ field: field.title })}
      description={sent ? undefined : words.fixedBody({ path, accounts: batch.accounts })}
      actions={
        <>
          <Button onClick={onClose}>{sent ? texts.common.close : texts.common.cancel}</Button>
          {!sent && (
            <Button tone="primary" busy={busy} onClick={send}>
              {words.setValue}
            </Button>
          )}
        </>
      }
    >
      {sent ? (
        <Callout tone="warning" icon={Lock} title={words.lockedTitle}>
          {words.lockedBody}
        </Callout>
      ) : (
        <div className="grid gap-2">
          <ValueField field={field} text={text} error={error} onText={setText} onSend={send} />
          {/\.\d+\./.test(path) && <p className="text-xs text-faint">{words.fixedListBody}</p>}
        </div>
      )}
    </Dialog>
  )
}

/** The value as typed; it is set for all accounts by applying the mapping with it. */
function useFixedValue({ batch, field, path, suggested, onClose }: Props) {
  const { mapping } = batch
  const before = mapping?.fixed.find((one) => one.field === path)?.value
  const [text, setText] = useState(before === undefined ? (suggested ?? '') : String(before))
  const [tried, setTried] = useState(false)
  const apply = useMutation(
    api.mapping.apply.mutationOptions({
      onSuccess: () => {
        onClose()
        toast.done(words.set({ field: field.title }))
      },
    }),
  )
  const missing = tried && text.trim() === '' ? words.valueMissing : undefined
  return {
    text,
    setText,
    error: missing ?? (apply.isError ? failureOf(apply.error).message : undefined),
    busy: apply.isPending,
    send(): void {
      setTried(true)
      if (mapping === null || text.trim() === '' || apply.isPending) return
      const others = mapping.fixed.filter((one) => one.field !== path)
      apply.mutate({
        batch: batch.id,
        mapping: { ...mapping, fixed: [...others, { field: path, value: valueOf(text, field) }] },
        catalogue: batch.catalogue ?? '',
        supplier: batch.supplier,
        connection: batch.connection?.id ?? null,
      })
    },
  }
}

function ValueField(props: {
  readonly field: FieldView
  readonly text: string
  readonly error: string | undefined
  readonly onText: (text: string) => void
  readonly onSend: () => void
}): ReactNode {
  const { field, text, error, onText } = props
  const choices =
    field.kind === 'boolean'
      ? [
          { value: 'true', label: words.yes },
          { value: 'false', label: words.no },
        ]
      : field.choices?.map((value) => ({ value, label: value }))
  if (choices !== undefined)
    return (
      <Field label={words.value} error={error}>
        {({ id }) => (
          <Combobox
            id={id}
            label={words.value}
            placeholder={words.choose}
            value={text === '' ? null : text}
            onChange={(value) => onText(value ?? '')}
            choices={choices}
          />
        )}
      </Field>
    )
  return (
    <TextField
      label={words.value}
      error={error}
      type={field.format === 'date' ? 'date' : 'text'}
      inputMode={field.kind === 'integer' || field.kind === 'number' ? 'decimal' : undefined}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') props.onSend()
      }}
    />
  )
}

/** Converted to the field's kind; text that does not fit stays text, and the engine reports it. */
function valueOf(text: string, field: FieldView): string | number | boolean {
  const plain = text.trim()
  if (field.kind === 'boolean' && /^(true|false)$/i.test(plain)) return plain.toLowerCase() === 'true'
  if ((field.kind === 'integer' || field.kind === 'number') && /^-?\d+(\.\d+)?$/.test(plain))
    return Number(plain)
  return plain
}
