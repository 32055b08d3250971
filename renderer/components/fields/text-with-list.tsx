// Text field with the words of a closed list: an arrow shows all of them, typing narrows them. Any other text stays
// possible.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { texts } from '../../texts/common.ts'
import { cx } from '../classes.ts'
import { inputClass } from './field.tsx'
import { listOption, listPopup } from './select.tsx'

export function TextWithList(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly choices: readonly string[]
  readonly placeholder?: string
}): ReactNode {
  const { choices, value } = props
  // With a whole word in the field, the others are what somebody wants to see.
  const isWhole = choices.includes(value)
  const [isOpen, setOpen] = useState(false)
  return (
    <Autocomplete.Root
      items={choices}
      value={value}
      onValueChange={(text) => {
        props.onChange(text)
        // Nothing is left to choose.
        if (choices.includes(text)) setOpen(false)
      }}
      open={isOpen}
      onOpenChange={setOpen}
      mode={isWhole ? 'none' : 'list'}
      openOnInputClick
    >
      <Autocomplete.InputGroup className="relative block w-full">
        <Autocomplete.Input
          aria-label={props.label}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          className={cx(inputClass, 'pr-7')}
        />
        <Autocomplete.Trigger
          aria-label={texts.common.open}
          tabIndex={-1}
          className="absolute inset-y-0 right-0 grid w-7 place-items-center text-soft"
        >
          <ChevronDown size={12} aria-hidden />
        </Autocomplete.Trigger>
      </Autocomplete.InputGroup>
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} className="z-50 outline-none">
          <Autocomplete.Popup className={listPopup}>
            <Autocomplete.List className="outline-none">
              {(choice: string) => (
                <Autocomplete.Item key={choice} value={choice} className={cx(listOption, 'pl-2')}>
                  <span className="col-span-2 min-w-0">{choice}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}
