// Menu of a button that shows the present choice and offers the others, for settings that apply at once.
import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

export type ChoiceMenuProps<T extends string> = {
  /** Of the list of choices. */
  readonly label: string
  /** What the button is called; it names the present choice. */
  readonly buttonLabel: string
  readonly button: ReactNode
  readonly value: T
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly onChoose: (value: T) => void
  readonly buttonRef?: Ref<HTMLButtonElement>
}

export function ChoiceMenu<T extends string>(props: ChoiceMenuProps<T>): ReactNode {
  const { choices, onChoose } = props
  return (
    <Menu.Root>
      <Menu.Trigger
        ref={props.buttonRef}
        aria-label={props.buttonLabel}
        title={props.buttonLabel}
        className="flex h-[26px] min-w-[26px] shrink-0 items-center justify-center gap-1.5 rounded px-1 text-soft hover:bg-hover hover:text-text data-popup-open:bg-hover data-popup-open:text-text"
      >
        {props.button}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={6} className="z-50 outline-none">
          <Menu.Popup className="min-w-44 rounded-lg bg-raised p-1 text-text shadow-lift outline-none">
            <Menu.RadioGroup
              aria-label={props.label}
              value={props.value}
              onValueChange={(next) => {
                const choice = choices.find(({ value }) => value === next)
                if (choice !== undefined) onChoose(choice.value)
              }}
            >
              {choices.map(({ value, label }) => (
                <Menu.RadioItem
                  key={value}
                  value={value}
                  closeOnClick
                  className="grid min-h-7 cursor-default grid-cols-[1rem_1fr] items-center gap-1.5 rounded pr-3 pl-1.5 text-sm outline-none select-none data-highlighted:bg-accent-bg"
                >
                  <Menu.RadioItemIndicator className="text-accent">
                    <Check size={14} aria-hidden />
                  </Menu.RadioItemIndicator>
                  <span className="col-start-2">{label}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
