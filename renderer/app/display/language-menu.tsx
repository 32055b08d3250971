// Menu at the end of the status line for the language of the window. Its button names the language in use.
import { Menu } from '@base-ui/react/menu'
import { Check, Languages } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { languageNames, type LanguageSetting, languageSetting } from '../../../shared/texts/language.ts'
import { texts } from '../../texts/common.ts'
import { chooseDisplay, useDisplayChoices } from './display.ts'
import { languageLabel, useLanguage } from './language.ts'

/** The button is mounted again with a new language, and takes the focus back then. */
let takesFocus = false

function choose(language: LanguageSetting): void {
  takesFocus = true
  chooseDisplay({ language })
}

/** Drawn again only when it changes itself, because the status line is drawn at each edit. */
export const LanguageMenu = memo(function LanguageMenu(): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
    takesFocus = false
  }, [])
  const { language: chosen } = useDisplayChoices()
  const name = languageNames[useLanguage()]
  return (
    <Menu.Root>
      <Menu.Trigger
        ref={button}
        aria-label={texts.language.choose({ language: name })}
        className="flex shrink-0 items-center gap-1.5 rounded px-1 hover:text-text data-popup-open:text-text"
      >
        <Languages size={13} aria-hidden />
        {name}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="end" sideOffset={6} className="z-50 outline-none">
          <Menu.Popup className="min-w-44 rounded-lg bg-raised p-1 text-text shadow-lift outline-none">
            <Menu.RadioGroup
              aria-label={texts.language.label}
              value={chosen}
              onValueChange={(value) => choose(languageSetting.parse(value))}
            >
              {languageSetting.options.map((setting) => (
                <Menu.RadioItem
                  key={setting}
                  value={setting}
                  closeOnClick
                  className="grid min-h-7 cursor-default grid-cols-[1rem_1fr] items-center gap-1.5 rounded pr-3 pl-1.5 text-sm outline-none select-none data-highlighted:bg-accent-bg"
                >
                  <Menu.RadioItemIndicator className="text-accent">
                    <Check size={14} aria-hidden />
                  </Menu.RadioItemIndicator>
                  <span className="col-start-2">{languageLabel(setting)}</span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
})
