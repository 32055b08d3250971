// Small field of the plan that commits on blur or Enter. Invalid input stays with its error next to it; Escape
// restores the current value.
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../../../components/classes.ts'
import { inputClass } from '../../../components/fields/field.tsx'

export function TypedField<T>(props: {
  readonly label: string
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
}): ReactNode {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [wrong, setWrong] = useState(false)
  function take(): void {
    if (typed === null) return
    const value = props.read(typed)
    setWrong(value === null)
    if (value === null) return
    setTyped(null)
    props.onTake(value)
  }
  return (
    <span className={cx('relative inline-block', props.className)}>
      <input
        aria-label={props.label}
        title={props.label}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        autoComplete="off"
        spellCheck={false}
        inputMode={props.only === undefined ? undefined : 'decimal'}
        disabled={props.disabled ?? false}
        placeholder={props.placeholder}
        value={typed ?? props.value}
        onChange={(event) => {
          const { value } = event.target
          setWrong(false)
          setTyped(props.only === undefined ? value : value.replaceAll(props.only, ''))
        }}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
          if (event.key !== 'Escape' || typed === null) return
          event.stopPropagation()
          setTyped(null)
          setWrong(false)
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
}
