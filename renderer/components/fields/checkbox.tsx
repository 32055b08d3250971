// Checkbox and switch with a label. Clicking the label toggles them too.
import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { cx } from '../classes.ts'
import { FieldsLocked } from './locked-fields.tsx'

type Props = {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  readonly className?: string
}

function Words({ label, hint }: { readonly label: ReactNode; readonly hint?: ReactNode }): ReactNode {
  return (
    <span className="min-w-0">
      {label}
      {hint !== undefined && <span className="block text-xs text-faint">{hint}</span>}
    </span>
  )
}

function useIsOff({ disabled = false }: Pick<Props, 'disabled'>): boolean {
  return useContext(FieldsLocked) || disabled
}

export function Checkbox(props: Props & { readonly some?: boolean }): ReactNode {
  const isOff = useIsOff(props)
  return (
    <label className={cx('inline-flex items-start gap-2', isOff && 'opacity-60', props.className)}>
      <Base.Root
        checked={props.checked}
        indeterminate={props.some ?? false}
        disabled={isOff}
        onCheckedChange={(checked) => props.onChange(checked)}
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border border-control bg-bg data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent"
      >
        <Base.Indicator className="text-on-accent data-unchecked:hidden">
          {props.some === true ? (
            <Minus size={12} aria-hidden />
          ) : (
            <Check size={12} strokeWidth={3} aria-hidden />
          )}
        </Base.Indicator>
      </Base.Root>
      <Words label={props.label} hint={props.hint} />
    </label>
  )
}

export function Switch(props: Props): ReactNode {
  const isOff = useIsOff(props)
  return (
    <label className={cx('inline-flex items-start gap-2', isOff && 'opacity-60', props.className)}>
      <BaseSwitch.Root
        checked={props.checked}
        disabled={isOff}
        onCheckedChange={(checked) => props.onChange(checked)}
        className="mt-0.5 flex h-4 w-7 shrink-0 items-center rounded-full border border-control bg-bg px-px transition-colors duration-100 data-checked:border-accent data-checked:bg-accent"
      >
        <BaseSwitch.Thumb className="size-3 rounded-full bg-control transition-transform duration-100 data-checked:translate-x-3 data-checked:bg-on-accent" />
      </BaseSwitch.Root>
      <Words label={props.label} hint={props.hint} />
    </label>
  )
}
