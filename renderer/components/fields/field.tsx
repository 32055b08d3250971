// Labelled input with a hint and an error; label and input are stacked or in one row. The error is linked to the
// input for screen readers. A hint or an error never moves what is above it.
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { texts } from '../../texts/common.ts'
import { cx } from '../classes.ts'

export const inputClass =
  'h-7 w-full min-w-0 rounded border border-control bg-raised px-2 text-text transition-colors duration-100 hover:border-soft focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-bad aria-invalid:bg-bad-bg'

type Control = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

export function Field(props: {
  readonly label: ReactNode
  /** Beside the label, such as the meaning of its word. */
  readonly help?: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Label and input in one row, as in the inspector; stacked otherwise. */
  readonly beside?: boolean
  readonly optional?: boolean
  readonly className?: string
  /** Gets what ties the input to its label and its messages. */
  readonly children: (control: Control) => ReactNode
}): ReactNode {
  const id = useId()
  const { error, hint, beside } = props
  const described = error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined
  return (
    <div
      className={cx(
        'grid content-start gap-1',
        beside === true && 'grid-cols-[108px_1fr] items-center gap-x-2',
        props.className,
      )}
    >
      <span className="flex items-center gap-1">
        <label htmlFor={id} className={cx('text-sm', beside === true ? 'text-soft' : 'font-medium')}>
          {props.label}
          {props.optional === true && (
            <span className="ml-1.5 font-normal text-faint">{texts.common.optional}</span>
          )}
        </label>
        {props.help}
      </span>
      {props.children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': described,
      })}
      {error !== undefined ? (
        <p id={`${id}-error`} className={cx('flex gap-1 text-xs text-bad', beside === true && 'col-start-2')}>
          <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p id={`${id}-hint`} className={cx('text-xs text-faint', beside === true && 'col-start-2')}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  readonly beside?: boolean
  readonly optional?: boolean
  /** For codes, addresses and templates. */
  readonly mono?: boolean
  readonly unit?: string
  readonly className?: string
}

/** The usual field: `<TextField label="Base URL" {...form.register('baseUrl')} error={…} />`. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, hint, error, beside, optional, mono, unit, className, ...input } = props
  return (
    <Field label={label} hint={hint} error={error} {...given({ beside, optional, className })}>
      {(control) => (
        <div className="relative">
          <input
            autoComplete="off"
            spellCheck={false}
            {...input}
            {...control}
            className={cx(inputClass, mono === true && 'font-mono text-xs', unit !== undefined && 'pr-12')}
          />
          {unit !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-xs text-faint">
              {unit}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

/** Drops what is undefined, for exact optional properties. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
