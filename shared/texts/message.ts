// A message as the engine sends and stores it: a key of the shared catalogue with its values, without language. Window,
// command line and reports turn it into a sentence. Text that is not ours, such as a service's explanation of an error
// or the content of a cell, is a plain string and is shown as it is.
import { z } from 'zod'
import type { Message, MessageValue, Said } from './create-message.ts'
import { currentFormat } from './current.ts'
import { catalogueOf } from './message-catalogues.ts'
import { createMessageFormat, type MessageFormat } from './message-format.ts'

export { message } from './create-message.ts'
export type { Message, MessageKey, MessageValue, Said } from './create-message.ts'

const value: z.ZodType<MessageValue> = z.lazy(() =>
  z.union([z.string(), z.number(), messageSchema, z.array(item)]),
)
const item = z.lazy(() => z.union([z.string(), z.number(), messageSchema]))
const messageSchema: z.ZodType<Message> = z.object({
  key: z.string(),
  values: z.record(z.string(), value).optional(),
})
export const said: z.ZodType<Said> = z.union([z.string(), messageSchema])

/**
 * The sentence of a message; a key that this version does not have is shown itself. Empty while a window loads its
 * messages; it is drawn again when they are here.
 * @param format another language than the current one, such as that of a report
 */
export function sentenceOf(words: Said, format?: MessageFormat): string
export function sentenceOf(words: Said | null, format?: MessageFormat): string | null
export function sentenceOf(words: Said | null | undefined, format?: MessageFormat): string | null | undefined
export function sentenceOf(
  words: Said | null | undefined,
  format: MessageFormat = currentFormat(),
): string | null | undefined {
  if (words === null || words === undefined || typeof words === 'string') return words
  const rooms = catalogueOf(format.language)
  if (rooms === null) return ''
  const template = templateOf(words.key, rooms)
  if (template === undefined) return words.key
  const values = Object.entries(words.values ?? {}).map(([name, one]) => [name, plain(one, format)] as const)
  return format.format(template, Object.fromEntries(values))
}

const english = createMessageFormat('en', 'en-GB')
const german = createMessageFormat('de', 'de-DE')

/** For an error's own message, which developers read in logs and tests; people are shown `sentenceOf` of its data. */
export function inEnglish(words: Said): string {
  return sentenceOf(words, english)
}

/** True for text that is not empty, and for a message that has its sentence in every language. */
export function canBeSaid(words: Said): boolean {
  if (typeof words === 'string') return words !== ''
  try {
    return [english, german].every(
      (format) =>
        templateOf(words.key, catalogueOf(format.language) ?? {}) !== undefined &&
        sentenceOf(words, format) !== '',
    )
  } catch {
    return false
  }
}

function plain(one: MessageValue, format: MessageFormat): string | number {
  if (typeof one === 'number') return one
  if (Array.isArray(one)) return format.list(one.map((each: Said | number) => String(plain(each, format))))
  return sentenceOf(one as Said, format)
}

/** The messages of a language by room and name. */
type Rooms = Readonly<Record<string, Readonly<Record<string, string>>>>

function templateOf(key: string, rooms: Rooms): string | undefined {
  const [room = '', name = ''] = key.split('.')
  const found = Object.hasOwn(rooms, room) ? rooms[room] : undefined
  return found !== undefined && Object.hasOwn(found, name) ? found[name] : undefined
}

/** As a column of the database keeps it: a message as JSON, other text quoted. */
export function storeSaid(words: Said): string {
  return JSON.stringify(words)
}

/** Throws if the column holds neither. */
export function readSaid(stored: string): Said {
  return said.parse(JSON.parse(stored))
}

/** A column of the database with a message or other text; parsed, it is what `storeSaid` was given. */
export const storedSaid = z.string().transform(readSaid)

/** True if both are stored alike: the same message with the same values, the same other text, or both null. */
export function isSameSaid(one: Said | null, other: Said | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
