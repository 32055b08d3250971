// Small field of the plan that commits on blur or Enter. Invalid input stays with its error next to it; Escape
// restores the current value.
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../../../components/classes.ts'
import { inputClass } from '../../../components/fields/field.tsx'

type TypedFieldProps<T> = {
  readonly label: string
  /** The label stands above the field, not in its tooltip alone. */
  readonly isLabelShown?: boolean
  /** As it holds now. */
  readonly value: string
  /** Null: the input is invalid. */
  readonly read: (text: string) => T | null
  readonly onTake: (value: T) => void
  readonly error: string
  readonly unit?: string
  readonly placeholder?: string
  /** The letters that may be typed at all. */
  readonly only?: RegExp
  readonly disabled?: boolean
  readonly className?: string
}

export function TypedField<T>(props: TypedFieldProps<T>): ReactNode {
  const id = useId()
  const { text, wrong, type, take, revert } = useTyped(props)
  const field = (
    <span className={cx('relative inline-block', props.className)}>
      <input
        id={`${id}-field`}
        aria-label={props.isLabelShown === true ? undefined : props.label}
        title={props.isLabelShown === true ? undefined : props.label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        autoComplete="off"
        spellCheck={false}
        inputMode={props.only === undefined ? undefined : 'decimal'}
        disabled={props.disabled ?? false}
        placeholder={props.placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
          if (event.key === 'Escape' && revert()) event.stopPropagation()
        }}
        className={cx(inputClass, 'tabular-nums', props.unit !== undefined && 'pr-6')}
      />
      {props.unit !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute top-0 right-2 flex h-7 items-center text-xs text-faint"
        >
          {props.unit}
        </span>
      )}
      {wrong && (
        <span id={id} role="alert" className="mt-0.5 block text-xs text-bad">
          {props.error}
        </span>
      )}
    </span>
  )
  if (props.isLabelShown !== true) return field
  return (
    <span className="grid justify-items-start gap-0.5">
      <label htmlFor={`${id}-field`} className="text-xs text-soft">
        {props.label}
      </label>
      {field}
    </span>
  )
}

/** Text on its way to a value: kept as typed until it can be read, or reverted. */
function useTyped<T>({ value, read, onTake, only }: TypedFieldProps<T>) {
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  return {
    text: typed ?? value,
    wrong,
    type: (text: string): void => {
      setWrong(false)
      setTyped(only === undefined ? text : text.replaceAll(only, ''))
    },
    take: (): void => {
      if (typed === null) return
      const taken = read(typed)
      setWrong(taken === null)
      if (taken === null) return
      setTyped(null)
      onTake(taken)
    },
    /** False: there was nothing to revert. */
    revert: (): boolean => {
      if (typed === null) return false
      setTyped(null)
      setWrong(false)
      return true
    },
  }
}
