// Editable list of quiet hours: the days on which they begin, start time and end time. Times are typed as people write
// them and shown as `HH:MM`. A validation error appears below its row.
import { CircleAlert, Plus, X } from 'lucide-react'
import { type FocusEvent, type ReactNode, useId } from 'react'
import { Controller, useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form'
import { Button, IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { inputClass } from '../../../components/fields/field.tsx'
import { connectTexts as words } from '../../../texts/connect/connect.ts'
import type { FormInput, FormOutput } from './connection-form.ts'
import { timeOfDayIn } from './time-of-day.ts'

type Form = UseFormReturn<FormInput, unknown, FormOutput>
const most = 20
const daysOfWeek = [1, 2, 3, 4, 5, 6, 7] as const
const usual = { days: [...daysOfWeek], from: '22:00', to: '06:00' }

export function QuietHoursFields({ form }: { readonly form: Form }): ReactNode {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'quietHours' })
  return (
    <div className="grid gap-2">
      <p className="text-xs text-faint">{words.quietHoursHint}</p>
      {fields.length === 0 && <p className="text-soft">{words.noQuietHours}</p>}
      {fields.map((field, index) => (
        <Row key={field.id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <Button
        icon={Plus}
        size="small"
        className="justify-self-start"
        disabled={fields.length >= most}
        onClick={() => append(usual, { focusName: `quietHours.${fields.length}.from` })}
      >
        {words.addQuietHours}
      </Button>
    </div>
  )
}

function Row(props: {
  readonly form: Form
  readonly index: number
  readonly onRemove: () => void
}): ReactNode {
  const { form, index } = props
  const id = useId()
  const [from, to] = useWatch({
    control: form.control,
    name: [`quietHours.${index}.from`, `quietHours.${index}.to`],
  })
  const wrong = form.formState.errors.quietHours?.[index]
  function readTime(name: 'from' | 'to', text: string): void {
    const time = timeOfDayIn(text)
    if (time !== null && time !== text)
      form.setValue(`quietHours.${index}.${name}`, time, { shouldDirty: true, shouldValidate: true })
  }
  const error = wrong?.days?.message ?? wrong?.from?.message ?? wrong?.to?.message
  const time = (name: 'from' | 'to', label: string) => (
    <input
      {...form.register(`quietHours.${index}.${name}`, {
        onBlur: (event: FocusEvent<HTMLInputElement>) => readTime(name, event.target.value),
      })}
      aria-label={label}
      autoComplete="off"
      aria-invalid={wrong?.[name] === undefined ? undefined : true}
      aria-describedby={wrong?.[name] === undefined ? undefined : id}
      className={cx(inputClass, 'w-16! text-center tabular-nums')}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Controller
        control={form.control}
        name={`quietHours.${index}.days`}
        render={({ field }) => (
          <Days index={index} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
        )}
      />
      {time('from', words.quietFrom({ n: index + 1 }))}
      <span className="text-soft">{words.until}</span>
      {time('to', words.quietTo({ n: index + 1 }))}
      <span className="w-17 truncate text-xs text-faint">
        {from === '' || to === '' || to > from ? '' : to === from ? words.wholeDay : words.nextDay}
      </span>
      <IconButton icon={X} label={words.removeQuietHours({ n: index + 1 })} onClick={props.onRemove} />
      {error !== undefined && (
        <p id={id} className="flex w-full gap-1 text-xs text-bad">
          <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

/** Seven small buttons, each on or off. */
function Days(props: {
  readonly index: number
  readonly value: readonly number[]
  readonly onChange: (days: number[]) => void
  readonly onBlur: () => void
}): ReactNode {
  const { value } = props
  return (
    <span
      role="group"
      aria-label={words.quietDays({ n: props.index + 1 })}
      className="flex gap-0.5"
      onBlur={props.onBlur}
    >
      {daysOfWeek.map((day) => {
        const on = value.includes(day)
        return (
          <button
            key={day}
            type="button"
            aria-pressed={on}
            title={words.dayNames[day]}
            onClick={() =>
              props.onChange(
                on
                  ? value.filter((one) => one !== day)
                  : [...value, day].toSorted((one, other) => one - other),
              )
            }
            className={cx(
              'h-7 w-8.5 rounded border text-xs transition-colors duration-100',
              on
                ? 'border-accent bg-accent-bg font-medium text-accent'
                : 'border-control text-faint hover:border-soft',
            )}
          >
            {words.days[day]}
          </button>
        )
      })}
    </span>
  )
}
