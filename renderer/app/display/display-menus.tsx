// Menus at the end of the top bar for the density, the theme and the language of the window.
import { Languages, Moon, Rows2, Rows4, Sun, SunMoon } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { languageNames, type LanguageSetting, languageSetting } from '../../../shared/texts/language.ts'
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx'
import { texts } from '../../texts/common.ts'
import { densitySetting, themeSetting } from './display-choices.ts'
import { chooseDisplay, useDisplayChoices } from './display.ts'
import { languageLabel, useLanguage } from './language.ts'

/** The button is mounted again with a new language, and takes the focus back then. */
let takesFocus = false

function choose(language: LanguageSetting): void {
  takesFocus = true
  chooseDisplay({ language })
}

/** Drawn again only when it changes itself, because the top bar is drawn at each edit. */
export const LanguageMenu = memo(function LanguageMenu(): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
    takesFocus = false
  }, [])
  const { language: chosen } = useDisplayChoices()
  const name = languageNames[useLanguage()]
  return (
    <ChoiceMenu
      buttonRef={button}
      label={texts.language.label}
      buttonLabel={texts.language.choose({ language: name })}
      button={<Languages size={15} aria-hidden />}
      value={chosen}
      choices={languageSetting.options.map((value) => ({ value, label: languageLabel(value) }))}
      onChoose={choose}
    />
  )
})

const themeIcons = { system: SunMoon, light: Sun, dark: Moon }

export const ThemeMenu = memo(function ThemeMenu(): ReactNode {
  const { theme } = useDisplayChoices()
  const Icon = themeIcons[theme]
  return (
    <ChoiceMenu
      label={texts.theme.label}
      buttonLabel={texts.theme.choose({ theme: texts.theme.names[theme] })}
      button={<Icon size={15} aria-hidden />}
      value={theme}
      choices={themeSetting.options.map((value) => ({ value, label: texts.theme.names[value] }))}
      onChoose={(next) => chooseDisplay({ theme: next })}
    />
  )
})

const densityIcons = { compact: Rows4, comfortable: Rows2 }

export const DensityMenu = memo(function DensityMenu(): ReactNode {
  const { density } = useDisplayChoices()
  const Icon = densityIcons[density]
  return (
    <ChoiceMenu
      label={texts.density.label}
      buttonLabel={texts.density.choose({ density: texts.density.names[density] })}
      button={<Icon size={15} aria-hidden />}
      value={density}
      choices={densitySetting.options.map((value) => ({ value, label: texts.density.names[value] }))}
      onChoose={(next) => chooseDisplay({ density: next })}
    />
  )
})
