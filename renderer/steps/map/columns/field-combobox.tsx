// Combobox that selects a column's field. It reports the highlighted option, so its effect can be previewed before it
// is selected.
import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../../../texts/common.ts'
import { inputClass } from '../../../components/fields/field.tsx'
import type { Choice } from '../../../components/fields/select.tsx'

export function FieldCombobox(props: {
  readonly label: string
  readonly placeholder: string
  readonly value: string | null
  readonly choices: readonly Choice<string>[]
  readonly onChange: (path: string | null) => void
  /** Null where none is lit any more. */
  readonly onLit: (path: string | null) => void
}): ReactNode {
  const chosen = props.choices.find((choice) => choice.value === props.value) ?? null
  return (
    <Combobox.Root
      items={props.choices}
      value={chosen}
      onValueChange={(choice) => props.onChange(choice === null ? null : choice.value)}
      onItemHighlighted={(choice) => props.onLit(choice?.value ?? null)}
      itemToStringLabel={(choice) => choice.label}
      isItemEqualToValue={(one, other) => one.value === other.value}
    >
      <Combobox.InputGroup className="relative w-full">
        <Combobox.Input
          aria-label={props.label}
          placeholder={props.placeholder}
          className={`${inputClass} truncate border-accent! pr-7`}
        />
        <Combobox.Trigger
          aria-label={texts.common.open}
          className="absolute inset-y-0 right-0 grid w-7 place-items-center text-faint"
        >
          <ChevronDown size={12} aria-hidden />
        </Combobox.Trigger>
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup className="max-h-[min(22rem,var(--available-height))] max-w-96 min-w-(--anchor-width) overflow-y-auto overscroll-contain rounded-lg bg-raised p-1 text-text shadow-lift outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Combobox.Empty>
              <p className="p-2 text-faint empty:hidden">{texts.common.notFound}</p>
            </Combobox.Empty>
            <Combobox.List className="outline-none">
              {(choice: Choice<string>) => <FieldChoice key={choice.value} choice={choice} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}

function FieldChoice({ choice }: { readonly choice: Choice<string> }): ReactNode {
  return (
    <Combobox.Item
      value={choice}
      className="grid cursor-default grid-cols-[1rem_1fr] items-start gap-1.5 rounded py-1 pr-3 pl-1.5 outline-none select-none data-highlighted:bg-accent-bg"
    >
      <Combobox.ItemIndicator className="col-start-1 pt-[3px] text-accent">
        <Check size={14} aria-hidden />
      </Combobox.ItemIndicator>
      <span className="col-start-2 min-w-0">
        {choice.label}
        <span className="block text-xs text-faint">{choice.value}</span>
      </span>
    </Combobox.Item>
  )
}
