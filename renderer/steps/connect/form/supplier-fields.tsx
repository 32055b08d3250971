// Editable list of a connection's supplier codes, each with a note on what that supplier does to customers. A
// validation error appears below its row.
import { WordHelp } from '../../../components/overlays/word-help.tsx'
import { CircleAlert, Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form'
import type { ConnectionView } from '../../../../shared/contract/views.ts'
import { SupplierVerdict } from '../../../accounts/connection/supplier-verdict.tsx'
import { Button, IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { inputClass } from '../../../components/fields/field.tsx'
import type { SecretInput } from '../../../components/fields/secret-input.ts'
import { connectTexts as words } from '../../../texts/connect/connect.ts'
import type { FormInput, FormOutput } from './connection-form.ts'
import { UnsavedSupplierVerdict } from './unsaved-supplier.tsx'

type Form = UseFormReturn<FormInput, unknown, FormOutput>
const columns = 'grid grid-cols-[168px_minmax(0,1fr)_28px] gap-x-2'

export function SupplierFields(props: {
  readonly form: Form
  /** Null: not saved yet; the service is asked about a code with what is typed. */
  readonly connection: ConnectionView | null
  /** The typed key of a new connection. */
  readonly secret: SecretInput
}): ReactNode {
  const { form, connection, secret } = props
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'suppliers' })
  const heading = useId()
  const add = useRef<HTMLButtonElement>(null)
  function drop(index: number): void {
    remove(index)
    add.current?.focus()
    // Removing a row may resolve the duplicate code of another row.
    if (form.formState.errors.suppliers !== undefined) void form.trigger('suppliers')
  }
  return (
    <fieldset aria-labelledby={heading} className="grid gap-2">
      {/* The button is above the list, so no message can move it from under the pointer. */}
      <div className="flex items-center gap-3">
        <p id={heading} className="text-md font-semibold">
          {words.suppliers}
        </p>
        <WordHelp of="supplier" className="mr-auto -ml-2" />
        <Button
          ref={add}
          icon={Plus}
          size="small"
          onClick={() => append({ code: '', note: '' }, { focusName: `suppliers.${fields.length}.code` })}
        >
          {words.addSupplier}
        </Button>
      </div>
      <p className="text-xs text-faint">{words.suppliersHint}</p>
      {fields.length === 0 ? (
        <p className="py-1 text-soft">{words.noSuppliers}</p>
      ) : (
        <div aria-hidden className={cx(columns, 'pt-1 text-sm font-medium')}>
          <span>{words.supplierCode}</span>
          <span>{words.supplierNote}</span>
        </div>
      )}
      {fields.map((field, index) => (
        <SupplierRow
          key={field.id}
          form={form}
          index={index}
          connection={connection}
          secret={secret}
          onRemove={() => drop(index)}
        />
      ))}
    </fieldset>
  )
}

function SupplierRow(props: {
  readonly form: Form
  readonly index: number
  readonly connection: ConnectionView | null
  readonly secret: SecretInput
  readonly onRemove: () => void
}): ReactNode {
  const { form, index, connection } = props
  const id = useId()
  const code = useWatch({ control: form.control, name: `suppliers.${index}.code` })
  const { errors, isSubmitted, touchedFields, dirtyFields } = form.formState
  const { suppliers = [] } = errors
  // A new row shows no error before it loses focus.
  const left = isSubmitted || touchedFields.suppliers?.[index]?.code === true
  const isTyped =
    touchedFields.suppliers?.[index]?.code === true && dirtyFields.suppliers?.[index]?.code === true
  const error = left ? suppliers[index]?.code?.message : undefined
  // When one code changes, the duplicate check runs for all rows.
  const others = Array.from({ length: suppliers.length ?? 0 }, (_, other) => other)
    .filter((other) => other !== index && suppliers[other]?.code !== undefined)
    .map((other) => `suppliers.${other}.code` as const)
  return (
    <div className={cx(columns, 'items-start gap-y-1')}>
      <input
        {...form.register(`suppliers.${index}.code`, { deps: others })}
        aria-label={words.supplierCodeOf({ n: index + 1 })}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        className={cx(inputClass, 'font-mono text-xs')}
      />
      <textarea
        {...form.register(`suppliers.${index}.note`)}
        aria-label={words.supplierNoteOf({ n: index + 1 })}
        placeholder={words.supplierNoteExample}
        rows={1}
        className={cx(inputClass, 'block field-sizing-content h-auto! max-h-40 min-h-7 resize-none py-[3px]')}
      />
      <IconButton icon={X} label={removeLabel(code.trim())} onClick={props.onRemove} />
      {error !== undefined && (
        <p id={id} className="col-span-full flex gap-1 text-xs text-bad">
          <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      {error === undefined && isTyped && code.trim() !== '' && (
        <div className="col-span-full">
          {connection === null ? (
            <UnsavedSupplierVerdict code={code.trim()} form={form} secret={props.secret} />
          ) : (
            <SupplierVerdict code={code.trim()} connection={connection} />
          )}
        </div>
      )}
    </div>
  )
}

function removeLabel(code: string): string {
  return code === '' ? words.removeUnnamedSupplier : words.removeSupplier({ code })
}
