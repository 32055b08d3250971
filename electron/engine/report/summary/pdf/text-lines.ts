// Breaks text into lines of a width: between words, at soft hyphens, and inside of words that are too long.
import type { Canvas, Ink } from './canvas.ts'
import { softHyphen } from './typefaces.ts'

export type InkedText = { readonly text: string; readonly ink: Ink }
export type Line = { readonly parts: readonly InkedText[]; readonly width: number; readonly height: number }

type Setter = Pick<Canvas, 'visible' | 'widthOf'>

/** Height of a line by the size of its letters. */
const leading = 1.42

/**
 * At least one line; the texts are divided by blanks.
 * @param least the size of letters that a line has room for, so that lines beside each other stand on one height
 */
export function linesOf(setter: Setter, texts: readonly InkedText[], width: number, least = 0): Line[] {
  const breaker = createBreaker(setter, width, least)
  for (const { text, ink } of texts)
    for (const word of setter.visible(text).split(/[ \t\n\r\f]+/)) if (word !== '') breaker.place(word, ink)
  return breaker.end()
}

function createBreaker({ widthOf }: Setter, width: number, least: number) {
  const lines: Line[] = []
  let parts: { text: string; ink: Ink }[] = []
  let used = 0
  const endLine = (): void => {
    const size = parts.reduce((largest, { ink }) => Math.max(largest, ink.size), least)
    lines.push({ parts, width: used, height: size * leading })
    parts = []
    used = 0
  }
  const put = (text: string, ink: Ink): void => {
    const last = parts.at(-1)
    const spaced = last === undefined ? text : ` ${text}`
    if (last?.ink === ink) last.text += spaced
    else parts.push({ text: spaced, ink })
    used += widthOf(spaced, ink)
  }
  const fits = (text: string, ink: Ink): boolean =>
    text.length <= mostLetters(width, ink) &&
    used + widthOf(parts.length === 0 ? text : ` ${text}`, ink) <= width
  /** Returns what is left of the word for the next line. */
  const placeStart = (word: string, ink: Ink): string => {
    const whole = word.replaceAll(softHyphen, '')
    if (fits(whole, ink)) {
      put(whole, ink)
      return ''
    }
    const head = hyphenated(word, (text) => fits(text, ink))
    if (head !== null) put(head.text, ink)
    if (head !== null || parts.length > 0) {
      endLine()
      return head?.rest ?? word
    }
    const [start, rest] = cut(whole, mostLetters(width, ink), (text) => fits(text, ink))
    put(start, ink)
    if (rest !== '') endLine()
    return rest
  }
  return {
    place(word: string, ink: Ink): void {
      let rest = word
      while (rest !== '') rest = placeStart(rest, ink)
    },
    end(): Line[] {
      if (parts.length > 0 || lines.length === 0) endLine()
      return lines
    },
  }
}

/** No line has more: longer texts are not measured, which would take long. */
export function mostLetters(width: number, { size }: Ink): number {
  return Math.ceil(width / (size / 6))
}

/** The longest beginning that ends at a soft hyphen and fits with its hyphen; null if none does. */
function hyphenated(word: string, fits: (text: string) => boolean): { text: string; rest: string } | null {
  for (let at = word.lastIndexOf(softHyphen); at > 0; at = word.lastIndexOf(softHyphen, at - 1)) {
    const text = `${word.slice(0, at).replaceAll(softHyphen, '')}-`
    if (fits(text)) return { text, rest: word.slice(at + 1) }
  }
  return null
}

const breakable = /[/\-_.,;:@]/

/**
 * The longest beginning that fits, at least one character; better behind a sign than behind a letter.
 * @param most letters that can fit
 */
function cut(
  word: string,
  most: number,
  fits: (text: string) => boolean,
): readonly [start: string, rest: string] {
  const characters = Array.from(word.slice(0, most))
  let least = 1
  let above = characters.length + 1
  while (above - least > 1) {
    const middle = Math.floor((least + above) / 2)
    if (fits(characters.slice(0, middle).join(''))) least = middle
    else above = middle
  }
  const sign = characters.findLastIndex((character, at) => at < least && breakable.test(character)) + 1
  const start = characters.slice(0, sign > least / 2 ? sign : least).join('')
  return [start, word.slice(start.length)]
}
