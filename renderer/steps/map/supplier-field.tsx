// Supplier code field. It offers the connection's suppliers with their notes and accepts any other code.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SupplierNote } from '../../../shared/sending/connection.ts'
import { texts } from '../../texts/common.ts'
import { cx } from '../../components/classes.ts'
import { inputClass } from '../../components/fields/field.tsx'

export function SupplierField(props: {
  readonly id: string
  readonly invalid: boolean
  readonly disabled: boolean
  readonly described: string | undefined
  readonly initial: string
  readonly suppliers: readonly SupplierNote[]
  readonly onChange: (code: string) => void
}): ReactNode {
  const { suppliers } = props
  const [text, setText] = useState(props.initial)
  const [open, setOpen] = useState(false)
  const wanted = text.trim().toLowerCase()
  // A list with nothing but what is typed would only cover the page.
  const offered = suppliers
    .map(({ code }) => code.toLowerCase())
    .some((code) => code.includes(wanted) && code !== wanted)
  return (
    <Autocomplete.Root
      items={suppliers}
      // Uncontrolled: the draft updates a moment later, and letters typed meanwhile would be lost.
      defaultValue={props.initial}
      onValueChange={(code) => {
        setText(code)
        props.onChange(code)
      }}
      // An empty list would still cover the page.
      open={open && offered}
      onOpenChange={setOpen}
      itemToStringValue={(supplier) => supplier.code}
      openOnInputClick={suppliers.length > 0}
      disabled={props.disabled}
    >
      <Autocomplete.InputGroup className="relative">
        <Autocomplete.Input
          id={props.id}
          aria-invalid={props.invalid || undefined}
          aria-describedby={props.described}
          autoComplete="off"
          spellCheck={false}
          className={cx(inputClass, suppliers.length > 0 && 'pr-7')}
        />
        {suppliers.length > 0 && (
          <Autocomplete.Trigger
            aria-label={texts.common.open}
            className="absolute inset-y-0 right-0 grid w-7 place-items-center text-faint"
          >
            <ChevronDown size={12} aria-hidden />
          </Autocomplete.Trigger>
        )}
      </Autocomplete.InputGroup>
      {suppliers.length > 0 && <SupplierList />}
    </Autocomplete.Root>
  )
}

function SupplierList(): ReactNode {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner sideOffset={4} align="start" className="z-50 outline-none">
        <Autocomplete.Popup className="max-h-[min(22rem,var(--available-height))] max-w-96 min-w-(--anchor-width) overflow-y-auto rounded-lg bg-raised text-text shadow-lift outline-none">
          <Autocomplete.List className="p-1 outline-none empty:hidden">
            {(supplier: SupplierNote) => (
              <Autocomplete.Item
                key={supplier.code}
                value={supplier}
                className="cursor-default rounded px-2 py-1 outline-none select-none data-highlighted:bg-accent-bg"
              >
                <span className="block truncate">{supplier.code}</span>
                {supplier.note !== '' && <span className="block text-xs text-soft">{supplier.note}</span>}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  )
}
