// The only writer to the terminal. File names, cells, headers and service texts come from outside and could contain
// control sequences (colours, titles, links, lines that overwrite others). These, and characters that change the
// text direction, are written as their numbers, as in JSON.
import { once } from 'node:events'
import type { OutputConfiguration } from 'commander'
import type { Invocation, Output } from './invocation.ts'

/** Control characters except tab and line end, and invisible marks that change the text direction or split text. */
const obeyed =
  /(?![\t\n])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu

/** A text of several lines that is safe to show on a terminal. As JSON it has the same meaning as before. */
export function visible(text: string): string {
  return text.replaceAll(obeyed, numbered)
}

/** Like `visible`, for a text that must stay on one line. */
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
export function say({ stderr }: Pick<Invocation, 'stderr'>, line: string): void {
  stderr.write(`${oneLine(line)}\n`)
}

/** Without the end of a line: the answer follows. */
export function sayQuestion({ stderr }: Pick<Invocation, 'stderr'>, question: string): void {
  stderr.write(visible(question))
}

/** Several lines for a person, on stderr. */
export function sayLines({ stderr }: Pick<Invocation, 'stderr'>, lines: string): void {
  stderr.write(`${visible(lines)}\n`)
}

/**
 * Prints requested output on stdout. Resolves when stdout can take more, so a slow pipe slows the reader down.
 * `drawing`: cursor position in the terminal's own codes.
 */
export async function print(
  { stdout }: Pick<Invocation, 'stdout'>,
  text: string,
  drawing = '',
): Promise<void> {
  if (!stdout.write(`${drawing}${visible(text)}`)) await once(stdout, 'drain')
}

/** For the help and the mistakes that the library of the command line writes itself. */
export function libraryOutput({ stdout, stderr }: Invocation): OutputConfiguration {
  return {
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    outputError: (text, write) => write(visible(text.replace(/^error: /, 'carryover: '))),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
  }
}

/** In characters; 80 where no terminal says it. */
function widthOf({ isTTY, columns }: Output): number {
  return isTTY === true ? (columns ?? 80) : 80
}
