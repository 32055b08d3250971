// Messages in what is printed as JSON: each becomes its sentence in the current language. Keys stay, and so do codes.
import { said, sentenceOf } from '../../../shared/texts/message.ts'

/** The same value with sentences instead of messages. */
export function spoken(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spoken)
  if (typeof value !== 'object' || value === null) return value
  return (
    sentenceIn(value) ?? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoken(one)]))
  )
}

/** Null for anything but a message: an object may have a key of its own. */
function sentenceIn(value: object): string | null {
  if (!('key' in value) || Object.keys(value).some((name) => name !== 'key' && name !== 'values')) return null
  const message = said.safeParse(value)
  if (!message.success) return null
  const sentence = sentenceOf(message.data)
  return sentence === value.key ? null : sentence
}
