// Joins messages without gluing sentences together in code: each join is a message itself, said in the reader's language.
import { message, type Said } from './create-message.ts'

/** One after the other; null where there is none. */
export function sentences(parts: readonly Said[]): Said | null {
  return fold(parts, (first, second) => message('fixing.two_sentences', { first, second }))
}

function fold(parts: readonly Said[], join: (before: Said, next: Said) => Said): Said | null {
  const [first, ...others] = parts
  return first === undefined ? null : others.reduce(join, first)
}
