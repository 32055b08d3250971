// The one writer to the terminal. File names, cells, headers and words of a service are other people's texts: a terminal
// obeys what is in them (colours, titles, links, lines that overwrite others), so what it would obey, or what would turn
// the order of letters, is written as its number, as JSON writes it.
import { once } from 'node:events'

/** Control characters but for the tab and the end of a line, and the marks that nobody sees and that turn or split text. */
const obeyed =
  /(?![\t\n])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu

/** A text of several lines that a terminal shows as it is. In JSON it says the same as before. */
export function visible(text: string): string {
  return text.replaceAll(obeyed, numbered)
}

/** The same of a text that is to stay within its line. */
export function oneLine(text: string): string {
  return visible(text).replaceAll(/[\t\n]+/g, ' ')
}

function numbered(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** One line for a person, on stderr. */
export function say(line: string): void {
  process.stderr.write(`${oneLine(line)}\n`)
}

/** Several, each of them a line. */
export function sayLines(lines: string): void {
  process.stderr.write(`${visible(lines)}\n`)
}

/**
 * What was asked for, on stdout; resolves when that can take more: a slow pipe holds the reader back. `drawing`: where on
 * the terminal it goes, in the terminal's own codes.
 */
export async function print(text: string, drawing = ''): Promise<void> {
  if (!process.stdout.write(`${drawing}${visible(text)}`)) await once(process.stdout, 'drain')
}
