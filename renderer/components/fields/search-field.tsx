// Search input. Escape clears it; its label is visible only to screen readers.
import { Search, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { texts } from '../../texts/common.ts'
import { cx } from '../classes.ts'
import { inputClass } from './field.tsx'

export function SearchField(
  props: Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type'> & {
    readonly label: string
    readonly value: string
    readonly onChange: (text: string) => void
  },
): ReactNode {
  const { label, value, onChange, className, ...rest } = props
  return (
    <div className={cx('relative', className)}>
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-faint"
      />
      <input
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        type="text"
        role="searchbox"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.preventDefault()
            event.stopPropagation()
            onChange('')
          }
          rest.onKeyDown?.(event)
        }}
        className={cx(inputClass, 'pr-6 pl-7 text-ellipsis')}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={texts.common.remove}
          onClick={() => onChange('')}
          className="absolute top-1/2 right-1.5 grid size-4 -translate-y-1/2 place-items-center rounded text-faint hover:text-text"
        >
          <X size={12} aria-hidden />
        </button>
      )}
    </div>
  )
}
