// The theme of the window: the user's setting, or else the system's. It is written to the document, where the style
// sheet and the canvases read it.
import type { ThemeSetting } from './display-choices.ts'

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)')
let chosen: ThemeSetting = 'system'

function write(): void {
  const isDark = chosen === 'system' ? systemIsDark.matches : chosen === 'dark'
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}

/** Applies at once, and follows the system where that is the setting. */
export function applyTheme(setting: ThemeSetting): void {
  chosen = setting
  write()
}

systemIsDark.addEventListener('change', write)
write()
