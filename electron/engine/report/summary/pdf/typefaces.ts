// The typeface of the PDF: Inter, as the window has it, in two weights. Its package has one file for each script, so a text
// is set in stretches of one file each. Only the files of the scripts that occur are read, and only the glyphs that occur
// are embedded.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font, type Glyph, type GlyphPosition, type GlyphRun } from 'fontkit'
import { codeOf, showText } from '../summary-words.ts'
import { unpackWoff } from './unpack-woff.ts'

export const weights = [400, 600] as const
export type Weight = (typeof weights)[number]
/** In the order in which they are searched for a character. */
export const scripts = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'greek-ext',
  'cyrillic-ext',
  'vietnamese',
] as const
type Script = (typeof scripts)[number]

/** A stretch of text that one file can show. */
export type Stretch = { readonly text: string; readonly face: string }

export type Typefaces = {
  /** By the name that a stretch gives. */
  readonly fontOf: (face: string) => Font
  stretches(text: string, weight: Weight): readonly Stretch[]
  /** As it can be shown: what may deceive, or is in none of the files, by its code. */
  visible(text: string): string
}

export function createTypefaces(): Typefaces {
  const fonts = new Map<string, Font>()
  const scriptsOf = new Map<string, Script | null>()
  const fontOf = (face: string): Font => {
    const known = fonts.get(face) ?? readFont(face)
    fonts.set(face, known)
    return known
  }
  const has = (script: Script, character: number): boolean =>
    fontOf(faceOf(script, 400)).hasGlyphForCodePoint(character)
  const scriptOf = (character: string): Script | null => {
    const known = scriptsOf.get(character)
    if (known !== undefined) return known
    const code = character.codePointAt(0) ?? 0
    const found = scripts.find((script) => has(script, code)) ?? null
    scriptsOf.set(character, found)
    return found
  }
  return {
    fontOf,
    stretches(text, weight) {
      const found: { text: string; face: string }[] = []
      for (const character of text) {
        const face = faceOf(scriptOf(character) ?? 'latin', weight)
        const last = found.at(-1)
        if (last !== undefined && (last.face === face || character === ' ')) last.text += character
        else found.push({ text: character, face })
      }
      return found
    },
    visible(text) {
      let shown = ''
      for (const character of showText(text))
        shown +=
          character === softHyphen || blanks.test(character) || scriptOf(character) !== null
            ? character
            : codeOf(character)
      return shown
    },
  }
}

export const softHyphen = '\u00ad'
const blanks = /[ \t\n\r\f]/

function readFont(face: string): Font {
  const font = create(unpackWoff(readFileSync(pathOf(face))))
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`There are several fonts in ${face}.`)
  return withCachedWords(font)
}

/**
 * The library that writes the PDF lays each text out four times, to measure it and to set it, and most words occur often:
 * each is laid out once. It scales the positions in place, so it gets copies.
 */
function withCachedWords(font: Font): Font {
  const words = new Map<string, GlyphRun>()
  const layout = font.layout.bind(font)
  const layoutWord = (word: string, features: Features): GlyphRun => {
    const key = `${JSON.stringify(features)} ${word}`
    const known = words.get(key)
    if (known !== undefined) return known
    const run = layout(word, features)
    if (words.size < mostWords && word.length <= longestWord) words.set(key, run)
    return run
  }
  font.layout = (text, features) => {
    const glyphs: Glyph[] = []
    const positions: GlyphPosition[] = []
    for (const [word] of text.matchAll(/[^ ]* |[^ ]+/g)) {
      const run = layoutWord(word, features)
      glyphs.push(...run.glyphs)
      for (const position of run.positions) positions.push({ ...position })
    }
    const run = {
      glyphs,
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
    return run as unknown as GlyphRun
  }
  return font
}

type Features = Parameters<Font['layout']>[1]

const mostWords = 20_000
/** In characters. */
const longestWord = 40

function faceOf(script: Script, weight: Weight): string {
  return `inter-${script}-${weight}-normal.woff`
}

/** Next to us in a built program, otherwise in its package. */
function pathOf(face: string): string {
  const beside = join(import.meta.dirname, face)
  if (existsSync(beside)) return beside
  const home = createRequire(import.meta.url).resolve('@fontsource/inter/package.json')
  return join(dirname(home), 'files', face)
}
