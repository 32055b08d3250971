// A message as the engine sends and stores it: a key of the shared catalogue with its values, without language. Window,
// command line and reports turn it into a sentence. Text that is not ours, such as a service's explanation of an error
// or the content of a cell, is a plain string and is shown as it is.
import { z } from 'zod'
import { messages as de } from './de/messages.ts'
import { messages as en } from './en/messages.ts'
import type { Message, Messages, MessageValue, Said } from './create-message.ts'
import { currentFormat } from './current.ts'
import { createMessageFormat, type MessageFormat } from './message-format.ts'
import type { Translation } from './texts.ts'

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

const catalogues = { en, de } satisfies { readonly en: Messages; readonly de: Translation<Messages> }

/**
 * The sentence of a message; a key that this version does not have is shown itself.
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
  const template = templateOf(words.key, format)
  if (template === undefined) return words.key
  const values = Object.entries(words.values ?? {}).map(([name, one]) => [name, plain(one, format)] as const)
  return format.format(template, Object.fromEntries(values))
}

const english = createMessageFormat('en', 'en-GB')

/** For an error's own message, which developers read in logs and tests; people are shown `sentenceOf` of its data. */
export function inEnglish(words: Said): string {
  return sentenceOf(words, english)
}

function plain(one: MessageValue, format: MessageFormat): string | number {
  if (typeof one === 'number') return one
  if (Array.isArray(one)) return format.list(one.map((each: Said | number) => String(plain(each, format))))
  return sentenceOf(one as Said, format)
}

function templateOf(key: string, format: MessageFormat): string | undefined {
  const [room = '', name = ''] = key.split('.')
  const rooms: Readonly<Record<string, Readonly<Record<string, string>>>> = catalogues[format.language]
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
