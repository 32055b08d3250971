// Select for a few options and Combobox for many options filtered by typing. Both take `{ value, label, hint? }`
// options and return the value.
import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { texts } from '../../texts/common.ts'
import { cx } from '../classes.ts'

export type Choice<T extends string> = {
  readonly value: T
  readonly label: string
  readonly hint?: string
  /** Shown next to the label, in the list and in the selected value. */
  readonly mark?: ReactNode
}

type Common<T extends string> = {
  readonly label: string
  readonly value: T | null
  readonly onChange: (value: T) => void
  readonly choices: readonly Choice<T>[]
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly id?: string
  readonly className?: string
  readonly 'aria-describedby'?: string | undefined
}

// Closes without a fade: a fading list would hold the focus after Tab has moved it on.
export const listPopup =
  'max-h-[min(22rem,var(--available-height))] min-w-(--anchor-width) max-w-96 overflow-y-auto overscroll-contain rounded-lg bg-raised p-1 text-text shadow-lift outline-none transition-opacity duration-100 data-ending-style:transition-none data-starting-style:opacity-0'
export const listOption =
  'grid cursor-default grid-cols-[1rem_1fr] items-start gap-1.5 rounded py-1 pr-3 pl-1.5 outline-none select-none data-highlighted:bg-accent-bg'
const trigger =
  'flex h-7 min-w-0 items-center gap-1.5 rounded border border-control bg-raised px-2 text-left hover:border-soft data-popup-open:border-accent disabled:opacity-60'

export function Select<T extends string>(props: Common<T> & { readonly quiet?: boolean }): ReactNode {
  const items = useMemo(() => props.choices.map(({ value, label }) => ({ value, label })), [props.choices])
  return (
    <BaseSelect.Root
      items={items}
      value={props.value}
      disabled={props.disabled ?? false}
      onValueChange={(value) => {
        if (value !== null) props.onChange(value)
      }}
    >
      <BaseSelect.Trigger
        id={props.id}
        aria-label={props.id === undefined ? props.label : undefined}
        aria-describedby={props['aria-describedby']}
        className={cx(
          trigger,
          props.quiet === true && 'border-transparent bg-transparent hover:bg-hover',
          props.className ?? 'w-full',
        )}
      >
        <BaseSelect.Value
          className="truncate data-placeholder:text-faint"
          placeholder={props.placeholder ?? props.label}
        />
        {props.choices.find(({ value }) => value === props.value)?.mark}
        <BaseSelect.Icon className="ml-auto text-faint">
          <ChevronsUpDown size={12} aria-hidden />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          sideOffset={4}
          align="start"
          alignItemWithTrigger={false}
          className="z-50 outline-none"
        >
          <BaseSelect.Popup className={listPopup}>
            <BaseSelect.List className="outline-none">
              {props.choices.map((choice) => (
                <SelectItem key={choice.value} choice={choice} />
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}

function SelectItem<T extends string>({ choice }: { readonly choice: Choice<T> }): ReactNode {
  return (
    <BaseSelect.Item value={choice.value} className={listOption}>
      <BaseSelect.ItemIndicator className="col-start-1 pt-[3px] text-accent">
        <Check size={14} aria-hidden />
      </BaseSelect.ItemIndicator>
      <span className="col-start-2 min-w-0">
        <span className="flex items-center gap-2">
          <BaseSelect.ItemText>{choice.label}</BaseSelect.ItemText>
          {choice.mark}
        </span>
        {choice.hint !== undefined && <span className="block text-xs text-faint">{choice.hint}</span>}
      </span>
    </BaseSelect.Item>
  )
}

export function Combobox<T extends string>(
  props: Omit<Common<T>, 'onChange'> & {
    /** Null when the input was cleared. */
    readonly onChange: (value: T | null) => void
  },
): ReactNode {
  const chosen = props.choices.find((choice) => choice.value === props.value) ?? null
  return (
    <BaseCombobox.Root
      items={props.choices}
      value={chosen}
      disabled={props.disabled ?? false}
      onValueChange={(choice) => props.onChange(choice === null ? null : choice.value)}
      itemToStringLabel={(choice) => choice.label}
      isItemEqualToValue={(one, other) => one.value === other.value}
    >
      <BaseCombobox.InputGroup className={cx('relative w-full', props.className)}>
        <BaseCombobox.Input
          id={props.id}
          aria-label={props.id === undefined ? props.label : undefined}
          aria-describedby={props['aria-describedby']}
          placeholder={props.placeholder ?? props.label}
          className={cx(trigger, 'w-full pr-7')}
        />
        <BaseCombobox.Trigger
          aria-label={texts.common.open}
          className="absolute inset-y-0 right-0 grid w-7 place-items-center text-faint"
        >
          <ChevronDown size={12} aria-hidden />
        </BaseCombobox.Trigger>
      </BaseCombobox.InputGroup>
      <BaseCombobox.Portal>
        <BaseCombobox.Positioner sideOffset={4} className="z-50 outline-none">
          <BaseCombobox.Popup className={listPopup}>
            <BaseCombobox.Empty>
              <p className="p-2 text-faint empty:hidden">{texts.common.notFound}</p>
            </BaseCombobox.Empty>
            <BaseCombobox.List className="outline-none">
              {(choice: Choice<T>) => (
                <BaseCombobox.Item key={choice.value} value={choice} className={listOption}>
                  <BaseCombobox.ItemIndicator className="col-start-1 pt-[3px] text-accent">
                    <Check size={14} aria-hidden />
                  </BaseCombobox.ItemIndicator>
                  <span className="col-start-2 min-w-0">
                    {choice.label}
                    {choice.hint !== undefined && (
                      <span className="block text-xs text-faint">{choice.hint}</span>
                    )}
                  </span>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  )
}
