// Colours and font of the grid, read from the theme's CSS variables, and again when the system colour scheme changes
// or the font has loaded. The grid draws on a canvas, which cannot use CSS variables.
import type { Theme } from '@glideapps/glide-data-grid'
import { useEffect, useState } from 'react'
import { onThemeChange } from '../../../../components/theme-change.ts'

const names = [
  'pane',
  'head',
  'line',
  'edge',
  'text',
  'soft',
  'faint',
  'hover',
  'accent',
  'accent-bg',
  'sel',
  'bad',
  'bad-bg',
  'warn',
  'warn-bg',
  'ok',
  'ok-bg',
  'wait',
  'wait-bg',
  'done',
  'done-bg',
  'still',
  'still-bg',
] as const
export type ColourName = (typeof names)[number]
export type Palette = Readonly<Record<ColourName, string>>
export type GridLook = { readonly palette: Palette; readonly theme: Partial<Theme> }

export const gridFont = '"Inter Variable", system-ui, sans-serif'
export const gridFontStyle = '420 12.5px'
/** Pixels at either side of a cell's text. */
export const gridPadding = 9

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const read = (name: ColourName): string => style.getPropertyValue(`--${name}`).trim() || '#888888'
  const entries = names.map((name) => [name, read(name)] as const)
  return Object.fromEntries(entries) as Record<ColourName, string>
}

/** `#rrggbb` with an opacity between 0 and 1. */
export function withOpacity(colour: string, opacity: number): string {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16)
  return /^#[0-9a-f]{6}$/i.test(colour) ? `rgba(${part(1)}, ${part(3)}, ${part(5)}, ${opacity})` : colour
}

function themeOf(palette: Palette): Partial<Theme> {
  return {
    accentColor: palette.accent,
    accentFg: palette.pane,
    accentLight: withOpacity(palette.accent, 0.1),
    textDark: palette.text,
    textMedium: palette.soft,
    textLight: palette.faint,
    textHeader: palette.soft,
    textHeaderSelected: palette.text,
    bgCell: palette.pane,
    bgCellMedium: palette.hover,
    bgHeader: palette.head,
    bgHeaderHasFocus: palette.hover,
    bgHeaderHovered: palette.hover,
    borderColor: palette.line,
    horizontalBorderColor: palette.line,
    headerBottomBorderColor: palette.line,
    resizeIndicatorColor: palette.accent,
    linkColor: palette.accent,
    cellHorizontalPadding: gridPadding,
    cellVerticalPadding: 3,
    baseFontStyle: gridFontStyle,
    headerFontStyle: '540 12.5px',
    editorFontSize: '12.5px',
    fontFamily: gridFont,
    lineHeight: 1.4,
    roundingRadius: 2,
  }
}

function readLook(): GridLook {
  const palette = readPalette()
  return { palette, theme: themeOf(palette) }
}

export function useGridLook(): GridLook {
  const [look, setLook] = useState(readLook)
  useEffect(() => {
    let gone = false
    const again = (): void => {
      if (!gone) setLook(readLook())
    }
    const stop = onThemeChange(again)
    void document.fonts.load(`420 12.5px ${gridFont}`).then(again, () => undefined)
    return () => {
      gone = true
      stop()
    }
  }, [])
  return look
}
