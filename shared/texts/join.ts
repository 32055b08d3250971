// Joins messages without gluing sentences together in code: each join is a message itself, said in the reader's
// language.
import { message, type Message, type Said } from './create-message.ts'

/** One after the other. */
export function sentences(first: Said, ...others: readonly Said[]): Said {
  return fold([first, ...others], (before, next) =>
    message('join.two_sentences', { first: before, second: next }),
  )
}

/** Each on a line of its own; empty for none. */
export function lines(parts: readonly Said[]): Said {
  return fold(parts, (first, second) => message('join.then_line', { first, second }))
}

/** `a, b, c`; empty for none. */
export function commaList(parts: readonly Said[]): Said {
  return fold(parts, (first, second) => message('join.comma', { first, second }))
}

/** `a or b or c`; empty for none. */
export function orList(parts: readonly Said[]): Said {
  return fold(parts, (first, second) => message('join.or', { first, second }))
}

/** In the quotation marks of the reader's language. */
export function quoted(text: string): Message {
  return message('join.quoted', { text })
}

function fold(parts: readonly Said[], join: (before: Said, next: Said) => Said): Said {
  const [first, ...others] = parts
  return first === undefined ? '' : others.reduce(join, first)
}
